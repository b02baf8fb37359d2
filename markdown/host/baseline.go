package host

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"wisdom/internal/text"
	"wisdom/internal/tokens"
)

// Baseline is what a session loads before the first change.
type Baseline struct {
	// From says where the figures come from: Host, or Estimate.
	From  string   `json:"from"`
	Files []Loaded `json:"files"`
	// Memory reports whether MEMORY.md is injected: Yes, No or Unknown.
	Memory string `json:"memory_injected"`
}

// Where the figures of a baseline come from.
const (
	FromHost = "host"
	Estimate = "estimate"
)

// Whether MEMORY.md is injected.
const (
	Yes     = "yes"
	No      = "no"
	Unknown = "unknown"
)

// Loaded is a file as a session loads it; sizes are in UTF-16 units.
type Loaded struct {
	Name     string `json:"name"`
	Status   string `json:"status"` // as the host says it: OK, TRUNCATED, MISSING, …
	Raw      int    `json:"raw_chars"`
	Injected int    `json:"injected_chars"`
}

// Total returns the size of all files in the prompt.
func (b *Baseline) Total() int {
	sum := 0
	for _, f := range b.Files {
		sum += f.Injected
	}
	return sum
}

const memoryFile = "MEMORY.md"

// EstimateBaseline computes which files a session in the main chat loads, by the host's caps and counts. Only the
// host itself knows whether it injects MEMORY.md.
func EstimateBaseline(files []File) *Baseline {
	b := &Baseline{From: Estimate, Files: []Loaded{}, Memory: No}
	raw := map[string]int{}
	for _, f := range files {
		raw[string(f.Path)] = tokens.Units(strings.TrimRightFunc(f.Text, unicode.IsSpace))
	}
	for _, in := range InjectList(Private, files) {
		l := Loaded{Name: string(in.Path), Status: "OK", Raw: raw[string(in.Path)], Injected: tokens.Units(in.Text)}
		switch {
		case in.Left:
			l.Status = "LEFT OUT"
		case in.Cut:
			l.Status = "TRUNCATED"
		}
		b.Files = append(b.Files, l)
		if l.Name == memoryFile {
			b.Memory = Unknown
		}
	}
	for _, f := range files {
		if size := raw[string(f.Path)]; !slices.Contains(Files, f.Path) { // another host loads it, whole
			b.Files = append(b.Files, Loaded{Name: string(f.Path), Status: "OK", Raw: size, Injected: size})
		}
	}
	return b
}

// ParseBaseline reads the figures out of what the host printed: the JSON of
// `openclaw agent --json`, or the text of `/context list`; or out of a Text.
func ParseBaseline(text string) (b *Baseline, err error) {
	b = &Baseline{From: FromHost, Files: listed(text), Memory: No}
	if strings.Contains(text, reportKey) {
		if b.Files, err = reported(text); err != nil {
			return nil, err
		}
	}
	if len(b.Files) == 0 {
		return nil, errors.New(
			"no file is listed: neither as `openclaw agent --json` does " +
				"(systemPromptReport.injectedWorkspaceFiles), nor as `/context list` (- SOUL.md: OK | raw 55 chars " +
				"(~14 tok) | injected 55 chars (~14 tok))",
		)
	}
	for _, f := range b.Files {
		if f.Name == memoryFile && f.Injected > 0 {
			b.Memory = Yes
		}
	}
	if strings.Contains(text, estimateMark) { // our own text, of a workspace without the host's figures
		b.From = Estimate
		if b.Memory == Yes {
			b.Memory = Unknown
		}
	}
	return b, nil
}

// estimateMark marks an estimate, as opposed to the host's own figures.
const estimateMark = "AN ESTIMATE"

const reportKey = `"injectedWorkspaceFiles"`

// reported reads the report wherever it is in the host's JSON.
func reported(text string) (all []Loaded, err error) {
	_, report, _ := strings.Cut(text[strings.LastIndex(text, reportKey):], ":")
	var files []struct {
		Name, Path              string
		Missing, Truncated      bool
		RawChars, InjectedChars int
	}
	if err := json.NewDecoder(strings.NewReader(report)).Decode(&files); err != nil {
		return nil, fmt.Errorf("%s is no list of files: %w", reportKey, err)
	}
	for _, f := range files {
		l := Loaded{cmp.Or(f.Name, path.Base(f.Path)), "OK", f.RawChars, f.InjectedChars}
		switch {
		case f.Missing:
			l.Status = "MISSING"
		case f.Truncated:
			l.Status = "TRUNCATED"
		}
		all = append(all, l)
	}
	return all, nil
}

var reListed = text.Lazily(
	`(?m)^[ \t>*•-]*([^\s:|]+\.md): ([A-Z][A-Z/ ]*[A-Z])(?: \| raw ([\d,.]+) chars[^|\n]*)?(?:\| injected ([\d,.]+) ` +
		`chars)?`,
)

// listed reads the lines of /context list.
func listed(text string) []Loaded {
	number := func(s string) int {
		n, _ := strconv.Atoi(strings.NewReplacer(",", "", ".", "").Replace(s))
		return n
	}
	var all []Loaded
	for _, m := range reListed().FindAllStringSubmatch(text, -1) {
		all = append(all, Loaded{Name: path.Base(m[1]), Status: m[2], Raw: number(m[3]), Injected: number(m[4])})
	}
	return all
}

// Text is the baseline for people, and for ParseBaseline.
func (b *Baseline) Text(day, version string) string {
	var t strings.Builder
	fmt.Fprintf(&t, "Context of a session before anything was changed, captured on %s by wisdom %s.\n\n", day, version)
	if b.From == FromHost {
		t.WriteString("Figures: the host's own.\n")
	} else {
		t.WriteString(
			"Figures: " + estimateMark + " of a session in the main chat, by the caps and counts of OpenClaw 2026.9.\n" +
				"The host's own are better: wisdom init --baseline FILE takes what `openclaw agent --json` or " +
				"`/context list` printed.\n",
		)
	}
	fmt.Fprintf(&t, "MEMORY.md injected: %s\n\n", b.Memory)
	for _, f := range b.Files {
		fmt.Fprintf(
			&t, "- %s: %s | raw %d chars (~%d tok) | injected %d chars (~%d tok)\n", f.Name, f.Status, f.Raw,
			quarter(f.Raw), f.Injected, quarter(f.Injected),
		)
	}
	fmt.Fprintf(&t, "\nTotal injected: %d chars (~%d tok)\n", b.Total(), quarter(b.Total()))
	return t.String()
}

// quarter is the host's count of tokens.
func quarter(chars int) int { return (chars + 3) / 4 }
