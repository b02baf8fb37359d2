package fake

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Note is a lesson that a prompt shows.
type Note struct {
	Number int
	Text   string // in lower case
}

// Step is what a request asks for: find, assign, word, verify or lookup; empty for another.
func (r Request) Step() string {
	format := strings.ReplaceAll(string(r.Format), " ", "") // the client compacts it
	for _, s := range []struct{ step, field string }{
		{"assign", "weight"},
		{"word", "misfits"},
		{"verify", "verdict"},
		{"lookup", "qualifier"},
		{"find", "practices"},
	} {
		if strings.Contains(format, `"`+s.field+`":{`) {
			return s.step
		}
	}
	return ""
}

var (
	reNote     = regexp.MustCompile(`^\[(\d+)\] (?:\([^)]*\) )?(.*)$`)
	reOption   = regexp.MustCompile(`^(\d+)\. (.*)$`)
	rePractice = regexp.MustCompile(`^Practice (\d+): (.*)$`)
	reLine     = regexp.MustCompile(`^Line (\d+), for the notes above: (.*)$`)
)

// Notes are the lessons that a prompt shows.
func (r Request) Notes() []Note { return numbered(reNote, r.Prompt) }

func numbered(pattern *regexp.Regexp, text string) []Note {
	var found []Note
	for line := range strings.Lines(text) {
		if m := pattern.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			n, _ := strconv.Atoi(m[1]) // digits
			found = append(found, Note{n, strings.ToLower(m[2])})
		}
	}
	return found
}

// Wording is what a Reader writes for a practice.
type Wording struct {
	Name string `json:"name"`
	Line string `json:"line"`
}

// Reader is a model that does what it should, going by words: lessons with the same one of
// its words teach one practice, a line holds for the lessons that share a word with it and
// tell of no exception.
type Reader map[string]Wording

// Answer answers a request.
func (m Reader) Answer(r Request) Reply {
	answer := map[string]any{}
	switch r.Step() {
	case "find":
		answer["practices"] = m.find(r)
	case "assign":
		answer["notes"] = m.assign(r)
	case "word":
		answer["practices"] = m.word(r)
	case "verify":
		answer["lines"] = m.verify(r)
	case "lookup":
		answer["facts"], answer["noise"] = m.lookup(r), []int{}
	default:
		return Reply{Text: `{"same":[1,2]}`}
	}
	b, err := json.Marshal(answer)
	if err != nil {
		panic(err) // only values of this file come here
	}
	return Reply{Text: string(b)}
}

// Words are the words of m that a text holds.
func (m Reader) Words(text string) []string {
	var found []string
	for _, word := range slices.Sorted(maps.Keys(m)) {
		if strings.Contains(strings.ToLower(text), word) {
			found = append(found, word)
		}
	}
	return found
}

// Share reports whether two texts hold the same word of m.
func (m Reader) Share(a, b string) bool {
	return slices.ContainsFunc(m.Words(a), func(word string) bool { return strings.Contains(strings.ToLower(b), word) })
}

type foundPractice struct {
	Name  string `json:"name"`
	Line  string `json:"line"`
	Notes []int  `json:"notes"`
}

func (m Reader) find(r Request) []foundPractice {
	least := 3
	if strings.HasPrefix(r.Prompt, "You merge") {
		least = 1
	}
	known := "" // practices are in a list
	_, list, _ := strings.Cut(r.Prompt, "known already")
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "- ") {
			known += strings.ToLower(line)
		}
	}
	practices := []foundPractice{}
	for _, word := range slices.Sorted(maps.Keys(m)) {
		p := foundPractice{Name: word, Line: "Mind every " + word + "."}
		for _, n := range r.Notes() {
			if strings.Contains(n.Text, word) && len(p.Notes) < 5 {
				p.Notes = append(p.Notes, n.Number)
			}
		}
		if len(p.Notes) >= least && !strings.Contains(known, word) {
			practices = append(practices, p)
		}
	}
	return practices
}

func (m Reader) assign(r Request) []map[string]int {
	var list []map[string]int
	for _, n := range r.Notes() {
		choice := map[string]int{"note": n.Number, "practice": 0, "weight": 0}
		for _, option := range numbered(reOption, r.Prompt) {
			if m.Share(option.Text, n.Text) {
				choice["practice"], choice["weight"] = option.Number, 2
				break
			}
		}
		list = append(list, choice)
	}
	return list
}

type wordedPractice struct {
	Practice int `json:"practice"`
	Wording
	Misfits []int `json:"misfits"`
}

func (m Reader) word(r Request) []wordedPractice {
	var list []wordedPractice
	for _, p := range numbered(rePractice, r.Prompt) {
		w := wordedPractice{Practice: p.Number, Misfits: []int{}}
		if mine := m.Words(p.Text); len(mine) > 0 {
			w.Wording = m[mine[0]]
			for _, n := range m.block(r.Prompt, "Practice "+strconv.Itoa(p.Number)+":") {
				if !strings.Contains(n.Text, mine[0]) {
					w.Misfits = append(w.Misfits, n.Number)
				}
			}
		}
		list = append(list, w)
	}
	return list
}

// block are the notes in the same paragraph as a mark.
func (m Reader) block(prompt, mark string) []Note {
	for paragraph := range strings.SplitSeq(prompt, "\n\n") {
		if strings.Contains("\n"+paragraph, "\n"+mark) {
			return numbered(reNote, paragraph)
		}
	}
	return nil
}

type verifiedLine struct {
	Line    int    `json:"line"`
	Yes     []int  `json:"yes"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason"`
}

func (m Reader) verify(r Request) []verifiedLine {
	var list []verifiedLine
	for _, line := range numbered(reLine, r.Prompt) {
		v := verifiedLine{Line: line.Number, Yes: []int{}, Verdict: "ok"}
		for _, n := range m.block(r.Prompt, "Line "+strconv.Itoa(line.Number)+",") {
			if m.Share(line.Text, n.Text) && !strings.Contains(n.Text, "exception") {
				v.Yes = append(v.Yes, n.Number)
			}
		}
		list = append(list, v)
	}
	return list
}

type lookedUp struct {
	Fact      int    `json:"fact"`
	Rank      int    `json:"rank"`
	Heading   string `json:"heading"`
	Key       string `json:"key"`
	Qualifier string `json:"qualifier"`
}

var reFact = regexp.MustCompile(`(?m)^\[(\d+)\] (?:\(under "(.*)"\) )?([^:]*): `)

// lookup looks every fact up under the name that its source gives it.
func (m Reader) lookup(r Request) []lookedUp {
	list := []lookedUp{}
	for _, found := range reFact.FindAllStringSubmatch(r.Prompt, -1) {
		n, _ := strconv.Atoi(found[1]) // digits
		list = append(list, lookedUp{Fact: n, Rank: 1, Heading: found[2], Key: found[3]})
	}
	return list
}

// Everyday reads three practices: about restored backups, whole error texts and secret tokens.
var Everyday = Reader{
	"restore": {
		Name: "Restored backups", Line: "Restore every backup once before you trust it.",
	},
	"error": {
		Name: "Error text", Line: "Read the whole error text before you restart anything.",
	},
	"token": {
		Name: "Secret tokens", Line: "Keep every token out of chats, notes and logs.",
	},
}
