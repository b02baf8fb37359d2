package enrich

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/inject/recall"
)

func snippet(text, source string) recall.Snippet { return recall.Snippet{Text: text, Source: source} }

var (
	someFacts    = []Fact{{"name", "Steve"}, {"location", "Texas"}}
	someSnippets = []recall.Snippet{
		snippet("- The printer listens\n  on port 9107.", "memory/topics/hall.md#L3-L4"),
		snippet("| gate | ochre |", "MEMORY.md#L9-L9"),
		snippet("Third.", "memory/2026-01-02.md#L1-L1"), snippet("Fourth.", "memory/x.md#L1-L1"),
	}
)

func TestBlock(t *testing.T) {
	const context = "[context: The printer listens on port 9107. (Source: memory/topics/hall.md#L3-L4) | | gate / " +
		"ochre | (Source: MEMORY.md#L9-L9) | Third. (Source: memory/2026-01-02.md#L1-L1)]"
	for _, test := range []struct {
		name     string
		facts    []Fact
		snippets []recall.Snippet
		want     string
	}{
		{"both", someFacts, someSnippets, "\n\n[facts: name=Steve, location=Texas]\n" + context},
		{"facts", someFacts, nil, "\n\n[facts: name=Steve, location=Texas]"},
		{"snippets", nil, someSnippets, "\n\n" + context},
		{"nothing", nil, nil, ""},
		{
			"what is newer", nil,
			[]recall.Snippet{{Text: "- Port 1.", Source: "a.md#L1-L1", Note: "newer: b.md#L2-L2"}},
			"\n\n[context: Port 1. (newer: b.md#L2-L2) (Source: a.md#L1-L1)]",
		},
	} {
		assert.Equal(t, test.want, Block(test.facts, test.snippets), test.name)
	}
}

// Invariant 1.
func TestStripUndoesBlock(t *testing.T) {
	for _, message := range []string{
		"Which port?", "", "\n", "two\nlines\n", "ends with blanks  \n\n\n", "[facts: a=b]", "see [context: x]\n",
		"a\n\n[facts: old=1]\nmore", "Zürich 你好\r\n", "\n\n[facts: no equals sign]", "quoted:\n\n[context: no source]",
	} {
		for _, block := range []string{Block(someFacts, someSnippets), Block(someFacts, nil), Block(nil, someSnippets), ""} {
			for _, text := range []string{message + block, Message(message, block)} {
				assert.Equalf(t, message, Strip(text), "Strip(%q)", text)
			}
		}
	}
}

func FuzzStrip(f *testing.F) {
	f.Add("Which port?", "name", "Steve", "The printer listens.")
	f.Add("a\n\n[facts: x=1]", "a", "b]\n", "| x |")
	f.Fuzz(func(t *testing.T, message, key, value, text string) {
		block := Block(
			Facts(map[string]string{key: value, UserFile: "all"}, text, nil),
			[]recall.Snippet{snippet(text, "memory/a.md#L1-L2")},
		)
		if Strip(message) != message {
			t.Skip() // it ends with what looks like a block
		}
		if text := Message(message, block); Strip(text) != message {
			t.Errorf("Strip(%q) is %q, want %q", text, Strip(text), message)
		}
	})
}

var everything = map[string]string{UserFile: "all"}

func TestFactsAreAboutTheMessage(t *testing.T) {
	const user = "- Name: Mara\n- Pronouns: she/her\n- What to call them: Mara\n- Timezone: Europe/Lisbon\n" +
		"- Knitting needles: bamboo, size 4\n- 职业: 织布工\n"
	for words, want := range map[string]string{
		"name": "name", "pronoun": "pronouns", "call": "what_to_call_them", "mara": "name what_to_call_them",
		"lisbon weather": "timezone", "needle": "knitting_needles", "职业": "职业", "printer port": "", "": "",
	} {
		var got []string
		for _, f := range Facts(nil, user, strings.Fields(words)) {
			got = append(got, f.Key)
		}
		assert.Equal(t, want, strings.Join(got, " "), words)
	}
	assert.Equal(
		t,
		[]Fact{{"loom", "left"}},
		Facts(map[string]string{"loom": "left"}, user, nil),
		"of the settings",
	)
}

