package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// pane is a real terminal, of tmux, with a shell in a copy of a workspace.
type pane struct {
	t             *testing.T
	socket, name  string
	dir           string // of the workspace
	width, height int
	wisdom        string
}

// newTerminal makes a workspace with a draft that waits, and a terminal in it.
// env are settings of its shell, such as "LANG=C".
func newTerminal(t *testing.T, width, height int, env ...string) *pane {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("SKIPPED: there is no tmux, so the review in a terminal is not tested; apt-get install tmux")
	}
	if testing.Short() && t.Name() != "TestTerminalTwoReviewers" {
		t.Skip("the others are no more concurrent than this one")
	}
	home := t.TempDir()
	term := &pane{
		t:      t,
		socket: filepath.Join(home, "tmux"),
		name:   "review",
		dir:    filepath.Join(home, "ws"),
		width:  width,
		height: height,
	}
	require.NoError(t, os.CopyFS(term.dir, os.DirFS("../../testdata/sample")))
	// The test binary is wisdom when it is called so; see TestMain.
	self, err := os.Executable()
	require.NoError(t, err)
	term.wisdom = filepath.Join(home, "bin", "wisdom")
	require.NoError(t, os.MkdirAll(filepath.Dir(term.wisdom), 0o755))
	require.NoError(t, os.Symlink(self, term.wisdom))
	settings := []string{
		"PATH=" + filepath.Dir(term.wisdom) + ":" + os.Getenv("PATH"),
		"HOME=" + home,
		"WISDOM_REVIEWER=mara",
		"NO_COLOR=1",
		"PS1=$ ",
		"LC_ALL=",
		"LANG=C.UTF-8",
		"VISUAL=",
		"EDITOR=" + term.script("editor", "exit 0"),
		"OLLAMA_HOST=127.0.0.1:1",
		"PAGER=cat",
		"WISDOM_PAGER=",
	}
	command := "env " + quotedAll(append(settings, env...)) + " sh"
	term.tmux(
		"-f", "/dev/null", "new-session", "-d", "-s", term.name, "-c", term.dir, "-x", fmt.Sprint(width), "-y",
		fmt.Sprint(height), command,
	)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", term.socket, "kill-server").Run() })
	term.wait(`\$ $`)
	term.run("wisdom --now 2026-11-21 run --only wisdom --engine builtin -q > /dev/null")
	return term
}

func quotedAll(words []string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(quoted(w) + " ")
	}
	return b.String()
}

