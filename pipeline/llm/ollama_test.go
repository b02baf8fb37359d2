package llm_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
	"wisdom/pipeline/distill"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
	"wisdom/prompts"
)

var qwen = fake.Model{Name: "qwen3.5:35b", Digest: "sha256:aa11", Trained: 40960}

// pairs is the answer to the question of group.
const pairs = `{"themes":[{"lessons":[1,3]}]}`

var texts = []string{
	"Restore a backup before trusting it.", "Ask before ordering.", "A backup counts once it was restored.",
}

// says answers the same each time; in turn answers one after the other, the last
// one from then on.
func says(replies ...fake.Reply) func(fake.Request) fake.Reply {
	var n atomic.Int64
	return func(fake.Request) fake.Reply { return replies[min(int(n.Add(1)), len(replies))-1] }
}

func answers(text string) fake.Reply { return fake.Reply{Text: text} }

func start(t *testing.T, answer func(fake.Request) fake.Reply, models ...fake.Model) *fake.Server {
	t.Helper()
	server := fake.Start(answer, models...)
	t.Cleanup(server.Close)
	return server
}

func options(host string) llm.Options {
	return llm.Options{
		Name: qwen.Name, Host: host, Timeout: 20 * time.Second, RunTimeout: time.Minute,
		Now: time.Now, Pause: time.Nanosecond,
	}
}

func connect(t *testing.T, fsys workspace.FS, opts llm.Options) *llm.Model {
	t.Helper()
	m, err := llm.Connect(context.Background(), fsys, opts)
	require.NoError(t, err)
	m.Prepare(500, mostWritten)
	return m
}

// mostWritten bounds the answers of these tests, in tokens.
const mostWritten = 512

var groupSchema = json.RawMessage(
	`{"type":"object","properties":{"themes":{"type":"array","items":{"type":"object",` +
		`"properties":{"lessons":{"type":"array","items":{"type":"integer"}}},"required":["lessons"]}}},` +
		`"required":["themes"]}`,
)

// question asks which texts teach the same; wrong is what was wrong with answers
// before.
func question(texts, wrong []string) prompts.Prompt {
	var b strings.Builder
	b.WriteString("Which of these lessons teach the same? Answer in JSON.\n")
	for i, text := range texts {
		fmt.Fprintf(&b, "[%d] %s\n", i+1, text)
	}
	for _, why := range wrong {
		fmt.Fprintf(&b, "- %s\n", why)
	}
	return prompts.Prompt{Text: b.String(), Schema: groupSchema}
}

// group asks a model the question.
func group(ctx context.Context, m *llm.Model, texts, wrong []string) ([][]int, error) {
	var said struct {
		Themes []struct{ Lessons []int }
	}
	if err := m.Ask(ctx, "group", question(texts, wrong), mostWritten, wrong != nil, &said); err != nil {
		return nil, err
	}
	var groups [][]int
	for _, theme := range said.Themes {
		groups = append(groups, theme.Lessons)
	}
	return groups, nil
}

// kind says in short what an error is.
func kind(err error) string {
	var (
		gone    *llm.UnreachableError
		missing *llm.MissingError
		remote  *llm.RemoteError
		refused *llm.ServerError
		tooLong *distill.TooLongError
		bad     *distill.BadAnswerError
	)
	switch {
	case err == nil:
		return "fine"
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.As(err, &gone):
		return "unreachable"
	case errors.As(err, &missing):
		return "missing"
	case errors.As(err, &remote):
		return "remote"
	case errors.As(err, &refused):
		return "refused"
	case errors.As(err, &tooLong):
		return "too long"
	case errors.As(err, &bad):
		return "bad"
	}
	return "other"
}

