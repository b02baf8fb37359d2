package web

import (
	"cmp"
	"io"
	"net/url"
	"slices"
	"strings"
)

// Review is the page on which a draft is decided.
type Review struct {
	Workspace string
	By        string
	ReadOnly  bool
	Run       string // the command that makes a draft
	// Version names what the page shows; a request that was made of another one is not carried out.
	Version string
	Told
	// Said are the notices that stand beside an item, for a screen reader.
	Said string
	// Shrinks is the file that would lose more than usual, if that was asked.
	Shrinks string

	Draft
	Remarks []Remark
	Budgets []Bar // with what is approved so far
	// Edited are the changes that a person made to the readable files of the draft.
	Edited []Block

	// Change is what the approved items change, Whole what the draft does if everything undecided is approved.
	Change, Whole []Block
	ToPlace       int
	Targets       string

	Undo *Undo
}

// Remark is what a reviewer should know about the draft. Details may be empty.
type Remark struct {
	Name, Severity, Text string
	Details              []string
}

// Draft is a draft on both pages.
type Draft struct {
	ID                    string // empty where none is pending
	Heading, Progress     string
	Undecided             int // items
	Entries, Lines, Facts []Item
}

// Items are all of them.
func (d *Draft) Items() (all []*Item) {
	for _, items := range [][]Item{d.Entries, d.Lines, d.Facts} {
		for i := range items {
			all = append(all, &items[i])
		}
	}
	return all
}

// Item is what is decided on.
type Item struct {
	ID    string
	Kind  string
	Asked string // what approving it does
	// Name and Text are the parts of an entry; Content are the lines of another item, for a fact without its Key.
	Name, Text string
	Key        string
	Content    []string
	Note       string
	Tokens     int
	With       *Bar // its file's budget with it
	Lessons    []Lesson
	Warnings   []string
	Findings   []Finding
	// Decision is "", "approved", "rejected" or another word for a state; Decided says who decided, and why.
	Decision string
	Decided  string
	// Fixed: nothing is asked about it.
	Fixed    bool
	Approves bool // it can be approved
	Rewords  bool
	Words    int // that its text may have; 0 for no limit
	Required bool
	// Told is for a request about the item alone; Form are the words that were refused, and are still in their form.
	Told
	Form Typed
	// Version is that of the page; empty where nothing is decided on it.
	Version string
}

// Told answers the last request.
type Told struct {
	Notices []string
	Problem string // why it was not carried out
	Hint    string
	Go      string // the part of the page where Hint is followed
}

// Typed is what a person typed into a form of an item: new words, or a reason.
type Typed struct{ Action, Entry, Text, Reason string }

// Answer moves the answer to a form beside the item that it is about alone, if the page shows that item.
func (r *Review) Answer(form url.Values) {
	for _, one := range r.Items() {
		if items := form["item"]; len(items) == 1 && one.ID == items[0] {
			one.Told = r.Told
			if r.Problem != "" {
				one.Form = Typed{form.Get("do"), form.Get("entry"), form.Get("text"), form.Get("reason")}
			}
			r.Said, r.Told = strings.Join(r.Notices, " "), Told{Go: r.Go}
		}
	}
}

// Decidable reports whether the page asks about the item.
func (i Item) Decidable() bool { return !i.Fixed && i.Version != "" }

// State is the decision in words.
func (i Item) State() string { return cmp.Or(i.Decision, "undecided") }

// Mark is a sign for the state, beside its word.
func (i Item) Mark() string {
	return cmp.Or(map[string]string{"approved": "✓", "rejected": "✕"}[i.Decision], "○")
}

// Key is a key of the page, in one or two ways, and what it does.
type Key struct {
	Names []string
	Does  string
}

// Keys are the keys that do something now.
func (r *Review) Keys() (keys []Key) {
	add := func(does string, is func(*Item) bool, names ...string) {
		if slices.ContainsFunc(r.Items(), func(i *Item) bool { return i.Decidable() && is(i) }) {
			keys = append(keys, Key{names, does})
		}
	}
	every := func(*Item) bool { return true }
	isOpen := func(i *Item) bool { return i.Decision == "" }
	add("next and previous item", every, "J", "K")
	add("approve", func(i *Item) bool { return i.Approves }, "y")
	add("reject; asks why", func(i *Item) bool { return i.Decision != "rejected" }, "n")
	add("reword", func(i *Item) bool { return i.Rewords }, "e")
	add("request changes; asks for a note", every, "c")
	add("skip to the next undecided item", isOpen, "s")
	add("show its lessons", func(i *Item) bool { return len(i.Lessons) > 0 }, "l")
	add("approve all undecided items of its list", isOpen, "A")
	add("reject them; asks why", isOpen, "R")
	return append(keys, Key{[]string{"p"}, "go to the change"}, Key{[]string{"q"}, "go to the end of the review"},
		Key{[]string{"?"}, "this list"})
}

// Undo is what undoing the newest generation does.
type Undo struct {
	Generation int
	Summary    string
	When       string
	Blocks     []Block
	Problem    string // why it cannot be undone here
	// Rejects: the items of the generation count as rejected then.
	Rejects bool
	// Closes is the draft that is pending no more then, with the items of it that are not promoted.
	Closes string
	// Back is the generation that undoing this rollback puts back; 0 if it is none.
	Back int
	// Reopens counts the items that the rollback took out, and that may be proposed again.
	Reopens int
}

// Open are the items of a list that are undecided, where there are several.
func (r *Review) Open(items []Item) []Item {
	open := slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return !i.Decidable() || i.Decision != "" })
	if len(open) < 2 {
		return nil
	}
	return open
}

// Write writes the page. Every text passes show.
func (r *Review) Write(w io.Writer, show func(string) string) error {
	for _, one := range r.Items() {
		if !r.ReadOnly {
			one.Version = r.Version
		}
	}
	clean(r, show)
	return writePage(w, "", "review.html", r)
}
