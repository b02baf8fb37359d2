package review

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/lesson"
	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

func TestStageApprovePromote(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	got := g.log.State(id)
	assert.Truef(t, got == StateWaiting && g.log.Waiting() == id, "state %s", got)
	assert.Equal(t, "- [ ] water the plants\n"+
		"- [ ] REVIEW NEEDED: wisdom draft "+id+
		", 3 entries, 6 lessons, since 2026-11-21: run `wisdom review` <!-- wisdom -->\n", g.read("QUEUE.md"), "queue")
	assert.True(t, strings.Contains(g.read("initiatives/aci/SOUL_COMPRESSED_DRAFT.md"), "## Vibe") &&
		strings.HasPrefix(g.read("initiatives/aci/SOUL_WISDOM_DRAFT.md"), "## Wisdom\n"), "the views are not there")
	assert.Equal(t, base, g.read("SOUL.md"), "staging changed SOUL.md")
	g.must(g.decide(id, Taken))
	assert.Equal(t, StateApproved, g.log.State(id), "state")
	g.must(g.promote(id))
	want := strings.Replace(
		base,
		"## Vibe",
		"## Wisdom\n\n_Last compressed: 2026-11-21 | Source lessons: 6_\n\n"+section.Required+
			"\n**Rule A.** Read the log first.\n**Rule B.** Ask before you send.\n\n## Vibe",
		1,
	)
	assert.Equal(t, want, g.read("SOUL.md"), "SOUL.md")
	if got := g.log.State(id); got != StatePromoted || g.read("QUEUE.md") != "- [ ] water the plants\n" {
		t.Errorf("state %s, queue %q", got, g.read("QUEUE.md"))
	}
	records, err := ReadRecords(g.fsys)
	g.must(err)
	r, ok := records.Of("Rule A.", "Read the log first.")
	assert.Truef(t, ok && r.Draft == id &&
		slices.Equal(r.Lessons, []string{"l01", "l02", "l03"}), "record %+v, %v", r, ok)
	if again, err := Promote(context.Background(), g.fsys, g.log, g.load(id), g.opts); again != nil || err != nil {
		t.Errorf("promoting what is in place: %v, %v", again, err)
	}
}

// Invariant 2: one part now, another part later; each time the result is what the draft and all decisions so far
// give.
func TestApproveInParts(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.", "Keep changes small.")).Draft
	g.must(g.decide(id, Taken, "e2"))
	g.must(g.promote(id))
	got := g.read("SOUL.md")
	assert.Truef(t, strings.Contains(got, "Read the log") && !strings.Contains(got, "Ask before") &&
		strings.Contains(got, section.Required), "SOUL.md is %q", got)
	assert.Equal(t, StateWaiting, g.log.State(id), "state")
	g.must(g.decide(id, Taken, "e3"))
	g.must(g.promote(id))
	if got := g.read("SOUL.md"); !strings.Contains(got, "Read the log") || !strings.Contains(got, "Ask before") {
		t.Errorf("SOUL.md is %q", got)
	}
	g.must(g.decide(id, Refused))
	assert.Equal(t, StatePromoted, g.log.State(id), "state")
}

// Invariant 4: the required entry is part of every section that is promoted, also where an older version made an item
// of it and a reviewer rejected that.
func TestRequiredCannotBeLeftOut(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	var wrong *ItemError
	assert.ErrorAs(t, g.decide(id, Taken, "e9"), &wrong)
	g.must(g.decide(id, Refused, "e1", "e3"))
	g.must(g.decide(id, Taken, "e2"))
	g.must(g.promote(id))
	assert.Contains(t, g.read("SOUL.md"), section.Required+"\n**Rule A.** Read the log first.\n")
}

func TestEditedViewsAreNotOverwritten(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	view := workspace.Path("initiatives/aci/SOUL_WISDOM_DRAFT.md")
	original := g.read(view)
	g.fsys.Put(view, original+"**Mine.** Be kind.\n")
	var edited *EditedError
	err := g.decide(id, Taken)
	assert.Truef(t, errors.As(err, &edited) && edited.Path == view, "approving: %v", err)
	if _, err := Stage(context.Background(), g.fsys, g.log, propose(base, "Something else now."), g.opts); !errors.As(
		err, &edited,
	) {
		t.Errorf("staging: %v", err)
	}
	assert.Contains(t, g.read(view), "Be kind", "the edit is lost")
	g.must(g.fsys.Remove(view))
	g.must(g.decide(id, Taken))
}