// What may pass is sent again, what stays is not, and nothing broken is taken for
// an answer.
func TestGenerate(t *testing.T) {
	good := answers(pairs)
	for name, test := range map[string]struct {
		replies []fake.Reply
		sent    int
		want    string
	}{
		"good":                            {[]fake.Reply{good}, 1, "fine"},
		"ends without its mark":           {[]fake.Reply{{Text: pairs, NoEnd: true}}, 4, "unreachable"},
		"ends without its mark, then not": {[]fake.Reply{{Text: pairs, NoEnd: true}, good}, 2, "fine"},
		"killed in mid-stream":            {[]fake.Reply{{Text: pairs, Cut: true}}, 4, "unreachable"},
		"killed in mid-stream, three times": {
			[]fake.Reply{{Text: pairs, Cut: true}, {Text: pairs, Cut: true}, {Text: pairs, Cut: true}, good}, 4, "fine",
		},
		"502 with an empty body": {[]fake.Reply{{Status: 502}}, 4, "unreachable"},
		"200 with an empty body": {[]fake.Reply{{Status: 200}}, 4, "unreachable"},
		"204":                    {[]fake.Reply{{Status: 204}, good}, 2, "fine"},
		"busy":                   {[]fake.Reply{{Status: 503, Error: "server busy, please try again"}, good}, 2, "fine"},
		"the runner died": {
			[]fake.Reply{{Status: 500, Error: "model runner has unexpectedly stopped"}, good}, 2, "fine",
		},
		"the runner died in mid-stream": {
			[]fake.Reply{{Text: pairs, Late: "an error was encountered: unexpected EOF"}, good}, 2, "fine",
		},
		"a schema it does not take": {[]fake.Reply{{Status: 500, Error: "invalid JSON schema in format"}}, 1, "refused"},
		"a schema too large": {
			[]fake.Reply{{Status: 500, Error: "failed to load model vocabulary required for format"}}, 1, "refused",
		},
		"a wrong request":       {[]fake.Reply{{Status: 400, Error: `"x" does not support generate`}}, 1, "refused"},
		"a login":               {[]fake.Reply{{Status: 401, Error: "unauthorized"}}, 1, "refused"},
		"too long":              {[]fake.Reply{{Status: 400, Error: "the input length exceeds the context length"}}, 1, "too long"},
		"cut to the context":    {[]fake.Reply{{Text: pairs, Read: 4096}}, 1, "too long"},
		"cut to a few messages": {[]fake.Reply{{Text: pairs, Read: 9}}, 1, "too long"},
		"too much written":      {[]fake.Reply{{Text: pairs[:20], Reason: "length"}}, 1, "bad"},
		"too much written in the second": {
			[]fake.Reply{{Text: pairs[:len(pairs)-2] + `, {"less`, Reason: "length"}}, 1, "fine",
		},
		"blanks for ever behind the answer": {
			[]fake.Reply{{Text: pairs + strings.Repeat(" ", 600), Reason: "length"}}, 1, "fine",
		},
		"blanks for ever in the second": {
			[]fake.Reply{{Text: pairs[:len(pairs)-2] + "," + strings.Repeat(" ", 16*32), NoEnd: true}}, 1, "fine",
		},
		"empty":                             {[]fake.Reply{{Text: ""}}, 1, "bad"},
		"blank":                             {[]fake.Reply{{Text: " \n"}}, 1, "bad"},
		"the same for ever, given up by it": {[]fake.Reply{{Text: strings.Repeat("z", 16*31), NoEnd: true}}, 1, "bad"},
		"blanks for ever, given up by it":   {[]fake.Reply{{Text: "{" + strings.Repeat(" ", 16*32), NoEnd: true}}, 1, "bad"},
		"no JSON":                           {[]fake.Reply{answers("Sure! I would group 1 and 3.")}, 1, "bad"},
		"JSON that broke off":               {[]fake.Reply{answers(pairs[:20])}, 1, "bad"},
		"another type":                      {[]fake.Reply{answers(`{"themes":"1,3"}`)}, 1, "bad"},
		"only thoughts":                     {[]fake.Reply{answers("<think>1 and 3 {belong} together</think>")}, 1, "bad"},
		"thoughts before it":                {[]fake.Reply{answers("<think>{1} or {2}?</think>\n" + pairs)}, 1, "fine"},
		"in a Markdown fence":               {[]fake.Reply{answers("```json\n" + pairs + "\n```")}, 1, "fine"},
		"talk around it":                    {[]fake.Reply{answers("Here it is: " + pairs + " I hope that helps {you}!")}, 1, "fine"},
		"more fields than were asked for": {
			[]fake.Reply{answers(`{"why":"","themes":[{"name":"x","lessons":[1,3]}]}`)}, 1, "fine",
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := start(t, says(test.replies...), qwen)
			m := connect(t, workspacetest.NewMemory(nil), options(server.URL))
			groups, err := group(context.Background(), m, texts, nil)
			assert.Equal(t, test.want, kind(err), err)
			assert.Equal(t, []int{test.sent, test.sent}, []int{server.Calls()["/api/generate"], m.Usage().Requests}, "requests")
			assert.Truef(t, err != nil || fmt.Sprint(groups) == "[[1 3]]", "groups %v", groups)
		})
	}
}

