package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// sample is the sample workspace by its paths.
func sample(t testing.TB) map[workspace.Path]string { return readFiles(t, "../testdata/sample") }

// readFiles are the files of a folder by their paths.
func readFiles(t testing.TB, dir string) map[workspace.Path]string {
	t.Helper()
	files := map[workspace.Path]string{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(root, path)
		files[workspace.Path(path)] = string(b)
		return err
	})
	require.NoError(t, err)
	return files
}

// ran is what a run comes to.
func ran(t *testing.T, fsys workspace.FS, log *review.Log, opts pipeline.Options) *pipeline.Result {
	t.Helper()
	result, err := pipeline.Run(t.Context(), fsys, log, opts)
	require.NoError(t, err)
	return result
}

// locked is a workspace that a reviewer's decisions may change.
func locked(t *testing.T, files map[workspace.Path]string) *workspacetest.Memory {
	t.Helper()
	fsys := workspacetest.NewMemory(files)
	leave, err := review.Lock(fsys)
	require.NoError(t, err)
	t.Cleanup(func() { _ = leave() })
	return fsys
}

func dryRun(t *testing.T, fsys workspace.FS) *pipeline.Result {
	t.Helper()
	return ran(t, fsys, &review.Log{}, options())
}

func section(t *testing.T, files map[workspace.Path]string) string {
	t.Helper()
	return dryRun(t, workspacetest.NewMemory(files)).Section
}

// Rule 9: same inputs, same bytes, whichever processor was faster.
func TestSameInputsSameBytes(t *testing.T) {
	files := sample(t)
	first, err := json.Marshal(dryRun(t, workspacetest.NewMemory(files)))
	require.NoError(t, err)
	for range 5 {
		again, err := json.Marshal(dryRun(t, workspacetest.NewMemory(files)))
		require.Truef(t, err == nil && string(again) == string(first), "%v, or other bytes", err)
	}
}

// What does not change a lesson does not change the section: line endings, the
// order of bullets, a lesson that was copied.
func TestWhatDoesNotShow(t *testing.T) {
	files := sample(t)
	want := section(t, files)
	change := func(edit func(p workspace.Path, text string) string) map[workspace.Path]string {
		changed := map[workspace.Path]string{}
		for p, text := range files {
			if changed[p] = text; p != "SOUL.md" {
				changed[p] = edit(p, text)
			}
		}
		return changed
	}
	random := rand.New(rand.NewPCG(3, 9))
	for name, edited := range map[string]map[workspace.Path]string{
		"CRLF": change(func(_ workspace.Path, text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }),
		"reordered bullets": change(func(_ workspace.Path, text string) string {
			return reBullets.ReplaceAllStringFunc(text, func(block string) string {
				body := strings.TrimRight(block, "\n")
				lines := strings.Split(body, "\n")
				random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
				return strings.Join(lines, "\n") + block[len(body):]
			})
		}),
		"copied bullets": change(func(_ workspace.Path, text string) string {
			return reBullets.ReplaceAllStringFunc(text, func(block string) string { return block + block })
		}),
	} {
		assert.Equalf(t, want, section(t, edited), "%s: the section is\n", name)
	}
}

// reBullets finds runs of bullets of one line each.
var reBullets = regexp.MustCompile(`(?m)(?:^- [^\n]+\n)+(?:\n|\z)`)

