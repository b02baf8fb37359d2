package host

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseBaseline(t *testing.T) {
	for name, tc := range map[string]struct {
		text, memory string
		files        []Loaded
	}{
		"agent --json": {
			"[gateway] ready\n" + `{"result":{"meta":{"systemPromptReport":{"injectedWorkspaceFiles":[
{"name":"SOUL.md","path":"/w/SOUL.md","missing":false,"rawChars":1697,"injectedChars":1697,"truncated":false},
{"name":"MEMORY.md","missing":false,"rawChars":30034,"injectedChars":19998,"truncated":true},
{"path":"/w/USER.md","missing":true}]}}}}`, Yes,
			[]Loaded{{"SOUL.md", "OK", 1697, 1697}, {"MEMORY.md", "TRUNCATED", 30034, 19998}, {"USER.md", "MISSING", 0, 0}},
		},
		"/context list": {
			"Context\n" +
				"- AGENTS.md: OK | raw 6,437 chars (~1610 tok) | injected 6,437 chars (~1610 tok)\r\n" +
				"- SOUL.md: OK | raw 55 chars (~14 tok) | injected 55 chars (~14 tok)\n" +
				"- USER.md: MISSING\n" +
				"Project Context 2,943 chars\n", No,
			[]Loaded{{"AGENTS.md", "OK", 6437, 6437}, {"SOUL.md", "OK", 55, 55}, {"USER.md", "MISSING", 0, 0}},
		},
		"memory excluded": {
			"- MEMORY.md: MISSING | raw 0 chars | injected 0 chars\n", No, []Loaded{{"MEMORY.md", "MISSING", 0, 0}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := ParseBaseline(tc.text)
			require.Truef(t, err == nil && b.Memory == tc.memory && slices.Equal(b.Files, tc.files), "baseline %+v, %v", b, err)
			again, err := ParseBaseline(b.Text("2026-11-22", "test")) // what we write can be given to another workspace
			assert.Truef(t, err == nil && slices.Equal(again.Files, b.Files), "read again %+v, %v", again, err)
		})
	}
	for _, text := range []string{"", "hello", "{}", `{"injectedWorkspaceFiles": [`, `{"injectedWorkspaceFiles": 3}`} {
		b, err := ParseBaseline(text)
		assert.Errorf(t, err, "%q gives %+v", text, b)
	}
}

func TestEstimateBaseline(t *testing.T) {
	b := EstimateBaseline([]File{{"SOUL.md", "me\n"}, {"MEMORY.md", strings.Repeat("a", 30_000)}, {"TOOLS.md", "x"}})
	require.Len(t, b.Files, 2)
	assert.Equal(t, Loaded{"SOUL.md", "OK", 2, 2}, b.Files[0])
	assert.Truef(t, b.Files[1].Status == "TRUNCATED" && b.Files[1].Injected <= FileChars && b.Memory == Unknown,
		"baseline %+v", b)
	assert.Equal(t, []Loaded{{"CLAUDE.md", "OK", 5, 5}}, EstimateBaseline([]File{{"CLAUDE.md", "rules"}}).Files)
	nothing := EstimateBaseline(nil)
	assert.Truef(t, nothing.Memory == No && nothing.Total() == 0, "of nothing: %+v", nothing)
	text := b.Text("2026-11-22", "test")
	assert.Truef(t, strings.Contains(text, "AN ESTIMATE") &&
		strings.Contains(text, "MEMORY.md injected: unknown"), "text %q", text)
}
