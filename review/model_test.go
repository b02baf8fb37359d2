package review

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/section"
)

// model is a simple model of the gate: which texts were approved, which were rejected, what a person wrote where, and
// what every generation held.
type model struct {
	*gate
	random   *rand.Rand
	trace    []string
	approved map[string]bool // texts that a reviewer approved, ever
	unwanted map[string]bool // texts that were rejected, and not reopened or approved since
	outside  string          // SOUL.md without its section
	hand     []string        // entries that a person wrote into the section
	left     map[int]string  // SOUL.md as each generation left it
	newest   int
}

// themes are the source of what runs propose.
var themes = []string{
	"Read the log first.",
	"Ask before you send.",
	"Keep changes small.",
	"Weigh every parcel twice.",
	"Label both ends.",
	"Test the backup.",
}

// TestModel drives the gate through random sequences of what people and runs do,
// and compares it with the model after every step. It guards all invariants of the
// package documentation.
func TestModel(t *testing.T) { testModel(t, 100) }

func TestLongModel(t *testing.T) { testModel(t, 1000) }

func testModel(t *testing.T, sequences int) {
	done := map[string]int{}
	for seed := range uint64(sequences) {
		m := &model{
			gate: newGate(t), random: rand.New(rand.NewPCG(seed, 6)), approved: map[string]bool{}, unwanted: map[string]bool{},
			outside: base, left: map[int]string{0: base},
		}
		for range 8 + m.random.IntN(10) {
			op := m.step()
			done[op]++
			m.check()
			done[m.editBetween()]++
			m.check()
			require.Falsef(t, t.Failed(), "seed %d: %s", seed, strings.Join(m.trace, "; "))
		}
	}
	for _, op := range []string{
		"run",
		"edit outside",
		"edit section",
		"drop a promoted entry",
		"reword a promoted entry",
		"line endings",
		"white space",
		"gone and back",
		"approve",
		"promote",
		"refuse",
		"take back",
		"return",
		"roll back",
		"reword",
		"unrefuse",
	} {
		assert.NotEqualf(t, 0, done[op], "nothing did %q", op)
	}
	t.Logf("%d sequences: %v", sequences, done)
}

func (m *model) step() string {
	ops := []func() string{
		m.run,
		m.approve,
		m.approve,
		m.approve,
		m.promoteSome,
		m.promoteSome,
		m.refuse,
		m.takeBack,
		m.sendBack,
		m.rollBack,
		m.rewordSome,
		m.free,
	}
	op := "nothing"
	for range 20 { // what makes no sense now is not done
		if op = ops[m.random.IntN(len(ops))](); op != "nothing" {
			break
		}
	}
	m.trace = append(m.trace, op)
	m.reread()
	return op
}

// editBetween is what a person or a formatter does to SOUL.md between two steps.
func (m *model) editBetween() string {
	edits := []func() string{
		func() string { return "no edit" }, m.editOutside, m.editSection, m.rewordPromoted, m.otherEndings, m.padded, m.away,
	}
	op := edits[m.random.IntN(len(edits))]()
	m.trace = append(m.trace, op)
	return op
}

// rewordPromoted changes an entry of a draft: from then on it is the person's.
func (m *model) rewordPromoted() string {
	for _, e := range m.stands() {
		if m.approved[e.Text] && !slices.Contains(m.hand, e.String()) && m.random.IntN(2) == 0 {
			mine := section.Entry{Name: e.Name, Text: fmt.Sprintf("Mine now, %d.", m.random.IntN(1000))}
			if slices.Contains(m.hand, mine.String()) {
				return "no edit"
			}
			m.hand = append(m.hand, mine.String())
			m.fsys.Put("SOUL.md", strings.Replace(m.soul(), e.String(), mine.String(), 1))
			return "reword a promoted entry"
		}
	}
	return "no edit"
}

// otherEndings converts the line endings of the whole file.
func (m *model) otherEndings() string {
	soul := m.soul()
	if strings.Contains(soul, "\r\n") {
		m.fsys.Put("SOUL.md", strings.ReplaceAll(soul, "\r\n", "\n"))
	} else {
		m.fsys.Put("SOUL.md", strings.ReplaceAll(soul, "\n", "\r\n"))
	}
	return "line endings"
}

