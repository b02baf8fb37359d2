package hook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/titanous/json5"

	"wisdom/inject/session"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// Run runs the host's program, with a text on its standard input.
type Run func(ctx context.Context, stdin []byte, args ...string) (stdout, stderr []byte, err error)

// Openclaw is the host's program.
type Openclaw struct{ Run Run }

// ErrNoHost says that the host's program does not exist, or not where a person said it was.
var ErrNoHost = errors.New("OpenClaw is not installed")

// HostError says that the host's program failed.
type HostError struct {
	Command string
	Message string
}

// Error implements error.
func (e *HostError) Error() string { return fmt.Sprintf("openclaw %s: %s", e.Command, e.Message) }

// run is the standard output of a call. The host prints its trouble as JSON on standard output, or in lines on standard
// error.
func (o Openclaw) run(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	out, talk, err := o.Run(ctx, stdin, args...)
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		program := "openclaw on the PATH"
		if file, ok := errors.AsType[*fs.PathError](err); ok {
			program = file.Path
		}
		return nil, fmt.Errorf("%w: there is no program %s", ErrNoHost, program)
	}
	return nil, &HostError{strings.Join(args[:min(2, len(args))], " "), hostMessage(out, talk, err)}
}

// ask runs the host's program and decodes the JSON that it answers with. The host may log something in front of an
// object. name is that of the call in errors.
func (o Openclaw) ask(ctx context.Context, name string, answer any, args ...string) error {
	out, err := o.run(ctx, nil, args...)
	if err != nil {
		return err
	}
	if err = json.Unmarshal(out, answer); err != nil {
		err = json.Unmarshal(out[max(0, bytes.IndexByte(out, '{')):], answer)
	}
	if err != nil {
		return &HostError{name, err.Error()}
	}
	return nil
}

// hostMessage is why a call failed, on one line.
func hostMessage(out, talk []byte, err error) string {
	var answer struct {
		Error  struct{ Message string }
		Issues []struct{ Path, Message string }
	}
	text := cmp.Or(strings.Join(strings.Fields(string(talk)), " "), err.Error())
	if json.Unmarshal(out, &answer) == nil && answer.Error.Message != "" {
		text = answer.Error.Message
		for _, issue := range answer.Issues {
			text += fmt.Sprintf("; %s: %s", issue.Path, issue.Message)
		}
	}
	const most = 400
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}

var reVersion = text.Lazily(`\b\d{4}\.\d+\.\d+\S*`)

// Version is the host's version.
func (o Openclaw) Version(ctx context.Context) (string, error) {
	out, err := o.run(ctx, nil, "--version")
	if err != nil {
		return "", err
	}
	version := reVersion().FindString(string(out))
	if version == "" {
		return "", &HostError{"--version", fmt.Sprintf("it answers %q", strings.TrimSpace(string(out)))}
	}
	return version, nil
}

// Settings is the path of the host's settings.
func (o Openclaw) Settings(ctx context.Context) (string, error) {
	out, err := o.run(ctx, nil, "config", "file")
	if err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.TrimSpace(lines[len(lines)-1]), nil
}

// get is a part of the host's settings, nil where it is not set.
func (o Openclaw) get(ctx context.Context, name string) (v any, err error) {
	err = o.ask(ctx, "config get "+name, &v, "config", "get", name, "--json")
	if failed, ok := errors.AsType[*HostError](err); ok && strings.Contains(failed.Message, "but unset") {
		return nil, nil
	}
	return v, err
}

// ReadSettings are the host's settings in a file, which is JSON5; nil where there is no such file.
func ReadSettings(path string) (any, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var v any
	if err := json5.Unmarshal(b, &v); err != nil {
		place := path
		var wrong *json5.SyntaxError
		if errors.As(err, &wrong) {
			place = fmt.Sprintf("%s: line %d", path, 1+bytes.Count(b[:min(int(wrong.Offset), len(b))], []byte("\n")))
		}
		return nil, &SettingsError{
			fmt.Sprintf("%s: %v", place, err), "correct it; openclaw config validate says what is wrong",
		}
	}
	return v, nil
}

// Includes reports whether settings include other files, whose content only the host knows.
func Includes(settings any) bool {
	switch v := settings.(type) {
	case map[string]any:
		for name, inner := range v {
			if name == "$include" || Includes(inner) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, Includes)
	}
	return false
}

