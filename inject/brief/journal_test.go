package brief

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/tokens"
	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

// journalOf returns the path of the journal in the minimal block of some files, and the warnings.
func journalOf(t *testing.T, files map[workspace.Path]string) (path, warnings string) {
	t.Helper()
	files["SOUL.md"] = "I am.\n"
	made := build(t, "minimal", files)
	return made.Log.Provenance[Journal], strings.Join(made.Log.Warnings, "\n")
}

// The newest journal, by the date in its name; of one day, by the time or the number there. The first of each is it.
func TestNewestJournal(t *testing.T) {
	t.Parallel()
	for _, names := range []string{
		"session-journals/2026-01-03-session.md session-journals/2025-12-31-session.md session-journals/README.md",
		"session-journals/2026-01-03-1430.md session-journals/2026-01-03-0915.md",
		"session-journals/2026-01-03_14-30-05-desk.md session-journals/2026-01-03_14-30-04-pier.md",
		"session-journals/2026-01-03-2.md session-journals/2026-01-03.md",
		"session-journals/2026-01-03-session-10.md session-journals/2026-01-03-session-9.md",
		"session-journals/2026-01-03-session.md session-journals/2026-01-02-2359.md",
		"session-journals/20260102.md memory/2026-01-03.md",
		"session-journals/session-41.md session-journals/session-9.md session-journals/TEMPLATE.md",
		"session-journals/2025-01-03.md session-journals/session-41.md",
		"memory/2026-01-03.md memory/2026-01-03-1430.md memory/2026-01-03-chat.md memory/lessons.md",
		"memory/daily/2026-01-03.md memory/2026-01-02.md",
		"memory/2026/01/2026-01-03.md memory/2026-01-02.md",
		"memory/2026-01-02.md memory/dreaming/light/2026-01-03.md memory/.dreams/2026-01-03.md",
		"memory/2026-01-06.md memory/2026-01-03.md",
		"memory/2026-01-03.md memory/2026-01-07.md", // dated too far ahead
		"session-journals/session-4.md session-journals/2099-01-01.md memory/2025-11-01.md",
		" session-journals/README.md memory/lessons.md memory/topics/2026.md journal.md",
	} {
		files := map[workspace.Path]string{}
		all := strings.Split(names, " ")
		for _, name := range all {
			if name != "" {
				files[workspace.Path(name)] = "- Text.\n"
			}
		}
		got, _ := journalOf(t, files)
		assert.Equalf(t, all[0], got, "of %v it", names)
	}
}

// changedFS is a folder in which one file was changed two days ago, and the others nine.
type changedFS struct {
	workspace.FS
	newest workspace.Path
}

func (c changedFS) Lstat(p workspace.Path) (workspace.Entry, error) {
	entry, err := c.FS.Lstat(p)
	entry.Stamp.Modified = day.AddDate(0, 0, -9).UnixNano()
	if p == c.newest {
		entry.Stamp.Modified = day.AddDate(0, 0, -2).UnixNano()
	}
	return entry, err
}

// Journals whose names tell no time: what was changed last is the newest, and dates a journal without a date in its
// name. No other date in a file counts.
func TestJournalsAreDatedByTheirLastChange(t *testing.T) {
	t.Parallel()
	const morning, evening, text = "session-journals/morning.md", "session-journals/evening.md", "Date: 2025-01-01\n\n- A.\n"
	for _, newest := range []workspace.Path{morning, evening} {
		o := optionsFor(t, "minimal", map[workspace.Path]string{"SOUL.md": "I am.\n", morning: text, evening: text})
		o.Repo = changedFS{o.Repo, newest}
		made, err := Build(o)
		require.NoError(t, err)
		if got := made.Log.Provenance[Journal]; got != string(newest) || *made.Log.JournalAgeDays != 2 {
			t.Errorf("%s was changed last, and it is %s of %d days", newest, got, *made.Log.JournalAgeDays)
		}
	}
}