// padded puts spaces behind a line outside the section.
func (m *model) padded() string {
	m.fsys.Put("SOUL.md", strings.Replace(m.soul(), "Calm.", "Calm. ", 1))
	m.outside = strings.Replace(m.outside, "Calm.", "Calm. ", 1)
	return "white space"
}

// away removes the file: nothing of it is promoted as long as it is gone.
func (m *model) away() string {
	soul, id := m.soul(), m.log.Waiting()
	m.must(m.fsys.Remove("SOUL.md"))
	if id != "" && slices.Contains(slices.Collect(maps.Values(m.log.Decisions(id))), Taken) {
		g, err := Promote(m.t.Context(), m.fsys, m.log, m.load(id), m.opts)
		assert.Truef(m.t, g == nil, "promoted into a file that is gone: %v", err)
		m.reread()
	}
	assert.Equal(m.t, "absent", m.read("SOUL.md"), "it was written again")
	m.fsys.Put("SOUL.md", soul)
	m.must(ShowWaiting(m.fsys, m.log, m.opts))
	return "gone and back"
}

func (m *model) soul() string { return m.read("SOUL.md") }

// stands returns the entries in the section.
func (m *model) stands() []section.Entry { return entriesOf([]byte(m.soul())) }

// run proposes as a run does: it keeps existing entries of drafts, and does not propose rejected ones.
func (m *model) run() string {
	p := propose(m.soul())
	records, err := ReadRecords(m.fsys)
	m.must(err)
	standing := map[string]bool{}
	for _, e := range m.stands() {
		standing[e.Text] = true
		if e.String() == section.Required {
			p.Items, p.Lines[0].Item = nil, ""
		} else if r, ours := records.Of(e.Name, e.Text); ours {
			p.Lines = append(p.Lines, Line{Name: e.Name, Text: e.Text, Lessons: r.Lessons, Origin: Kept, Draft: r.Draft})
		}
	}
	refusals := m.log.Refusals()
	for i, text := range themes {
		lessons := []string{fmt.Sprint("l", i, 1), fmt.Sprint("l", i, 2), fmt.Sprint("l", i, 3)}
		spoken := slices.ContainsFunc(p.Lines, func(l Line) bool { return slices.Contains(l.Lessons, lessons[0]) })
		refused := slices.ContainsFunc(refusals, func(r Refusal) bool { return r.Covers(AddEntry, "", text, lessons) })
		if standing[text] || spoken || refused || m.random.IntN(2) == 0 || len(p.Items) > 3 {
			continue
		}
		p.with(entryItem(fmt.Sprintf("e%d", i+2), "Rule.", text, New, lessons...))
	}
	if len(p.Items) == 1 && p.Items[0].Origin == Required {
		p.Items, p.Lines = []Item{}, p.Lines[1:]
	}
	staged := m.stage(p)
	if staged.Draft == "" || staged.Already {
		return "run"
	}
	for _, item := range m.load(staged.Draft).Items { // invariant 5
		assert.Falsef(m.t, m.unwanted[item.Text], "%q was refused and is proposed again", item.Text)
	}
	return "run"
}

// plain is SOUL.md with the line endings of Unix; put writes it with those that it has.
func (m *model) plain() string { return strings.ReplaceAll(m.soul(), "\r\n", "\n") }

func (m *model) put(soul string) {
	if strings.Contains(m.soul(), "\r\n") {
		soul = strings.ReplaceAll(soul, "\n", "\r\n")
	}
	m.fsys.Put("SOUL.md", soul)
}

func (m *model) editOutside() string {
	word := fmt.Sprintf("Note %d.\n", m.random.IntN(1000))
	if m.random.IntN(2) == 0 {
		m.put(m.plain() + word)
		m.outside += word
		return "edit outside"
	}
	m.put(strings.Replace(m.plain(), "Me.\n", "Me.\n"+word, 1))
	m.outside = strings.Replace(m.outside, "Me.\n", "Me.\n"+word, 1)
	return "edit outside"
}

