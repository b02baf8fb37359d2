package lint

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/charset"
	"wisdom/internal/secrets"
	"wisdom/internal/text"
	"wisdom/internal/tokens"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/lookup"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
)

// The files that people write and that drafts may change.
const (
	SoulFile   workspace.Path = "SOUL.md" // holds the section, unless Options name another file
	AgentsFile workspace.Path = "AGENTS.md"
)

// Options say how strict the rules are.
type Options struct {
	Budgets tokens.Budget
	// File holds the section; empty for SoulFile.
	File workspace.Path
	// Required is the required entry in other words; empty for section.Required.
	Required string
	// Home is the absolute path of the home folder, in which notes and scripts are looked for that a file names; empty if
	// they are not.
	Home string
	// Severity replaces what a rule says by itself.
	Severity map[string]Severity
	// Baseline is the file that keeps what a session loaded before the first change; empty if it is not checked.
	Baseline workspace.Path
	// RejectedLine and RejectedFact report whether a reviewer rejected a line, or a fact of the table, that a draft
	// proposed: its absence is no finding then. nil where no review is known.
	RejectedLine func(text string) bool
	RejectedFact func(label, value string) bool
	// Extra are rules beside those of this package. Each checks the text of a file that a draft may change.
	Extra []func(p workspace.Path, source []byte) []Finding
}

// SectionFile is the file that holds the section.
func (o Options) SectionFile() workspace.Path { return cmp.Or(o.File, SoulFile) }

// SectionOnly reports whether a run proposes the section alone: where it is not in SOUL.md, the host is another one,
// which loads no table, and the files beside are not the agent's own.
func (o Options) SectionOnly() bool { return o.SectionFile() != SoulFile }

// Report collects findings.
type Report struct {
	Options  Options
	Findings []Finding
}

// Add adds a finding with the severity of its rule, unless the rule is off. It redacts secrets in the message.
func (r *Report) Add(rule string, p workspace.Path, line int, hint, format string, args ...any) {
	if severity := r.Options.Of(rule); severity != "" {
		message, _ := secrets.Redact(fmt.Sprintf(format, args...))
		r.Findings = append(r.Findings, Finding{rule, severity, string(p), line, message, hint})
	}
}

// note adds something about the section's file that is not wrong.
func (r *Report) note(rule string, line int, format string, args ...any) {
	if r.Options.Of(rule) != "" {
		file := string(r.Options.SectionFile())
		r.Findings = append(r.Findings, Finding{rule, Note, file, line, fmt.Sprintf(format, args...), ""})
	}
}

// Sorted returns the findings by path, line and rule.
func (r *Report) Sorted() []Finding {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), strings.Compare(a.Rule, b.Rule))
	})
	return r.Findings
}

// Text checks the text of a file by the rules for that file. The gate calls it before and after a change, so every
// rule here applies to everything that is proposed.
func Text(p workspace.Path, source []byte, opts Options) []Finding {
	r := &Report{Options: opts}
	r.text(p, source)
	return r.Sorted()
}

func (r *Report) text(p workspace.Path, source []byte) {
	switch p {
	case r.Options.SectionFile():
		r.soul(source)
	case lookup.File:
		r.tools(source)
	}
	for _, rule := range r.Options.Extra {
		r.Findings = append(r.Findings, rule(p, source)...)
	}
}

func (r *Report) soul(source []byte) {
	file := r.Options.SectionFile()
	if wrong := CheckEncoding(file, source); wrong != nil {
		r.Add(RuleEncoding, file, wrong.Line, wrong.Hint, "%s", wrong.What)
		return
	}
	doc := markdown.Parse(source)
	if n := r.Options.Budgets.Tokens(string(source)); n > r.Options.Budgets.Soul {
		r.Add(RuleSoulBudget, file, 0, BudgetHint(RuleSoulBudget), "%d tokens, the target is %d", n,
			r.Options.Budgets.Soul)
	}
	s, err := section.Find(doc)
	duplicate, isDuplicate := errors.AsType[*section.DuplicateError](err)
	switch {
	case isDuplicate:
		r.Add(RuleSection, file, duplicate.Lines[1], "make one of them by hand, then run again", "%v", err)
	case err != nil:
		r.Add(RuleSection, file, 0, "close the element within the section, or open it behind", "%v", err)
	case s == nil && pointers.Reminder(doc) >= 0:
		r.note(RuleSection, 0, "there is no \"## %s\" section yet: no lesson has become an entry", section.Name)
	case s == nil:
		r.Add(RuleSection, file, 0, HintRun, "there is no \"## %s\" section", section.Name)
	default:
		r.section(doc, s)
	}
	r.secrets(file, source)
	for _, h := range doc.Headings() {
		if h.Level != 2 && strings.EqualFold(strings.TrimSpace(h.Text), section.Name) {
			r.note(RuleSection, doc.Line(h.Start),
				"a heading %q of level %d is not the section, which has level 2", section.Name, h.Level)
		}
	}
}

