package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/cmd/wisdom/settings"
	"wisdom/pipeline/llm"
	"wisdom/pipeline/llm/fake"
)

// asked lets init look for a reader in a workspace with settings, where a person types answers; "-" is no settings.
func asked(t *testing.T, before, typed string, readers ...llm.Reader) (out, after string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, string(settings.File))
	if before != "-" {
		require.NoError(t, os.WriteFile(file, []byte(before), 0o640))
	}
	var said bytes.Buffer
	a := &deps{streams: streams{
		in: strings.NewReader(typed), out: &said, err: &said, walks: true, width: func() int { return 100 }, now: time.Now,
		getenv: func(string) string { return "" }, machine: machine{readers: func() []llm.Reader { return readers }},
	}, flags: globalFlags{workspace: dir}}
	require.NoError(t, a.open())
	defer a.close()
	require.NoError(t, findReader(t.Context(), a, &begun{}))
	left, err := os.ReadFile(file)
	if err != nil {
		left = []byte("-")
	}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(entries), 1, "files beside the settings: %v", entries)
	return said.String(), string(left)
}

// A person is asked once. The lines of the chosen reader are added to the settings, in their line ends, and nothing else
// in them changes; Enter, the end of what is typed, or settings that cannot take the lines leave them as they are.
func TestInitAsksForAReader(t *testing.T) {
	server := fake.Start(nil, fake.Model{Name: "first"}, fake.Model{Name: `odd "name"`})
	defer server.Close()
	reader := llm.Reader{API: llm.OpenAI, Title: "LM Studio", Host: server.URL, Goes: "lessons stay here"}
	table := "[model]\napi = \"openai\"\nhost = \"" + server.URL + "/v1\"\nname = "
	first, odd := table+"\"first\"\n", table+"\"odd \\\"name\\\"\"\n"
	for name, tc := range map[string]struct{ before, typed, after string }{
		"no file":           {"-", "1\n", first},
		"a name to quote":   {"-", "2\n", odd},
		"Enter":             {"-", "\n", "-"},
		"nothing typed":     {"-", "", "-"},
		"no such number":    {"-", "3\n0\nx\n2\n", odd},
		"an empty file":     {"", "1\n", first},
		"comments":          {"# mine\n\n[lint] # off\nsoul-budget = \"off\"\n", "1\n", "# mine\n\n[lint] # off\nsoul-budget = \"off\"\n\n" + first},
		"no last line end":  {"[budgets]\nsection = 140", "1\n", "[budgets]\nsection = 140\n\n" + first},
		"CRLF":              {"[budgets]\r\nsection = 140\r\n", "1\n", "[budgets]\r\nsection = 140\r\n\r\n" + strings.ReplaceAll(first, "\n", "\r\n")},
		"a table is there":  {"[model]\ntimeout = \"5m\"\n", "1\n", "[model]\ntimeout = \"5m\"\n"},
		"dotted keys":       {"model.timeout = \"5m\"\n", "1\n", "model.timeout = \"5m\"\n"},
		"an inline table":   {"model = {timeout = \"5m\"}\n", "1\n", "model = {timeout = \"5m\"}\n"},
		"a table in quotes": {"[\"model\"]\ntimeout = \"5m\"\n", "1\n", "[\"model\"]\ntimeout = \"5m\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			out, after := asked(t, tc.before, tc.typed, reader)
			assert.Equal(t, tc.after, after)
			assert.Contains(t, out, "1  the model first of "+server.URL+"/v1")
			chosen := strings.Trim(tc.typed, "\n") != ""
			assert.Equal(t, chosen && tc.after != tc.before, strings.Contains(out, "written to wisdom.toml"), out)
			assert.Equal(t, chosen && tc.after == tc.before, strings.Contains(out, "change it by hand"), out)
		})
	}
}

