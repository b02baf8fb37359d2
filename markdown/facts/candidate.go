package facts

import (
	"slices"
	"strings"
	"unicode/utf8"

	"wisdom/internal/secrets"
	"wisdom/internal/words"
	"wisdom/markdown/locks"
)

// shape is where a candidate was found.
type shape string

const (
	paired    shape = "pair"      // a key and its value
	listed    shape = "row"       // a row of a table
	noted     shape = "remark"    // a cell that explains a row
	alone     shape = "line"      // a value that is a bullet or a line by itself
	setting   shape = "setting"   // a setting in a fence
	command   shape = "command"   // a command in a fence
	mentioned shape = "statement" // a short statement that names something
)

// candidate is a text that may be a fact.
type candidate struct {
	shape
	line int
	// raw is the line as it is in the source.
	raw string
	// heading is the one above; titled: it is only the title of the file.
	heading string
	titled  bool
	// text is the statement that the value is part of.
	text                        string
	key, attr, value, qualifier string
	// field is the name that the author gave the value, a key or the head of a column.
	field string
	kind  Kind
	// mark is what the value looks like; empty for plain words. code: it is set as
	// code. begins: the statement begins with it.
	mark         words.Kind
	code, begins bool
	// bullet: the statement begins a bullet or a line.
	bullet bool
	// full: the statement is all shown, nothing of it is cut off.
	full bool
	// cut: a part of what belongs to the value is not shown.
	cut bool
}

// Decision is what the rules made of a candidate: the one that refused it, or where it
// was found.
type Decision struct {
	Line  int
	Rule  string
	Value string // none for a secret
}

// offer lets the rules decide on a candidate.
func (r *reader) offer(c candidate) {
	c.value, c.qualifier = strings.TrimSpace(c.value), strings.TrimSpace(c.qualifier)
	c.key, c.attr = plain(c.key), plain(c.attr)
	c.heading, c.titled = r.heading, r.titled
	if c.line >= 1 && c.line <= len(r.source) {
		c.raw = r.source[c.line-1]
		c.value = withoutBold(c.raw, c.value)
	}
	if c.key == "" && (!c.titled || c.attr == "") {
		c.key = c.heading
	}
	if r.showsPassword(c.line, c.key+" "+c.attr+" "+c.qualifier) {
		return
	}
	hides := r.hidesSecret(&c, c.qualifier)
	c.cut = c.cut || hides
	if hides || !isClosed(c.qualifier) || !strings.Contains(c.raw, c.qualifier) ||
		strings.Contains(c.qualifier, secrets.Redacted) {
		c.qualifier = ""
	}
	f := Fact{
		Path:      string(r.path),
		Line:      c.line,
		Heading:   c.heading,
		Key:       c.key,
		Attr:      c.attr,
		Value:     c.value,
		Qualifier: c.qualifier,
		Kind:      c.kind,
	}
	if f.Kind == "" {
		f.Kind = kindOf(f)
	}
	if c.code && (f.Kind == Name || f.Kind == Cron && shapeOf(f.Value) == "") && reCommand().MatchString(c.value) {
		f.Kind = Command
	}
	c.kind = f.Kind
	d := Decision{c.line, string(c.shape), c.value}
	if i := slices.IndexFunc(rules, func(rule rule) bool { return rule.applies(r, &c) }); i < 0 {
		r.take(f, c.isMember())
	} else if d.Rule = rules[i].name; d.Rule == "secret" {
		d.Value = ""
		r.answered++
	} else if !slices.Contains(unclear, d.Rule) {
		r.answered++
	} else if (c.shape == paired || c.shape == listed || d.Rule == frontOfSentence) && !locks.IsSecretName(f.Label()) {
		r.unclear = append(r.unclear, f)
	}
	r.decisions = append(r.decisions, d)
}

// isMember reports whether a candidate is one of several values that a name above them has.
func (c *candidate) isMember() bool {
	return c.attr == "" && c.key != c.field && c.shape != setting && (c.shape != listed || c.field == "")
}

// hasValue reports whether a candidate has a value that stands on its line.
func (c *candidate) hasValue() bool {
	const longest = 400 // bytes
	if c.value == "" || len(c.value) > longest || !utf8.ValidString(c.value) || strings.ContainsAny(c.value, "\n\r\x00") {
		return false
	}
	if strings.Contains(c.heading+c.key+c.attr+c.value, secrets.Redacted) || !strings.Contains(c.raw, c.value) ||
		strings.Count(c.value, "`")%2 > 0 {
		return false
	}
	return strings.ContainsFunc(c.value, isWordRune) && isClosed(c.value)
}

// isClosed reports whether a text closes as many brackets as it opens.
func isClosed(text string) bool {
	return strings.Count(text, "(")+strings.Count(text, "（") == strings.Count(text, ")")+strings.Count(text, "）") &&
		strings.Count(text, "「") == strings.Count(text, "」")
}

func (c *candidate) isCommand() bool {
	return c.shape == command || c.code && strings.Contains(c.value, " ")
}
