package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
	"wisdom/markdown/section"
)

const ownerSession = "agent:main:main"

// reminded is what the module does with a call.
type reminded struct {
	Stopped bool
	Reason  string
	MS      float64
}

// step is an event of a host.
type step struct {
	Kind  string         `json:"kind"` // turn, model, end, or a call
	Event map[string]any `json:"event"`
	Ctx   map[string]any `json:"ctx"`
}

// turnOf begins a turn in a session.
func turnOf(key string, n int) []step {
	return []step{
		{Kind: "turn", Ctx: map[string]any{"sessionKey": key}},
		modelOf(key, n, 1),
	}
}

func modelOf(key string, n, call int) step {
	run := fmt.Sprint("run-", n)
	return step{
		Kind: "model", Event: map[string]any{"sessionKey": key, "runId": run, "callId": fmt.Sprint(run, ":model:", call)},
	}
}

// call is a call of a tool by the owner's agent.
func call(key string, n int, tool string, params map[string]any) step {
	return step{
		Event: map[string]any{"toolName": tool, "params": params, "toolCallId": fmt.Sprint("call-", n)},
		Ctx: map[string]any{
			"sessionKey": key, "runId": fmt.Sprint("run-", n), "requester": map[string]any{"senderIsOwner": true},
		},
	}
}

// remind gives events to the installed module, and returns what it does with each call.
func remind(t *testing.T, root *workspace.Real, steps []step) (all []reminded, logged string) {
	t.Helper()
	input := []byte(asJSON(t, steps))
	out, talk, err := runScript(t, "reminders.mjs", input, inHome(root, "reminders.mjs"), root.Dir())
	err = errors.Join(err, json.Unmarshal(out, &all))
	require.NoErrorf(t, err, "%s", talk)
	return all, string(talk)
}

// withRules is a workspace with rules and their triggers.
func withRules(t *testing.T, rules map[string]string) *workspace.Real {
	t.Helper()
	root := withPlugin(t, session.Settings{})
	soul, content := "# Soul\n\n## Wisdom\n\n", []byte{}
	for entry, when := range rules {
		soul += entry + "\n"
		when, err := section.ParseWhen(when)
		require.NoError(t, err, entry)
		content, err = section.SetTrigger(content, entry, when)
		require.NoError(t, err, entry)
	}
	require.NoError(t, workspace.Replace(root, "SOUL.md", []byte(soul), 0o600))
	require.NoError(t, workspace.Replace(root, section.TriggersFile, content, 0o600))
	return root
}

// simulated is a session of testdata/reminders.
type simulated struct {
	rules map[string]string
	steps []step
	want  []string // by call, the rule that it breaks; "" for none
	lines []string // by call
	turns int
}

func readSimulated(t *testing.T, file string) *simulated {
	t.Helper()
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	head, body, _ := strings.Cut(string(b), "\n--\n")
	s := &simulated{rules: map[string]string{}}
	entry, entries := "", map[string]string{}
	for line := range strings.Lines(head) {
		line = strings.TrimSpace(line)
		if rule, is := strings.CutPrefix(line, "rule "); is {
			entry = rule
			parsed, ok := section.ParseEntry(rule)
			require.True(t, ok, rule)
			entries[strings.TrimSuffix(parsed.Name, ".")] = rule
		} else if when, is := strings.CutPrefix(line, "when "); is {
			s.rules[entry] = when
		}
	}
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		if line == "compact" {
			s.steps = append(s.steps, step{
				Kind: "end", Event: map[string]any{"sessionKey": ownerSession, "reason": "compaction"},
			})
			continue
		}
		number, rest, _ := strings.Cut(line, " ")
		var n int
		_, err := fmt.Sscan(number, &n)
		require.NoError(t, err, line)
		want := ""
		if marked, is := strings.CutPrefix(rest, "! "); is {
			for name, entry := range entries {
				if after, is := strings.CutPrefix(marked, name+" "); is {
					want, rest = entry, after
				}
			}
			require.NotEmpty(t, want, line)
		}
		if n > s.turns {
			s.turns = n
			s.steps = append(s.steps, turnOf(ownerSession, n)...)
		} else {
			s.steps = append(s.steps, modelOf(ownerSession, n, len(s.steps)))
		}
		tool, text, _ := strings.Cut(rest, " ")
		s.steps = append(s.steps, simulatedCall(t, n, tool, text))
		s.want, s.lines = append(s.want, want), append(s.lines, line)
	}
	return s
}

