package score

import (
	_ "embed" // the fixture
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"wisdom/internal/lesson"
)

// world is a labelled workspace that is small enough to be judged by eye.
//
//go:embed testdata/world.txtar
var world string

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
