package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wisdom/cmd/quality/reader"
	"wisdom/cmd/quality/score"
	"wisdom/internal/lesson"
	"wisdom/pipeline/llm/fake"
)

var day = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// byWords reads one practice.
var byWords = fake.Reader{"restore": fake.Everyday["restore"]}

// recordAll answers the requests about a workspace until all are recorded, and returns how
// often it was run.
func recordAll(t *testing.T, dir string, answer func(fake.Request) fake.Reply) (runs int) {
	t.Helper()
	files := t.TempDir()
	for runs = 1; runs < 20; runs++ {
		var out, talk bytes.Buffer
		if code := run(context.Background(), []string{"-record", files, "-by", "a test", dir}, &out, &talk); code != 0 {
			t.Fatal(talk.String())
		}
		if strings.HasPrefix(out.String(), "all is answered") {
			return runs
		}
		for line := range strings.Lines(out.String()) {
			if path := strings.TrimSpace(line); strings.HasPrefix(path, files) {
				b, err := os.ReadFile(strings.Replace(path, ".answer.json", ".prompt.txt", 1))
				if err != nil {
					t.Fatal(err)
				}
				prompt, schema, _ := strings.Cut(string(b), "\n\n=== JSON schema of the answer ===\n")
				reply := answer(fake.Request{Prompt: prompt, Format: json.RawMessage(schema)})
				if err := os.WriteFile(path, []byte(reply.Text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Fatal("the requests do not end")
	return 0
}

// What a reader answered to files is recorded, and answered again: a run with the record
// comes to what the run with the reader came to.
func TestARecordAnswersAsTheReaderDid(t *testing.T) {
	dir := unpack(t)
	live, err := dryRun(context.Background(), dir, day, byWords.Answer)
	if err != nil {
		t.Fatal(err)
	}
	if runs := recordAll(t, dir, byWords.Answer); runs != 5 { // one for each step, and the last
		t.Errorf("%d runs", runs)
	}
	_, b, err := assess(context.Background(), dir, day)
	if err != nil {
		t.Fatal(err)
	}
	if len(live.Entries) != 2 || len(b.rows) < 3 {
		t.Fatalf("%d entries, %d rows", len(live.Entries), len(b.rows))
	}
	for name, want := range map[string]float64{
		score.BCubed: 1, score.Rand: 1, score.Covered: 1, score.Worded: 1, score.OfFull: 1,
		score.Tokens: float64(live.Budget.SectionTokens),
	} {
		if f := score.Find(b.rows[1].figures, name); f.Value != want || f.Of == 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
	var out, talk bytes.Buffer
	if code := run(context.Background(), []string{dir}, &out, &talk); code != 0 {
		t.Fatal(talk.String())
	}
	table := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{
		"garden, with a reader", "reader 1.000 1.000 1 of 1 (100 %) 1 of 1 (100 %) 1 of 1 (100 %) 0 0 1 ",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
}

// A record outlives small changes: a lesson that is cut another way is found by its place,
// lines that moved by their text. One that the reader never saw teaches nothing, and is
// counted.
func TestARecordOutlivesChanges(t *testing.T) {
	dir := unpack(t)
	recordAll(t, dir, byWords.Answer)
	path := filepath.Join(dir, "workspace", "memory", "2026-10-31.md")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(b), "The report was green for weeks.", "It was green.", 1)
	text = strings.Replace(text, "- Ask Petra", "- Always restore the mailbox, too, before you close it.\n- Ask Petra", 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(dir, "workspace", "memory", "2026-11-01.md")
	if b, err = os.ReadFile(moved); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(moved, append([]byte("# A day\n\nQuiet.\n\n"), b...), 0o600); err != nil {
		t.Fatal(err)
	}
	_, got, err := assess(context.Background(), dir, day)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{score.Entries: 1, score.Supported: 0, score.Unseen: 1} {
		if f := score.Find(got.rows[1].figures, name); f.Bad != want {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// noisyNotes are lessons of three practices.
const noisyNotes = `# Memory

## Lessons learned

- Restore a backup before trusting it! The report was green for weeks.
- A restore onto a clean machine is the only proof of a dump.
- No one had tried to restore the mail, and half of it was gone.
- Try the restore of the photos, too, once a year.
- Read the error before you restart anything; it named the disk.
- The second error was the cause, read on before acting.
- Read the error of the first failing step, not the last one.
- Never paste a token into a chat, not even to a colleague.
- A token in a log is a token lost: replace it the same day.
- Show only the last characters of a token when you must.
- Ask Petra about the garden.
- The pump must run before the sun is on the glass.
`

// Whatever mistakes a reader makes, no entry is proposed that the clean answers would not
// have let through: its wording is the reader's, was judged ok, and each of its lessons was
// verified for these words.
func TestNoiseLetsNoWrongEntryThrough(t *testing.T) {
	dir := unpack(t)
	note := filepath.Join(dir, "workspace", "memory", "2026-10-31.md")
	if err := os.WriteFile(note, []byte(noisyNotes), 0o600); err != nil {
		t.Fatal(err)
	}
	recordAll(t, dir, fake.Everyday.Answer)
	dirs, err := filepath.Glob("../../testdata/lessonbench/*/" + recordFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(dirs, filepath.Join(dir, recordFile)) {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			t.Parallel()
			record, err := reader.Read[reader.Record](path)
			if err != nil {
				t.Fatal(err)
			}
			builtIn, err := dryRun(context.Background(), filepath.Dir(path), day, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, noise := range [][]reader.Noise{
				{},
				{reader.Swapped},
				{reader.Examples},
				{reader.Nameless},
				{reader.Foreign},
				reader.Noises,
			} {
				replay := reader.NewReplay(record.With(noise...), builtIn.Lessons)
				result, err := dryRun(context.Background(), filepath.Dir(path), day, replay.Answer)
				if err != nil {
					t.Fatal(err)
				}
				entries := entriesOf(result)
				if len(noise) < 2 && len(entries) == 0 {
					t.Errorf("%v: no entry", noise)
				}
				for _, e := range entries {
					if why := denies(record, e.Name, e.Text, lessonsOf(result.Lessons, e.Lessons)); why != "" {
						t.Errorf("%v: %s %s: %s", noise, e.Name, e.Text, why)
					}
				}
			}
		})
	}
}

func lessonsOf(all []lesson.Lesson, ids []string) []lesson.Lesson {
	return slices.DeleteFunc(slices.Clone(all), func(l lesson.Lesson) bool { return !slices.Contains(ids, l.ID) })
}

// denies says what the reader has against an entry that is backed by lessons: the reader
// did not write it, did not find it good, or did not find that a lesson follows from it.
// It is empty for an entry that the reader let through.
func denies(r *reader.Record, name, text string, lessons []lesson.Lesson) string {
	number := r.LineOf(text)
	switch {
	case number == 0:
		return "the reader did not judge it"
	case r.Lines[number-1].Verdict != "ok":
		return "the reader found it " + r.Lines[number-1].Verdict
	case len(lessons) < score.Support:
		return fmt.Sprintf("%d lessons back it", len(lessons))
	case reader.Plain(name) == "" || !slices.Contains(namesOf(r, text), reader.Plain(name)):
		return fmt.Sprintf("the reader did not write the name %q", name)
	}
	for i := range lessons {
		if l := r.LessonOf(&lessons[i]); l == nil || !slices.Contains(l.Yes, number) {
			return "the reader did not find that it follows: " + lessons[i].Text
		}
	}
	return ""
}

// namesOf are the names that the reader gave to the practice that a text words, plain.
func namesOf(r *reader.Record, text string) (names []string) {
	for _, w := range r.Wordings {
		if reader.Plain(text) != reader.Plain(w.Line) {
			continue
		}
		names = append(names, reader.Plain(r.Practices[w.Practice-1].Name))
		for _, other := range r.Wordings {
			if other.Practice == w.Practice {
				names = append(names, reader.Plain(other.Name))
			}
		}
	}
	return names
}
