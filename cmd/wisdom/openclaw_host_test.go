//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/stretchr/testify/require"
)

// openclaw is a real OpenClaw with a state folder of its own, a gateway on loopback,
// and a model server that writes down what it is sent.
type openclaw struct {
	t         *testing.T
	state     string
	workspace string
	files     map[string]string // of the workspace
	env       []string
	port      int
	model     *modelServer
	log       *os.File
	turns     int
}

// startOpenclaw starts the gateway. WISDOM_OPENCLAW is the folder that
// inject/hook/openclaw.sh prints; without it the test is skipped.
func startOpenclaw(t *testing.T, files map[string]string) *openclaw {
	t.Helper()
	dir := os.Getenv("WISDOM_OPENCLAW")
	if dir == "" {
		t.Skip("needs a real OpenClaw: make test-openclaw")
	}
	o := &openclaw{t: t, state: t.TempDir(), files: files, model: startModel(t), port: freePort(t)}
	o.workspace = filepath.Join(o.state, "workspace")
	o.env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "OPENCLAW_") })
	o.env = append(
		o.env,
		"PATH="+strings.Join(
			[]string{filepath.Join(dir, "node_modules/node/bin"), filepath.Join(dir, "node_modules/.bin"), os.Getenv("PATH")},
			string(filepath.ListSeparator),
		),
		"HOME="+t.TempDir(),
		"OPENCLAW_STATE_DIR="+o.state,
		"OPENCLAW_GATEWAY_TOKEN=token",
		"NO_COLOR=1",
		"OPENCLAW_SKIP_CHANNELS=1",
		"OPENCLAW_DISABLE_BONJOUR=1",
		"OPENCLAW_NO_AUTO_UPDATE=1",
	)
	for name, text := range o.files {
		o.write(name, text)
	}
	settings := fmt.Sprintf(
		hostSettings, o.port, o.workspace, o.model.URL, o.addSpoiler(), filepath.Join(o.state, "gateway.log"),
	)
	require.NoError(t, os.WriteFile(filepath.Join(o.state, "openclaw.json"), []byte(settings), 0o600))
	o.startGateway()
	return o
}

// hostFiles is the workspace. Each file has a mark that is in no other.
var hostFiles = map[string]string{
	"SOUL.md": "# Soul\n\nMARK-SOUL. Calm, exact, brief.\n\n## Wisdom\n\n" +
		"_Last compressed: 2026-11-21 | Source lessons: 12_\n\n" +
		"**When context feels incomplete, check your memory.** Read `memory/YYYY-MM-DD.md` and `MEMORY.md` " +
		"when historical knowledge is needed.\n**Restore & backup.** Restore a backup before trusting it.\n",
	"USER.md": "# User\n\nMARK-USER. Mara, in Lisbon.\n",
	"AGENTS.md": "# Agents\n\nMARK-AGENTS. " +
		strings.Repeat("Work in small steps and say what you did. ", 40) + "\n",
	"IDENTITY.md":      "- **Name:** MARK-IDENTITY Juniper\n",
	"MEMORY.md":        "# Memory\n\nMARK-MEMORY. " + strings.Repeat("The lab moved to another rack. ", 40) + "\n",
	"HEARTBEAT.md":     "# Heartbeat\n\nMARK-HEARTBEAT. Look at the queue.\n",
	"TOOLS.md":         "# Tools\n\nMARK-RETIRED.\n",
	"TOOLS_COMPACT.md": "## Hosts\nMARK-COMPACT gate 10.0.0.1 · lab 10.0.0.2:2222\n",
	"ops/STATUS.md":    "# Status\n\nMARK-STATUS. All is well.\n",
}

// hostSettings are those of the host, with comments, as people write them.
const hostSettings = `{
  // who may write, and from where
  commands: { ownerAllowFrom: ["telegram:4711"] },
  session: { dmScope: "per-channel-peer" },
  gateway: {
    mode: "local", bind: "loopback", port: %d, auth: { mode: "token", token: "token" },
    http: { endpoints: { chatCompletions: { enabled: true } } },
  },
  agents: { defaults: {
    workspace: %q, skipBootstrap: true, model: { primary: "fake/tiny" }, heartbeat: { every: "24h", target: "none" },
  } },
  models: { mode: "replace", catalogRefresh: { enabled: false }, providers: { fake: {
    baseUrl: "%s/v1", apiKey: "none", api: "openai-completions", models: [{
      id: "tiny", name: "tiny", reasoning: false, input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 128000, maxTokens: 1000,
    }],
  } } },
  /* all hooks are on */
  hooks: { enabled: true, token: "hook-token-of-the-test", path: "/hooks", internal: { enabled: true } },
  plugins: { load: { paths: [%q] }, entries: { spoiler: { enabled: true } } },
  update: { checkOnStart: false }, telemetry: { enabled: false }, logging: { file: %q },
  memory: { search: { provider: "none" } },
}
`

