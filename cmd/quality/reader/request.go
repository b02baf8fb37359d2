package reader

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"wisdom/internal/lesson"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm/fake"
)

// numbered is a numbered item of a prompt.
type numbered struct {
	number int
	text   string
}

// block is a part of a prompt between blank lines.
type block struct {
	practice numbered // to word; zero in other steps
	rejected bool     // its earlier lines were
	notes    []note
	lines    []numbered // to verify
}

// note is a lesson that a prompt shows; nil if it is none of the run's.
type note struct {
	number int
	lesson *lesson.Lesson
}

// request is a prompt's question, read back from its text.
type request struct {
	step   string
	again  bool // it repeats one, with what was wrong with the answer
	merge  bool // of step find: the notes are lists of practices
	blocks []block
	// options are the practices to choose from, known those that are not to be found again.
	options []numbered
	known   []string
	listed  []numbered // practices to merge
}

var (
	reNote     = regexp.MustCompile(`^\[(\d+)\] (.*)$`)
	reOption   = regexp.MustCompile(`^(\d+)\. (.*)$`)
	rePractice = regexp.MustCompile(`^Practice (\d+): (.*)$`)
	reMisfit   = regexp.MustCompile(`, does not fit practice \d+\)`) // of a note that is asked about once more
	reLine     = regexp.MustCompile(`^Line (\d+), for the notes above: (.*)$`)
)

// index finds lessons by what a prompt shows of them.
type index map[string]*lesson.Lesson

func indexOf(lessons []lesson.Lesson) index {
	all := index{}
	for i := range lessons {
		shown := distill.Shown(&lessons[i], 0)
		all[fmt.Sprintf("(%s) %s", shown.Place, shown.Text)] = &lessons[i]
	}
	return all
}

// refused begins what a request says of an answer that could not be used.
const refused = "\nAn answer of yours could not be used."

func isAgain(asked fake.Request) bool { return strings.Contains(asked.Prompt, refused) }

// parse reads a request. Its words are those of the built-in prompts.
func (lessons index) parse(asked fake.Request) request {
	text, _, again := strings.Cut(asked.Prompt, refused)
	r := request{step: asked.Step(), again: again, merge: strings.HasPrefix(text, "You merge")}
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		var b block
		for row := range strings.SplitSeq(paragraph, "\n") {
			r.read(row, &b, lessons)
		}
		if len(b.notes)+len(b.lines)+b.practice.number > 0 {
			r.blocks = append(r.blocks, b)
		}
	}
	return r
}

// read reads a line of a prompt.
func (r *request) read(row string, b *block, lessons index) {
	match := func(pattern *regexp.Regexp) (numbered, bool) {
		m := pattern.FindStringSubmatch(row)
		if m == nil {
			return numbered{}, false
		}
		n, _ := strconv.Atoi(m[1]) // digits
		return numbered{n, m[2]}, true
	}
	if n, is := match(reNote); is && r.merge {
		r.listed = append(r.listed, n)
	} else if is {
		b.notes = append(b.notes, note{n.number, lessons[reMisfit.ReplaceAllString(n.text, ")")]})
	} else if n, is := match(rePractice); is {
		b.practice = n
	} else if n, is := match(reLine); is {
		b.lines = append(b.lines, n)
	} else if n, is := match(reOption); is && r.step == "assign" {
		r.options = append(r.options, n)
	} else if known, is := strings.CutPrefix(row, "- "); is && r.step == "find" {
		r.known = append(r.known, known)
	} else if strings.HasPrefix(row, "Earlier lines of yours were rejected: ") {
		b.rejected = true
	}
}

// notes are all lessons that the request shows.
func (r *request) notes() []note {
	var all []note
	for _, b := range r.blocks {
		all = append(all, b.notes...)
	}
	return all
}

// The answers to the four steps.
type (
	foundPractice struct {
		Name  string `json:"name"`
		Line  string `json:"line"`
		Notes []int  `json:"notes"`
	}
	assignedNote struct {
		Note     int `json:"note"`
		Practice int `json:"practice"`
		Also     int `json:"also"`
		Weight   int `json:"weight"`
	}
	wordedPractice struct {
		Practice int    `json:"practice"`
		Name     string `json:"name"`
		Line     string `json:"line"`
		Misfits  []int  `json:"misfits"`
	}
	verifiedLine struct {
		Line    int    `json:"line"`
		Yes     []int  `json:"yes"`
		Verdict string `json:"verdict"`
		Reason  string `json:"reason"`
	}
)
