package quality

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"wisdom/internal/lesson"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/pipeline"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
)

// record holds a careful reader's answers to the requests about one workspace; testdata/lessonbench/README.md describes
// it. It holds what each lesson teaches and not the answers themselves, so that it can answer whatever the batches are.
// Of what the reader said more than once, the last counts.
type record struct {
	By        string
	Practices []fake.FoundPractice
	Wordings  []fake.WordedPractice
	Lines     []struct {
		Text string
		fake.VerifiedLine
	}
	Lessons []*known
}

// known is what the reader said about a lesson, with the numbers of practices, wordings and lines.
type known struct {
	Place                lesson.Place
	Hash, Text           string   // of its text; its beginning
	Assigned             [][3]int // a practice, a second one, its weight
	Example, Misfit, Yes []int    // no figure asks for misfits
}

// replay answers the requests of a run from a record.
type replay struct {
	record
	practice, line map[string]int              // their numbers, by their texts
	wording        map[int]fake.WordedPractice // by the number of the practice
	lesson         map[string]*known           // by what a prompt shows of it
}

// recorded returns what answers the requests about a workspace whose lessons these are.
func recorded(dir string, lessons []lesson.Lesson) *replay {
	p := &replay{record: read[record](dir, "reader.json")[0], lesson: map[string]*known{}}
	p.practice, p.line, p.wording = map[string]int{}, map[string]int{}, map[int]fake.WordedPractice{}
	for _, w := range p.Wordings {
		p.practice[plain(w.Name+w.Line)], p.wording[w.Practice] = w.Practice, w // once it is worded, it is shown so
	}
	for i, practice := range p.Practices {
		p.practice[plain(practice.Name+practice.Line)] = i + 1
	}
	for i, l := range p.Lines {
		p.line[plain(l.Text)] = i + 1
	}
	for _, l := range lessons {
		shown := distill.Shown(&l, 0)
		p.lesson[fmt.Sprintf("(%s) %s", shown.Place, shown.Text)] = p.lessonOf(l)
	}
	return p
}

// assessReader scores a run whose model answers from the record of a reader.
func assessReader(t *testing.T, dir string) []figure {
	lessons := run(t, dir, pipeline.Options{}).Lessons
	p := recorded(dir, lessons)
	unseen := check("unseen", "lessons that the reader did not see", wrong, lessons, func(_ int, l lesson.Lesson) string {
		return unless(p.lessonOf(l).Hash != "", "%s: %s", l.Place, l.Headline)
	})
	result := run(t, dir, pipeline.Options{Engine: pipeline.Model, Model: reader(t, p.answer)})
	worded := entriesOf(result)
	for _, d := range result.Dropped {
		if d.Kind == "theme" && d.Reason == "budget" {
			worded = append(worded, entry{d.Name, d.Lessons})
		}
	}
	m := match(dir, lessons)
	return slices.Concat(m.grouping(result.Themes), m.entries(entriesOf(result)), []figure{
		m.coverage("lines", "themes with a verified line, whether it fits or not", worded), unseen,
	})
}

// reader starts a server with a model that gives the answers.
func reader(t *testing.T, answer func(fake.Request) fake.Reply) llm.Options {
	opts, server := served(answer)
	t.Cleanup(server.Close)
	return opts
}

// served is a server with a model that gives the answers. The caller closes it.
func served(answer func(fake.Request) fake.Reply) (llm.Options, *fake.Server) {
	model := fake.Model{Name: "reader:latest", Digest: "recorded", Trained: 32768}
	server := fake.Start(answer, model)
	return llm.Options{
		Name: model.Name, Host: server.URL, Timeout: time.Minute, RunTimeout: time.Hour, Now: time.Now,
	}, server
}

// lessonOf returns the record of a lesson, which is empty if the reader did not see it. The same text decides, then a
// line in common, if most words are the same.
func (r *record) lessonOf(l lesson.Lesson) *known {
	found, most := &known{}, 0.5 // of the words of its beginning
	for _, k := range r.Lessons {
		if k.Hash == workspace.ShortHash(plain(l.Text), 8) {
			return k
		}
		if overlap(l.Places, []lesson.Place{k.Place}) > 0 {
			if share := text.Of(k.Text).Within(text.Of(l.Text)); share >= most {
				found, most = k, share
			}
		}
	}
	return found
}

