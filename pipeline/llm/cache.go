package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"wisdom/internal/workspace"
	"wisdom/prompts"
)

const (
	cacheDir workspace.Path = ".wisdom/cache"
	// mostKept is the number of answers from which on those go that the last run did not use.
	mostKept  = 2000
	maxAnswer = 1 << 20
)

// cache keeps answers, one a file, named by what they answer.
type cache struct {
	fsys workspace.FS
	used map[string]bool
	// apart names questions beside those of a run; empty for those of one.
	apart string
}

// key names an answer by everything that decides it.
func (c cache) key(model []string, prompt prompts.Prompt, written int) string {
	h := sha256.New()
	parts := append(slices.Clone(model), prompt.Text, string(prompt.Schema),
		fmt.Sprintf("temperature 0, seed %d, %d tokens%s", seed, written, c.apart))
	for _, part := range parts {
		fmt.Fprintf(h, "%d %s\n", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func file(key string) workspace.Path { return cacheDir.Join(key + ".json") }

// get finds an answer. One that cannot be read is none: it is asked again.
func (c cache) get(key string) (a answer, known bool) {
	b, err := c.fsys.ReadFile(file(key), maxAnswer)
	c.used[key] = err == nil && json.Unmarshal(b, &a) == nil
	return a, c.used[key]
}

func (c cache) put(key string, a answer) error {
	b, err := json.Marshal(a)
	if err == nil {
		err = workspace.MkdirAll(c.fsys, cacheDir, 0o700)
	}
	if err == nil {
		err = workspace.Replace(c.fsys, file(key), append(b, '\n'), 0o600)
	}
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	c.used[key] = true
	return nil
}

// tidy removes answers, those that were used or those that were not, from so many kept ones on.
func (c cache) tidy(used bool, most int) error {
	entries, err := workspace.List(c.fsys, cacheDir)
	for _, e := range entries {
		if err == nil && len(entries) > most && c.used[strings.TrimSuffix(e.Name, ".json")] == used {
			err = c.fsys.Remove(cacheDir.Join(e.Name))
		}
	}
	if err != nil {
		return fmt.Errorf("tidy the kept answers: %w", err)
	}
	return nil
}