// A journal that is empty, no text or unreadable is passed over, and so is one in which nobody but a host wrote.
func TestJournalsPassedOver(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, warning string }{
		"empty":     {"# Saturday\n\n## Notes\n\n-\n", ""},
		"no text":   {"\x00\x01\x02", "memory/2026-01-03.md: it is no text; passed over"},
		"too large": {strings.Repeat("x", 3<<20), "memory/2026-01-03.md cannot be read"},
		"a session of the host": {
			"# Session: 2026-01-03 10:00:00 UTC\n\n- **Session Key**: agent:main:main\n- **Source**: chat\n\n" +
				"## Conversation Summary\n\nuser: is it cold?\nassistant: It is.\n", "written by a host",
		},
		"a block of a program": {"<!-- tasks:start -->\n- Count the seats.\n<!-- tasks:end -->\n", "written by a host"},
	} {
		files := map[workspace.Path]string{"memory/2026-01-03.md": c.text, "memory/2026-01-02.md": "- Text.\n"}
		if got, warnings := journalOf(t, files); got != "memory/2026-01-02.md" || !strings.Contains(warnings, c.warning) {
			t.Errorf("%s: the journal is %s, %s", name, got, warnings)
		}
	}
}

// What a host wrote into a journal is not included, and the log says where it stands and counts it.
func TestHostTextOfAJournalIsLeftOut(t *testing.T) {
	t.Parallel()
	recalled := strings.Repeat("- The tide came in at nine.\n", 9)
	made := build(t, "minimal", map[workspace.Path]string{
		"SOUL.md":                        "I am.\n",
		"session-journals/2026-01-03.md": "- fixed rounding\n\n<memory>\n" + recalled + "</memory>\n\n- deployed\n",
	})
	has(t, made.Block, "fixed rounding\n\n- deployed")
	want := LeftOut{"session-journals/2026-01-03.md", 3, 13, "written by a host: recalled memory"}
	assert.True(t, slices.Contains(made.Log.LeftOut, want) && made.Log.JournalSummarized, made.Log.LeftOut)
	if want := tokens.O200k.Tokens(recalled); made.Log.Trimming.JournalTrimmedTokens < want {
		t.Errorf("%d tokens are not included, and %d are counted", want, made.Log.Trimming.JournalTrimmedTokens)
	}
}

// The key sections of a journal of some days, by headings and labels.
func TestKeySections(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ journal, want string }{
		"headings": {
			"# Day\n\nMood: calm\n\n## Done\n\n- a\n\n### How\n\nb\n\n## Fog\n\nc\n\n## Next\n\n- d\n",
			"### Day\n\nMood: calm\n\n#### Done\n\n- a\n\n##### How\n\nb\n\n#### Next\n\n- d",
		},
		"labels": {
			"Status: ok\n\nAccomplishments:\n- a\n  b\n\nMood: calm\n\n**Next Action:** c\n\nd\n",
			"Status: ok\n\nAccomplishments:\n- a\n  b\n\n**Next Action:** c",
		},
		"the headings around them": {
			"# Day\n\n## Pier\n\n### Done\n\na\n\n### Fog\n\nb\n\n## Desk\n\n### Next steps\n\nc\n",
			"### Day\n\n#### Pier\n\n##### Done\n\na\n\n#### Desk\n\n##### Next steps\n\nc",
		},
		"a title with such a word": {
			"# Summary\n\n## Done\n\na\n\n## Fog\n\nb\n\n## TODO\n\nc\n",
			"### Summary\n\n#### Done\n\na\n\n#### TODO\n\nc",
		},
		"in code":      {"## Done\n\na\n\n```\n## Next\nb\n```\n", ""},
		"nothing next": {"## Done\n\na\n\n## Fog\n\nb\n", ""},
		"Chinese":      {"## 今日完成\n\na\n\n## 天气\n\nb\n\n## 下一步计划\n\nc\n", "### 今日完成\n\na\n\n### 下一步计划\n\nc"},
		"a file":       {"## Done\n\na\n\n## PLAN.md\n\nb\n", ""},
	} {
		got := textOf(keySections(outline(c.journal)))
		assert.Equalf(t, c.want, got, "%s: got\n", name)
	}
}

