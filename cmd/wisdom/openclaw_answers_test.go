//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/pipeline/llm/ollamatest"
	"wisdom/pipeline/llm/ollamatest/tiny"
)

// A real OpenClaw gives out its model, one of a real Ollama, without a gateway: api = "openclaw" is all that wisdom needs.
// $OLLAMA_BIN names the Ollama; without it the test is skipped.
func TestOpenClawAnswersAsModel(t *testing.T) {
	dir := os.Getenv("WISDOM_OPENCLAW")
	if dir == "" {
		t.Skip("needs a real OpenClaw: make test-openclaw")
	}
	server := ollamatest.Start(t)
	model := server.Import(tiny.Model{Rules: []tiny.Rule{{When: "teach the same", Say: `{"same":[1,2]}`}}})
	state, workspace := t.TempDir(), t.TempDir()
	const settings = `{
  agents: { defaults: { workspace: %q, skipBootstrap: true, model: { primary: "here/%[2]s" } } },
  models: { mode: "replace", catalogRefresh: { enabled: false }, providers: { here: {
    baseUrl: "%[3]s/v1", apiKey: "none", api: "openai-completions", models: [{
      id: %[2]q, name: "tiny", reasoning: false, input: ["text"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, contextWindow: 16384, maxTokens: 1000,
    }],
  } } },
  update: { checkOnStart: false }, telemetry: { enabled: false },
}
`
	text := fmt.Sprintf(settings, workspace, model, server.URL())
	require.NoError(t, os.WriteFile(filepath.Join(state, "openclaw.json"), []byte(text), 0o600))
	for name, value := range map[string]string{
		"PATH": filepath.Join(dir, "node_modules/node/bin") + ":" + filepath.Join(dir, "node_modules/.bin") + ":" +
			os.Getenv("PATH"),
		"HOME": t.TempDir(), "OPENCLAW_STATE_DIR": state, "OPENCLAW_NO_AUTO_UPDATE": "1",
	} {
		t.Setenv(name, value)
	}
	put(t, workspace, "SOUL.md", "# Soul\n\nMe.\n")
	put(t, workspace, "wisdom.toml", "[model]\napi = \"openclaw\"\n")
	code, out, talk := wisdom(t, workspace, "", "doctor")
	assert.Equal(t, exitDone, code, talk)
	assert.Contains(t, out, "ok    command   openclaw is there")
	assert.Contains(t, out, "ok    answers   structured, as the schema asks")
}
