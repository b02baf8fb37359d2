package fake

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// Item is a numbered item of a prompt.
type Item struct {
	Number int
	Text   string
}

// Block is a part of a prompt between blank lines.
type Block struct {
	Practice Item // to word; zero in other steps
	Notes    []Item
	Lines    []Item // to verify
}

// Asked is a prompt's question, read back from its text. Its words are those of the built-in prompts.
type Asked struct {
	Step   string // find, assign, word or verify; empty for another
	Part   bool   // of step find: there are more lessons
	Merge  bool   // of step find: lists of practices
	Blocks []Block
	// Options are the practices to choose from, Known those that are not to be found again, Listed those to merge.
	Options []Item
	Known   []string
	Listed  []Item
}

var (
	reNote     = regexp.MustCompile(`^\[(\d+)\] (.*)$`)
	reOption   = regexp.MustCompile(`^(\d+)\. (.*)$`)
	rePractice = regexp.MustCompile(`^Practice (\d+): (.*)$`)
	reLine     = regexp.MustCompile(`^Line (\d+), for the notes above: (.*)$`)
)

// Step is what a request asks for.
func (r Request) Step() string {
	format := strings.ReplaceAll(string(r.Format), " ", "") // the client compacts it
	for _, s := range []struct{ step, part string }{
		{"assign", `"prefixItems":[`},
		{"word", `"misfits":{`},
		{"verify", `"verdict":{`},
		{"find", `"practices":{`},
	} {
		if strings.Contains(format, s.part) {
			return s.step
		}
	}
	return ""
}

// Read reads a request.
func (r Request) Read() Asked {
	text, _, _ := strings.Cut(r.Prompt, "\nAn answer of yours could not be used.")
	a := Asked{
		Step: r.Step(), Merge: strings.HasPrefix(text, "You merge"),
		Part: strings.Contains(text, "These notes are only a part of all"),
	}
	_, known, _ := strings.Cut(text, "known already")
	for row := range strings.Lines(known) {
		if practice, is := strings.CutPrefix(row, "- "); is {
			a.Known = append(a.Known, strings.TrimSpace(practice))
		}
	}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		var b Block
		for row := range strings.SplitSeq(paragraph, "\n") {
			a.read(row, &b)
		}
		if len(b.Notes)+len(b.Lines)+b.Practice.Number > 0 {
			a.Blocks = append(a.Blocks, b)
		}
	}
	return a
}

// read reads a line of a prompt.
func (a *Asked) read(row string, b *Block) {
	match := func(pattern *regexp.Regexp) (Item, bool) {
		m := pattern.FindStringSubmatch(row)
		if m == nil {
			return Item{}, false
		}
		n, _ := strconv.Atoi(m[1]) // digits
		return Item{n, m[2]}, true
	}
	if n, is := match(reNote); is && a.Merge {
		a.Listed = append(a.Listed, n)
	} else if is {
		b.Notes = append(b.Notes, n)
	} else if n, is := match(rePractice); is {
		b.Practice = n
	} else if n, is := match(reLine); is {
		b.Lines = append(b.Lines, n)
	} else if n, is := match(reOption); is && a.Step == "assign" {
		a.Options = append(a.Options, n)
	}
}

// Notes are all lessons or facts that a prompt shows.
func (a *Asked) Notes() (all []Item) {
	for _, b := range a.Blocks {
		all = append(all, b.Notes...)
	}
	return all
}

// FoundPractice is a part of the answer to step find.
type FoundPractice struct {
	Name  string `json:"name"`
	Line  string `json:"line"`
	Notes []int  `json:"notes"`
}

// AssignedNote is a part of the answer to step assign, a row of it.
type AssignedNote struct{ Note, Practice, Also, Weight int }

// MarshalJSON implements json.Marshaler.
func (a AssignedNote) MarshalJSON() ([]byte, error) {
	return json.Marshal([]int{a.Note, a.Practice, a.Also, a.Weight})
}

// WordedPractice is a part of the answer to step word.
type WordedPractice struct {
	Practice int    `json:"practice"`
	Name     string `json:"name"`
	Line     string `json:"line"`
	Misfits  []int  `json:"misfits,omitempty"`
}

// VerifiedLine is a part of the answer to step verify.
type VerifiedLine struct {
	Line    int    `json:"line"`
	Yes     []int  `json:"yes"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
}

// Answer is the answer to one of the steps: the one has practices, others notes or lines.
type Answer struct {
	Practices any `json:"practices,omitempty"`
	Notes     any `json:"notes,omitempty"`
	Lines     any `json:"lines,omitempty"`
}

// Reply is the answer as a model writes it.
func (a Answer) Reply() Reply {
	b, err := json.Marshal(a)
	if err != nil {
		panic(err) // only values of this program come here
	}
	return Reply{Text: string(b)}
}