// Where Ollama has a model that can answer, nothing has to be written, and no pull is proposed; where it has none, the
// command that gets one says nothing of installing Ollama.
func TestInitWithOllama(t *testing.T) {
	server := fake.Start(nil, fake.Model{Name: "a"}, fake.Model{Name: "b", Capabilities: []string{"embedding"}})
	defer server.Close()
	reader := llm.Reader{API: llm.Ollama, Title: "Ollama", Host: server.URL}
	out, after := asked(t, "-", "1\n", reader)
	assert.Equal(t, "model    Ollama at "+server.URL+
		" has 1 model: a run uses the best one that passes its exam, and needs no settings\n", out)
	assert.Equal(t, "-", after)
	server.Has(fake.Model{Name: "b", Capabilities: []string{"embedding"}})
	out, _ = asked(t, "-", "", reader)
	assert.Equal(t, "model    none is on this machine: ollama pull qwen3:4b-instruct (2.5 GB, for any machine)\n", out)
}

// The model that is named to pull fits the memory, and is the smallest where that is not known.
func TestPullFitsTheMemory(t *testing.T) {
	for gigabytes, want := range map[float64]string{
		0: "qwen3:4b-instruct (2.5 GB, for any machine)", 3.8: "qwen3:4b-instruct (2.5 GB, for a memory of 4 GB)",
		7.6: "qwen3.5:4b (3.4 GB, for a memory of 8 GB)", 15.5: "qwen3.5:9b (6.6 GB, for a memory of 16 GB)",
		23.4: "qwen3:30b-instruct (19 GB, for a memory of 23 GB)", 31.2: "qwen3.5:35b (24 GB, for a memory of 31 GB)",
	} {
		a := &deps{streams: streams{machine: machine{memory: uint64(gigabytes * (1 << 30))}}}
		assert.Truef(t, strings.HasSuffix(pullHint(a, nil), ": ollama pull "+want), "%v GB: %s", gigabytes, pullHint(a, nil))
	}
	for _, p := range pulls {
		assert.LessOrEqualf(t, p.gigabytes, float64(max(p.from, 4))-1, "%s has no room beside it", p.model)
	}
	assert.Positive(t, memoryHere(), "the memory of this machine is not known")
}

// In a real terminal the question comes before anything is written, and the first draft is made with what was chosen.
func TestTerminalInitAsks(t *testing.T) {
	t.Parallel()
	server := fake.Start(wordings.Answer, small)
	defer server.Close()
	term := newTerminal(t, 80, 50, "TEST_READERS=claude,LM Studio="+server.URL)
	term.script("claude", "exit 1")
	require.NoError(t, os.Mkdir(filepath.Join(term.dir, "new"), 0o755))
	put(t, term.dir, "new/SOUL.md", "# Soul\n\nMe.\n")
	put(t, term.dir, "new/TOOLS.md", "# Tools\n")
	put(t, term.dir, "new/wisdom.toml", "[budgets]\nsection = 140\n")
	term.typed("clear; wisdom -C new init")
	screen := term.wait(`or just Enter for none: ?$`)
	term.want(screen, "1  the model tiny:latest of "+server.URL+"/v1, the usual address of LM Studio: your lessons",
		"2  claude: your lessons go to ", "Let one of them? 1 to 2, or just Enter for none:")
	fits(t, screen, 80)
	assert.NoDirExists(t, filepath.Join(term.dir, "new/.wisdom"))
	term.typed("1")
	screen = term.wait(`Review the draft now\? \[y/N\] ?$`)
	term.want(screen, "model    written to wisdom.toml: [model]", "baseline", "is pending review")
	assert.Equal(t, "[budgets]\nsection = 140\n\n[model]\napi = \"openai\"\nhost = \""+server.URL+
		"/v1\"\nname = \"tiny:latest\"\n", term.read("new/wisdom.toml"))
	term.typed("n")
	term.wait(`\$ ?$`)
	// Now that a model is named, no one is asked again.
	term.typed("clear; wisdom -C new init")
	assert.NotContains(t, term.wait(`is already pending(.|\n)*Review the draft now\? \[y/N\] ?$`), "Let one of them?")
	term.typed("")
}