// secrets finds secrets in a file that every session loads, besides those in entries.
func (r *Report) secrets(p workspace.Path, source []byte) {
	_, hidden := secrets.Redact(string(source))
	for _, h := range hidden {
		told := func(f Finding) bool { return f.Rule == RuleSecret && f.Path == string(p) && f.Line == h.Line }
		if !slices.ContainsFunc(r.Findings, told) {
			r.Add(RuleSecret, p, h.Line, "take the secret out of the file, and change it where it is used",
				"this line holds a secret (%s)", h.Rule)
		}
	}
}

// SecretError says that a file contains a secret: a draft made from it, and every backup, would contain it too.
type SecretError struct {
	Path workspace.Path
	Line int
	Rule string
}

// Error implements error.
func (e *SecretError) Error() string {
	const what = "%s:%d: this line holds a secret (%s), and drafts and backups would hold it too"
	return fmt.Sprintf(what, e.Path, e.Line, e.Rule)
}

// CheckSecrets says that a file holds a secret, unless the rule about that was made
// less than an error. The error is a *SecretError.
func CheckSecrets(p workspace.Path, source []byte, opts Options) error {
	if opts.Of(RuleSecret) != Error {
		return nil
	}
	if _, hidden := secrets.Redact(string(source)); len(hidden) > 0 {
		return &SecretError{p, hidden[0].Line, hidden[0].Rule}
	}
	return nil
}

// mergeHint is what to do about an unfinished merge.
const mergeHint = "choose between the versions, and take the markers out"

// EncodingProblem is the place where a text is not UTF-8, or is two texts.
type EncodingProblem struct {
	Line       int
	What, Hint string
}

// CheckEncoding finds the first place in a file that is not UTF-8 text or the first marker of an unfinished merge; nil
// where there is none.
func CheckEncoding(p workspace.Path, source []byte) *EncodingProblem {
	lineOf := func(offset int) int { return bytes.Count(source[:offset], []byte("\n")) + 1 }
	copied := strings.TrimSuffix(string(p), ".md") + ".utf8" // which may be the wrong one, and the file the only copy
	into := fmt.Sprintf(" > %s; read %[1]s, and if it is right, put it in the place of %s", copied, p)
	convert := func(from string) string { return fmt.Sprintf("convert it: iconv -f %s -t utf-8 %s%s", from, p, into) }
	legacy := func() string {
		if name := charset.Legacy(source); name != "" {
			return convert(name)
		}
		return "find out its encoding; " + convert("ENCODING")
	}
	if bytes.HasPrefix(source, []byte("\xff\xfe")) || bytes.HasPrefix(source, []byte("\xfe\xff")) {
		return &EncodingProblem{1, "the file is UTF-16, not UTF-8", convert("utf-16")}
	}
	if at := bytes.IndexByte(source, 0); at >= 0 {
		switch {
		case 3*bytes.Count(source[at%2:], []byte{0}) < len(source):
			remove := fmt.Sprintf("remove it: tr -d '\\000' < %s%s", p, into)
			return &EncodingProblem{lineOf(at), "there is a NUL byte", remove}
		case at%2 == 0:
			return &EncodingProblem{1, "the file is UTF-16, not UTF-8", convert("utf-16be")}
		}
		return &EncodingProblem{1, "the file is UTF-16, not UTF-8", convert("utf-16le")}
	}
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		if r == utf8.RuneError && size == 1 {
			start := bytes.LastIndexByte(source[:i], '\n') + 1
			what := fmt.Sprintf("byte 0x%02X in column %d is not UTF-8", source[i], i-start+1)
			return &EncodingProblem{lineOf(i), what, legacy()}
		}
		i += size
	}
	if wrong, is := errors.AsType[*markdown.UnmergedError](markdown.CheckMerged(source)); is {
		return &EncodingProblem{wrong.Line, wrong.What(), mergeHint}
	}
	return nil
}

