package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// buildProgram builds a program from Go source.
func buildProgram(t *testing.T, pkg string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

func tryIn(t *testing.T, program, dir string) (code int, printed string) {
	t.Helper()
	var out, errOut bytes.Buffer
	code = run(t.Context(), []string{"--program", program, dir}, &out, &errOut)
	return code, out.String() + errOut.String()
}

func TestSamplePasses(t *testing.T) {
	program := buildProgram(t, "wisdom/cmd/wisdom")
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "a", "sample"), os.DirFS("../../testdata/sample")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "b", "MEMORY.md"), "## Lessons\n\n- Check the backup before you need it.\n")
	code, printed := tryIn(t, program, dir)
	if code != 0 ||
		!strings.Contains(printed, "2 of 2 workspaces pass (1 have no SOUL.md: runs must refuse); 2 rollbacks") {
		t.Errorf("exit %d: %s", code, printed)
	}
	if strings.Contains(printed, "backup before") {
		t.Errorf("printed text of a note: %s", printed)
	}
}

// A program that does harm must fail the trial.
func TestHarmIsReported(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the harmful programs are shell scripts")
	}
	for name, tc := range map[string]struct{ script, want string }{
		"fails":            {"echo 'wisdom: MEMORY.md:3: no' >&2; exit 2", "run: exit 2 at MEMORY.md:3"},
		"changes a file":   {`echo more >> "$2/MEMORY.md"`, "collect: changed MEMORY.md"},
		"removes a file":   {`rm -f "$2/MEMORY.md"`, "collect: changed MEMORY.md"},
		"leaves a file":    {`touch "$2/new.txt"`, "collect: changed new.txt"},
		"writes too early": {`mkdir -p "$2/.wisdom" && touch "$2/.wisdom/x"`, "dry run: changed .wisdom/x"},
		"leaves SOUL.md changed": {
			`case "$*" in *"run --json"*) echo '{"draft":"1"}';; *approve*) echo more >> "$2/SOUL.md";; esac`,
			"rollback: changed SOUL.md",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range []string{"SOUL.md", "MEMORY.md"} {
				writeFile(t, filepath.Join(dir, "workspace", file), "text\n")
			}
			program := filepath.Join(t.TempDir(), "program")
			writeFile(t, program, "#!/bin/sh\n"+tc.script+"\n")
			if err := os.Chmod(program, 0o700); err != nil { //nolint:gosec // a script to run
				t.Fatal(err)
			}
			code, printed := tryIn(t, program, dir)
			if code != 1 || !strings.Contains(printed, tc.want) {
				t.Errorf("exit %d, want %q: %s", code, tc.want, printed)
			}
		})
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
