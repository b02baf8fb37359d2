package collect

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// Each file of testdata/kinds holds notes about one kind of heading or line, in the form of
// those in testdata/languages.
func TestKinds(t *testing.T) {
	checkShares(t, "testdata/kinds/*.txt", .7, .5)
}

// A lesson below a heading such as "what does not work" or "mistakes" is marked, so that
// nothing makes advice of it as it stands. testdata/negative.txt has the form of the
// other notes; a line that ends in " <-" begins a lesson that is marked.
func TestNegative(t *testing.T) {
	b, err := os.ReadFile("testdata/negative.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, note := range strings.Split("\n"+string(b), "\n%")[1:] {
		place, text, _ := strings.Cut(note, "\n")
		want := map[int]bool{}
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			for mark, negative := range map[string]bool{" <+": false, " <-": true} {
				if strings.Contains(line, mark) {
					want[i+1] = negative
					lines[i] = strings.Replace(line, mark, "", 1)
				}
			}
		}
		got := map[int]bool{}
		path := workspace.Path(strings.TrimSpace(place))
		for _, l := range collectFrom(t, map[workspace.Path]string{path: strings.Join(lines, "\n")}, nil, nil).Lessons {
			got[l.StartLine] = l.Negative
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: lessons by line, and whether they are negative: %v, want %v of\n%s", place, got, want, text)
		}
	}
}

// Of the notes below memory without a date, those on a topic are read, and neither what
// stands deeper nor what its name says is of a year.
func TestTopicNotes(t *testing.T) {
	for path, want := range map[workspace.Path]fileKind{
		"memory/pump.md": topicFile, "memory/topics/pump.md": topicFile, "memory/lessons.md": lessonFile,
		"memory/2026-11-20.md": memoryFile, "memory/report-2026.md": memoryFile, "memory/houses/pump.md": memoryFile,
	} {
		if got := kindOf(path); got != want {
			t.Errorf("kindOf(%s) = %d, want %d", path, got, want)
		}
	}
}

// What a heading, a line or a cross refuses never reads as advice: the text that is shown
// and sent says so itself, or the lesson is marked.
func TestRefusedIsNoAdvice(t *testing.T) {
	const note = `## I will NOT
- Lend the boat to guests
- Never open the tap
## Do
- ✅ Close the lid
- ❌ **Lend it at night.** Close the lid.

**Never post in:**
- the choir group
- the garden group

Never do this:
- Move the boat alone
- Open the lid

Never again: a boat without a rope in it
`
	var got []string
	for _, l := range collectFrom(t, map[workspace.Path]string{"MEMORY.md": note}, nil, nil).Lessons {
		mark := " + "
		if l.Negative {
			mark = " - "
		}
		got = append(got, string(l.Class)+mark+l.Text+" | "+l.Sentence())
	}
	want := []string{
		"rule + I will NOT: Lend the boat to guests | I will NOT: Lend the boat to guests",
		"rule + Never open the tap | Never open the tap",
		"told + ✅ Close the lid | ✅ Close the lid",
		"labelled - ❌ **Lend it at night.** Close the lid. | ❌ Lend it at night.",
		"rule + Never post in: the choir group; the garden group | Never post in: the choir group; the garden group",
		"rule + Never do this: Move the boat alone | Never do this: Move the boat alone",
		"rule + Never do this: Open the lid | Never do this: Open the lid",
		"labelled + Never again: a boat without a rope in it | Never again: a boat without a rope in it",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