func (m *model) editSection() string {
	entries := m.stands()
	if len(entries) == 0 {
		return "nothing"
	}
	soul := m.plain()
	if m.random.IntN(2) == 0 {
		mine := fmt.Sprintf(
			"**Mine.** Be kind to guest %s.", string(rune('a'+m.random.IntN(26)))+strings.Repeat("x", m.random.IntN(5)),
		)
		if slices.Contains(m.hand, mine) {
			return "nothing"
		}
		m.hand = append(m.hand, mine)
		m.put(strings.Replace(soul, section.Required+"\n", section.Required+"\n"+mine+"\n", 1))
		return "edit section"
	}
	gone := entries[m.random.IntN(len(entries))].String()
	if gone == section.Required {
		return "nothing"
	}
	m.hand = slices.DeleteFunc(m.hand, func(e string) bool { return e == gone })
	m.put(strings.Replace(soul, gone+"\n", "", 1))
	return "drop a promoted entry"
}

// some returns undecided items of the pending draft.
func (m *model) some() (id string, items []string) {
	id = m.log.Waiting()
	if id == "" {
		return "", nil
	}
	decisions := m.log.Decisions(id)
	for _, item := range m.load(id).Items {
		if item.Origin != Required && decisions[item.ID] == "" && m.random.IntN(2) == 0 {
			items = append(items, item.ID)
		}
	}
	return id, items
}

// expected are the errors with which the gate may decline.
func (m *model) expected(err error) bool {
	var stale *StaleError
	var item *ItemError
	var left *PartialError
	var invalid *InvalidError
	var shrinks *ShrinkError
	if err == nil || errors.As(err, &stale) || errors.As(err, &item) || errors.As(err, &left) ||
		errors.As(err, &invalid) ||
		errors.As(err, &shrinks) {
		return err == nil
	}
	m.t.Errorf("unexpected: %v", err)
	return false
}

func (m *model) approve() string {
	id, items := m.some()
	if len(items) == 0 {
		return "nothing"
	}
	err := m.decide(id, Taken, items...)
	if stale, ok := errors.AsType[*StaleError](err); ok && stale.Changes != nil && m.random.IntN(4) > 0 {
		m.opts.Confirm = stale.Hash
		err = m.decide(id, Taken, items...)
		m.opts.Confirm = ""
	}
	if m.expected(err) {
		for _, item := range m.load(id).described(items) {
			m.approved[item.Text] = true
			delete(m.unwanted, item.Text)
		}
	}
	return "approve"
}

func (m *model) refuse() string {
	id, items := m.some()
	if len(items) == 0 {
		return "nothing"
	}
	if m.expected(m.decide(id, Refused, items...)) {
		m.refused(m.load(id).described(items))
	}
	return "refuse"
}

// takeBack rejects an entry that is approved and not promoted.
func (m *model) takeBack() string {
	id := m.log.Waiting()
	if id == "" {
		return "nothing"
	}
	for _, item := range m.log.pending(m.load(id), m.log.Decisions(id)) {
		if item.Origin != Required {
			if m.expected(m.decide(id, Refused, item.ID)) {
				m.refused([]Item{item})
			}
			return "take back"
		}
	}
	return "nothing"
}

func (m *model) refused(items []Item) {
	for _, item := range items {
		if item.Kind == AddEntry && item.Origin != Required {
			m.unwanted[item.Text] = true
		}
	}
}

func (m *model) sendBack() string {
	id, items := m.some()
	if id == "" {
		return "nothing"
	}
	if m.expected(m.gate.sendBack(id, "say when", items...)) {
		m.refused(m.load(id).described(items))
	}
	return "return"
}

func (m *model) free() string {
	refusals := m.log.Refusals()
	if len(refusals) == 0 {
		return "nothing"
	}
	r := refusals[m.random.IntN(len(refusals))]
	m.must(m.reopen(r.Draft, r.Item.ID))
	if !slices.ContainsFunc(m.log.Refusals(), func(other Refusal) bool { return other.Item.Text == r.Item.Text }) {
		delete(m.unwanted, r.Item.Text)
	}
	return "unrefuse"
}