func TestFacts(t *testing.T) {
	b, err := os.ReadFile("testdata/user.md")
	require.NoError(t, err)
	user := strings.NewReplacer("{{key}}", "sk-proj-"+strings.Repeat("a1B2", 10), "{{zero-width space}}", "\u200b",
		"{{long}}", strings.Repeat("x", 300)).Replace(string(b))
	var got []string
	for _, f := range Facts(map[string]string{"timezone": "UTC", "Car": "red", UserFile: "all"}, user, nil) {
		got = append(got, f.Key+"="+f.Value)
	}
	want := "Car=red timezone=UTC name=Mara Lind pronouns=she/her what_to_call_them=Mara website=https://example.org"
	assert.Equal(t, strings.ToLower(want[:3])+want[3:], strings.Join(got, " "))
	var many strings.Builder
	for i := range 100 {
		many.WriteString("Key " + strings.Repeat("i", i%20+1) + strings.Repeat("j", i/20+1) + ": a value of some length\n")
	}
	n := len(Facts(everything, many.String(), nil))
	assert.Truef(t, n >= 5 && n <= 40, "%d facts in the budget", n)
}

// Invariant 2: what may change is shown, everything else is compared byte for byte.
func TestChat(t *testing.T) {
	block := "\n\n[facts: name=Steve]\n[context: Port \"9107\". (Source: a.md#L1-L1)]"
	const inJSON = `\n\n[facts: name=Steve]\n[context: Port \"9107\". (Source: a.md#L1-L1)]`
	for _, test := range []struct{ name, request, want string }{
		{
			"openai", `{"model":"m", "messages":[{"role":"system","content":"be kind"},{"content":"which port?",` +
				`"role":"user"}],"n":1.50}`,
			`{"model":"m", "messages":[{"role":"system","content":"be kind"},{"content":"which port?` + inJSON +
				`","role":"user"}],"n":1.50}`,
		},
		{
			"escapes stay", `{"messages":[{"role":"user","content":"\u00e9\/ \ud83d\ude00 <b>&"}]}`,
			`{"messages":[{"role":"user","content":"\u00e9\/ \ud83d\ude00 <b>&` + inJSON + `"}]}`,
		},
		{
			"earlier messages are restored", `{"messages":[{"role":"user","content":"first` + inJSON +
				`"},{"role":"assistant","content":"ok"},{"role":"user","content":"second"}]}`,
			`{"messages":[{"role":"user","content":"first"},{"role":"assistant","content":"ok"},{"role":"user",` +
				`"content":"second` + inJSON + `"}]}`,
		},
		{
			"parts", `{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url",` +
				`"image_url":{"url":"u"}},{"type":"text","text":"which?"}]}]}`,
			`{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url","image_url":{"url":"u"}},` +
				`{"type":"text","text":"which?` + inJSON + `"}]}]}`,
		},
		{
			"a loop of tools", `{"messages":[{"role":"user","content":"which?"},{"role":"assistant","tool_calls":[]},` +
				`{"role":"tool","content":"x"}]}`,
			`{"messages":[{"role":"user","content":"which?` + inJSON +
				`"},{"role":"assistant","tool_calls":[]},{"role":"tool","content":"x"}]}`,
		},
		{
			"enriched already", `{"messages":[{"role":"user","content":"which?\n\n[facts: name=Old]"}]}`,
			`{"messages":[{"role":"user","content":"which?` + inJSON + `"}]}`,
		},
		{
			"generate", `{"model":"m","prompt":"which?","stream":false}`,
			`{"model":"m","prompt":"which?` + inJSON + `","stream":false}`,
		},
		{"a raw prompt", `{"prompt":"<|user|>which?","raw":true}`, ""},
		{"no memory", `{"memory":false,"messages":[{"role":"user","content":"which?"}]}`, ""},
		{"no user", `{"messages":[{"role":"system","content":"x"}]}`, ""},
		{"no content", `{"messages":[{"role":"user"}]}`, ""},
		{"content null", `{"messages":[{"role":"user","content":null}]}`, ""},
		{"images alone", `{"messages":[{"role":"user","content":[{"type":"image_url"}]}]}`, ""},
		{"load the model", `{"model":"m"}`, ""},
		{"an empty list", `{"messages":[]}`, ""},
		{"no list", `{"messages":{}}`, ""},
		{"no messages", `{"messages":[1,"x",["user"]]}`, ""},
		{"two earlier blocks", `{"messages":[{"role":"user","content":"a\n\n[facts: x=1]"},{"role":"user","content":"b\n\n` +
			`[facts: y=2]"},{"role":"user","content":"c"}]}`, `{"messages":[{"role":"user","content":"a"},{"role":"user",` +
			`"content":"b"},{"role":"user","content":"c` + inJSON + `"}]}`},
		{
			"a member that comes twice", `{"memory":false,"prompt":"a","memory":true,"prompt":"b"}`,
			`{"memory":false,"prompt":"a","memory":true,"prompt":"b` + inJSON + `"}`,
		},
	} {
		want := test.want
		if want == "" {
			want = test.request
		}
		var asked []string
		got, changed, err := Chat(
			[]byte(test.request),
			func(message string) (string, error) { asked = append(asked, message); return block, nil },
		)
		assert.Truef(t, err == nil && string(got) == want, "%s: %v\n got %s\nwant %s", test.name, err, got, want)
		assert.Truef(t, json.Valid(got) && len(asked) <= 1 && (len(asked) != 1 || !strings.Contains(asked[0], "[facts")) &&
			(changed.Added > 0) == (test.want != ""), "%s: asked %q, %+v, %s", test.name, asked, changed, got)
	}
}

