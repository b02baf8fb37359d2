package score

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"wisdom/internal/lesson"
)

// world is a labelled workspace that is small enough to be judged by eye.
const world = `
-- lessons.jsonl --
{"id":"L1","kind":"lesson","theme":"restore","text":"Restore a backup before trusting it.","places":[{"path":"MEMORY.md","start_line":3,"end_line":3},{"path":"memory/2026-11-01.md","start_line":5,"end_line":5}]}
{"id":"L2","kind":"lesson","theme":"restore","text":"A backup counts after 2 test","places":[{"path":"MEMORY.md","start_line":4,"end_line":5}]}
{"id":"L3","kind":"lesson","theme":"restore","text":"Backups on alder-7 that","places":[{"path":"MEMORY.md","start_line":6,"end_line":8}]}
{"id":"L4","kind":"lesson","theme":"ask","text":"Never delete files","places":[{"path":"MEMORY.md","start_line":10,"end_line":10}]}
{"id":"L5","kind":"lesson","theme":"ask","text":"Show the list","places":[{"path":"MEMORY.md","start_line":11,"end_line":11}]}
{"id":"L6","kind":"lesson","theme":"ask","text":"Ask Petra","places":[{"path":"MEMORY.md","start_line":12,"end_line":12}]}
{"id":"L7","kind":"lesson","theme":"ask","text":"Ask before","replaces":"L5","places":[{"path":"memory/2026-11-20.md","start_line":3,"end_line":4}]}
{"id":"L8","kind":"lesson","theme":"list","text":"动手之前","places":[{"path":"MEMORY.md","start_line":20,"end_line":20}]}
{"id":"L9","kind":"lesson","theme":"list","text":"整理之前","places":[{"path":"MEMORY.md","start_line":21,"end_line":21}]}
{"id":"L10","kind":"decision","theme":"list","text":"清单写好","places":[{"path":"MEMORY.md","start_line":22,"end_line":22}]}
{"id":"L11","kind":"lesson","theme":null,"text":"The proxy listens on port 8080.","places":[{"path":"MEMORY.md","start_line":30,"end_line":30}]}
{"id":"L12","kind":"lesson","theme":null,"text":"The proxy listens on port 8443.","places":[{"path":"MEMORY.md","start_line":31,"end_line":31}]}
-- not.jsonl --
{"path":"AGENTS.md","line":9,"why":"template of the host"}
{"path":"MEMORY.md","line":40,"why":"status"}
-- themes.jsonl --
{"theme":"restore","gist":"try the restore","clauses":["Restore a backup before trusting it","A backup counts after 2 test restores"],"narrow":["Restore a dump before trusting it"]}
{"theme":"ask","gist":"ask before deleting","clauses":["Never delete files without asking first","Show the list before anything is deleted","Ask Petra before anything is deleted"]}
{"theme":"list","gist":"写好清单再动手","clauses":["动手之前先把清单列出来"]}
-- never.jsonl --
{"literal":"alder-7","why":"host"}
{"literal":"Petra","why":"name"}
-- unlike.jsonl --
{"a":"L11","b":"L12","why":"port 8080 against 8443"}
`

// texts are the lessons of the world in full, in the order of their labels.
var texts = []string{
	"Restore a backup before trusting it.",
	"A backup counts after 2 test restores.",
	"Backups on alder-7 that were never tried are hopes.",
	"Never delete files without asking first.",
	"Show the list before anything is deleted.",
	"Ask Petra before anything is deleted.",
	"Ask before anything is deleted; a list is not enough.",
	"动手之前先把清单列出来。",
	"整理之前先列清单。",
	"清单写好再动手。",
	"The proxy listens on port 8080.",
	"The proxy listens on port 8443.",
}

// outcome is what an engine made of the world.
type outcome struct {
	lessons []lesson.Lesson
	themes  [][]string
	entries []Entry
}

func labelsOf(t *testing.T, archive string) *Labels {
	t.Helper()
	labels, err := Load(folder(archive))
	if err != nil {
		t.Fatal(err)
	}
	return labels
}

func folder(archive string) fs.FS {
	files := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return files
}

// perfect is what an engine would make of the world that makes no mistake. The
// id of a collected lesson is that of its label with a c in front.
func perfect(t *testing.T) outcome {
	o := outcome{themes: [][]string{ids("L1 L2 L3"), ids("L4 L5 L6 L7"), ids("L8 L9 L10")}}
	for i, l := range labelsOf(t, world).Lessons {
		o.lessons = append(o.lessons, lesson.Lesson{
			ID: "c" + l.ID, Kind: l.Kind, Text: texts[i], Headline: texts[i], Place: l.Places[0], Places: l.Places,
		})
	}
	o.entries = []Entry{
		{"Never guess.", "Never delete files without asking first.", o.themes[1]},
		{"Backup.", "A backup counts after 2 test restores.", o.themes[0]},
		{"清单。", "动手之前先把清单列出来。", o.themes[2]},
	}
	return o
}

func ids(labelled string) []string {
	list := strings.Fields(labelled)
	for i := range list {
		list[i] = "c" + list[i]
	}
	return list
}

// figures scores an outcome.
func (o outcome) figures(t *testing.T) map[string]Figure {
	m := Match(labelsOf(t, world), o.lessons)
	figures := map[string]Figure{}
	for _, list := range [][]Figure{m.Collection(), m.Themes(o.themes), m.Entries(o.entries)} {
		for _, f := range list {
			figures[f.Name] = f
		}
	}
	return figures
}