// addSpoiler writes another plugin of the host, which comes before ours. It changes the
// list of files as the file "spoil" says. With paths and entries of its own it also
// shows that those of ours take none away.
func (o *openclaw) addSpoiler() string {
	dir := filepath.Join(o.state, "spoiler")
	for name, text := range map[string]string{
		"package.json": `{"name": "spoiler", "version": "1.0.0", "type": "module", "openclaw": {"extensions": ` +
			`["./index.js"]}}`,
		"openclaw.plugin.json": `{"id": "spoiler", "name": "spoiler", "activation": {"onStartup": true}, "configSchema": ` +
			`{"type": "object"}}`,
		// The host runs a copy of the folder, so the path is a whole one.
		"index.js": `import fs from "node:fs";
const file = ` + strconv.Quote(filepath.Join(dir, "spoil")) + `;
export default { id: "spoiler", name: "spoiler", register(api) {
  api.registerHook(["agent:bootstrap"], ({ context }) => {
    const how = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
    if (how === "undefined") context.bootstrapFiles = undefined;
    if (how === "empty") context.bootstrapFiles = [];
    if (how === "no path") {
      context.bootstrapFiles = [...context.bootstrapFiles, { name: "SOUL.md", content: "x", missing: false }];
    }
    if (how === "no record") context.bootstrapFiles = [...context.bootstrapFiles, null];
  }, { name: "spoiler-bootstrap", description: "spoils the list" });
} };
`,
	} {
		o.write("../spoiler/"+name, text)
	}
	return dir
}

