package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"wisdom/cmd/quality/score"
	"wisdom/inject/recall"
	"wisdom/internal/tokens"
	"wisdom/internal/words"
	"wisdom/markdown/section"
)

// variant is what an agent is given beside the message.
type variant struct {
	name  string
	soul  string // SOUL.md, with or without the section
	notes string // every bullet of the notes, or nothing
	found []*recall.Result
	added int // tokens
}

// The names of the variants without recall; the others are named for their way.
const (
	withNothing = "nothing"
	withSection = "section"
	withAll     = "all lessons"
)

const prompt = `You are an AI agent. The files below are loaded into your session. ` +
	`Nothing else is at hand now: no tool, no search.

## SOUL.md

%s
## USER.md

%s%s
## Message

%s

Answer the message in at most six sentences: what you do or advise, concretely, and why.
`

const sheet = `# Situation

%s

# Score

2: %s The reason may be missing.
1: %s
0: anything else.
`

// writeTrial writes a prompt of each variant for each situation, under names that do not reveal which is which, a key,
// and a sheet for the judge of each situation.
func writeTrial(ctx context.Context, opts options, out io.Writer) error {
	dir := opts.dirs[0]
	situations, err := score.LoadMessages(os.DirFS(dir))
	if err != nil {
		return err
	}
	var vectors recall.Embedder
	if opts.embed != "" {
		if vectors, err = embedder(opts, situations); err != nil {
			return err
		}
	}
	variants, user, err := variantsOf(dir)
	if err != nil {
		return err
	}
	ways := waysOf(dir, opts.now, vectors)
	for i, way := range ways {
		found, err := way.recall(ctx, dir, textsOf(situations))
		if err != nil {
			return err
		}
		variants = slices.Insert(variants, 2+i, variant{name: way.name, soul: variants[1].soul, found: found})
	}
	key := "file\tsituation\tkind\tvariant\ttokens\n"
	for i, s := range situations {
		lines, err := writeSituation(opts.trial, i, s, variants, user)
		if err != nil {
			return err
		}
		key += lines
	}
	tellTrial(out, variants, situations)
	return errors.Join(put(opts.trial, "key.tsv", key), tellSmallTalk(ctx, out, dir, ways))
}

// writeSituation writes the prompts of a situation and its sheet, and returns its lines of the key.
func writeSituation(to string, n int, s score.Message, variants []variant, user string) (key string, err error) {
	if s.ID == "" || s.Right == "" {
		return "", fmt.Errorf("messages.jsonl: %q is no situation", s.Message)
	}
	bare := tokens.Larger.Tokens(fmt.Sprintf(prompt, variants[0].soul, user, "", s.Message))
	for i := range variants {
		v := &variants[i]
		message := s.Message
		if v.found != nil {
			message = strings.TrimSpace(message + "\n\n" + recall.Appendix(v.found[n]))
		}
		text := fmt.Sprintf(prompt, v.soul, user, v.notes, message)
		added := tokens.Larger.Tokens(text) - bare
		v.added += added
		sum := sha256.Sum256([]byte(s.ID + " " + v.name))
		name := fmt.Sprintf("%x.txt", sum[:4])
		key += fmt.Sprintf("%s\t%s\t%s\t%s\t%d\n", name, s.ID, s.Kind, v.name, added)
		if err := put(to, filepath.Join("prompts", name), text); err != nil {
			return "", err
		}
	}
	return key, put(to, filepath.Join("judge", s.ID+".txt"), fmt.Sprintf(sheet, s.Message, s.Right, s.Partly))
}

// variantsOf reads the variants without recall, and USER.md.
func variantsOf(dir string) (variants []variant, user string, err error) {
	root := os.DirFS(filepath.Join(dir, "workspace"))
	soul, err1 := fs.ReadFile(root, "SOUL.md")
	b, err2 := fs.ReadFile(root, "USER.md")
	lessons, err3 := bullets(root)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, "", err
	}
	found, err := section.In(soul)
	if err != nil || found == nil {
		return nil, "", errors.Join(errors.New("SOUL.md has no section"), err)
	}
	bare := strings.TrimSpace(string(soul[:found.Start])) + "\n" + string(soul[found.End:])
	return []variant{
		{name: withNothing, soul: bare},
		{name: withSection, soul: string(soul)},
		{name: withAll, soul: bare, notes: "\n## Lessons\n\n" + lessons},
	}, string(b), nil
}

// bullets collects every bullet of the notes.
func bullets(root fs.FS) (string, error) {
	var all strings.Builder
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" || path == "SOUL.md" || path == "USER.md" {
			return err
		}
		b, err := fs.ReadFile(root, path)
		for line := range strings.Lines(string(b)) {
			if strings.HasPrefix(line, "- ") {
				all.WriteString(line)
			}
		}
		return err
	})
	return all.String(), err
}

func put(dir, name, text string) error {
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // for others to read
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644) //nolint:gosec // for others to read
}

// tellTrial prints what each variant adds, how many situations recall answers, and which of the hard ones are not.
func tellTrial(out io.Writer, variants []variant, situations []score.Message) {
	for _, v := range variants {
		fmt.Fprintf(out, "%s: %d tokens added, mean\n", v.name, v.added/len(situations))
	}
	for _, v := range variants {
		if v.found == nil {
			continue
		}
		all, met := map[string]int{}, map[string]int{}
		for i, s := range situations {
			if all[s.Kind]++; s.IsMet(snippetsOf(v.found[i])) {
				met[s.Kind]++
			} else {
				fmt.Fprintf(out, "%s: not recalled: %s (%s)\n", v.name, s.ID, s.Kind)
			}
		}
		for _, kind := range []string{"direct", "paraphrase", "hard"} {
			fmt.Fprintf(out, "%s: %d situations %s, all lessons recalled in %d\n", v.name, all[kind], kind, met[kind])
		}
	}
	for _, s := range situations {
		if common := common(s); s.Kind == "hard" && len(common) > 0 {
			fmt.Fprintf(out, "*** %s is not hard: it shares %s with the lesson\n", s.ID, strings.Join(common, ", "))
		}
	}
}

// common are the words that a situation shares with the lines that it needs.
func common(s score.Message) (shared []string) {
	said := words.Terms(s.Message)
	for _, line := range s.Answer() {
		for _, term := range words.Terms(line.Text) {
			if !words.IsStop(strings.ToLower(term.Surface)) &&
				slices.ContainsFunc(said, func(t *words.Term) bool { return t.Stem == term.Stem }) {
				shared = append(shared, term.Stem)
			}
		}
	}
	slices.Sort(shared)
	return slices.Compact(shared)
}

// tellSmallTalk prints how many messages that need nothing were answered, if the workspace comes with some.
func tellSmallTalk(ctx context.Context, out io.Writer, dir string, ways []way) error {
	b, err := os.ReadFile(filepath.Join(dir, "smalltalk.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	messages := strings.Split(strings.TrimSpace(string(b)), "\n")
	for _, way := range ways {
		results, err := way.recall(ctx, dir, messages)
		if err != nil {
			return err
		}
		results = slices.DeleteFunc(results, func(r *recall.Result) bool { return len(r.Snippets) == 0 })
		fmt.Fprintf(out, "%s: %d of %d messages of small talk answered\n", way.name, len(results), len(messages))
	}
	return nil
}