// Invariant 3.
func TestChatInTrouble(t *testing.T) {
	for _, request := range []string{
		``, `{`, `[]`, `"x"`, `null`, "[\n{}]",
		`{"messages":[{"role":"user","content":"x"}]} trailing`,
	} {
		got, _, err := Chat([]byte(request), func(string) (string, error) { return "block", nil })
		assert.Truef(t, string(got) == request && err != nil, "%s: %s, %v", request, got, err)
	}
	const request = `{"messages":[{"role":"user","content":"a\n\n[facts: x=1]"},{"role":"user","content":"x"}]}`
	full := errors.New("the disk is full")
	got, changed, err := Chat([]byte(request), func(string) (string, error) { return "", full })
	assert.Truef(t, string(got) == request && errors.Is(err, full) && changed.Added == 0, "%s, %+v, %v", got, changed, err)
}

func FuzzChat(f *testing.F) {
	f.Add(`{"messages":[{"role":"user","content":"which?"}]}`)
	f.Add(`{"prompt":"x"}`)
	f.Add(`{"messages":[{"role":"user","content":[{"type":"text","text":"a"}]}]}`)
	f.Fuzz(func(t *testing.T, request string) {
		got, _, err := Chat([]byte(request), func(string) (string, error) { return "\n\n[facts: a=b]", nil })
		assert.Truef(t, err == nil || string(got) == request, "trouble, and %q became %q", request, got)
		assert.Truef(t, err != nil || json.Valid(got), "%q became %q", request, got)
	})
}

// The rules of Shepherd: the difference between two requests is what the last message
// took, and the average follows by a fifth, within 2 and 5.
func TestAccount(t *testing.T) {
	var a Account
	a.Send(400, 40) // 440 characters
	block := a.Used(1100, 50)
	assert.Truef(t, block == 10 && a.Total == 1150 && a.PerToken == 4, "the first request: block %d, %+v", block, a)
	a.Send(300, 0) // the block of the first message goes: 40 characters at 4 a token
	assert.Equalf(t, 1140, a.Total, "after the block is gone: %+v", a)
	block = a.Used(1240, 20) // 300 characters in 100 tokens
	assert.Truef(t, block == 0 && a.Total == 1260 && a.PerToken >= 3.79 && a.PerToken <= 3.81,
		"the second request: block %d, %+v", block, a)
	for range 50 {
		a.Send(1000, 0)
		a.Used(a.Total+1, 0)
	}
	assert.Truef(t, a.PerToken >= 4.9 && a.PerToken <= 5, "above the limit: %+v", a)
	for range 50 {
		a.Send(10, 0)
		a.Used(a.Total+1000, 0)
	}
	assert.Truef(t, a.PerToken >= 2 && a.PerToken <= 2.1, "below the limit: %+v", a)
}