func (o *openclaw) write(name, text string) {
	o.t.Helper()
	path := filepath.Join(o.workspace, filepath.FromSlash(name))
	require.NoError(o.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(o.t, os.WriteFile(path, []byte(text), 0o600))
}

func (o *openclaw) read(name string) string {
	b, err := os.ReadFile(filepath.Join(o.state, filepath.FromSlash(name)))
	if err != nil {
		return ""
	}
	return string(b)
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// startGateway starts the gateway, waits until it is ready, and stops it when the
// test ends.
func (o *openclaw) startGateway() {
	o.t.Helper()
	var err error
	o.log, err = os.Create(filepath.Join(o.state, "gateway.out"))
	require.NoError(o.t, err)
	c := exec.Command("openclaw", "gateway", "run")
	c.Path = o.program("openclaw")
	c.Err = nil
	c.Env, c.Stdout, c.Stderr, c.Dir = o.env, o.log, o.log, o.state
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // it has children
	require.NoError(o.t, c.Start())
	ended := make(chan struct{})
	go func() { _ = c.Wait(); close(ended) }()
	o.t.Cleanup(func() {
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
			<-ended
		}
		_ = o.log.Close()
		if o.t.Failed() {
			out := o.read("gateway.out")
			o.t.Logf("gateway: %s", out[max(0, len(out)-4000):])
		}
	})
	o.waitFor(
		"the gateway", 5*time.Minute, func() bool { return strings.Contains(o.read("gateway.out"), "[gateway] ready") },
	)
}

func (o *openclaw) waitFor(what string, most time.Duration, done func() bool) {
	o.t.Helper()
	for end := time.Now().Add(most); !done(); time.Sleep(200 * time.Millisecond) {
		require.Falsef(o.t, time.Now().After(end), "%s is not there after %s", what, most)
	}
}

// program finds a program on the PATH of the test's host.
func (o *openclaw) program(name string) string {
	a := &deps{streams: streams{getenv: func(string) string {
		path := ""
		for _, v := range o.env {
			if rest, ok := strings.CutPrefix(v, "PATH="); ok {
				path = rest
			}
		}
		return path
	}}}
	return onPath(a, name)
}

// call runs a program with the test's host and gives what it prints.
func (o *openclaw) call(name string, args ...string) string {
	o.t.Helper()
	out, err := o.try(name, args...)
	require.NoErrorf(o.t, err, "%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	return out
}

func (o *openclaw) try(name string, args ...string) (string, error) {
	var out, talk bytes.Buffer
	c := exec.Command(name, args...)
	if path := o.program(name); path != "" {
		c.Path, c.Err = path, nil
	}
	c.Env, c.Dir, c.Stdout, c.Stderr = o.env, o.state, &out, &talk
	err := c.Run()
	if err != nil {
		return out.String() + talk.String(), err
	}
	return out.String(), nil
}

// wisdom runs the program in the workspace.
func (o *openclaw) wisdom(args ...string) string {
	o.t.Helper()
	return o.call("wisdom", append([]string{"-C", o.workspace}, args...)...)
}

// token is a word that one turn alone has in its message.
func (o *openclaw) token() string {
	o.turns++
	return fmt.Sprintf("turn-%04d-end", o.turns)
}

// say sends a message into a session by HTTP, and gives the files that the model
// server received.
func (o *openclaw) say(key string) []string {
	o.t.Helper()
	token := o.token()
	o.send(key, "hello "+token)
	return o.received(token)
}

// send sends a message into a session by HTTP.
func (o *openclaw) send(key, message string) {
	o.t.Helper()
	messages := []any{map[string]string{"role": "user", "content": message}}
	agent, _, _ := strings.Cut(strings.TrimPrefix(key, "agent:"), ":")
	header := map[string]string{"x-openclaw-session-key": key, "x-openclaw-agent-id": agent}
	o.post("/v1/chat/completions", "token", header, map[string]any{"model": "openclaw", "messages": messages})
}

// spawn makes the model start a sub-agent with a task, and gives the token of its turn.
func (o *openclaw) spawn(task string) string {
	o.t.Helper()
	parent, child := o.token(), o.token()
	o.model.mu.Lock()
	o.model.spawns[parent], o.model.parents[child] = task+" "+child, parent
	o.model.mu.Unlock()
	o.send("agent:main:main", "hello "+parent)
	return child
}

// runCron adds a cron job of an isolated session, runs it, and gives the token of its turn.
func (o *openclaw) runCron(name, message string, flags ...string) string {
	o.t.Helper()
	token := o.token()
	add := []string{"cron", "add", "--name", name, "--every", "1d", "--session", "isolated", "--json"}
	out := o.call("openclaw", append(append(add, "--message", message+" "+token), flags...)...)
	var job struct{ ID string }
	err := json.Unmarshal([]byte(out), &job)
	require.Truef(o.t, err == nil && job.ID != "", "cron add: %v: %s", err, out)
	o.call("openclaw", "cron", "run", job.ID)
	return token
}

// callHook starts a turn by a webhook, and gives its token.
func (o *openclaw) callHook(message string) string {
	o.t.Helper()
	token := o.token()
	o.post("/hooks/agent", "hook-token-of-the-test", nil, map[string]any{"message": message + " " + token, "name": "test"})
	return token
}

func (o *openclaw) post(path, token string, header map[string]string, body any) []byte {
	o.t.Helper()
	b, err := json.Marshal(body)
	require.NoError(o.t, err)
	req, err := http.NewRequest(http.MethodPost, fmt.Sprintf("http://127.0.0.1:%d%s", o.port, path), bytes.NewReader(b))
	require.NoError(o.t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := (&http.Client{Timeout: 5 * time.Minute}).Do(req)
	require.NoError(o.t, err)
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	require.Truef(o.t, err == nil && res.StatusCode < 300, "%s: %s, %v: %s", path, res.Status, err, answer)
	return answer
}

var reFileMark = regexp.MustCompile(`MARK-[A-Z-]+`)

// received are the names of the files of the workspace in the request with a token,
// sorted, by the headings that the host gives them and by their whole text.
func (o *openclaw) received(token string) []string {
	o.t.Helper()
	var prompt string
	o.waitFor("a request with "+token, 3*time.Minute, func() bool {
		prompt = o.model.prompt(token)
		return prompt != ""
	})
	return o.filesIn(prompt)
}

// filesIn are the names of the files in what the model server received.
func (o *openclaw) filesIn(prompt string) []string {
	o.t.Helper()
	names := []string{}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(append(
		slices.Collect(maps.Keys(o.files)), "TOOLS_COMPACT.md",
	)))) {
		text := o.current(name)
		if text == "" {
			continue
		}
		_, below, heading := strings.Cut(prompt, "## "+filepath.Join(o.workspace, filepath.FromSlash(name))+"\n")
		if strings.HasPrefix(below, "[MISSING]") { // of SOUL.md the host says that it is missing
			heading = false
		}
		content, mark := strings.Contains(prompt, strings.TrimSpace(text)), strings.Contains(
			prompt, cmp.Or(reFileMark.FindString(text), strings.TrimSpace(text)),
		)
		assert.Truef(o.t, heading == content && mark == content,
			"%s: heading %v, content %v, mark %v", name, heading, content, mark)
		if content {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// current is the text of a file, as it is or, where it is no file now, as it was.
func (o *openclaw) current(name string) string {
	if info, err := os.Lstat(filepath.Join(o.workspace, filepath.FromSlash(name))); err == nil && info.Mode().IsRegular() {
		return o.read("workspace/" + name)
	}
	return o.files[name]
}
