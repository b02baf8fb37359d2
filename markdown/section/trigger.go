package section

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/injection"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
)

// TriggersFile holds the triggers of entries, one a line. It is the rules file of the host's plugin too, which reads it
// as it is: a trigger of an entry that SOUL.md does not hold is ignored.
const TriggersFile workspace.Path = ".wisdom/triggers.jsonl"

// Trigger says before which calls of tools an entry is brought to the model.
type Trigger struct {
	Version int `json:"v"`
	// Entry is the entry as String gives it.
	Entry string `json:"entry"`
	// When is "exec: git push --force|-f; write: *.env": tools with the words of a command or the pattern of a path.
	When string `json:"when"`
}

const (
	triggerVersion = 1
	// mostCalls and longestWhen bound a trigger: what needs more is no trigger.
	mostCalls, longestWhen = 4, 200
)

var (
	reCall = text.Lazily(`^[a-z][a-z0-9_]*$`)
	// needWords are the tools that an agent calls all the time, pathTools those whose words are paths.
	needWords = []string{"exec", "read", "write", "edit"}
	pathTools = []string{"read", "write", "edit", "apply_patch"}
)

// ParseWhen reads what a person or a model wrote as a trigger, and returns it as it is kept.
func ParseWhen(s string) (when string, err error) {
	if len(s) > longestWhen {
		return "", fmt.Errorf("a trigger has at most %d bytes", longestWhen)
	} else if injection.Visible(s) != s {
		return "", errors.New("a trigger has no invisible characters")
	}
	var calls []string
	for call := range strings.SplitSeq(s, ";") {
		tool, words, _ := strings.Cut(call, ":")
		tool, words = strings.ToLower(strings.TrimSpace(tool)), strings.Join(strings.Fields(words), " ")
		switch {
		case tool == "" && words == "":
			continue
		case !reCall().MatchString(tool):
			return "", fmt.Errorf("%q is no tool; write TOOL: WORDS, such as exec: git push --force", tool)
		case words == "" && slices.Contains(needWords, tool):
			return "", fmt.Errorf("every call of %s would match: add the words of a command, or a path", tool)
		case words != "" && isBroad(tool, strings.Fields(words)):
			return "", fmt.Errorf("%q matches next to everything", words)
		}
		calls = append(calls, strings.TrimSpace(tool+": "+words))
	}
	if len(calls) > mostCalls {
		return "", fmt.Errorf("a trigger names at most %d calls", mostCalls)
	}
	return strings.Join(calls, "; "), nil
}

// isBroad reports whether words match next to everything, by one of their alternatives: all words of a command, or one of
// those that are paths. An empty alternative always does. The plugin has the same rule.
func isBroad(tool string, words []string) bool {
	isAny := func(word string) bool {
		return slices.ContainsFunc(strings.Split(word, "|"), func(one string) bool {
			literal := strings.NewReplacer("*", "", "/", "").Replace(one)
			return strings.Trim(literal, ".") == "" || len(literal) < 2 && strings.Contains(one, "*")
		})
	}
	if slices.Contains(pathTools, tool) || strings.Contains("|"+strings.Join(words, "|")+"|", "||") {
		return slices.ContainsFunc(words, isAny)
	}
	return !slices.ContainsFunc(words, func(word string) bool { return !isAny(word) })
}

// ReadTriggers reads TriggersFile. One line that is no trigger makes the whole file unusable.
func ReadTriggers(content []byte) (all []Trigger, err error) {
	for line := range bytes.Lines(content) {
		var t Trigger
		err := json.Unmarshal(line, &t)
		if err == nil {
			_, err = ParseWhen(t.When)
		}
		if err == nil && (t.Version != triggerVersion || t.Entry == "" || t.When == "") {
			err = errors.New("it is no trigger of this version")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", TriggersFile, len(all)+1, err)
		}
		all = append(all, t)
	}
	return all, nil
}

// SetTrigger gives an entry a trigger in the content of TriggersFile; an empty one takes it away.
func SetTrigger(content []byte, entry, when string) ([]byte, error) {
	all, err := ReadTriggers(content)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(t Trigger) bool { return t.Entry == entry })
	set := Trigger{triggerVersion, entry, when}
	switch {
	case at >= 0 && when == "":
		all = slices.Delete(all, at, at+1)
	case at >= 0:
		all[at] = set
	case when != "":
		all = append(all, set)
	}
	out := []byte{} // a file without triggers is empty, and no file that is absent
	for _, t := range all {
		line, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		out = append(append(out, line...), '\n')
	}
	return out, nil
}