// A server that takes four characters for a token counts a third of what Chinese has: every
// answer about Chinese notes was thrown away, and the half of them asked about instead.
func TestAServerThatEstimatesItsCount(t *testing.T) {
	chinese := slices.Repeat([]string{"恢复备份之后才能信任它，先在另一台机器上完整恢复一次再删除原来的文件。"}, 40)
	for share, want := range map[int]string{4: "fine", 9: "too long"} {
		server := start(t, func(r fake.Request) fake.Reply {
			return fake.Reply{Text: pairs, Read: utf8.RuneCountInString(r.Prompt) / share}
		}, qwen)
		m := connect(t, workspacetest.NewMemory(nil), options(server.URL))
		_, err := group(context.Background(), m, chinese, nil)
		assert.Equalf(t, want, kind(err), "a token for %d characters: %v", share, err)
	}
}

func TestMissingBetweenTwoRequests(t *testing.T) {
	server := start(t, says(answers(pairs)), qwen)
	m := connect(t, workspacetest.NewMemory(nil), options(server.URL))
	_, err := group(context.Background(), m, texts, nil)
	require.NoError(t, err)
	server.Has()
	_, err = group(context.Background(), m, texts[:2], nil)
	assert.Equalf(t, "missing", kind(err), "without its model: %v", err)
	server.Close()
	_, err = group(context.Background(), m, texts[:2], nil)
	assert.Equalf(t, "unreachable", kind(err), "without the server: %v", err)
}