func (p *replay) answer(r fake.Request) fake.Reply { return p.right(r).Reply() }

// right is what the reader answered.
func (p *replay) right(r fake.Request) fake.Answer {
	asked := r.Read()
	switch asked.Step {
	case "find":
		return fake.Answer{Practices: p.find(asked)}
	case "assign":
		return fake.Answer{Notes: p.assign(asked)}
	case "word":
		return fake.Answer{Practices: p.word(asked.Blocks)}
	}
	return fake.Answer{Lines: p.verify(asked.Blocks)}
}

func (p *replay) find(asked fake.Asked) []fake.FoundPractice {
	if asked.Merge {
		return p.merge(asked.Listed)
	}
	found, notes, least := []fake.FoundPractice{}, asked.Notes(), support
	if asked.Part {
		least--
	}
	for i, practice := range p.Practices {
		practice.Notes = p.numbers(notes, func(k *known) bool {
			return slices.Contains(k.Example, i+1) || len(k.Assigned) > 0 && k.Assigned[0][0] == i+1
		})
		if len(practice.Notes) >= least {
			found = append(found, practice)
		}
	}
	return found
}

var reListed = regexp.MustCompile(`^\((\d+) notes?\) (.*)$`)

// merge keeps all practices of the parts, those that most notes teach first.
func (p *replay) merge(listed []fake.Item) []fake.FoundPractice {
	found := []fake.FoundPractice{}
	count := func(n fake.Item) int { return must(strconv.Atoi(reListed.FindStringSubmatch(n.Text)[1])) }
	slices.SortStableFunc(listed, func(a, b fake.Item) int { return count(b) - count(a) })
	for _, n := range listed {
		practice := fake.FoundPractice{Line: reListed.FindStringSubmatch(n.Text)[2]}
		if i := p.practice[plain(practice.Line)]; i > 0 {
			practice = p.Practices[i-1]
		}
		practice.Notes = []int{n.Number}
		found = append(found, practice)
	}
	return found
}

func (p *replay) assign(asked fake.Asked) []fake.AssignedNote {
	option := map[int]int{}
	for _, o := range asked.Options {
		option[p.practice[plain(o.Text)]] = o.Number
	}
	option[0] = 0
	all := []fake.AssignedNote{}
	for _, n := range asked.Notes() {
		a := fake.AssignedNote{Note: n.Number}
		for _, choice := range p.lesson[n.Text].Assigned {
			a.Practice, a.Also, a.Weight = option[choice[0]], option[choice[1]], choice[2]
		}
		all = append(all, a)
	}
	return all
}

func (p *replay) word(blocks []fake.Block) []fake.WordedPractice {
	all := []fake.WordedPractice{}
	for _, b := range blocks {
		if w, is := p.wording[p.practice[plain(b.Practice.Text)]]; is {
			w.Practice, w.Misfits = b.Practice.Number, nil
			all = append(all, w)
		}
	}
	return all
}

func (p *replay) verify(blocks []fake.Block) []fake.VerifiedLine {
	all := []fake.VerifiedLine{}
	for _, b := range blocks {
		for _, shown := range b.Lines {
			line := fake.VerifiedLine{Verdict: "too vague", Reason: "the reader did not see this line"}
			number := p.line[plain(shown.Text)]
			if number > 0 {
				line = p.Lines[number-1].VerifiedLine
			}
			line.Line = shown.Number
			line.Yes = p.numbers(b.Notes, func(k *known) bool { return slices.Contains(k.Yes, number) })
			all = append(all, line)
		}
	}
	return all
}

// numbers are those of the notes whose lessons are wanted.
func (p *replay) numbers(notes []fake.Item, wanted func(*known) bool) []int {
	list := []int{}
	for _, n := range notes {
		if wanted(p.lesson[n.Text]) {
			list = append(list, n.Number)
		}
	}
	return list
}

// plain is a text without anything but letters and digits, in lower case.
func plain(text string) string {
	apart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.ToLower(strings.Join(strings.FieldsFunc(text, apart), ""))
}
