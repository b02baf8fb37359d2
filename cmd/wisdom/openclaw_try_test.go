//go:build unix

package main

import (
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A gateway for a person: it starts the real host with the workspace of a stranger and a
// stand-in for a model, prints what to type, and stays until Ctrl-C. WISDOM_OPENCLAW_TRY
// is the folder of the program, which make try-openclaw builds.
func TestOpenClawTry(t *testing.T) {
	programs := os.Getenv("WISDOM_OPENCLAW_TRY")
	if programs == "" {
		t.Skip("starts a gateway that stays: make try-openclaw")
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o := startOpenclaw(t, strangerFiles)
	o.model.follow(withSources)
	file := filepath.Join(o.state, "try.sh")
	require.NoError(t, os.WriteFile(file, []byte(o.exports(programs)), 0o600))
	fmt.Fprintf(os.Stderr, `
OpenClaw runs, with a small workspace and a stand-in for a model. In another terminal:

    . %s
    wisdom rollout

Type what it names after "next", until it says that the rollout is complete. Where it
asks for a message to the agent:

    openclaw agent --session-key agent:main:main -m hello

The stand-in answers nothing but the usual questions of wisdom accept, out of this
workspace; a question of your own in wisdom.toml fails here.

Then the way back: wisdom rollout back, once for each phase, and wisdom hook remove.
The host's settings: %s
Ctrl-C ends the gateway and deletes all of it.

`, file, filepath.Join(o.state, "openclaw.json"))
	<-ctx.Done()
}

// exports are lines for a shell in which wisdom and openclaw are those of the test.
func (o *openclaw) exports(programs string) string {
	var lines strings.Builder
	for _, v := range o.env {
		name, value, _ := strings.Cut(v, "=")
		if name == "PATH" {
			value = programs + string(filepath.ListSeparator) + value
		}
		if name == "PATH" || name == "HOME" || name == "NO_COLOR" || strings.HasPrefix(name, "OPENCLAW_") {
			fmt.Fprintf(&lines, "export %s='%s'\n", name, strings.ReplaceAll(value, "'", `'\''`))
		}
	}
	fmt.Fprintf(&lines, "export WISDOM_WORKSPACE='%s'\n", o.workspace)
	return lines.String()
}