// script writes a shell script that can be an editor, and gives its path.
func (t *pane) script(name, body string) string {
	t.t.Helper()
	p := filepath.Join(filepath.Dir(t.wisdom), name)
	require.NoError(t.t, os.WriteFile(p, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return p
}

func (t *pane) tmux(args ...string) string {
	t.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", t.socket}, args...)...).CombinedOutput()
	require.NoErrorf(t.t, err, "tmux %v: %v: %s", args, err, out)
	return string(out)
}

// typed sends text and Enter, and waits until something of it shows, so that no
// question is taken for the next one. keys sends what tmux calls keys.
func (t *pane) typed(text string) {
	t.t.Helper()
	before := t.screen()
	t.tmux("send-keys", "-t", t.name, "-l", text)
	t.keys("Enter")
	t.waitForOther(before)
}

// press sends one key, without Enter, and waits until something of it shows.
func (t *pane) press(key string) {
	t.t.Helper()
	before := t.screen()
	t.tmux("send-keys", "-t", t.name, "-l", key)
	t.waitForOther(before)
}

func (t *pane) waitForOther(before string) {
	t.t.Helper()
	for range 600 {
		if t.screen() != before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (t *pane) keys(keys ...string) {
	t.t.Helper()
	t.tmux(append([]string{"send-keys", "-t", t.name}, keys...)...)
}

// screen is what the terminal shows, with what scrolled away.
func (t *pane) screen() string {
	t.t.Helper()
	return strings.TrimRight(t.tmux("capture-pane", "-p", "-S", "-2000", "-t", t.name), "\n")
}

// wait waits until the screen ends like the expression, which is matched against
// its end.
func (t *pane) wait(expression string) string {
	t.t.Helper()
	re := regexp.MustCompile(expression)
	for range 1200 {
		if screen := strings.TrimRight(t.screen(), " "); re.MatchString(screen+" ") || re.MatchString(screen) {
			return screen
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.t.Fatalf("the screen does not come to %s:\n%s", expression, t.screen())
	return ""
}

// run runs a command to its end, and fails the test where it fails.
func (t *pane) run(command string) {
	t.t.Helper()
	t.tmux("clear-history", "-t", t.name)
	t.typed(command + " && echo ran=ok")
	t.wait(`(?m)^ran=ok\n\$ ?$`)
}

func (t *pane) read(name string) string {
	t.t.Helper()
	b, err := os.ReadFile(filepath.Join(t.dir, name))
	require.NoError(t.t, err)
	return string(b)
}

func (t *pane) want(screen string, parts ...string) {
	t.t.Helper()
	spaced := strings.Join(strings.Fields(screen), " ") // wherever lines end
	for _, part := range parts {
		assert.Containsf(t.t, spaced, strings.Join(strings.Fields(part), " "),
			"the screen does not show %q:\n%s", part, screen)
	}
}

const prompt = `\[[yn],[^]]*q,\?\] ?$`

// The whole walk: help, lessons in full, a refusal, an edit, back and forth, the
// change, the confirmation.
func TestTerminalReview(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.script("editor", `printf '**Mended.** Restore every backup once before you trust it.\n' > "$1"`)
	soul := term.read("SOUL.md")
	term.typed("wisdom review")
	screen := term.wait(prompt)
	term.want(
		screen, "pending since 2026-11-21, made with builtin, backed by",
		"6 of 6 items are undecided: press a key, without Enter; ? lists the keys", "new entry,",
		"Wisdom section with it: ", "Put e1 into SOUL.md? [y,n,e",
	)
	term.press("?")
	term.want(term.wait(`this list\n.*`+prompt), "q  quit; your decisions are kept")
	term.press("l")
	term.wait(`e1, 1 of \d+(.|\n)*e1, 1 of \d+(.|\n)*` + prompt)
	term.press("e")
	term.want(term.wait(`e2, 2 of(.|\n)*`+prompt), "e1: your words will be added to SOUL.md (draft ")
	term.press("n")
	term.wait(`Why not\? Type a reason, or just Enter: \(q quits\) ?$`)
	term.typed("too special")
	term.want(term.wait(`e3, 3 of(.|\n)*`+prompt), "e2 rejected: stays out of SOUL.md, and is not proposed again")
	term.press("K")
	term.want(term.wait(`e2, 2 of(.|\n)*e2, 2 of(.|\n)*`+prompt), "rejected by mara: too special")
	term.press("J")
	term.wait(`rejected by mara(.|\n)*e3, 3 of(.|\n)*` + prompt)
	term.press("A")
	screen = term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	term.want(
		screen, "This is the change:", "+## Wisdom", "+**Mended.** Restore every backup once before you trust it.",
		"Wisdom section: ",
	)
	assert.Equal(t, soul, term.read("SOUL.md"), "SOUL.md changed before the confirmation")
	term.press("y")
	term.want(term.wait(`undo      wisdom rollback\n\$ ?$`), "SOUL.md is generation 1")
	soul = term.read("SOUL.md")
	assert.Contains(t, soul, "**Mended.** Restore every backup once", "SOUL.md")
	edits, _ := filepath.Glob(filepath.Join(term.dir, ".wisdom/edits/*"))
	assert.Truef(t, len(edits) == 0, "left over: %v", edits)
	log := term.read(".wisdom/log.jsonl")
	for _, part := range []string{
		`"action":"rejected","by":"mara","reason":"too special"`,
		`"action":"approved","by":"mara","reason":"in my own words"`,
		`"action":"promoted"`,
	} {
		assert.Contains(t, log, part, "the log does not hold")
	}
	fits(t, screen, 80)
}

// fits reports whether every line of a screen is within the width.
func fits(t *testing.T, screen string, width int) {
	t.Helper()
	for line := range strings.Lines(screen) {
		n := len([]rune(strings.TrimRight(line, "\n")))
		assert.Truef(t, n <= width, "%d columns: %q", n, line)
	}
}

// Leaving keeps what was decided, and the next walk goes on there; a no at the end
// puts nothing in place.
func TestTerminalLeaveAndGoOn(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	soul := term.read("SOUL.md")
	term.typed("wisdom review")
	term.wait(`e1, 1 of(.|\n)*` + prompt)
	term.press("y")
	term.want(term.wait(`e2, 2 of(.|\n)*`+prompt), "e1 approved: will be added to SOUL.md")
	term.press("q")
	term.want(
		term.wait(`\n\$ ?$`), "1 approved but not promoted, 0 rejected", "go on     wisdom review",
		"promote   wisdom review approve", "--items e1",
	)
	term.typed("clear; wisdom review")
	term.wait(`e2, 2 of(.|\n)*` + prompt)
	term.press("R")
	term.wait(`Why not\?[^\n]*\(q quits\) ?$`)
	term.typed("")
	term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	term.press("n")
	term.want(term.wait(`promote   wisdom(.|\n)*\$ ?$`), "approved: 1 approved but not promoted,")
	assert.Equal(t, soul, term.read("SOUL.md"), "SOUL.md changed")
}

// Refusing everything asks for no confirmation, and nothing waits any more.
func TestTerminalRefuseAll(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("wisdom review")
	term.wait(prompt)
	term.press("R")
	term.wait(`Why not\?[^\n]*\(q quits\) ?$`)
	term.typed("all noise")
	term.want(term.wait(`rejected, 0 undecided\n\$ ?$`), "is rejected: 0 approved,")
	queue, err := os.ReadFile(filepath.Join(term.dir, "DAILY_EXECUTION_QUEUE.md"))
	assert.Truef(t, err != nil || !strings.Contains(string(queue), "wisdom"), "queue: %s", queue)
}

// 40 columns, in a terminal that shows ASCII only.
func TestTerminalNarrow(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 40, 60, "LANG=C")
	term.typed("wisdom review")
	for range 6 {
		term.wait(prompt)
		term.press("l")
		term.wait(`\] l\n(.|\n)*` + prompt)
		term.press("s")
		term.wait(`\] s\n(.|\n)*(` + prompt + `|\[Y/n/q\] ?$)`)
	}
	term.press("n")
	screen := term.wait(`\n\$ ?$`)
	term.want(screen, "Put e6 into SOUL.md?", "6 of 6 items are undecided. Look at them again?", "6 undecided")
	fits(t, screen, 40)
	for _, r := range screen {
		require.Truef(t, r <= 0x7e, "%q in a terminal of ASCII:\n%s", r, screen)
	}
	term.want(screen, "- only") // a long dash in the note
}

// A Ctrl-C in the editor ends the editor, not the walk; what was typed is kept and
// gone on with.
func TestTerminalInterruptedEditor(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.script(
		"editor",
		`printf '**Mine.** Half of a sent' > "$1"; echo editing; trap 'exit 130' INT; while :; do sleep 1; done`,
	)
	term.typed("wisdom review")
	term.wait(prompt)
	term.press("e")
	term.wait(`editing\n?$`)
	term.keys("C-c")
	screen := term.wait(`what you typed is kept(.|\n)*` + prompt)
	term.want(screen, "what you typed is kept in .wisdom/edits/")
	edits, _ := filepath.Glob(filepath.Join(term.dir, ".wisdom/edits/*"))
	require.Truef(t, len(edits) == 1 &&
		strings.Contains(term.read(filepath.Join(".wisdom/edits", filepath.Base(edits[0]))), "Half of a sent"),
		"kept: %v", edits)
	// Going on: the text is there again, and can be ended.
	term.script("editor", `grep -q 'Half of a sent' "$1" && printf '**Mine.** Half a sentence is made whole.\n' > "$1"`)
	term.press("e")
	term.want(term.wait(`your words will be added to(.|\n)*`+prompt), "going on with what was typed before")
	// And a Ctrl-C at the question ends the walk; the decision is kept.
	term.keys("C-c")
	term.want(term.wait(`wisdom: interrupted\n\$ ?$`), "1 approved")
}

// An editor that returns at once is noticed; one whose text breaks a rule is
// opened again with the errors in it.
func TestTerminalEditorReturnsAtOnce(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("wisdom review")
	term.wait(prompt)
	term.press("e")
	screen := term.wait(`n decides nothing \[Enter,y,n\] ?$`)
	term.want(screen, "opened a window of its own")
	// The reviewer saves in that window, and breaks a rule.
	edits, _ := filepath.Glob(filepath.Join(term.dir, ".wisdom/edits/*"))
	require.Len(t, edits, 1, "edits")
	require.NoError(t, os.WriteFile(edits[0], []byte("**Mine.** The panel is on port 8091.\n"), 0o600))
	term.script("editor", `cp "$1" "$HOME/seen"; printf '**Mine.** The panel has a port.\n' > "$1"`)
	term.typed("")
	term.wait(`your words will be added to(.|\n)*` + prompt)
	seen, err := os.ReadFile(filepath.Join(filepath.Dir(term.dir), "seen"))
	assert.Truef(t, err == nil && strings.Contains(string(seen), ";; error: the entry \"Mine.\" holds a port: 8091") &&
		strings.Contains(string(seen), "**Mine.** The panel is on port 8091."),
		"the editor was opened again with %q, %v", seen, err)
}

// What was typed before a terminal died was deleted by an editor that changed
// nothing more, and an n.
func TestTerminalTypedBeforeIsAnEdit(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	drafts, _ := filepath.Glob(filepath.Join(term.dir, ".wisdom/drafts/*"))
	require.Len(t, drafts, 1, "drafts")
	edits := filepath.Join(term.dir, ".wisdom/edits")
	require.NoError(t, os.MkdirAll(edits, 0o700))
	require.NoError(t, os.WriteFile(
		filepath.Join(edits, filepath.Base(drafts[0])+"-e1.md"), []byte("**Mine.** A sentence was typed before.\n"),
		0o600,
	))
	term.typed("wisdom review")
	term.wait(prompt)
	term.press("e")
	screen := term.wait(`your words will be added to(.|\n)*` + prompt)
	term.want(screen, "going on with what was typed before")
}

// Nor does such an editor approve a whole draft: what is saved later is what counts.
func TestTerminalWholeEditorReturnsAtOnce(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("wisdom review edit")
	term.wait(`n decides nothing \[Enter,y,n\] ?$`)
	edits, _ := filepath.Glob(filepath.Join(term.dir, ".wisdom/edits/*"))
	require.Len(t, edits, 1, "edits")
	text, err := os.ReadFile(edits[0])
	require.NoError(t, err)
	rest := regexp.MustCompile(`(?m)^\*\*Note.*\n`).ReplaceAll(text, nil)
	require.NoError(t, os.WriteFile(edits[0], rest, 0o600))
	term.typed("")
	term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	term.press("y")
	term.wait(`promoted draft`)
	soul := term.read("SOUL.md")
	assert.Truef(t, !strings.Contains(soul, "**Note.**") && strings.Contains(soul, "**Log.**"), "SOUL.md %q", soul)
}

// Two reviewers at once: what one of them does is never overwritten unseen by the
// other, and is told.
func TestTerminalTwoReviewers(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("wisdom review")
	term.wait(`e1, 1 of(.|\n)*` + prompt)
	other := func(args ...string) {
		t.Helper()
		cmd := exec.Command(term.wisdom, append([]string{"-C", term.dir, "review"}, args...)...)
		cmd.Env = append(os.Environ(), "WISDOM_REVIEWER=ada")
		out, err := cmd.CombinedOutput()
		require.NoErrorf(t, err, "%v: %v: %s", args, err, out)
	}
	id := regexp.MustCompile(`Draft (\d{8}-[0-9a-f]{6})`).FindStringSubmatch(term.screen())[1]
	other("reject", id, "--items", "e1", "--reason", "I know better")
	term.press("y")
	term.want(term.wait(`look again(.|\n)*`+prompt), "e1 was rejected by ada: I know better in the meantime: look again")
	term.press("y") // now that it was seen
	term.want(term.wait(`e2, 2 of(.|\n)*`+prompt), "e1 approved: will be added to SOUL.md")
	term.press("A")
	term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	other("reject", id, "--items", "e2")
	term.press("y")
	term.want(
		term.wait(`look again(.|\n)*Put this into SOUL.md\? \[y/N/q\] ?$`),
		"another process decided in the meantime: look again",
	)
	term.press("y")
	term.wait(`SOUL.md is generation 1(.|\n)*\$ ?$`)
}

// The facts of a table are asked about at once, or one by one; then the lines.
func TestTerminalTable(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 60)
	term.run("wisdom --now 2026-11-21 init --engine builtin -q > /dev/null")
	term.typed("wisdom review")
	const all = `Make all 28 changes to\s+TOOLS_COMPACT.md\? \[y,n,i,s,[^]]*q,\?\] ?$`
	for range 6 {
		term.wait(prompt)
		term.press("s")
	}
	screen := term.wait(all)
	term.want(
		screen, "cam3 driveway, 10.20.0.33", "TOOLS_COMPACT.md: 297 of 300 tokens",
		"t1  gate 10.20.0.1, router, web UI only from the cable",
	)
	fits(t, screen, 80)
	term.press("?")
	term.want(term.wait(`this list\n(.|\n)*`+all), "i  go through them one by one")
	// K goes to the item before the facts, J back to them.
	term.press("K")
	term.wait(`e6, 6 of 37(.|\n)*` + prompt)
	term.press("J")
	term.wait(all)
	term.press("i")
	term.want(term.wait(`t1, 7 of 37(.|\n)*`+prompt), "gate 10.20.0.1")
	term.press("n")
	term.wait(`Why not\?[^\n]*\(q quits\) ?$`)
	term.typed("")
	term.wait(`t2, 8 of 37(.|\n)*` + prompt)
	term.press("q")
	term.wait(`go on(.|\n)*\$ ?$`)
	term.typed("wisdom review")
	for range 6 {
		term.wait(`e\d, \d of(.|\n)*` + prompt)
		term.press("s")
	}
	term.wait(`Make all 27 changes to\s+TOOLS_COMPACT.md\? \[y,n,i,s,[^]]*q,\?\] ?$`)
	term.press("y")
	screen = term.wait(`l1, 35 of 37(.|\n)*` + prompt)
	term.want(screen, "27 facts approved", "Put l1 into AGENTS.md?")
	term.press("y")
	term.wait(`l2, 36 of 37(.|\n)*` + prompt)
	term.press("s")
	term.wait(`l3, 37 of 37(.|\n)*` + prompt)
	term.press("s")
	// Skipped items come back: once more all of them, but what was decided since.
	term.wait(`8 of 37 items are undecided\. Look at them again\? \[Y/n/q\] ?$`)
	term.keys("Enter")
	term.wait(`again\?(.|\n)*e1, 1 of 37(.|\n)*` + prompt)
	term.press("K")
	term.wait(`press a key, without Enter.*\n.*` + prompt) // K is not offered at the first item
	term.press("R")
	term.wait(`Why not\?[^\n]*\(q quits\) ?$`)
	term.typed("")
	term.wait(`Put this into AGENTS.md and\s+TOOLS_COMPACT.md\? \[y/N/q\] ?$`)
	term.press("y")
	term.wait(`undo      wisdom rollback\n\$ ?$`)
	table := term.read("TOOLS_COMPACT.md")
	assert.Truef(t, !strings.Contains(table, "gate 10.20.0.1") && strings.Contains(table, "attic 10.20.0.5"),
		"table: %s", table)
}

// q, Esc and Ctrl-D quit at every question, also where a line is read; what was decided is kept.
func TestTerminalQuitsEverywhere(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	questions := map[string]func(){
		"the item":  func() {},
		"the why":   func() { term.press("n"); term.wait(`Why not\?[^\n]*\(q quits\) ?$`) },
		"the note":  func() { term.press("c"); term.wait(`What should change\?(.|\n)*\(q quits\) ?$`) },
		"the rest":  func() { term.skipAll(); term.wait(`Look at them again\? \[Y/n/q\] ?$`) },
		"the files": func() { term.press("A"); term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`) },
	}
	for _, name := range []string{"the item", "the why", "the note", "the rest", "the files"} {
		for _, quit := range [][]string{{"q"}, {"Escape"}, {"C-d"}} {
			t.Log(name, quit)
			term.typed("clear; wisdom review")
			if name == "the files" && quit[0] != "q" { // all is decided now
				term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
			} else {
				term.wait(prompt)
				questions[name]()
			}
			term.keys(quit...)
			if name == "the why" || name == "the note" {
				term.keys("Enter")
			}
			term.wait(`\ndraft (.|\n)*undecided\n(go on|promote) (.|\n)*\$ ?$`)
		}
	}
	log := term.read(".wisdom/log.jsonl")
	assert.NotContains(t, log, `"rejected"`)
	assert.NotContains(t, log, `"promoted"`)
}

func (t *pane) skipAll() {
	t.t.Helper()
	for i := range 6 {
		t.wait(fmt.Sprintf(`e%d, %d of(.|\n)*`, i+1, i+1) + prompt)
		t.press("s")
	}
}

// Keys that would do nothing are not offered.
func TestTerminalOffersWhatDoesSomething(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("wisdom review")
	term.wait(`e1, 1 of(.|\n)*\[y,n,e,c,s,J,l,A,R,q,\?\] ?$`)
	term.press("y")
	term.wait(`e2, 2 of(.|\n)*\[y,n,e,c,s,J,K,l,A,R,q,\?\] ?$`)
	term.press("K")
	term.wait(`approved by mara\n[^\n]*\[n,e,c,s,J,l,A,R,q,\?\] ?$`)
	for i := range 5 {
		term.press("J")
		term.wait(fmt.Sprintf(`e%d, %d of(.|\n)*`, i+2, i+2) + prompt)
	}
	term.wait(`e6, 6 of(.|\n)*\[y,n,e,c,s,K,l,q,\?\] ?$`)
}

// A note takes back only its item; the others stay decidable.
func TestTerminalRequestsChanges(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("wisdom review")
	term.wait(prompt)
	term.press("c")
	term.wait(`What should change\? The next run reads it: \(q quits\) ?$`)
	term.typed("say when")
	term.want(term.wait(`e2, 2 of(.|\n)*`+prompt), "e1: changes requested; the next run reads your note")
	term.press("A")
	term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	term.press("y")
	term.wait(`SOUL.md is generation 1(.|\n)*\$ ?$`)
	assert.NotContains(t, term.read("SOUL.md"), "**Staging copy.**")
	assert.Contains(t, term.read(".wisdom/log.jsonl"), `"reason":"say when"`)
}

// Found by users: at 80x24 the table and the change scrolled away above the question.
func TestTerminalTableAndChangeAreShownPageByPage(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 24, "PAGER=")
	term.run("wisdom --now 2026-11-21 run --only tools --engine builtin -q > /dev/null")
	term.typed("clear; wisdom review")
	for range 6 {
		term.wait(`e\d, \d of(.|\n)*` + prompt)
		term.press("s")
	}
	const more = `-- \d+ lines? more: any key goes on, s skips them, q quits -- ?$`
	page := func() {
		t.Helper()
		term.wait(more)
		lines := strings.Split(term.visible(), "\n")
		assert.Truef(t, len(lines) <= 24, "%d lines", len(lines))
	}
	page()
	term.want(term.visible(), "t1  gate 10.20.0.1")
	term.press(" ")
	term.want(term.wait(`Make all 28 changes[^?]*\? \[y,n,i,s,[^]]*q,\?\] ?$`), "cam3 driveway, 10.20.0.33")
	term.press("y")
	term.wait(`6 of 34 items are undecided[^?]*\? \[Y/n/q\] ?$`)
	term.press("n")
	page()
	term.want(term.visible(), "This is the change:", "+++ b/TOOLS_COMPACT.md")
	term.press("s")
	term.wait(`Put this into TOOLS_COMPACT.md\? \[y/N/q\] ?$`)
	term.press("n")
	term.wait(`promote   wisdom(.|\n)*\$ ?$`)
	// A pager that the reviewer set is given the same.
	term.typed("clear; WISDOM_PAGER=" + term.script("pager", `cat > "$HOME/paged"; echo a page`) + " wisdom review")
	term.wait(`e\d, \d of(.|\n)*` + prompt)
	term.press("R")
	term.wait(`Why not\?[^\n]*\(q quits\) ?$`)
	term.typed("")
	term.wait(`a page\nPut this into TOOLS_COMPACT.md\? \[y/N/q\] ?$`)
	paged := term.read("../paged")
	assert.Contains(t, paged, "This is the change:", "paged")
}

// A diff goes through the pager on a terminal, which gets the keys, and nowhere
// else; one that ends early is no trouble.
func TestTerminalPager(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 40)
	term.typed(
		"export WISDOM_PAGER=" + term.script(
			"pager", "cat > \"$HOME/paged\"; echo a page; read -r key < /dev/tty; echo \"key $key\"",
		),
	)
	term.wait(`\$ $`)
	term.typed("wisdom review diff; echo code $?")
	term.wait(`(?m)^a page$`)
	term.typed("next")
	screen := term.wait(`(?m)^code 1\n\$ ?$`)
	assert.Truef(t, strings.Contains(screen, "key next") && !strings.Contains(screen, "+++ b/SOUL.md"),
		"screen\n%s", screen)
	paged := term.read("../paged")
	assert.Contains(t, paged, "+++ b/SOUL.md", "paged")
	term.run("wisdom review diff | grep -c '^+++ b/SOUL.md'")
	term.typed("export WISDOM_PAGER=" + term.script("short", "exit 0"))
	term.wait(`\$ $`)
	term.typed("clear; wisdom review diff -U 2000; echo code $?")
	if screen := term.wait(`(?m)^code 1\n\$ ?$`); strings.Contains(screen, "trouble") {
		t.Errorf("screen\n%s", screen)
	}
	term.typed("clear; export WISDOM_PAGER=cat; wisdom review diff; echo code $?")
	if screen := term.wait(`(?m)^code 1\n\$ ?$`); !strings.Contains(screen, "+++ b/SOUL.md") {
		t.Errorf("screen\n%s", screen)
	}
}

// visible is what the terminal shows now, without what scrolled away.
func (t *pane) visible() string {
	t.t.Helper()
	return strings.TrimRight(t.tmux("capture-pane", "-p", "-t", t.name), "\n")
}

// However the review ends or stops, the terminal is what it was before.
func TestTerminalIsRestored(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	same := func() {
		t.Helper()
		term.typed("clear; stty -a | cmp - ../modes && echo modes=same")
		term.wait(`(?m)^modes=same\n\$ ?$`)
		term.typed("clear")
		term.wait(`^\$ ?$`)
	}
	term.typed("stty -a > ../modes")
	term.wait(`\$ ?$`)
	for name, end := range map[string]func(){
		"q":      func() { term.press("q") },
		"Ctrl-C": func() { term.keys("C-c") },
		"Ctrl-D": func() { term.keys("C-d") },
		"TERM":   func() { term.signal("TERM") },
		"HUP":    func() { term.signal("HUP") },
		"QUIT":   func() { term.signal("QUIT") },
	} {
		t.Log(name)
		term.typed("wisdom review 2> ../talk")
		term.wait(prompt)
		end()
		term.wait(`\$ ?$`)
		same()
	}
	// Stopped, and gone on with: the question is shown again.
	term.typed("wisdom review")
	term.wait(prompt)
	term.keys("C-z")
	term.wait(`Stopped(.|\n)*\$ ?$`)
	same()
	term.typed("fg")
	term.wait(`Put e1 into SOUL.md\?.*` + prompt)
	term.press("y")
	term.wait(`e1 approved: will be added to SOUL.md(.|\n)*` + prompt)
	term.press("q")
	term.wait(`go on(.|\n)*\$ ?$`)
	same()
}

// signal sends a signal to the program that has the terminal.
func (t *pane) signal(name string) {
	t.t.Helper()
	shell := strings.TrimSpace(t.tmux("display-message", "-p", "-t", t.name, "#{pane_pid}"))
	out, err := exec.Command("pkill", "-"+name, "-P", shell).CombinedOutput()
	require.NoErrorf(t.t, err, "pkill -%s -P %s: %v: %s", name, shell, err, out)
}

// What was typed before a question shows, or pasted, decides nothing.
func TestTerminalPastedTextDecidesNothing(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.tmux("send-keys", "-t", term.name, "-l", "wisdom review")
	term.keys("Enter", "y", "A", "R", "y")
	term.wait(`e1, 1 of(.|\n)*` + prompt)
	for _, text := range []string{"yyyyyyyyyyyyyyyyyyy", "no, not like that", "y\r", "A\ry\r"} {
		before := strings.Count(term.screen(), "press one key")
		term.tmux("set-buffer", text)
		term.tmux("paste-buffer", "-t", term.name)
		term.wait(fmt.Sprintf(`((.|\n)*press one key){%d}(.|\n)*`, before+1) + prompt)
	}
	term.keys("Left") // nor does a key that stands for nothing
	time.Sleep(300 * time.Millisecond)
	term.keys("Enter")
	term.wait(`press one key(.|\n)*press a key, without Enter.*\n.*` + prompt)
	if log := term.read(".wisdom/log.jsonl"); strings.Contains(log, `"approved"`) || strings.Contains(log, `"rejected"`) {
		t.Errorf("something was decided: %s", log)
	}
	// Enter takes the marked default, and that puts nothing in place.
	soul := term.read("SOUL.md")
	term.press("A")
	term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	term.press("x")
	term.wait(`\] x\nPut this into SOUL.md\? \[y/N/q\] ?$`)
	term.keys("Enter")
	term.wait(`promote   wisdom(.|\n)*\$ ?$`)
	assert.Equal(t, soul, term.read("SOUL.md"), "SOUL.md changed")
}

// Where a terminal gives lines only, the walk says that keys need Enter.
func TestTerminalByLine(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 50)
	term.typed("TERM=dumb wisdom review")
	term.want(term.wait(prompt), "undecided: type a key, then Enter; ? lists the keys")
	term.typed("A")
	term.wait(`Put this into SOUL.md\? \[y/N/q\] ?$`)
	term.typed("yes")
	term.wait(`SOUL.md is generation 1(.|\n)*\$ ?$`)
}

// Found in the trial: findings by the dozen pushed the first item off the screen.
func TestTerminalManyFindings(t *testing.T) {
	t.Parallel()
	term := newTerminal(t, 80, 24)
	var note strings.Builder
	note.WriteString("## Lessons\n\n- [2026-11-07] Weigh a parcel before printing the label. One came back.\n" +
		"- [2026-11-08] Weigh the parcel twice before printing the label. It was too light.\n" +
		"- [2026-11-09] Weigh a parcel before printing the label. The box had changed.\n\n")
	for i := range 20 {
		fmt.Fprintf(&note, "Lesson: the token of shop %d is ghp_%036d and no one may know.\n\n", i, 7919*i)
	}
	require.NoError(t, os.WriteFile(filepath.Join(term.dir, "memory/2026-11-20.md"), []byte(note.String()), 0o600))
	term.run("wisdom --now 2026-11-21 run --only wisdom --engine builtin -q > /dev/null")
	term.typed("clear; wisdom --now 2026-11-21 review")
	term.wait(prompt)
	screen := term.visible()
	term.want(
		screen, "Draft 2026", "2", "secret, 1 soul-budget); see wisdom review show", "e1, 1 of", "Put e1 into SOUL.md?",
	)
	assert.Truef(t, regexp.MustCompile(`\d\d warnings \(`).MatchString(screen), "screen\n%s", screen)
}
