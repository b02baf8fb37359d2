package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
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
	"wisdom/markdown"
	"wisdom/markdown/section"
)

// situation is a labelled message with what a judge needs.
type situation struct {
	ID      string     `json:"id"`
	Kind    string     `json:"kind"`
	Message string     `json:"message"`
	Needs   [][]string `json:"needs"`
	Right   string     `json:"right"`
	Partly  string     `json:"partly"`
}

// The variants of a prompt.
const (
	withNothing  = "nothing"
	withSection  = "section"
	withRecall   = "section+recall"
	withExpected = "section+recall by expected messages" // if there are some
	withMeaning  = "section+recall by meaning too"       // with -embed only
	withBoth     = "section+recall by expected messages and meaning"
	withAll      = "all lessons"
)

// trialPrompts holds the parts of the prompts for one workspace.
type trialPrompts struct {
	dir        string // of the workspace with its labels
	to         string
	variants   []string
	found      map[string][]*recall.Result // for each situation, by variant
	situations []situation
	soul, bare string // with and without the section
	user       string
	lessons    string // every bullet of the notes
	key        strings.Builder
	added      map[string]int // tokens, by variant
}

// writeTrial writes four prompts for each situation, under names that do not reveal which is which, a key, and a
// sheet for the judge of each situation.
func writeTrial(ctx context.Context, opts options, out io.Writer) error {
	if len(opts.dirs) != 1 {
		return errors.New("-trial takes one folder")
	}
	t := &trialPrompts{dir: opts.dirs[0], to: opts.trial, added: map[string]int{}}
	if err := t.load(); err != nil {
		return err
	}
	messages, err := score.LoadMessages(os.DirFS(t.dir)) // finds every label
	if err != nil {
		return err
	}
	ways, err := t.ways(opts, messages)
	if err != nil {
		return err
	}
	t.found = map[string][]*recall.Result{}
	t.variants = []string{withNothing, withSection}
	for _, way := range ways {
		if t.found[way.variant], err = t.recall(ctx, way); err != nil {
			return err
		}
		t.variants = append(t.variants, way.variant)
	}
	t.variants = append(t.variants, withAll)
	fmt.Fprintln(&t.key, "file\tsituation\tkind\tvariant\ttokens")
	for i, s := range t.situations {
		if err := t.write(s, i); err != nil {
			return err
		}
	}
	if err := t.put("key.tsv", t.key.String()); err != nil {
		return err
	}
	t.tell(out, ways)
	return t.tellSmallTalk(ctx, out, ways)
}

// way is a way to recall.
type way struct {
	variant   string
	expecting bool
	opts      recall.Options
}

// ways are by words alone, with the messages that a reader expected, if there are some, and with a model.
func (t *trialPrompts) ways(opts options, messages []score.Message) ([]way, error) {
	ways := []way{{variant: withRecall, opts: recall.Options{Now: opts.now}}}
	if _, err := os.Stat(filepath.Join(t.dir, "expected.json")); err == nil {
		ways = append(ways, way{withExpected, true, recall.Options{Now: opts.now}})
	}
	if opts.embed != "" {
		vectors, err := embedder(opts, messages)
		if err != nil {
			return nil, err
		}
		both := recall.Options{Now: opts.now, Embedder: vectors}
		expecting := len(ways) > 1
		ways = append(ways, way{withMeaning, false, both})
		if expecting {
			ways = append(ways, way{withBoth, true, both})
		}
	}
	return ways, nil
}

// load reads the workspace and its situations.
func (t *trialPrompts) load() error {
	b, err := os.ReadFile(filepath.Join(t.dir, "messages.jsonl"))
	if err != nil {
		return err
	}
	for line := range bytes.Lines(b) {
		var s situation
		if err := json.Unmarshal(line, &s); err != nil {
			return fmt.Errorf("messages.jsonl: %w", err)
		}
		if s.ID == "" || s.Right == "" {
			return fmt.Errorf("messages.jsonl: %q is no situation", s.Message)
		}
		t.situations = append(t.situations, s)
	}
	soul, err := os.ReadFile(filepath.Join(t.dir, "workspace", "SOUL.md"))
	if err != nil {
		return err
	}
	found, err := section.Find(markdown.Parse(soul))
	if err != nil || found == nil {
		return errors.Join(errors.New("SOUL.md has no section"), err)
	}
	t.soul, t.bare = string(soul), strings.TrimSpace(string(soul[:found.Start]))+"\n"+string(soul[found.End:])
	user, err := os.ReadFile(filepath.Join(t.dir, "workspace", "USER.md"))
	t.user = string(user)
	return errors.Join(err, t.bullets())
}

// bullets collects every bullet of the notes.
func (t *trialPrompts) bullets() error {
	var all strings.Builder
	root := filepath.Join(t.dir, "workspace")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		loaded := d != nil && slices.Contains([]string{"SOUL.md", "USER.md"}, d.Name())
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" || loaded {
			return err
		}
		b, err := os.ReadFile(path)
		for line := range strings.Lines(string(b)) {
			if strings.HasPrefix(line, "- ") {
				all.WriteString(line)
			}
		}
		return err
	})
	t.lessons = all.String()
	return err
}

