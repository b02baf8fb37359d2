//go:build unix

package main

import (
	"cmp"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/pipeline/llm/ollamatest"
	"wisdom/pipeline/llm/ollamatest/tiny"
)

// The example of docs/context.md with a command line that reads its prompt from standard
// input, that of Ollama: with the block the model knows the project, without it not.
func TestOllamaReadsAContext(t *testing.T) {
	server := ollamatest.Start(t)
	model := server.Import(tiny.Model{Rules: []tiny.Rule{
		{When: "Never delete a booking", Say: "I keep every booking and add the groups."},
		{Say: "I do not know this project."},
	}})
	s := &shell{dir: t.TempDir()}
	for name, text := range map[string]string{
		"README.md": "# Ferry Desk\n\n" +
			"A booking desk for a small ferry line that works without a network.\n",
		"docs/ANCHORS.md":                    "Non-Negotiables:\n- Never delete a booking without an explicit command\n",
		"docs/MASTER_ROADMAP.md":             "Phase: 2\n",
		"session-journals/2026-01-02-one.md": "Next Action: Add group bookings\n",
		"task.md":                            "Add group bookings.\n",
	} {
		s.write(t, name, text)
	}
	for line, want := range map[string]string{
		`wisdom context standard --repo . --task task.md | "$PROGRAM" run "$MODEL"`: "I keep every booking",
		`"$PROGRAM" run "$MODEL" < task.md`:                                         "I do not know this project",
	} {
		c := exec.Command("sh", "-c", line)
		c.Dir = s.dir
		c.Env = append(
			os.Environ(), "PROGRAM="+cmp.Or(os.Getenv("OLLAMA_BIN"), "ollama"), "MODEL="+model,
			"OLLAMA_HOST="+server.URL(),
		)
		out, err := c.Output()
		assert.Truef(t, err == nil && strings.Contains(string(out), want), "%s: %q, %v, want %q", line, out, err, want)
	}
}