func TestSameDraftIsNotStagedTwice(t *testing.T) {
	g := newGate(t)
	first := g.stage(propose(base, "Read the log first."))
	again := g.stage(propose(base, "Read the log first."))
	assert.Truef(t, again.Already && again.Draft == first.Draft, "staged %+v, then %+v", first, again)
	other := g.stage(propose(base, "Ask before you send."))
	if other.Superseded != first.Draft || g.log.State(first.Draft) != StateSuperseded || g.log.Waiting() != other.Draft {
		t.Errorf("staged %+v, the first is %s", other, g.log.State(first.Draft))
	}
	got := strings.Count(g.read("QUEUE.md"), queueMark)
	assert.Equalf(t, 1, got, "%d lines in the queue", got)
	var wrong *ItemError
	assert.ErrorAs(t, g.decide(first.Draft, Taken), &wrong, "approving what is superseded")
}

// Invariant 5.
func TestRefusalsAreRemembered(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	g.must(g.decide(id, Refused, "e2"))
	refusals := g.log.Refusals()
	require.Truef(t, len(refusals) == 1 && refusals[0].Reason == "because", "refusals %+v", refusals)
	if !refusals[0].Covers(AddEntry, "", "", []string{"l01", "l03"}) ||
		refusals[0].Covers(AddEntry, "", "", []string{"l01", "new"}) {
		t.Error("a refusal holds for the same lessons, not for more")
	}
	g.must(g.reopen(id))
	refusals = g.log.Refusals()
	assert.Empty(t, refusals, "refusals")
}

// Invariant 1.
func TestDraftsCannotChange(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	manifest := draftsDir.Join(id, "manifest.json")
	g.fsys.Put(manifest, strings.ReplaceAll(g.read(manifest), "Read the log", "Skip the log"))
	var damaged *DamagedError
	_, err := g.log.Load(g.fsys, id)
	assert.ErrorAs(t, err, &damaged)
}

func TestBrokenResultsAreNotStaged(t *testing.T) {
	g := newGate(t)
	staged, err := Stage(
		context.Background(), g.fsys, g.log, propose(base, "The panel is on port 8091.", "Read the log first."), g.opts,
	)
	g.must(err)
	assert.Truef(t, len(staged.Excluded) == 1 && staged.Excluded[0].Rule == lint.RuleSpecifics &&
		staged.Excluded[0].Item.Text == "The panel is on port 8091.", "excluded %v", staged.Excluded)
	soul, _, err := g.load(staged.Draft).Result(g.load(staged.Draft).All())
	if err != nil || strings.Contains(string(soul), "8091") || !strings.Contains(string(soul), "Read the log first.") {
		t.Errorf("error %v, SOUL.md would be %q", err, soul)
	}
}

// What a person wrote may break rules; it stays byte for byte.
func TestHandWrittenSectionIsAdopted(t *testing.T) {
	g := newGate(t)
	hand := "My words on port 8091.\n\n- **Mine.** Be kind,\n  always.\n"
	soul := strings.Replace(base, "## Vibe", "## Wisdom\n\n"+hand+"\n## Vibe", 1)
	g.fsys.Put("SOUL.md", soul)
	id := g.stage(propose(soul, "Read the log first.")).Draft
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	assert.Contains(t, g.read("SOUL.md"), "Read the log first.\n\n"+hand+"\n## Vibe", "SOUL.md")
}

// Found by trying to break it: a person's section that leaves no room for the
// header and the required entry gets them all the same; nothing else is added.
func TestFullHandWrittenSectionIsAdopted(t *testing.T) {
	g := newGate(t)
	hand := strings.Repeat("**Mine.** Always check the thing twice before you trust it again today.\n", 7)
	soul := strings.Replace(base, "## Vibe", "## Wisdom\n\n"+hand+"\n## Vibe", 1)
	g.fsys.Put("SOUL.md", soul)
	staged := g.stage(propose(soul, "Read the log first."))
	assert.Truef(t, len(staged.Excluded) == 1 && staged.Excluded[0].Reason() == "budget",
		"an entry beyond the budget: excluded %v", staged.Excluded)
	id := staged.Draft
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	assert.Contains(t, g.read("SOUL.md"), section.Required+"\n"+hand, "SOUL.md")
}

// Found by trying to break it: what would grow past what the host reads could
// never be read again.
func TestNothingGrowsPastTheHost(t *testing.T) {
	g := newGate(t)
	soul := base + strings.Repeat("lorem ipsum\n", (workspace.MaxTarget-len(base))/12)
	var refused *lint.SoulError
	_, err := Stage(context.Background(), g.fsys, g.log, propose(soul), g.opts)
	assert.ErrorAs(t, err, &refused)
}