func (m *model) promoteSome() string {
	id := m.log.Waiting()
	if id == "" || !slices.Contains(slices.Collect(maps.Values(m.log.Decisions(id))), Taken) {
		return "nothing"
	}
	before, stood := m.soul(), m.stands()
	d, decisions := m.load(id), m.log.Decisions(id)
	pending := m.log.ToPlace(d)
	changes, err := Changes(m.fsys, m.log, d, decisions)
	m.must(err)
	g, err := Promote(m.t.Context(), m.fsys, m.log, d, m.opts)
	if stale, ok := errors.AsType[*StaleError](err); ok && stale.Changes != nil {
		assert.Equal(m.t, before, m.soul(), "a change that has to be confirmed was written")
		confirmed := m.opts
		confirmed.Confirm = stale.Hash
		m.reread()
		g, err = Promote(m.t.Context(), m.fsys, m.log, d, confirmed)
	}
	m.reread()
	if err == nil && g != nil {
		m.checkPromotion(before, changes, d.described(pending))
	}
	if !m.expected(err) || g == nil {
		assert.Truef(m.t, g != nil || m.soul() == before, "nothing was promoted, and SOUL.md is another: %v", err)
		return "promote"
	}
	for _, item := range d.Items {
		standing, want := slices.Contains(m.stands(), item.Entry()), slices.Contains(stood, item.Entry())
		want = want || slices.Contains(pending, item.ID)
		assert.Truef(m.t, standing == want || item.Origin == Required || item.Kind != AddEntry ||
			slices.Contains(m.hand, item.Entry().String()), "%q is %s, and stands: %v", item.Text, decisions[item.ID], standing)
	}
	if m.newest == 0 {
		m.left[0] = before // as it was found
	}
	m.newest = g.Number
	m.left[g.Number] = m.soul()
	return "promote"
}

// checkPromotion compares SOUL.md with what it was: the difference is the change that was confirmed, and consists of
// approved entries, the required one and the header.
func (m *model) checkPromotion(before string, shown []Change, approved []Item) {
	done := Change{Path: lint.SoulFile, Before: []byte(before), After: []byte(m.soul())}
	assert.Equal(m.t, HashOf(shown), HashOf([]Change{done}), "what was promoted is not what was confirmed")
	may := map[string]bool{"": true, "## Wisdom": true, section.Required: true}
	for _, item := range approved {
		may[item.Entry().String()] = true
	}
	removed, added := textLines(before), textLines(m.soul())
	isHeader := func(line string) bool { return strings.HasPrefix(line, "_Last compressed: ") }
	for _, e := range done.edits() {
		for _, line := range removed[e.Start:e.End] {
			assert.Truef(m.t, isHeader(line), "-%q was not confirmed", line)
		}
		for _, line := range added[e.ReplStart:e.ReplEnd] {
			assert.Truef(m.t, isHeader(line) || may[strings.TrimRight(line, "\r\n")], "+%q was not confirmed", line)
		}
	}
}

func (m *model) rollBack() string {
	if m.newest == 0 {
		return "nothing"
	}
	all, err := backups.Generations(m.fsys)
	m.must(err)
	to := all[m.random.IntN(len(all)-1)].Number
	change, err := backups.PlanRollback(
		m.fsys, all, backups.RollbackOptions{To: to, Force: true, By: "mara", Section: lint.SoulFile},
	)
	m.must(err)
	if len(change.Targets) == 0 {
		return "nothing"
	}
	g, err := backups.Commit(m.t.Context(), m.fsys, change, m.opts.BackupOptions(m.fsys, m.log))
	m.must(err)
	m.must(ShowWaiting(m.fsys, m.log, m.opts))
	m.reread()
	assert.Equalf(m.t, m.left[to], m.soul(), "rolled back to %d, SOUL.md is not as that left it", to)
	m.newest = g.Number
	m.left[g.Number] = m.soul()
	m.outside = withoutSection(m.plain())
	m.hand = nil
	for _, e := range m.stands() {
		if strings.HasPrefix(e.String(), "**Mine.** Be kind") || strings.HasPrefix(e.Text, "Mine now, ") {
			m.hand = append(m.hand, e.String())
		}
		delete(m.unwanted, e.Text)
	}
	// What a generation holds is approved again, although a person may have removed it by hand before.
	for _, id := range m.log.Drafts() {
		for _, item := range m.load(id).Items {
			if item.Kind == AddEntry && m.log.InPlace(id, item.ID) {
				delete(m.unwanted, item.Text)
			}
		}
	}
	for _, r := range m.log.Refusals() {
		if r.Undone && !m.isPending(r.Item.Text) {
			m.refused([]Item{r.Item})
		}
	}
	return "roll back"
}