// One unrelated lesson more takes no theme apart that was covered, drops no entry
// that was promoted, and taken away again leaves the same bytes.
func TestOneLessonMore(t *testing.T) {
	files := sample(t)
	before := dryRun(t, workspacetest.NewMemory(files))
	fsys, log := promoted(t, files)
	for _, lesson := range []string{
		"Oil the gate hinges before the first frost.", "Die Gießkanne im Winter leeren.", "先把琴凳调好再开始练琴。",
		"Sharpen pencils at both ends of the table.",
	} {
		more := map[workspace.Path]string{"memory/2026-11-20-more.md": "## Lessons\n\n- " + lesson + "\n"}
		for p, text := range files {
			more[p] = text
		}
		after := dryRun(t, workspacetest.NewMemory(more))
		for _, e := range before.Entries {
			assert.Truef(t, len(e.LessonIDs) == 0 ||
				slices.ContainsFunc(
					after.Themes,
					func(a pipeline.Theme) bool { return 2*shared(a.LessonIDs, e.LessonIDs) >= len(e.LessonIDs) },
				), "with %q the theme of %q is lost", lesson, e.Text)
		}
		fsys.Put("memory/2026-11-20-more.md", more["memory/2026-11-20-more.md"])
		if result := runAt(t, fsys, log, 0); len(result.Proposal.Items) > 0 {
			t.Errorf("with %q a promoted section gets the item %+v", lesson, result.Proposal.Items[0])
		}
	}
	again := section(t, files)
	assert.Equal(t, before.Section, again, "without it again, the section is another")
}

func shared(a, b []string) (n int) {
	for _, id := range a {
		if slices.Contains(b, id) {
			n++
		}
	}
	return n
}

// decided stages what a run came to, decides it all, and puts it in place if it was
// approved.
func decided(t *testing.T, fsys workspace.FS, result *pipeline.Result, decision review.Decision) *review.Log {
	t.Helper()
	return decidedOn(t, fsys, &review.Log{}, result, decision)
}

// decidedOn is decided with a log of what was decided before.
func decidedOn(
	t *testing.T, fsys workspace.FS, log *review.Log, result *pipeline.Result, decision review.Decision,
) *review.Log {
	t.Helper()
	opts := options().Review
	opts.By = "mara"
	staged, err := review.Stage(context.Background(), fsys, log, result.Proposal, opts)
	require.NoError(t, err)
	d, err := log.Load(fsys, staged.Draft)
	require.NoError(t, err)
	require.NoError(t, review.Decide(fsys, log, d, decision, nil, "", opts))
	if decision != review.Taken {
		return log
	}
	if _, err := review.Promote(context.Background(), fsys, log, d, opts); err != nil {
		t.Fatal(err)
	}
	return log
}

// promoted is a workspace in which a first draft was approved, with its log.
func promoted(t *testing.T, files map[workspace.Path]string) (*workspacetest.Memory, *review.Log) {
	t.Helper()
	fsys := locked(t, files)
	result := dryRun(t, fsys)
	log := decided(t, fsys, result, review.Taken)
	require.NoError(t, result.Ledger.Save(fsys))
	return fsys, log
}

// runAt runs on a day so long after the bench day.
func runAt(t *testing.T, fsys workspace.FS, log *review.Log, days int) *pipeline.Result {
	t.Helper()
	opts := options()
	opts.Collect.Now = benchDay.AddDate(0, 0, days)
	opts.Review.Now = func() time.Time { return opts.Collect.Now }
	result := ran(t, fsys, log, opts)
	require.NoError(t, result.Ledger.Save(fsys))
	return result
}

// Rule 2: a run on unchanged sources, today or in 400 days, stages nothing.
func TestUnchangedStagesNothing(t *testing.T) {
	fsys, log := promoted(t, sample(t))
	for _, days := range []int{0, 1, 29, 30, 31, 90, 400} {
		result := runAt(t, fsys, log, days)
		require.Emptyf(t, result.Proposal.Items, "after %d days", days)
	}
}

// Many cycles leave SOUL.md as the first promotion did, also where lessons
// come and go in between.
func TestNoDrift(t *testing.T) { testNoDrift(t, 50) }

func TestLongNoDrift(t *testing.T) { testNoDrift(t, 1000) }

