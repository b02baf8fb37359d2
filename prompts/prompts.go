// Package prompts holds the prompts that a model gets, each with the schema of
// the answer but where that is one word. What comes in are lessons, what goes out is text. The prompts are
// part of the program, and a folder of the workspace may hold others in their
// place: every draft records the hash of those it was made with.
//
// Invariants:
//
//  1. Lessons, and what is quoted of answers, stand between fences, one a line, and
//     cannot close them. Teaches has no fences, with which small models told worse: it
//     shows one lesson, on one line, and of its answer nothing but the first word
//     counts, without what the lesson does to that for every line.
//  2. Equal lessons give an equal prompt.
//  3. A prompt that shows no lessons, or a schema that is no JSON, is refused when
//     it is read, with the name of its file.
package prompts

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/template"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

//go:embed *.md *.schema.json
var files embed.FS

// Name names a prompt.
type Name string

// The prompts. Find asks for the practices that lessons teach, Assign which of them
// each lesson teaches, Word for the line of a practice, and Verify which lessons follow
// from a line. Expect asks with which messages people come when a passage matters. Teaches asks of one lesson and one
// line whether it teaches it, yes or no.
const (
	Find   Name = "find"
	Assign Name = "assign"
	Word   Name = "word"
	Verify Name = "verify"
	Expect Name = "expect"
	// Trigger asks before which calls of tools an agent is to remember the lines of practices.
	Trigger Name = "trigger"
	// Teaches has no schema: its answer is one token.
	Teaches Name = "teaches"
)

var names = []Name{Find, Assign, Word, Verify, Expect, Trigger, Teaches}

// Data is what a prompt shows.
type Data struct {
	// Count is how many practices to find, Room how many lines the agent has room for.
	Count, Room int
	// Part reports whether the lessons are a part of all, Merge whether they are practices that were found in parts.
	Part, Merge bool
	// Words are the most words that a line may have.
	Words int
	// Practices are those that are known, to choose from, to word or to verify.
	Practices []Practice
	// Others are practices whose lines the wordings must not repeat.
	Others []Practice
	// Lessons and Lines are all that the prompt shows; empty are those of Practices.
	Lessons []Lesson
	Lines   []Line
	// Loaded are sentences that the agent reads anyway.
	Loaded []string
	// Wrong says what was wrong with the answer before.
	Wrong []string
}

// Again reports whether earlier lines of some of the practices were rejected.
func (d Data) Again() bool {
	return len(d.Wrong) > 0 || slices.ContainsFunc(d.Practices, func(p Practice) bool { return p.Reason != "" })
}

// Practice is a practice as a prompt shows it.
type Practice struct {
	Number     int // from 1
	Name, Line string
	// Reason says why its earlier lines were rejected.
	Reason  string
	Lessons []Lesson
	Lines   []Line
	// Near are other lessons on the same subject, without a number.
	Near []Lesson
}

// Lesson is a lesson as a prompt shows it.
type Lesson struct {
	Number int // from 1
	// Place is its date and the heading above it.
	Place, Text string
}

// Line is a wording to verify.
type Line struct {
	Number int // from 1
	Text   string
}

// Prompt is what is sent: the text, and the JSON schema of the answer; without one the answer is one word.
type Prompt struct {
	Text   string
	Schema json.RawMessage
}

// Set are the prompts of a run.
type Set struct {
	parts map[string]*template.Template
	hash  workspace.Hash
	notes []string
}

// maxPrompt is how many bytes a prompt's file may have.
const maxPrompt = 64 << 10

// BuiltIn are the prompts that come with the program.
func BuiltIn() *Set {
	set, err := read(files.ReadFile)
	if err != nil {
		panic(fmt.Sprintf("prompts: %v", err)) // they are compiled in, and a test renders them
	}
	return set
}