func simulatedCall(t *testing.T, n int, tool, text string) step {
	t.Helper()
	params := map[string]any{}
	switch tool {
	case "exec":
		params["command"] = text
	case "read", "write", "edit":
		params["path"] = text
	case "apply_patch":
		c := call(ownerSession, n, tool, map[string]any{"input": "*** Begin Patch\n*** Update File: " + text})
		c.Event["derivedPaths"] = strings.Fields(text)
		return c
	default:
		require.NoError(t, json.Unmarshal([]byte(text), &params), text)
	}
	return call(ownerSession, n, tool, params)
}

// Sessions of 50 turns with rules that are broken in them, also after the host summarized: at least nine of ten breaks
// are reminded, by their own rule, and at most one call in 100 turns is stopped that breaks none.
func TestBrokenRulesAreReminded(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/reminders/*.txt")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 4)
	held := []string{"clinic.txt", "farm.txt", "theatre.txt"}
	type counts struct{ broken, reminded, false, turns int }
	var known, unseen counts
	for _, file := range files {
		s := readSimulated(t, file)
		require.Equal(t, 50, s.turns, file)
		root := withRules(t, s.rules)
		answers, logged := remind(t, root, s.steps)
		require.Len(t, answers, len(s.want), logged)
		of := &known
		if slices.Contains(held, filepath.Base(file)) {
			of = &unseen
		}
		of.turns += s.turns
		var ms float64
		for i, a := range answers {
			ms += a.MS
			isOwn := s.want[i] != "" && strings.Contains(a.Reason, s.want[i])
			switch {
			case s.want[i] != "":
				of.broken++
				if isOwn {
					of.reminded++
				} else {
					t.Logf("%s: not reminded: %s", filepath.Base(file), s.lines[i])
				}
			case a.Stopped:
				of.false++
				t.Logf("%s: stopped: %s", filepath.Base(file), s.lines[i])
			}
		}
		assert.Less(t, ms/float64(len(answers)), 5., "%s: ms of a call", file)
		t.Logf("%s: %.2f ms a call", filepath.Base(file), ms/float64(len(answers)))
		receipts, err := Receipts(root, Plugin, KindReminder)
		require.NoError(t, err)
		count := 0
		for _, a := range answers {
			if a.Stopped {
				count++
			}
		}
		assert.Len(t, receipts, count, "receipts")
	}
	for name, c := range map[string]counts{"known": known, "held back": unseen} {
		t.Logf("%s: %d of %d reminded, %d false in %d turns", name, c.reminded, c.broken, c.false, c.turns)
		assert.GreaterOrEqual(t, c.broken, 30, name)
		assert.GreaterOrEqual(t, float64(c.reminded), .9*float64(c.broken), name)
		assert.LessOrEqual(t, c.false, c.turns/100, name)
	}
}

const (
	forceRule = "**Shared history.** Ask before you rewrite it."
	notesRule = "**Notes.** Never delete a note."
)

func push(key string, n int) step {
	return call(key, n, "exec", map[string]any{"command": "git push --force"})
}

func withForceRule(t *testing.T) *workspace.Real {
	t.Helper()
	return withRules(t, map[string]string{
		forceRule: "exec: git push --force", notesRule: "exec: rm notes/*; write: notes/old/",
	})
}

// A call is stopped once, and passes then; the rule comes again after ten turns, three times in a session, also after
// compaction. What the model called in the same breath is stopped with it. A reset begins anew.
func TestARuleIsToldOnceInTenTurns(t *testing.T) {
	t.Parallel()
	root := withForceRule(t)
	end := func(reason string) step {
		return step{Kind: "end", Event: map[string]any{"sessionKey": ownerSession, "reason": reason}}
	}
	var steps []step
	var want []bool
	turn := func(n int, stops ...bool) {
		steps = append(steps, turnOf(ownerSession, n)...)
		for i, stop := range stops {
			steps = append(steps, modelOf(ownerSession, n, i+1), push(ownerSession, n))
			want = append(want, stop)
		}
	}
	turn(1, true, false, false)
	for n := 2; n <= 10; n++ {
		turn(n, false)
	}
	steps = append(steps, end("compaction"))
	turn(11, true, false)
	for n := 12; n <= 20; n++ {
		turn(n)
	}
	steps = append(steps, turnOf(ownerSession, 21)...)
	both := call(ownerSession, 21, "exec", map[string]any{"command": "git push --force && rm notes/a.md"})
	steps = append(steps, both, push(ownerSession, 21)) // in one breath
	want = append(want, true, true)
	steps = append(steps, modelOf(ownerSession, 21, 2), both)
	want = append(want, false)
	for n := 22; n <= 60; n++ {
		turn(n, false)
	}
	steps = append(steps, end("reset"))
	turn(61, true)
	answers, logged := remind(t, root, steps)
	require.Len(t, answers, len(want))
	for i, a := range answers {
		assert.Equalf(t, want[i], a.Stopped, "call %d: %s", i+1, a.Reason)
	}
	assert.Empty(t, logged)
	receipts, err := Receipts(root, Plugin, KindReminder)
	require.NoError(t, err)
	assert.Equal(t, []string{forceRule}, receipts[0].Entries)
	assert.Equal(t, "MAIN_SESSION", receipts[0].Type)
	assert.Equal(t, "exec", receipts[0].Tool)
}

// Only calls for the owner are stopped, in sessions that a person reads, in workspaces that have rules.
func TestWhoIsReminded(t *testing.T) {
	t.Parallel()
	root := withForceRule(t)
	tests := []struct {
		name, key string
		owner     any
		want      bool
	}{
		{"the owner", ownerSession, true, true},
		{"the owner in a group", "agent:main:telegram:group:-1001", true, true},
		{"someone else", "agent:main:telegram:group:-1002", false, false},
		{"no one knows who", "agent:main:telegram:direct:4711", nil, false},
		{"a text that says so", "agent:main:telegram:direct:4712", "true", false},
		{"a cron job", "agent:main:cron:a:run:b", true, false},
		{"a sub-agent", "agent:main:subagent:4f", true, false},
		{"a webhook", "agent:main:hook:push", true, false},
		{"a session of heartbeats", "agent:main:main:heartbeat", true, false},
	}
	var steps []step
	for _, test := range tests {
		one := push(test.key, 1)
		one.Ctx["requester"] = map[string]any{"senderIsOwner": test.owner}
		steps = append(append(steps, turnOf(test.key, 1)...), one)
	}
	answers, logged := remind(t, root, steps)
	for i, test := range tests {
		assert.Equalf(t, test.want, answers[i].Stopped, "%s: %s", test.name, logged)
	}
	other := turnOf(ownerSession, 1)
	other[0].Ctx["workspaceDir"] = t.TempDir()
	answers, logged = remind(t, root, append(other, push(ownerSession, 1)))
	assert.Truef(t, !answers[0].Stopped && logged == "", "another agent's workspace: %s", logged)
	answers, _ = remind(t, root, []step{push(ownerSession, 1)})
	assert.False(t, answers[0].Stopped, "no one said where the session runs")
}

// A rule whose entry is no longer in SOUL.md is ignored, and a damaged file of triggers stops nothing; the log says so
// once.
func TestOrphansAndDamageStopNothing(t *testing.T) {
	t.Parallel()
	root := withForceRule(t)
	session := append(turnOf(ownerSession, 1), push(ownerSession, 1), push(ownerSession, 1))
	require.NoError(t, workspace.Replace(root, "SOUL.md", []byte("# Soul\n\n## Wisdom\n\n"+notesRule+"\n"), 0o600))
	answers, logged := remind(t, root, session)
	assert.Truef(t, !answers[0].Stopped && logged == "", "an orphan: %s", logged)
	soul := "## Wisdom\n\n- **Shared history.** Ask before\n  you rewrite it.\n"
	require.NoError(t, workspace.Replace(root, "SOUL.md", []byte(soul), 0o600))
	answers, _ = remind(t, root, session)
	assert.True(t, answers[0].Stopped, "an entry that a formatter wrapped")
	require.NoError(t, workspace.Replace(root, section.TriggersFile, []byte("{\"v\":1,\"entry\":\n"), 0o600))
	answers, logged = remind(t, root, session)
	assert.False(t, answers[0].Stopped, "damaged")
	assert.Equal(t, 1, strings.Count(logged, "no reminders"), logged)
	for _, when := range []string{"exec: a|*", "exec: git push --force|", "write: *.*", "exec: g\u200bit"} {
		line := []byte(asJSON(t, section.Trigger{Version: 1, Entry: forceRule, When: when}) + "\n")
		require.NoError(t, workspace.Replace(root, section.TriggersFile, line, 0o600))
		answers, logged = remind(t, root, session)
		assert.Falsef(t, answers[0].Stopped, "%s", when)
		assert.Containsf(t, logged, "no reminders", "%s", when)
	}
	newer := []byte("{\"v\":2,\"entry\":\"x\",\"when\":\"y:\"}\n")
	require.NoError(t, workspace.Replace(root, section.TriggersFile, newer, 0o600))
	answers, _ = remind(t, root, session)
	assert.False(t, answers[0].Stopped, "of another version")
}

// What commands look like, and what only looks like one.
func TestMatching(t *testing.T) {
	t.Parallel()
	tests := []struct {
		when, tool, text string
		want             bool
	}{
		{"exec: git push --force|-f", "exec", `bash -lc "cd x && git push -fu origin"`, true},
		{"exec: git push --force|-f", "exec", "git push origin main # --force", false},
		{"exec: git push --force|-f", "exec", "GIT_SSH=x sudo -u me /usr/bin/git push origin main --force", true},
		{"exec: git push --force|-f", "exec", "if true; then git push --force; fi", true},
		{"exec: git push --force|-f", "exec", "echo \"$(git push --force)\"", true},
		{"exec: git push --force|-f", "exec", "git commit -m 'git push --force'", false},
		{"exec: git push --force|-f", "exec", "cat <<'EOT' > a.sh\ngit push --force\nEOT\ngit status", false},
		{"exec: git push --force|-f", "exec", "bash <<EOT\ngit push --force\nEOT", true},
		{"exec: git push --force|-f", "exec", "git push \\\n  --force", true},
		{"exec: rm -rf", "exec", "rm -r -f build", true},
		{"exec: rm -rf", "exec", "rm -r build", false},
		{"exec: rm -rf", "exec", "ls | xargs rm -fr", true},
		{"exec: --no-verify", "exec", "git commit --no-verify -m x", true},
		{"exec: git commit --no-verify", "exec", "git commit -m '--no-verify is bad'", false},
		{"exec: scripts/deploy.sh", "exec", "cd scripts && ./deploy.sh", true},
		{"exec: deploy.sh", "exec", "cd scripts && ./deploy.sh prod", true},
		{"exec: scripts/deploy.sh", "exec", "sh scripts/deploy.sh 2>&1 | tee log", true},
		{"write: *.env", "exec", "echo A=1 >> config/live.env", true},
		{"write: *.env", "exec", "grep A config/live.env > /tmp/out", false},
		{"write: config/", "edit", "config/deep/a.yml", true},
		{"write: config/", "edit", "myconfig/a.yml", false},
		{"write: ~/.ssh/config", "exec", "printf x | tee -a ~/.ssh/config", true},
		{"read: secrets.txt", "read", "docs/secrets.txt", true},
		{"read: secrets.txt", "write", "docs/secrets.txt", false},
		{"message: family", "message", `{"target":"Family Smith","message":"hi"}`, true},
		{"message: family", "message", `{"target":"familyroom","message":"hi"}`, false},
		{"exec: git push --force", "exec", "git push --force; echo " + strings.Repeat("x ", 500_000), true},
		{"gateway:", "gateway", `{"action":"restart"}`, true},

		{"exec: rm -rf", "exec", `"rm" -rf build`, true},
		{"exec: rm -rf", "exec", `r'm' -r"f" build`, true},
		{"exec: rm -rf", "exec", `\rm -rf build`, true},
		{"exec: rm -rf", "exec", `$'rm' -rf build`, true},
		{"exec: rm -rf", "exec", `X=rm; $X -rf build`, true},
		{"exec: rm -rf", "exec", "A='rm -rf'\n${A} build", true},
		{"exec: rm -rf", "exec", `export F=-rf && rm "$F" build`, true},
		{"exec: rm -rf", "exec", `P=build; echo "$P"; rm -r "$P"`, false},
		{"exec: rm -rf", "exec", `bash -c 'rm -rf build'`, true},
		{"exec: rm -rf", "exec", `sudo -u me bash -lc "cd x; rm -rf build"`, true},
		{"exec: rm -rf", "exec", `sh -c "bash -c 'rm -rf build'"`, true},
		{"exec: rm -rf", "exec", `bash <<< "rm -rf build"`, true},
		{"exec: rm -rf", "exec", `echo 'rm -rf build' | sh`, true},
		{"exec: rm -rf", "exec", `echo 'rm -rf build' | less`, false},
		{"exec: rm -rf", "exec", `eval "rm -rf build"`, true},
		{"exec: rm -rf", "exec", `trap 'rm -rf build' EXIT`, true},
		{"exec: rm -rf", "exec", `env -i A=1 /bin/rm -rf build`, true},
		{"exec: rm -rf", "exec", `env -S 'rm -rf build'`, true},
		{"exec: rm -rf", "exec", `A=1 B=2 rm -rf build`, true},
		{"exec: rm -rf", "exec", `sudo -n -u root rm -rf build`, true},
		{"exec: rm -rf", "exec", `sudo --user me rm -rf build`, true},
		{"exec: rm -rf", "exec", `su me -c 'rm -rf build'`, true},
		{"exec: rm -rf", "exec", `nohup nice -n 5 timeout -k 1 30 rm -rf build &`, true},
		{"exec: rm -rf", "exec", `flock /tmp/l -c 'rm -rf build'`, true},
		{"exec: rm -rf", "exec", `ls | xargs -n 1 -I{} rm -rf {}`, true},
		{"exec: rm -rf", "exec", `ls | xargs sh -c 'rm -rf "$@"' _`, true},
		{"exec: rm -rf", "exec", `find . -name 'x*' -exec rm -rf {} \;`, true},
		{"exec: rm -rf", "exec", `ssh -p 22 host 'cd x && rm -rf build'`, true},
		{"exec: rm -rf", "exec", `docker exec -it web rm -rf build`, true},
		{"exec: rm -rf", "exec", `echo "$(date "+%d" && rm -rf build)"`, true},
		{"exec: rm -rf", "exec", "true\nrm -rf build", true},
		{"exec: rm -rf", "exec", `true;rm -rf build`, true},
		{"exec: rm -rf", "exec", `true&&rm -rf build||true`, true},
		{"exec: rm -rf", "exec", `(cd x && { rm -rf build; })`, true},
		{"exec: rm -rf", "exec", `clean() { rm -rf build; }; clean`, true},
		{"exec: rm -rf", "exec", `function clean { rm -rf build; }; clean`, true},
		{"exec: rm -rf", "exec", `time -p rm -rf build`, true},
		{"exec: rm -rf", "exec", `for f in a b; do rm -rf "$f"; done`, true},
		{"exec: deploy.sh", "exec", `sh deploy.sh -c conf`, true},
		{"exec: rm -rf", "exec", `docker exec "a b"; rm -rf build`, true},
		{"exec: rm -rf", "exec", `docker run alpine 'rm -rf build'`, true},
		{"exec: rm", "exec", `find . -name rm`, false},
		{"exec: rm", "exec", `find . -name rm -exec ls {} +`, false},
		{"exec: rm", "exec", `sudo grep -r rm docs`, false},
		{"exec: rm", "exec", `ls | xargs grep rm`, false},
		{"exec: rm", "exec", `sudo -u rm ls`, false},
		{"exec: rm", "exec", `env A=rm ls`, false},
		{"exec: rm", "exec", `ssh rm uptime`, false},
		{"exec: rm", "exec", `docker rm web`, false},
		{"exec: rm", "exec", `npm run rm-old; git rm --cached a`, false},
		{"exec: rm", "exec", `echo rm; man rm; which rm; command -v rm`, false},
		{"exec: rm", "exec", `for f in rm ls; do echo "$f"; done`, false},
		{"exec: rm", "exec", `bash script.sh rm`, false},
		{"write: notes/", "exec", `sudo rm notes/a.md`, true},
		{"write: notes/", "exec", `D=notes; rm "$D/a.md"`, true},
	}
	var steps []step
	var root *workspace.Real
	for i, test := range tests {
		root = withRules(t, map[string]string{forceRule: test.when})
		key := fmt.Sprint("agent:main:dashboard:", i)
		turn, one := turnOf(key, 1), simulatedCall(t, 1, test.tool, test.text)
		turn[0].Ctx["workspaceDir"], one.Ctx["sessionKey"] = root.Dir(), key
		steps = append(append(steps, turn...), one)
	}
	answers, logged := remind(t, root, steps)
	for i, test := range tests {
		said := test.text[:min(len(test.text), 80)]
		assert.Equalf(t, test.want, answers[i].Stopped, "%s: %s %s %s", test.when, test.tool, said, logged)
		assert.Lessf(t, answers[i].MS, 100., "%s: ms", said) // the first ones load what node compiles
	}
}