// Found by trying to break it: an ID that is too short, and a reopened rejection in a closed draft, which must not
// become pending again.
func TestResolve(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	_, digits, _ := strings.Cut(id, "-")
	for _, short := range []string{id, id[:13], digits, digits[:4]} {
		got, err := g.log.Resolve(short)
		assert.Truef(t, err == nil && got == id, "%q is %q, %v", short, got, err)
	}
	var none *NoDraftError
	for _, short := range []string{"", "2", "2026", "20261121", "20261121-", digits[:3], "0"} {
		got, err := g.log.Resolve(short)
		assert.ErrorAsf(t, err, &none, "%q is %q", short, got)
	}
	like := &NoDraftError{ID: "2026", Like: []string{"20261121-aaaaaa", "20261121-aaaabb"}}
	assert.Equal(t, `"2026" could be 20261121-aaaaaa or 20261121-aaaabb`, like.Error(), "two drafts have the ID")
	g.must(g.decide(id, Refused, "e2"))
	g.must(g.decide(id, Taken))
	g.must(g.promote(id))
	g.must(g.reopen(id))
	if state := g.log.State(id); state != StatePromoted || g.log.Waiting() != "" {
		t.Errorf("the draft is %s, and %q waits", state, g.log.Waiting())
	}
	assert.Empty(t, g.log.Refusals(), "the refusal still holds")
}

// A lost ledger is rebuilt from the drafts.
func TestLedgerIsMadeAgain(t *testing.T) {
	g := newGate(t)
	p := propose(base, "Read the log first.")
	place := lesson.Place{Path: "memory/2026-11-10.md", StartLine: 3, EndLine: 3}
	p.Lessons = []lesson.Lesson{{ID: "l01", Headline: "Read it", Place: place, Places: []lesson.Place{place}}}
	g.stage(p)
	known, err := ReadLedger(g.fsys, g.log)
	g.must(err)
	assert.Truef(t, known.Knows("l01") && slices.Equal(known.Paths(), []string{place.Path}) && known.LastRun == "",
		"ledger %+v", known)
}

// A draft that a rollback undoes is closed; one that another rollback restores is promoted again.
func TestStatesFollowTheGenerations(t *testing.T) {
	g := newGate(t)
	states := func(want ...State) {
		t.Helper()
		var got []State
		for _, id := range slices.Backward(g.log.Drafts()) {
			got = append(got, g.log.State(id))
		}
		require.Equal(t, want, got, "states")
	}
	first := g.stage(propose(base, "Read the log first.", "Ask before you send.")).Draft
	g.must(g.decide(first, Taken, "e2"))
	g.must(g.promote(first)) // generation 1
	var wrong *ItemError
	assert.ErrorAs(t, g.decide(first, Refused, "e2"), &wrong, "refusing what is in place")
	states(StateWaiting)
	g.rollback(-1) // generation 2
	states(StateRolledBack)
	assert.ErrorAs(t, g.decide(first, Taken, "e3"), &wrong, "approving more of what was rolled back")
	assert.ErrorAs(t, g.promote(first), &wrong, "promoting what was rolled back")
	second := g.stage(propose(base, "Keep changes small.")).Draft
	g.must(g.decide(second, Taken))
	g.must(g.promote(second)) // generation 3
	states(StateRolledBack, StatePromoted)
	g.rollback(1) // generation 4
	states(StatePromoted, StateRolledBack)
	g.rollback(-1) // generation 5, like 3
	states(StateRolledBack, StatePromoted)
	g.rollback(0)
	states(StateRolledBack, StateRolledBack)
}

// Decided and not promoted is not forgotten.
func TestApprovedWaits(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	g.must(g.decide(id, Taken))
	assert.Truef(t, g.log.Waiting() == id && strings.Contains(g.read("QUEUE.md"), "run `wisdom review approve "+id+"`"),
		"waiting %q, queue %q", g.log.Waiting(), g.read("QUEUE.md"))
	var wrong *ItemError
	assert.ErrorAs(t, g.decide(id, Refused), &wrong, "refusing nothing")
}