// Read reads the prompts of a run: from the folder dir of the workspace those
// that are there (find.md, find.schema.json and so on), the built-in ones otherwise. Without a dir all are built in.
func Read(fsys workspace.FS, dir string) (*Set, error) {
	if dir == "" {
		return BuiltIn(), nil
	}
	folder, err := workspace.ParsePath(dir)
	if err != nil {
		return nil, fmt.Errorf("paths.prompts: %w", err)
	}
	entries, err := fsys.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read the prompts: %w", err)
	}
	if !slices.ContainsFunc(entries, func(e workspace.Entry) bool { return slices.Contains(fileNames(), e.Name) }) {
		return nil, fmt.Errorf("read the prompts: %s holds none of %s", folder, strings.Join(fileNames(), ", "))
	}
	return read(func(name string) ([]byte, error) {
		b, err := fsys.ReadFile(folder.Join(name), maxPrompt)
		if errors.Is(err, fs.ErrNotExist) {
			return files.ReadFile(name)
		}
		return b, err
	})
}

func filesOf(prompt Name) []string {
	if prompt == Teaches {
		return []string{string(prompt) + ".md"}
	}
	return []string{string(prompt) + ".md", string(prompt) + ".schema.json"}
}

func fileNames() []string {
	var all []string
	for _, prompt := range names {
		all = append(all, filesOf(prompt)...)
	}
	return all
}

func read(file func(name string) ([]byte, error)) (*Set, error) {
	set := &Set{parts: map[string]*template.Template{}}
	var all strings.Builder
	for _, prompt := range names {
		for _, name := range filesOf(prompt) {
			b, err := file(name)
			if err != nil {
				return nil, fmt.Errorf("read the prompts: %w", err)
			}
			fmt.Fprintf(&all, "%s %d\n%s", name, len(b), b)
			if set.parts[name], err = template.New(name).Parse(string(b)); err != nil {
				return nil, fmt.Errorf("prompt %w", err) // "template: word.md:3: …"
			}
		}
		if err := set.try(prompt); err != nil {
			return nil, err
		}
	}
	set.hash = workspace.HashOf([]byte(all.String()))
	return set, nil
}

// try renders a prompt once, so that what is wrong with it shows before anything
// is asked.
func (s *Set) try(name Name) error {
	sample := Data{Count: 4, Room: 4, Words: 15, Practices: []Practice{{
		Number: 1, Name: "First.", Line: "The first practice.",
		Lessons: []Lesson{{4711, "undated", "the first lesson"}, {4712, "undated", "the second lesson"}},
		Lines:   []Line{{4713, "the first line"}},
		Near:    []Lesson{{0, "undated", "another lesson"}},
	}}}
	again := sample
	again.Wrong = []string{"a reason"}
	if _, err := s.Render(name, again); err != nil {
		return err
	}
	p, err := s.Render(name, sample)
	if err != nil {
		return err
	}
	shown := []string{"4711", "the first lesson", "4712", "the second lesson"}
	hint := "every lesson, numbered; write {{range .Lessons}}[{{.Number}}] {{.Text}}{{end}} into it"
	if name == Assign {
		shown, hint = append(shown, "The first practice."), hint+", and {{range .Practices}}{{.Number}}. {{.Line}}{{end}}"
	}
	if name == Verify {
		shown, hint = append(shown, "4713", "the first line"), hint+", and {{range .Lines}}{{.Number}}. {{.Text}}{{end}}"
	}
	if name == Teaches {
		shown, hint = []string{"the first lesson", "the first line"}, "the lesson and the line; write "+
			"{{range .Lines}}{{.Text}}{{end}} and {{range .Lessons}}{{.Text}}{{end}} into it"
	}
	missing := func(text string) bool { return !strings.Contains(p.Text, text) }
	switch {
	case slices.ContainsFunc(shown, missing):
		return fmt.Errorf("prompt %s.md: it does not show %s", name, hint)
	case name != Teaches && !json.Valid(p.Schema):
		return fmt.Errorf("prompt %s.schema.json: what it makes is no JSON", name)
	case strings.Contains(string(p.Schema), "(?"):
		return fmt.Errorf("prompt %s.schema.json: a pattern with (? ends the model server", name)
	}
	return nil
}

