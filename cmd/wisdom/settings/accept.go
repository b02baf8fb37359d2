package settings

import (
	"fmt"
	"slices"

	"wisdom/inject/rollout"
)

// acceptance is the part [accept] of the settings.
type acceptance struct {
	Prompts []rollout.Prompt `toml:"prompts"`
}

// wrong finds a question that cannot be used.
func (s *acceptance) wrong() (key, message string) {
	const all = "accept.prompts"
	for _, p := range s.Prompts {
		isOf := func(usual rollout.Prompt) bool { return usual.Criterion == p.Criterion }
		switch {
		case !slices.ContainsFunc(rollout.Prompts(), isOf):
			return all + ".criterion", fmt.Sprintf(`%q is neither "AC-3" nor "AC-9"`, p.Criterion)
		case p.Text == "":
			return all + ".text", "a question is empty"
		case len(p.Files) == 0:
			return all + ".files", fmt.Sprintf("%q names no file", p.Text)
		}
		if _, err := parsePaths(append(slices.Clone(p.Files), p.Loaded...)); err != nil {
			return all + ".files", err.Error()
		}
	}
	return "", ""
}