// Config is the host's settings for a plugin in the folder dir. path is their file; where it includes others, the
// host's program is asked.
func (o Openclaw) Config(ctx context.Context, path, dir string) (Config, error) {
	settings, err := ReadSettings(path)
	if err != nil {
		return Config{}, err
	}
	config := Config{session.Member(settings, "plugins"), session.Member(settings, "hooks"), dir}
	if !Includes(settings) {
		return config, nil
	}
	if config.Plugins, err = o.get(ctx, "plugins"); err == nil {
		config.Hooks, err = o.get(ctx, "hooks")
	}
	return config, err
}

// Apply changes the host's settings. A running gateway reads them by itself.
func (o Openclaw) Apply(ctx context.Context, patch Patch) error {
	b, err := json.Marshal(patch)
	if err != nil {
		return err
	}
	_, err = o.run(ctx, b, "config", "patch", "--stdin")
	return err
}

// LoadableHooks are the host's default workspace, the only one whose hooks it loads, and the names of the hooks that it could
// load.
func (o Openclaw) LoadableHooks(ctx context.Context) (dir string, loadable []string, err error) {
	var answer struct {
		WorkspaceDir string
		Hooks        []struct {
			Name     string
			Loadable bool
		}
	}
	if err := o.ask(ctx, "hooks list", &answer, "hooks", "list", "--json"); err != nil {
		return "", nil, err
	}
	for _, h := range answer.Hooks {
		if h.Loadable {
			loadable = append(loadable, h.Name)
		}
	}
	return answer.WorkspaceDir, loadable, nil
}

// Gateway asks the running gateway which plugins it has loaded. Where it does not answer, the error is a *HostError.
func (o Openclaw) Gateway(ctx context.Context) (plugins []string, err error) {
	var answer struct{ Plugins struct{ Loaded []string } }
	err = o.ask(ctx, "gateway call", &answer, "gateway", "call", "health", "--json", "--timeout", "5000")
	return answer.Plugins.Loaded, err
}

// BackUp copies the host's settings beside them, reads the copy back and compares it. Settings that no one may write
// are an error: the host would replace them all the same. Where there are none yet, there is no copy either. A copy is
// whole: a crash leaves at most a hidden file, which the next backup removes. The newest copy serves again where it is the
// same.
func BackUp(path string, now time.Time) (backup string, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	const write = 0o222
	if info.Mode().Perm()&write == 0 {
		return "", &SettingsError{
			fmt.Sprintf("%s is read-only (mode %04o)", path, info.Mode().Perm()), "make it writable: chmod u+w " + path,
		}
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	copies, err := Copies(path)
	if last := len(copies) - 1; err == nil && last >= 0 {
		if b, rerr := os.ReadFile(copies[last]); rerr == nil && bytes.Equal(b, content) {
			return copies[last], nil
		}
	}
	dir, file := filepath.Split(path)
	folder, err := workspace.Open(filepath.Clean(dir))
	if err == nil {
		backup, err = backUpIn(folder, file, file+copyMark+now.UTC().Format("20060102T150405"), content)
		err = errors.Join(err, folder.Close())
	}
	if err != nil {
		return "", fmt.Errorf("back up %s: %w", path, err)
	}
	return filepath.Join(dir, backup), nil
}

// backUpIn writes a copy of a file in a folder. Where another file has the name, the copy gets a number. It may hold
// keys, so only its owner reads it.
func backUpIn(folder workspace.FS, original, name string, content []byte) (copied string, err error) {
	next := workspace.Path("." + original + ".before-wisdom" + workspace.TemporarySuffix)
	if err = workspace.RemoveIfThere(folder, next); err == nil {
		err = workspace.WriteNew(folder, next, content, 0o600)
	}
	if err != nil {
		return "", err
	}
	copied = name
	for n := 2; ; n++ {
		if err = folder.RenameNew(next, workspace.Path(copied)); !errors.Is(err, fs.ErrExist) {
			break
		}
		copied = fmt.Sprintf("%s-%d", name, n)
	}
	if err == nil {
		err = folder.SyncDir(workspace.Root)
	}
	if err != nil {
		return "", err
	}
	if again, err := folder.ReadFile(workspace.Path(copied), int64(len(content))); !bytes.Equal(again, content) {
		return "", errors.Join(fmt.Errorf("the copy %s differs", copied), err)
	}
	return copied, nil
}