// Hash names all prompts and schemas of the set together.
func (s *Set) Hash() workspace.Hash { return s.hash }

const (
	// mostNotes is how many notes of reviewers a prompt holds, the newest ones.
	mostNotes = 8
	// longestNote is how much of a note it holds, in characters.
	longestNote = 400
)

// Heeding are the same prompts with what reviewers noted to earlier proposals,
// oldest first. They are no data: who may approve may also guide.
func (s *Set) Heeding(notes []string) *Set {
	next := *s
	next.notes = nil
	for _, note := range unfenced(notes[max(0, len(notes)-mostNotes):]) {
		if runes := []rune(note); len(runes) > longestNote {
			note = string(runes[:longestNote])
		}
		next.notes = append(next.notes, note)
	}
	return &next
}

// Heeded names the notes that the prompts hold; it is empty without any.
func (s *Set) Heeded() string {
	if len(s.notes) == 0 {
		return ""
	}
	return workspace.HashOf([]byte(strings.Join(s.notes, "\n"))).Hex()
}

// fence is the line around the lessons.
const fence = "================"

// Render writes a prompt. Line breaks in what it shows become spaces, and runs of
// equal signs that could be taken for a fence are shortened.
func (s *Set) Render(name Name, d Data) (Prompt, error) {
	with := struct {
		Data
		Notes []string
	}{d.fenced(), s.notes}
	text, err := s.execute(string(name)+".md", with)
	if err != nil {
		return Prompt{}, err
	}
	if name == Teaches {
		return Prompt{Text: text}, nil
	}
	schema, err := s.execute(string(name)+".schema.json", with)
	return Prompt{Text: text, Schema: json.RawMessage(schema)}, err
}

func (s *Set) execute(name string, with any) (string, error) {
	t := s.parts[name]
	if t == nil {
		return "", fmt.Errorf("there is no prompt %s", name)
	}
	var b strings.Builder
	if err := t.Execute(&b, with); err != nil {
		return "", fmt.Errorf("prompt %w", err)
	}
	return b.String(), nil
}

// fenced is d with texts that cannot close a fence, and with everything that its
// practices hold in Lessons and Lines.
func (d Data) fenced() Data {
	d.Loaded, d.Wrong = unfenced(d.Loaded), unfenced(d.Wrong)
	d.Lessons, d.Lines = fencedLessons(d.Lessons), fencedLines(d.Lines)
	d.Practices, d.Others = fencedPractices(d.Practices), fencedPractices(d.Others)
	for _, p := range d.Practices {
		d.Lessons, d.Lines = append(d.Lessons, p.Lessons...), append(d.Lines, p.Lines...)
	}
	return d
}

func fencedPractices(practices []Practice) []Practice {
	return each(practices, func(p Practice) Practice {
		p.Name, p.Line, p.Reason = withoutFence(p.Name), withoutFence(p.Line), withoutFence(p.Reason)
		p.Lessons, p.Lines = fencedLessons(p.Lessons), fencedLines(p.Lines)
		return p
	})
}

func fencedLessons(lessons []Lesson) []Lesson {
	return each(lessons, func(l Lesson) Lesson { return Lesson{l.Number, withoutFence(l.Place), withoutFence(l.Text)} })
}

func fencedLines(lines []Line) []Line {
	return each(lines, func(l Line) Line { return Line{l.Number, withoutFence(l.Text)} })
}

func unfenced(texts []string) []string { return each(texts, withoutFence) }

// each is a copy of all, changed.
func each[T any](all []T, change func(T) T) []T {
	all = slices.Clone(all)
	for i := range all {
		all[i] = change(all[i])
	}
	return all
}

// withoutFence is a text on one line that no fence can be made of.
func withoutFence(s string) string {
	s = text.OneLine(s)
	for strings.Contains(s, fence) {
		s = strings.ReplaceAll(s, fence, "=")
	}
	return s
}