// CheckSoul returns as a *SoulError why nothing can be put into the text of the section's file; nil where something can.
func CheckSoul(p workspace.Path, source []byte) error {
	if wrong := CheckEncoding(p, source); wrong != nil {
		return &SoulError{Path: p, Message: fmt.Sprintf("line %d: %s", wrong.Line, wrong.What), Hint: wrong.Hint}
	}
	return nil
}

func (r *Report) section(doc *markdown.Document, s *section.Section) {
	file, budgets := r.Options.SectionFile(), r.Options.Budgets
	if n := budgets.Tokens(string(doc.Source[s.Start:s.End])); n > budgets.Section {
		r.Add(RuleSectionBudget, file, s.Line, BudgetHint(RuleSectionBudget),
			"the section has %d tokens, %d are allowed", n, budgets.Section)
	}
	entries, required, standIn, headers := 0, 0, 0, 0
	names := map[string]int{}
	for _, line := range s.Lines {
		switch line.Kind {
		case section.HeaderLine:
			headers++
		case section.Other:
			r.Add(RuleFormat, file, line.Number, "write it as **Name.** Text.", "the line is no entry: %q", clip(line.Raw))
		case section.EntryLine:
			entries++
			switch {
			case IsRequired(line.Entry), line.Entry.String() == r.Options.requiredEntry():
				required++
			case standIn == 0 && StandsIn(line.Entry):
				standIn = line.Number
			}
			if before := names[text.Normal(line.Entry.Text)]; before > 0 {
				r.Add(RuleDuplicate, file, line.Number, "keep one of them", "the entry %q says what line %d says",
					line.Entry.Name, before)
			}
			names[text.Normal(line.Entry.Text)] = line.Number
			for _, p := range Entry(line.Entry, budgets.Words) {
				r.Add(p.Rule, file, line.Number, p.Hint, "%s", p.Message)
			}
		}
	}
	if at := pointers.Reminder(doc); standIn == 0 && at >= 0 {
		standIn = doc.Line(at)
	}
	r.whole(s, entries, required, standIn, headers)
}

// requiredEntry is the required entry in the words that are wanted; empty where there is no memory to name.
func (o Options) requiredEntry() string {
	if o.SectionOnly() {
		return o.Required
	}
	return cmp.Or(o.Required, section.Required)
}

// whole checks what the section must have.
func (r *Report) whole(s *section.Section, entries, required, standIn, headers int) {
	file := r.Options.SectionFile()
	switch {
	case required == 0 && r.Options.requiredEntry() == "":
	case required == 0 && standIn == 0:
		r.Add(RuleRequired, file, s.Line, "add this line: "+r.Options.requiredEntry(), "the required entry is missing")
	case required == 0:
		r.note(RuleRequired, standIn, "this is equivalent to the required entry, which reads: %s", r.Options.requiredEntry())
	case required > 1:
		r.Add(RuleDuplicate, file, s.Line, "keep one of them", "the required entry occurs %d times", required)
	}
	if headers != 1 {
		r.Add(RuleHeader, file, s.Line,
			"put this line below the heading: _Last compressed: YYYY-MM-DD | Source lessons: N_",
			"the section has %s header line", map[bool]string{true: "no", false: "more than one"}[headers == 0])
	}
	if entries > r.Options.Budgets.Entries {
		r.Add(RuleCount, file, s.Line, BudgetHint(RuleCount), "the section has %d entries, %d are allowed", entries,
			r.Options.Budgets.Entries)
	}
}

func clip(text string) string {
	text = strings.TrimSpace(text)
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:59]) + "…"
	}
	return text
}