// tellSmallTalk prints how many messages that need nothing were answered, if the workspace comes with some.
func (t *trialPrompts) tellSmallTalk(ctx context.Context, out io.Writer, ways []way) error {
	b, err := os.ReadFile(filepath.Join(t.dir, "smalltalk.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	messages := strings.Split(strings.TrimSpace(string(b)), "\n")
	for _, way := range ways {
		results, err := recallAll(ctx, t.dir, way.expecting, way.opts, messages)
		if err != nil {
			return err
		}
		results = slices.DeleteFunc(results, func(r *recall.Result) bool { return len(r.Snippets) == 0 })
		fmt.Fprintf(out, "%s: %d of %d messages of small talk answered\n", way.variant, len(results), len(messages))
	}
	return nil
}

// recall asks for every situation what it needs.
func (t *trialPrompts) recall(ctx context.Context, by way) ([]*recall.Result, error) {
	messages := make([]string, len(t.situations))
	for i, s := range t.situations {
		messages[i] = s.Message
	}
	return recallAll(ctx, t.dir, by.expecting, by.opts, messages)
}

const prompt = `You are an AI agent. The files below are loaded into your session. Nothing else is at hand now: no tool, no search.

## SOUL.md

%s
## USER.md

%s%s
## Message

%s

Answer the message in at most six sentences: what you do or advise, concretely, and why.
`

// write writes the prompts of a situation and its sheet.
func (t *trialPrompts) write(s situation, n int) error {
	for _, variant := range t.variants {
		soul, notes, message := t.bare, "", s.Message
		if variant != withNothing && variant != withAll {
			soul = t.soul
		}
		if variant == withAll {
			notes = "\n## Lessons\n\n" + t.lessons
		}
		if found := t.found[variant]; found != nil {
			if block := recall.Appendix(found[n]); block != "" {
				message += "\n\n" + block
			}
		}
		text := fmt.Sprintf(prompt, soul, t.user, notes, message)
		added := tokens.Larger.Tokens(text) - tokens.Larger.Tokens(fmt.Sprintf(prompt, t.bare, t.user, "", s.Message))
		t.added[variant] += added
		sum := sha256.Sum256([]byte(s.ID + " " + variant))
		name := fmt.Sprintf("%x.txt", sum[:4])
		fmt.Fprintf(&t.key, "%s\t%s\t%s\t%s\t%d\n", name, s.ID, s.Kind, variant, added)
		if err := t.put(filepath.Join("prompts", name), text); err != nil {
			return err
		}
	}
	return t.put(filepath.Join("judge", s.ID+".txt"), fmt.Sprintf(`# Situation

%s

# Score

2: %s The reason may be missing.
1: %s
0: anything else.
`, s.Message, s.Right, s.Partly))
}

func (t *trialPrompts) put(name, text string) error {
	path := filepath.Join(t.to, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // for others to read
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644) //nolint:gosec // for others to read
}

// tell prints what each variant adds, and how many situations recall answers.
func (t *trialPrompts) tell(out io.Writer, ways []way) {
	for _, variant := range t.variants {
		fmt.Fprintf(out, "%s: %d tokens added, mean\n", variant, t.added[variant]/len(t.situations))
	}
	for _, way := range ways {
		for _, kind := range []string{"direct", "paraphrase", "hard"} {
			all, met := 0, 0
			for i, s := range t.situations {
				if s.Kind == kind {
					all++
					met += t.met(s, t.found[way.variant][i])
				}
			}
			fmt.Fprintf(out, "%s: %d situations %s, all lessons recalled in %d\n", way.variant, all, kind, met)
		}
		for i, s := range t.situations {
			if t.met(s, t.found[way.variant][i]) == 0 {
				fmt.Fprintf(out, "%s: not recalled: %s (%s)\n", way.variant, s.ID, s.Kind)
			}
		}
	}
	for _, s := range t.situations {
		if common := t.common(s); s.Kind == "hard" && len(common) > 0 {
			fmt.Fprintf(out, "*** %s is not hard: it shares %s with the lesson\n", s.ID, strings.Join(common, ", "))
		}
	}
}

// met is 1 if the snippets hold everything that a situation needs.
func (t *trialPrompts) met(s situation, found *recall.Result) int {
	for _, need := range s.Needs {
		if !slices.ContainsFunc(need, func(where string) bool {
			_, text, _ := strings.Cut(where, "::")
			return slices.ContainsFunc(found.Snippets, func(f recall.Snippet) bool { return strings.Contains(f.Text, text) })
		}) {
			return 0
		}
	}
	return 1
}

// common are the words that a situation shares with the lines that it needs.
func (t *trialPrompts) common(s situation) (shared []string) {
	said := stems(s.Message)
	for line := range strings.Lines(t.lessons) {
		for _, need := range s.Needs {
			_, text, _ := strings.Cut(need[0], "::")
			if !strings.Contains(line, text) {
				continue
			}
			for stem := range stems(line) {
				if said[stem] {
					shared = append(shared, stem)
				}
			}
		}
	}
	slices.Sort(shared)
	return slices.Compact(shared)
}

// stems are the words of an English text that carry meaning.
func stems(text string) map[string]bool {
	all := map[string]bool{}
	apart := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), apart) {
		if len(w) > 2 && !words.IsStop(w) {
			all[words.Stem(w, "en")] = true
		}
	}
	return all
}