func testNoDrift(t *testing.T, cycles int) {
	files := map[workspace.Path]string{
		"SOUL.md": "# Soul\n\n## Identity\n\nMe.\n",
		"MEMORY.md": "## Lessons\n\n" +
			"- Restore a backup before trusting it.\n" +
			"- Weigh parcels before printing a label.\n" +
			"- Print the parcel label only after weighing the parcel.\n",
		"memory/2026-11-01.md": "## Lessons\n\n- Always restore the backup before trusting it.\n",
		"memory/2026-11-02.md": "## Lessons\n\n- Restore every backup once before trusting it.\n",
	}
	fsys, log := promoted(t, files)
	soul, err := fsys.ReadFile("SOUL.md", 1<<20)
	require.NoError(t, err)
	note := workspace.Path("memory/" + benchDay.Format(time.DateOnly) + ".md")
	for cycle := range cycles {
		fsys.Put(note, fmt.Sprintf("## Lessons\n\n- The kettle number %d sings before it boils.\n", cycle))
		result := runAt(t, fsys, log, 0)
		require.Truef(t, len(result.Proposal.Items) == 0, "cycle %d: items %+v", cycle, result.Proposal.Items)
	}
	require.NoError(t, fsys.Remove(note))
	if result := runAt(t, fsys, log, 0); len(result.Proposal.Items) > 0 ||
		result.Section != string(soul[strings.Index(string(soul), "## Wisdom"):]) {
		t.Errorf("after all cycles: items %+v, section %q", result.Proposal.Items, result.Section)
	}
}

// Nothing that belongs to one situation reaches an entry, wherever in a lesson it
// stands.
func TestPlantedSpecificsStayOut(t *testing.T) { testPlantedSpecifics(t, 500) }

func TestLongPlantedSpecificsStayOut(t *testing.T) { testPlantedSpecifics(t, 5000) }

func testPlantedSpecifics(t *testing.T, lessons int) {
	random := rand.New(rand.NewPCG(11, 4))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	planted := []string{
		"10.20.0.4", "db7.internal.example", "https://panel.example/x?y=1", "port 8091", "v2.14.3",
		"/srv/app/config.yaml", "~/notes/todo.md", "--force-all", "$API_TOKEN", "DEPLOY_KEY_ID", "qwen3.5:35b",
		"gpt-4o-mini", "mara@larch.example", "2026-03-17", "17.03.2026", "03:40", "build_artifact_id",
		"userSessionId", "#4711", "a1b2c3d4e5", "512 MB", "99.5%", "-x", "JIRA-1234", "`systemctl restart app`",
		"Anna", "Frau Wegener", "twelve", "drei Tage", "zwanzig",
	}
	rules := [][2]string{
		{"Restore a backup", "before trusting it"},
		{"Read the whole error", "before touching anything"},
		{"Ask the customer", "before sending the invoice"},
		{"Put a timeout", "on every call"},
		{"Write the reason", "next to the change"},
		{"Check the address", "before the parcel leaves"},
		{"Keep the old version", "until the new one runs"},
		{"Sort the notes", "every Friday evening"},
		{"Wait for the answer", "before the next question"},
	}
	shapes := []string{
		"%[1]s %[3]s %[2]s.", "%[1]s %[2]s on %[3]s.", "On %[3]s: %[1]s %[2]s.", "%[1]s %[2]s (%[3]s).",
		"**%[1]s %[2]s.** It was %[3]s.", "%[1]s, like %[3]s, %[2]s.", "%[1]s %[2]s; %[3]s broke.",
	}
	files := map[workspace.Path]string{"SOUL.md": "# Soul\n\nMe.\n"}
	for i := range lessons {
		rule, note := rules[random.IntN(len(rules))], workspace.Path(fmt.Sprintf("memory/2026-11-%02d.md", 1+i%20))
		if files[note] == "" {
			files[note] = "## Lessons\n\n"
		}
		files[note] += fmt.Sprintf("- "+pick(shapes)+" "+pick(shapes)+"\n", rule[0], rule[1], pick(planted))
	}
	opts := options()
	opts.Review.Lint.Budgets.Section, opts.Review.Lint.Budgets.Entries = 3000, 100
	result := ran(t, workspacetest.NewMemory(files), &review.Log{}, opts)
	require.Truef(t, len(result.Entries) >= 3, "only %d entries: the test tests nothing", len(result.Entries))
	for _, e := range result.Entries {
		for _, literal := range planted {
			assert.Truef(t, e.Origin != review.New || !strings.Contains(e.Name+" "+e.Text, strings.Trim(literal, "`")),
				"%q holds %q", e.Text, literal)
		}
	}
}
