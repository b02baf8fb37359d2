package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/stretchr/testify/require"
)

// compareMessages are asked in folders that have no messages.jsonl beside them.
var compareMessages = []string{
	"Which port does the dashboard use?",
	"What should I do before I send a message to a customer?",
	"How do I restart the server after a failed deploy?",
	"When did we last restore a backup?",
	"Wie komme ich an das Passwort?",
	"thanks!",
}

// binary is a program on disk, in a workspace of its own.
type binary struct{ path, dir, home string }

func (b binary) wisdom(args ...string) (code int, out, talk string) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(
		context.Background(),
		b.path,
		append([]string{"-C", b.dir, "--now", "2026-11-21"}, args...)...)
	cmd.Env = []string{"HOME=" + b.home, "NO_COLOR=1", "TZ=UTC", "OLLAMA_HOST=127.0.0.1:1", "WISDOM_REVIEWER=mara"}
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return -1, "", err.Error() + "\n"
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// TestCompare runs two programs on copies of folders and shows what they answer differently: make compare.
func TestCompare(t *testing.T) {
	programs := []string{os.Getenv("WISDOM_OLD"), os.Getenv("WISDOM_NEW")}
	if programs[0] == "" {
		t.Skip("make compare names the programs and the folders")
	}
	for _, folder := range strings.Fields(os.Getenv("WISDOM_FOLDERS")) {
		var answers [2]string
		for i, program := range programs {
			b := binary{program, filepath.Join(t.TempDir(), "ws"), t.TempDir()}
			require.NoError(t, os.CopyFS(b.dir, os.DirFS(folder)))
			messages, err := messagesOf(filepath.Dir(filepath.Clean(folder)))
			require.NoError(t, err)
			if messages == nil {
				messages = compareMessages
			}
			answers[i] = askAll(b, b.dir, messages)
		}
		difference := string(diff.Diff("old", []byte(answers[0]), "new", []byte(answers[1])))
		if difference == "" {
			t.Logf("same       %s", folder)
			continue
		}
		t.Errorf("different  %s\n%s", folder, shortened(difference))
	}
}