func TestConnect(t *testing.T) {
	cloud := fake.Model{Name: qwen.Name, Digest: "c", Remote: "https://ollama.com:443"}
	able := func(capabilities ...string) []fake.Model {
		return []fake.Model{{Name: qwen.Name, Capabilities: capabilities}}
	}
	at := func(host string) func(*llm.Options, *fake.Server) {
		return func(o *llm.Options, _ *fake.Server) { o.Host = host }
	}
	for name, test := range map[string]struct {
		models []fake.Model
		change func(*llm.Options, *fake.Server)
		want   string
	}{
		"there":              {[]fake.Model{{Name: "other:1b"}, qwen}, nil, "fine"},
		"in capitals":        {[]fake.Model{qwen}, named("Qwen3.5:35B"), "fine"},
		"without a tag":      {[]fake.Model{{Name: "tiny:latest"}}, named("tiny"), "fine"},
		"with the usual tag": {[]fake.Model{{Name: "tiny:latest"}}, named("tiny:latest"), "fine"},
		"another tag":        {[]fake.Model{qwen}, named("qwen3.5"), "missing"},
		"a port in the name": {
			[]fake.Model{{Name: "reg.example:5000/a/tiny:latest"}}, named("reg.example:5000/a/tiny"), "fine",
		},
		"not there": {nil, nil, "missing"},
		"elsewhere": {[]fake.Model{cloud}, nil, "remote"},
		"elsewhere, allowed": {
			[]fake.Model{cloud}, func(o *llm.Options, _ *fake.Server) { o.AllowRemote = true }, "fine",
		},
		"only for vectors":           {able("embedding"), nil, "refused"},
		"no list of what it can do":  {able(), nil, "fine"},
		"it can more than to answer": {able("completion", "thinking"), nil, "fine"},
		"it redirects": {
			[]fake.Model{qwen}, breaks("/api/version", fake.Reply{Redirect: "http://127.0.0.1:2/"}), "unreachable",
		},
		"a proxy without a server": {[]fake.Model{qwen}, breaks("/api/version", fake.Reply{Status: 502}), "unreachable"},
		"a proxy for the list":     {[]fake.Model{qwen}, breaks("/api/tags", fake.Reply{Status: 502}), "unreachable"},
		"a proxy for the model":    {[]fake.Model{qwen}, breaks("/api/show", fake.Reply{Status: 502}), "unreachable"},
		"trouble with the model": {
			[]fake.Model{qwen}, breaks("/api/show", fake.Reply{Status: 500, Error: "EOF"}), "unreachable",
		},
		"it is deleted meanwhile": {
			[]fake.Model{qwen}, breaks("/api/show", fake.Reply{Status: 404, Error: "model 'x' not found"}), "missing",
		},
		"empty answers": {[]fake.Model{qwen}, breaks("/api/version", fake.Reply{Status: 200}), "unreachable"},
		"a web page":    {[]fake.Model{qwen}, breaks("/api/version", fake.Reply{Text: "<html>"}), "unreachable"},
		"not allowed in": {
			[]fake.Model{qwen}, breaks("/api/tags", fake.Reply{Status: 403, Error: "forbidden"}), "refused",
		},
		"nothing listens":          {nil, at("127.0.0.1:1"), "unreachable"},
		"no address":               {nil, at("ftp://x"), "other"},
		"their cloud":              {nil, at("ollama.com"), "remote"},
		"their cloud, in capitals": {nil, at("https://Ollama.com"), "remote"},
		"another machine":          {nil, at("192.0.2.7"), "remote"},
		"another machine by name":  {nil, at("models.example:11434"), "remote"},
	} {
		t.Run(name, func(t *testing.T) {
			server := start(t, says(answers(pairs)), test.models...)
			opts := options(server.URL)
			if test.change != nil {
				test.change(&opts, server)
			}
			m, err := llm.Connect(context.Background(), workspacetest.NewMemory(nil), opts)
			require.Equal(t, test.want, kind(err), err)
			if err == nil {
				assert.Equal(t, "0.17.4", m.Version, "version")
			}
		})
	}
}

func named(name string) func(*llm.Options, *fake.Server) {
	return func(o *llm.Options, _ *fake.Server) { o.Name = name }
}

func breaks(path string, r fake.Reply) func(*llm.Options, *fake.Server) {
	return func(_ *llm.Options, s *fake.Server) { s.Breaks(path, r) }
}

func TestMissingNamesWhatIsThere(t *testing.T) {
	server := start(t, nil, fake.Model{Name: "a:1b"}, fake.Model{Name: "b:latest"})
	_, err := llm.Connect(context.Background(), workspacetest.NewMemory(nil), options(server.URL))
	var missing *llm.MissingError
	assert.Truef(t, errors.As(err, &missing) && fmt.Sprint(missing.Others) == "[a:1b b:latest]", "error %+v", err)
}

