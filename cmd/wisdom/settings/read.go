package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/sergi/go-diff/diffmatchpatch"

	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/pipeline/llm"
)

// Error says why the settings cannot be read, and on which line that is.
type Error struct {
	Path    workspace.Path
	Line    int // 0 where it cannot be told
	Message string
	cause   error // of a file that cannot be read
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Error implements error.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Path, e.Message)
	}
	return fmt.Sprintf("%s: line %d: %s", e.Path, e.Line, e.Message)
}

// Read reads wisdom.toml, if there is one. An unknown key is an error
// that names the nearest known one. Every error is an *Error.
func Read(fsys workspace.FS) (s *Settings, err error) {
	p, s := File, Default()
	defer func() {
		if wrong, ok := errors.AsType[*Error](err); ok {
			s, wrong.Path = nil, p
		}
	}()
	b, there, err := workspace.ReadIfThere(fsys, p, 1<<20)
	if hidden, _ := workspace.Exists(fsys, Hidden); hidden && there {
		return nil, &Error{Message: string(Hidden) + " is there too: move its lines into this file and remove it"}
	} else if hidden && err == nil {
		p = Hidden
		b, there, err = workspace.ReadIfThere(fsys, p, 1<<20)
	}
	switch {
	case err != nil:
		message := strings.TrimPrefix(err.Error(), string(p)+": ")
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			message = path.Err.Error()
		}
		return nil, &Error{Message: message, cause: err}
	case !there:
		return s, nil
	}
	meta, err := toml.Decode(string(b), s)
	if wrong, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, &Error{Line: wrong.Position.Line, Message: wrong.Message}
	}
	if err != nil {
		return nil, wrongType(err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		message := unknownKey(unknown[0].String())
		for _, key := range unknown[1:] { // all at once: a program that was updated may know several no more
			if what := unknownKey(key.String()); !strings.Contains(message, what) { // of a table and what is in it, one
				message += fmt.Sprintf("; line %d: %s", lineOf(string(b), key), what)
			}
		}
		return nil, &Error{Line: lineOf(string(b), unknown[0]), Message: message}
	}
	if llm.PresetOf(s.Model.API).Program != "" && !meta.IsDefined("model", "name") {
		s.Model.Name = "" // it chooses its own
	}
	checks := slices.Concat(s.values(), s.sources(), s.model(), []check{
		{"section.file", sectionFile(s.Section.File)}, {"section.required", s.required()},
	}, s.tables())
	for _, c := range checks { // the first that fails is told
		if c.err != nil {
			return nil, &Error{Line: lineOf(string(b), strings.Split(c.key, ".")), Message: c.key + ": " + c.err.Error()}
		}
	}
	if s.Section.File = path.Clean(s.Section.File); s.Section.File == string(lint.SoulFile) || s.Section.File == "." {
		s.Section.File = ""
	}
	if s.Section.File != "" {
		s.sectionOnly(meta.IsDefined)
	}
	return s, nil
}

// unknownKey says what is wrong with a key that is no setting.
func unknownKey(key string) string {
	return fmt.Sprintf("unknown key %q", key) + didYouMean(key, Keys())
}

// reWrongType is how the parser words a value of another type than the setting's.
var reWrongType = text.Lazily(
	`^toml: line (\d+) \(last key "([^"]+)"\): incompatible types: TOML value has type (\w+); destination has type (\w+)$`,
)

// wrongType says which setting has a value of another type.
func wrongType(err error) *Error {
	m := reWrongType().FindStringSubmatch(err.Error())
	if m == nil {
		return &Error{Message: strings.TrimPrefix(err.Error(), "toml: ")}
	}
	line, _ := strconv.Atoi(m[1]) // digits, by the pattern
	named := strings.NewReplacer("int64", "integer", "slice", "array", "boolean", "boolean", "bool", "boolean").Replace
	return &Error{Line: line, Message: fmt.Sprintf("%s: its type is %s and must be %s", m[2], named(m[3]), named(m[4]))}
}

// lineOf finds the line on which a key is set; 0 where it cannot be told.
func lineOf(text string, key []string) int {
	whole, table, number := strings.Join(key, "."), "", 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		name, _, assigned := strings.Cut(line, "=")
		if strings.HasPrefix(line, "[") {
			table = strings.Trim(line, "[] \t") + "."
			if table == whole+"." {
				return number
			}
			continue
		}
		name = strings.Trim(strings.TrimSpace(name), `"`)
		if assigned && (table+name == whole || name == whole) {
			return number
		}
	}
	return 0
}

// Nearest returns the known word that differs least from a word, by two letters at most, or "".
func Nearest[S ~string](word S, known []S) S {
	differ := diffmatchpatch.New()
	best, least := S(""), min(len(word)/2, 2)+1
	for _, k := range known {
		if d := differ.DiffLevenshtein(differ.DiffMain(string(word), string(k), false)); d < least {
			best, least = k, d
		}
	}
	return best
}