// A draft that no run proposes any more does not stay pending for ever, nor does one that cannot be read.
func TestSuperseding(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	empty := propose(base)
	empty.Items, empty.Lines = nil, nil
	staged := g.stage(empty)
	assert.Truef(t, staged.Superseded == id && g.log.Waiting() == "" && !strings.Contains(g.read("QUEUE.md"), "wisdom"),
		"staged %+v, waiting %q", staged, g.log.Waiting())
	id = g.stage(propose(base, "Ask before you send.")).Draft
	g.must(workspace.RemoveAll(g.fsys, draftsDir.Join(id)))
	other := g.stage(propose(base, "Ask before you send."))
	assert.Truef(t, other.Draft != "" && g.log.Waiting() == other.Draft, "staged %+v", other)
	g.load(other.Draft)
}

// A file that a crash left half-way, or an error: the next run mends the views
// and the queue.
func TestViewsAreMended(t *testing.T) {
	for at := 1; ; at++ {
		disk := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base, "QUEUE.md": "- [ ] water the plants\n"})
		require.NoError(t, stageOn(disk, "Something older."))
		faulty := &workspacetest.Faulty{FS: disk, At: at, Err: syscall.EIO}
		err := stageOn(faulty, "Read the log first.")
		if err == nil && faulty.Calls() < at {
			break
		}
		require.NoErrorf(t, stageOn(disk, "Read the log first."), "failed at %s, then", faulty.Trace()[at-1])
		log, err := ReadLog(disk)
		require.NoError(t, err)
		id := log.Waiting()
		d, err := log.Load(disk, id)
		require.NoError(t, err)
		require.NoErrorf(t, Decide(disk, log, d, Taken, nil, "", testOptions()), "failed at %s, then", faulty.Trace()[at-1])
		queue, _, err := workspace.ReadState(disk, "QUEUE.md", 1000)
		require.Truef(t, err == nil && strings.Contains(string(queue), id),
			"failed at %s: the queue says %q, %v", faulty.Trace()[at-1], queue, err)
	}
}

func TestTornLog(t *testing.T) {
	g := newGate(t)
	id := g.stage(propose(base, "Read the log first.")).Draft
	whole := g.read(LogFile)
	g.fsys.Put(LogFile, whole+`{"schema_version":1,"action":"appro`)
	g.reread()
	assert.Equal(t, id, g.log.Waiting(), "a line that was cut off hides the rest")
	g.must(g.decide(id, Refused))
	got := g.read(LogFile)
	assert.Truef(t, strings.HasPrefix(got, whole+"{") && strings.Count(got, "\n") == 2, "log %q", got)
	lines := strings.SplitAfter(g.read(LogFile), "\n")
	g.fsys.Put(LogFile, lines[1])
	var broken *LogError
	_, err := ReadLog(g.fsys)
	assert.Truef(t, errors.As(err, &broken) && broken.Line == 1, "a lost line is not noticed: %v", err)
	g.fsys.Put(LogFile, "")
	g.fsys.Put(draftsDir.Join("20261120-aaaaaa", "manifest.json"), "{}") // a crash may leave one draft without a line
	if _, err := ReadLog(g.fsys); !errors.As(err, &broken) || broken.Line != 0 {
		t.Errorf("lines that were lost at the end are not noticed: %v", err)
	}
}

func TestQueueLine(t *testing.T) {
	const line = "- [ ] REVIEW NEEDED: wisdom draft x, 1 entry: run `wisdom review` " + queueMark
	got := withLine([]byte("- ask what `"+queueMark+"` is\n"), "")
	assert.Containsf(t, string(got), "ask what", "a line that quotes the mark became %q", got)
	for _, there := range []bool{true, false} {
		fsys := workspacetest.NewMemory(nil)
		if there {
			fsys.Put("Q.md", "")
		}
		require.NoError(t, errors.Join(SetQueue(fsys, "Q.md", line), SetQueue(fsys, "Q.md", "")))
		still, err := workspace.Exists(fsys, "Q.md")
		assert.Truef(t, err == nil && still == there, "there before: %v, and after: %v, %v", there, still, err)
	}
	for _, before := range []string{"", "a\n", "a", "a\r\nb\r\n", "a\r\nb", "\n\n", "a\n\n\n"} {
		with := withLine([]byte(before), line)
		assert.Truef(t, strings.Count(string(with), queueMark) == 1 && strings.HasPrefix(string(with), before),
			"%q with the line is %q", before, with)
		again := withLine(with, line)
		assert.Equalf(t, string(with), string(again), "%q put twice is %q", before, again)
		without := withLine(with, "")
		assert.Equalf(t, before, string(without), "%q, put and taken out, is %q", before, without)
		later := string(with)
		if !strings.HasSuffix(later, "\n") {
			later += "\n"
		}
		got := string(withLine([]byte(later+"mine\n"), ""))
		assert.Truef(t, strings.HasSuffix(got, "mine\n") && !strings.Contains(got, queueMark),
			"%q with something below, taken out, is %q", before, got)
		// An agent appends without looking for a line ending.
		if got := string(withLine([]byte(string(with)+"- [ ] mine\n"), "")); !strings.HasSuffix(got, "- [ ] mine\n") ||
			strings.Contains(got, queueMark) {
			t.Errorf("%q with something appended, taken out, is %q", before, got)
		}
	}
}