// Every request of a run asks for the same context, and for nothing that could
// lose or falsify an answer.
func TestRequest(t *testing.T) {
	small := qwen
	small.Running = 2048
	server := start(t, says(answers(pairs)), small)
	m := connect(t, workspacetest.NewMemory(nil), options(server.URL))
	for _, wrong := range [][]string{nil, {"too long"}} {
		_, err := group(context.Background(), m, texts, wrong)
		require.NoError(t, err)
		_, err = group(context.Background(), m, texts[:2], wrong)
		require.NoError(t, err)
	}
	requests := server.Requests()
	require.Len(t, requests, 4)
	for i, r := range requests {
		o := r.Options
		written, _ := o["num_predict"].(float64)
		delete(o, "num_predict")
		want, _ := json.Marshal(m.Parameters())
		got, _ := json.Marshal(o)
		assert.Truef(t, string(got) == string(want) && o["num_ctx"] == 4096.0 && o["temperature"] == 0.0 &&
			o["seed"] != nil, "request %d: options %s, the draft would say %s", i, got, want)
		assert.Truef(t, written > 0 && written <= 2048, "request %d: num_predict %v", i, written)
		for name, flag := range map[string]*bool{"think": r.Think, "truncate": r.Truncate, "shift": r.Shift} {
			assert.Truef(t, flag != nil && !*flag, "request %d: %s is not off", i, name)
		}
		assert.Truef(t, r.Model == qwen.Name && string(r.Format) == string(groupSchema),
			"request %d: model %q, format %s", i, r.Model, r.Format)
		assert.Equalf(t, question(texts[:3-i%2], [][]string{nil, {"too long"}}[i/2]).Text, r.Prompt, "request %d: prompt", i)
	}
}

// Found by test: the first answer was compared with the context that was asked
// for, not with the one that the server gave.
func TestFirstAnswerCutToASmallerContext(t *testing.T) {
	small := qwen
	small.Running = 256
	server := start(t, says(fake.Reply{Text: pairs, Read: 256}), small)
	m := connect(t, workspacetest.NewMemory(nil), options(server.URL))
	_, err := group(context.Background(), m, texts, nil)
	assert.Equalf(t, "too long", kind(err), "the server read 256 tokens with a context of 256: %v", err)
}

// The context holds the longest request, but no more than the settings, the model
// or good sense allow; and the room for prompts is what is left.
func TestPrepareAndRoom(t *testing.T) {
	for _, test := range []struct{ longest, trained, wanted, context, room int }{
		{500, 0, 0, 4096, (4096 - 512) * 2 / 3},
		{10000, 0, 0, 16384, (16384 - 512) * 2 / 3},
		{40000, 0, 0, 32768, (32768 - 512) * 2 / 3},
		{40000, 8192, 0, 8192, (8192 - 512) * 2 / 3},
		{40000, 0, 2048, 2048, (2048 - 512) * 2 / 3},
		{500, 256, 2048, 256, 0},
	} {
		model := qwen
		model.Trained = test.trained
		server := start(t, nil, model)
		opts := options(server.URL)
		opts.Context = test.wanted
		m := connect(t, workspacetest.NewMemory(nil), opts)
		m.Prepare(test.longest, mostWritten)
		assert.Equalf(t, test.context, m.Parameters()["num_ctx"], "%+v: context", test)
		assert.Equalf(t, test.room, m.Room(mostWritten), "%+v: room", test)
	}
}

func TestTimeouts(t *testing.T) {
	for name, change := range map[string]func(*llm.Options){
		"(model.timeout)":   func(o *llm.Options) { o.Timeout = 30 * time.Millisecond },
		"the time of a run": func(o *llm.Options) { o.RunTimeout = 300 * time.Millisecond },
	} {
		server := start(t, says(fake.Reply{Text: pairs, Silent: true}), qwen)
		opts := options(server.URL)
		change(&opts)
		m := connect(t, workspacetest.NewMemory(nil), opts)
		_, err := group(context.Background(), m, texts, nil)
		assert.Truef(t, kind(err) == "unreachable" && strings.Contains(err.Error(), name), "%s: %v", name, err)
		if n := server.Calls()["/api/generate"]; n > 1 { // or none, on a machine that is very busy
			t.Errorf("%s: sent %d times", name, n)
		}
	}
}