// A fresh journal that exceeds its share is cut between lines around the mark, an old one where the count says, and no
// word is torn; a fence that the cut tears is closed and opened again.
func TestCut(t *testing.T) {
	t.Parallel()
	c := cutter{count: tokens.O200k}
	lines := strings.Split(strings.TrimSpace(manyLines(60)), "\n")
	short, cut := c.around(lines, 300)
	at := slices.Index(short, cutMark)
	assert.Truef(t, cut && at >= 0 && c.tokens(short) <= 300 && c.tokens(short) >= 260 &&
		slices.Equal(tidy(short[:at]), lines[:at-1]) && slices.Equal(tidy(short[at+1:]), lines[60-(len(short)-at-2):]),
		"%d tokens:\n%s", c.tokens(short), textOf(short))
	c.exact = true
	for _, text := range []string{strings.Repeat("tide ", 900), strings.Repeat("先说结论再说理由", 300)} {
		short, _ := c.around([]string{text}, 258)
		if size := c.tokens(short); size > 258 || size < 220 || len(short) != 5 || !strings.HasPrefix(text, short[0]) ||
			!strings.HasSuffix(strings.TrimSpace(text), short[4]) || c.tokens(short[:1]) > 150 || c.tokens(short[4:]) > 100 {
			t.Errorf("%d tokens:\n%s", size, textOf(short))
		}
	}
	code := outline("# Day\n\n- Run:\n  ```sh\n" + strings.Repeat("  ./ferry --count\n", 90) + "  ```\n\nend\n")
	short, _ = c.around(code, 100)
	assert.Truef(t, openFence(short) == "" && strings.Count(textOf(short), "```") == 4,
		"a fence is torn:\n%s", textOf(short))
}

// Days are counted between dates, not in hours.
func TestAgeOf(t *testing.T) {
	t.Parallel()
	pacific := time.FixedZone("", -8*3600)
	for _, c := range []struct {
		date string
		now  time.Time
		want int
	}{
		{"2026-01-03", time.Date(2026, 1, 3, 23, 59, 0, 0, time.UTC), 0},
		{"2026-01-02", time.Date(2026, 1, 3, 0, 1, 0, 0, time.UTC), 1},
		{"2026-01-02", time.Date(2026, 1, 3, 7, 0, 0, 0, time.UTC).In(pacific), 0},
		{"2026-03-28", time.Date(2026, 3, 30, 1, 0, 0, 0, time.UTC), 2},
		{"2026-01-04", time.Date(2026, 1, 3, 12, 0, 0, 0, time.UTC), -1},
		{"", time.Date(2026, 1, 3, 12, 0, 0, 0, time.UTC), 0},
	} {
		got := ageOf(c.date, c.now)
		assert.Equalf(t, c.want, got, "%s at %v is %d days old, want %d", c.date, c.now, got, c.want)
	}
}

func TestDateIn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-01-03": "2026-01-03", "20260103.md": "2026-01-03", "notes of 2026-0103, late": "2026-01-03",
		"v2-2026-01-03-session-10": "2026-01-03", "9999-99-99-2026-01-03": "2026-01-03", "2024-02-29": "2024-02-29",
		"": "", "2026-01": "", "2026-01-033": "", "12026-01-03": "", "2025-02-29": "", "1969-12-31": "", "2026--01-03": "",
		"Fähre 2026-01-03 ２０２６-01-04": "2026-01-03",
	} {
		assert.Equalf(t, want, dateIn(text), "%q has", text)
	}
}