// isPending reports whether the pending draft holds a text as approved: a rollback of what an older draft made of it
// leaves that approval.
func (m *model) isPending(text string) bool {
	id := m.log.Waiting()
	if id == "" {
		return false
	}
	decisions := m.log.Decisions(id)
	return slices.ContainsFunc(m.load(id).Items, func(i Item) bool { return i.Text == text && decisions[i.ID] == Taken })
}

func (m *model) rewordSome() string {
	id, items := m.some()
	if len(items) == 0 {
		return "nothing"
	}
	var how []string
	for range 6 {
		how = append(
			how,
			[]string{"calmly", "clearly", "early", "firmly", "kindly", "plainly", "slowly", "twice"}[m.random.IntN(8)],
		)
	}
	text := "Say it " + strings.Join(how, " ") + "."
	before, _ := m.load(id).Item(items[0])
	_, err := m.revise(id, items[0], section.Entry{Name: "Own words.", Text: text})
	if m.expected(err) {
		old, _ := m.load(id).Item(items[0])
		assert.Equal(m.t, before.Text, old.Text, "the draft before changed")
	}
	return "reword"
}

// check compares everything that must hold at any time.
func (m *model) check() {
	t := m.t
	t.Helper()
	soul := m.soul()
	if got := withoutSection(m.plain()); strings.TrimSpace(got) != strings.TrimSpace(m.outside) {
		t.Errorf("outside the section: %q, want %q", got, m.outside)
	}
	entries := m.stands()
	for _, e := range entries {
		switch text := e.String(); {
		case text == section.Required, slices.Contains(m.hand, text):
		case !m.approved[e.Text] && e.Name != "Own words.":
			t.Errorf("%q is there, and no one approved it", text)
		}
	}
	for _, mine := range m.hand {
		assert.Containsf(t, soul, mine, "%q, which a person wrote, is gone", mine)
	}
	if n := strings.Count(soul, section.Required); len(entries) > 0 && n != 1 { // invariant 4
		t.Errorf("the required entry is there %d times", n)
	}
	m.checkLog()
	queue := m.read("QUEUE.md")
	line, told := strings.Count(queue, queueMark), m.log.Waiting() != "" || m.log.NoDraft().Last != ""
	if !strings.HasPrefix(queue, "- [ ] water the plants\n") || (line == 1) != told || line > 1 {
		t.Errorf("waiting %q, queue %q", m.log.Waiting(), queue)
	}
}

// checkLog reads the log as the next command does: drafts never changed (invariant 1), at most one is pending, and
// every approval names its draft's bytes.
func (m *model) checkLog() {
	t := m.t
	waiting := 0
	for _, id := range m.log.Drafts() {
		d := m.load(id)
		if m.log.State(id).Waits() {
			waiting++
		}
		for _, e := range m.log.Events {
			assert.Truef(t, e.Draft != id || e.Hash == "" || e.Hash == d.Hash,
				"%s names %s, draft %s is %s", e.Action, e.Hash, id, d.Hash)
		}
	}
	assert.Truef(t, waiting <= 1, "%d drafts wait", waiting)
	var texts []string
	for _, r := range m.log.Refusals() {
		texts = append(texts, r.Item.Text)
	}
	for _, text := range slices.Sorted(maps.Keys(m.unwanted)) {
		assert.Containsf(t, texts, text, "%q was refused, and is not remembered", text)
	}
	_, _, err := workspace.ReadState(m.fsys, LogFile, workspace.MaxState)
	assert.NoError(t, err)
}