// Once the time of the run is over, nothing more is sent.
func TestRunTimeoutIsForAllRequests(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	server := start(t, says(answers(pairs)), qwen)
	opts := options(server.URL)
	opts.Now = func() time.Time { return now }
	m := connect(t, workspacetest.NewMemory(nil), opts)
	_, err := group(context.Background(), m, texts, nil)
	require.NoError(t, err)
	now = now.Add(opts.RunTimeout)
	server.Calls()
	_, err = group(context.Background(), m, texts[:2], nil)
	assert.Truef(t, kind(err) == "unreachable" &&
		server.Calls()["/api/generate"] == 0, "after the time of the run: %v", err)
}

// Each repetition waits twice as long as the one before, and Ctrl-C ends the wait.
func TestBackoff(t *testing.T) {
	server := start(t, says(fake.Reply{Status: 503, Error: "server busy"}), qwen)
	opts := options(server.URL)
	opts.Pause = 2 * time.Millisecond
	began := time.Now()
	_, err := group(context.Background(), connect(t, workspacetest.NewMemory(nil), opts), texts, nil)
	assert.Equalf(t, "unreachable", kind(err), "always busy: %v", err)
	waited := time.Since(began)
	assert.Truef(t, waited >= (2+4+8)*time.Millisecond, "sent four times within %v", waited)
	opts.Pause = time.Hour
	ctx, cancel := context.WithCancel(context.Background())
	server.Answers(func(fake.Request) fake.Reply { // the wait begins once this was read
		time.AfterFunc(20*time.Millisecond, cancel)
		return fake.Reply{Status: 503, Error: "server busy"}
	})
	m := connect(t, workspacetest.NewMemory(nil), opts)
	_, err = group(ctx, m, texts, nil)
	assert.ErrorIs(t, err, context.Canceled, "in the wait")
	assert.Equal(t, 1, m.Usage().Requests, "requests")
}

// Ctrl-C ends a request in the midst of its answer, and keeps nothing of it.
func TestCancelInMidStream(t *testing.T) {
	server := start(t, says(fake.Reply{Text: pairs, Silent: true}), qwen)
	fsys := workspacetest.NewMemory(nil)
	m := connect(t, fsys, options(server.URL))
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-server.Seen(); cancel() }()
	_, err := group(ctx, m, texts, nil)
	assert.Truef(t, errors.Is(err, context.Canceled) && kind(err) == "canceled", "canceled: %v", err)
	assert.Equal(t, 1, m.Usage().Requests, "times sent")
	_, err = fsys.ReadDir(".wisdom/cache")
	assert.Error(t, err, "something was kept")
	for _, path := range []string{"/api/version", "/api/show"} {
		server.Breaks(path, fake.Reply{Text: "{", Silent: true})
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-server.Seen(); cancel() }()
		_, err := llm.Connect(ctx, fsys, options(server.URL))
		assert.ErrorIsf(t, err, context.Canceled, "canceled at %s", path)
	}
}

// Progress counts requests and tokens, and tells when each one is done.
func TestProgress(t *testing.T) {
	server := start(t, says(fake.Reply{Text: pairs, NoEnd: true}, answers(pairs)), qwen)
	opts := options(server.URL)
	var done []llm.Progress
	told := 0
	opts.Progress = func(p llm.Progress) {
		if told++; p.Done {
			done = append(done, p)
		}
	}
	fsys := workspacetest.NewMemory(nil)
	for range 2 {
		m := connect(t, fsys, opts)
		m.Expect(2)
		_, err := group(context.Background(), m, texts, nil)
		require.NoError(t, err)
	}
	assert.Truef(t, len(done) == 2 && !done[0].Cached && done[1].Cached && done[0].Tokens >= 1 && done[0].Request == 1 &&
		done[0].Of == 2 &&
		done[0].What == "group", "done %+v", done)
	assert.Truef(t, told >= 5, "told %d times, and the answers came in parts", told)
}