// At every call that fails or cuts the power while a draft is staged: what was
// reported as staged is there, and a later run can always stage.
func TestStagingSurvives(t *testing.T) {
	points := 0
	for at := 1; ; at++ {
		disk := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base, "QUEUE.md": "- [ ] water the plants\n"})
		faulty := &workspacetest.Faulty{FS: disk, At: at, Err: workspacetest.ErrPower}
		err := stageOn(faulty, "Read the log first.")
		if err == nil {
			break
		}
		points++
		for seed := range uint64(3) {
			random := rand.New(rand.NewPCG(seed, uint64(at)))
			after := disk.Crash(func() bool { return seed == 1 || seed == 2 && random.IntN(2) == 0 })
			require.NoErrorf(t, stageOn(after, "Read the log first."), "cut at %s: staging again", faulty.Trace()[at-1])
			log, err := ReadLog(after)
			require.NoError(t, err)
			if _, err := log.Load(after, log.Waiting()); err != nil {
				t.Fatalf("cut at %s: %v", faulty.Trace()[at-1], err)
			}
			queue, _, err := workspace.ReadState(after, "QUEUE.md", 1000)
			require.Truef(t, err == nil && strings.HasPrefix(string(queue), "- [ ] water the plants\n") &&
				strings.Count(string(queue), queueMark) == 1, "cut at %s: queue %q, %v", faulty.Trace()[at-1], queue, err)
		}
	}
	t.Logf("%d points, 3 outcomes each", points)
}

// A disk that is full from some call on: an error, and nothing of the agent's is
// touched.
func TestStagingOnAFullDisk(t *testing.T) {
	for at := 1; ; at++ {
		disk := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base, "QUEUE.md": "- [ ] water the plants\n"})
		faulty := &workspacetest.Faulty{FS: disk, At: at, Err: syscall.ENOSPC, Lasting: true}
		err := stageOn(faulty, "Read the log first.")
		if err == nil && faulty.Calls() < at {
			break
		}
		soul, _, readErr := workspace.ReadState(disk, "SOUL.md", 1000)
		queue, _, queueErr := workspace.ReadState(disk, "QUEUE.md", 1000)
		if readErr != nil || queueErr != nil || string(soul) != base ||
			!strings.HasPrefix(string(queue), "- [ ] water the plants\n") {
			t.Fatalf("full at %s: %q, %q", faulty.Trace()[at-1], soul, queue)
		}
		require.NoErrorf(t, stageOn(disk, "Read the log first."), "full at %s, then not", faulty.Trace()[at-1])
	}
}

// Found by the fault tier: an error, or a power cut, at any call while the line is written into the queue leaves no
// file beside it that looks like an edit.
func TestQueueLeavesNothingBehind(t *testing.T) {
	const line = "- [ ] REVIEW NEEDED: wisdom draft 20261121-3fa9c1, 1 entry, 3 lessons: run `wisdom review` <!-- " +
		"wisdom -->"
	for _, fault := range []error{syscall.EIO, workspacetest.ErrPower} {
		for at := 1; ; at++ {
			disk := workspacetest.NewMemory(map[workspace.Path]string{"Q.md": "- [ ] water the plants\n"})
			faulty := &workspacetest.Faulty{FS: disk, At: at, Err: fault}
			_ = SetQueue(faulty, "Q.md", line)
			if faulty.Calls() < at {
				break
			}
			require.NoErrorf(t, SetQueue(disk, "Q.md", line), "%v at %v", fault, faulty.Trace()[at-1])
			entries, err := disk.ReadDir(".")
			require.Truef(t, err == nil && len(entries) == 1,
				"%v at %v: left are %v, %v", fault, faulty.Trace()[at-1], entries, err)
			if b, err := disk.ReadFile("Q.md", workspace.MaxState); err != nil ||
				string(b) != "- [ ] water the plants\n"+line+"\n" {
				t.Fatalf("%v at %v: the queue is %q, %v", fault, faulty.Trace()[at-1], b, err)
			}
		}
	}
}
