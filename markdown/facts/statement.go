package facts

import (
	"slices"
	"strings"

	"wisdom/internal/words"
)

// statement reads a sentence or a bullet: a pair of a key and what it has, a value
// alone, or running text that names something. parent is what it is below, name what
// was spoken of before. It gives the name of what it is about.
func (r *reader) statement(p passage, parent, name string, begins bool) string {
	if len(p.text) > longestText {
		return name
	}
	first := true
	for i, part := range parts(p.text) {
		part := p.cut(part)
		if (begins || i > 0) && isCodeOrURL(part.text) {
			r.explained(candidate{shape: alone, line: part.line, text: part.text, value: part.text}, "", parent)
			continue
		}
		head, found := split(part.text)
		whole := parent
		if i > 0 && !isBoldStart(part.text) {
			whole = subject(p.text, parent)
		}
		switch {
		case found && (begins || isShortPair(part.text, head)) && isPair(part.text, head):
			key := r.pair(part, head, whole, begins && i == 0)
			if i == 0 && begins {
				name = key
			}
			first = false
		default:
			about := name
			if !first {
				about = whole // not the key of another part
			}
			r.fragments(part, candidate{shape: mentioned, text: part.text, key: about, bullet: begins}, false)
		}
	}
	return name
}

// isBoldStart reports whether a statement begins with a label that the author marked:
// it is what all of it is about.
func isBoldStart(text string) bool {
	return strings.HasPrefix(text, "**") || strings.HasPrefix(text, "__")
}

// isShortPair reports whether a part of running text is a pair by its looks.
func isShortPair(text string, p pair) bool {
	return countWords(text[p.key.start:p.key.end]) <= maxName-2 && startsSpecific(text[p.value.start:p.value.end])
}

// isPair reports whether a text that can be split is a name and what it has.
func isPair(text string, p pair) bool {
	if p.swapped {
		return true
	}
	key, most := text[p.key.start:p.key.end], maxName
	if !strings.Contains(key, " ") {
		most = 2 * maxName // of a script without spaces
	}
	if n := countWords(withoutAside(key)); n > most || n > maxName-2 && !startsSpecific(text[p.value.start:p.value.end]) {
		return false
	}
	for _, m := range scan(withoutAside(key)) {
		switch m.kind {
		case words.URL, words.HostName, words.Email, words.Path, words.Code, phone:
			return isCodeOrURL(key)
		}
	}
	return true
}

// parts cuts a statement at semicolons and at dots between pairs: each may be about
// something else.
func parts(text string) []span {
	var all []span
	start := 0
	for i, p := range pieces(text) {
		if i > 0 && (p.first && !isEnd(text[:p.start]) && !isLimit(text[p.start:p.end]) || isSlashed(text, p)) {
			all = append(all, trimmed(text, start, p.start))
			start = p.start
		}
	}
	all = append(all, trimmed(text, start, len(text)))
	for i := range all {
		for all[i].end > all[i].start && (strings.IndexByte(";·| ", text[all[i].end-1]) >= 0 || strings.HasSuffix(text[:all[i].end], " /")) {
			all[i].end--
		}
	}
	return all
}

// isSlashed reports whether a piece stands behind a slash and is a pair by itself.
func isSlashed(text string, p piece) bool {
	if !strings.HasSuffix(strings.TrimRight(text[:p.start], " "), " /") {
		return false
	}
	text = text[p.start:]
	head, found := split(text)
	return found && !strings.ContainsAny(text[:head.value.start], "/,;") && isShortPair(text, head)
}

// pair offers what a pair tells, and gives its key. Below a parent it tells about that. begins: it begins a line.
func (r *reader) pair(p passage, head pair, parent string, begins bool) string {
	key, value := p.text[head.key.start:head.key.end], p.cut(head.value)
	c := candidate{
		shape: paired, cut: countWords(key) > longestRemark, text: p.text, key: plain(key), field: plain(key),
		bullet: begins, coded: isCodeOrURL(key),
	}
	if parent != "" {
		c.key, c.attr = parent, plain(key)
	}
	if head.swapped {
		c.value, c.attr, c.line = p.text[head.key.start:head.key.end], "", p.lineAt(head.key.start)
		r.explained(c, value.text, parent)
		return plain(key)
	}
	if run, remark, ok := bareCommand(value.text); ok {
		c.value, c.qualifier, c.line, c.mark, c.code = run, remark, value.line, words.Code, true
		c.cut, c.kind = c.cut || countWords(remark) > longestRemark, Command
		r.offer(c)
		return plain(key)
	}
	if m := reLink().FindStringSubmatchIndex(value.text); m != nil && m[0] == 0 {
		c.value, c.line, c.mark = value.text[m[4]:m[5]], value.lineAt(m[4]), words.URL
		r.offer(c)
		return c.key
	}
	r.fragments(value, c, true)
	return plain(key)
}

var (
	// reBare is a command with an option or an operator of the shell, or one that always has a name behind it.
	reBare = words.Lazily(
		`^(?:[a-z][\w.-]*|(?:~|\.{1,2})?/[\w./-]+)(?: [^` + "`" + `]*)? (?:--?[A-Za-z][\w-]*|&&|\|\|?)(?:[ =]|$)|^(?:cd|ssh|scp|sudo|source) [^ ` + "`" + `]+`,
	)
	reBareRemark = words.Lazily(` \(|（|，|。| [—–] | # `)
)

// bareCommand is a command that is not set as code, and what is said of it behind it. It is whole: its options and
// paths are no values of their own.
func bareCommand(text string) (run, remark string, ok bool) {
	if !reBare().MatchString(text) {
		return "", "", false
	}
	run = text
	if at := reBareRemark().FindStringIndex(text); at != nil {
		run, remark = text[:at[0]], strings.TrimLeft(text[at[0]:], " ，。—–#")
	}
	return run, remark, reBare().MatchString(run)
}

// explained offers code in front of the words that say what it is: its name, or what
// qualifies it.
func (r *reader) explained(c candidate, about, parent string) {
	v := unquoted(c.value, span{0, len(c.value)})
	c.value, c.key, c.mark, c.code = c.value[v.start:v.end], parent, words.Code, true
	about = strings.TrimRight(about, ".。")
	switch n := countWords(about); {
	case n > longestRemark:
		c.cut = true
	case n > maxName || parent != "":
		c.qualifier = about
	default:
		c.key = about
	}
	r.offer(c)
}

// fragments offers the values of a text for a candidate that has all but them. If words of the text would not be
// shown, or an arrow makes it a flow, none of its values is all that it says.
func (r *reader) fragments(p passage, c candidate, keyed bool) {
	all := fragments(p.text, keyed)
	if c.shape == mentioned && len(all) > 1 { // the first one's name is not theirs
		all[0].end = all[len(all)-1].end
		all = all[:1]
	}
	if len(all) == 0 && keyed && c.shape != noted {
		c.line, c.cut, c.value = p.line, true, strings.TrimRight(p.text, ".。")
		r.offer(c)
	}
	unsaid, alike := []byte(p.text), map[string]int{} // of members of a list that remarks divide
	offers := make([]candidate, len(all))
	for i, f := range all {
		offers[i] = f.candidate(p, c)
		for _, s := range []span{f.attr, f.value, f.qualifier(p.text)} {
			blank(unsaid[s.start:s.end])
		}
		alike[string(f.kind)+offers[i].attr]++
	}
	isCut := isFlow(p.text) || saysMore(string(unsaid)) || strings.Contains(string(unsaid), " / ") ||
		isDivided(p.text, all)
	for i, f := range all {
		goesOn := c.shape == mentioned && words.OpenBrackets(p.text[:f.value.start]) > 0 && saysMore(p.text[f.value.end:])
		offers[i].cut = c.cut || isCut || goesOn || f.kind != amount && alike[string(f.kind)+offers[i].attr] > 1
		r.offer(offers[i])
	}
}

// candidate is a fragment of p as a candidate that has all that c has.
func (f fragment) candidate(p passage, c candidate) candidate {
	lead := p.text[f.attr.start:f.attr.end]
	c.value, c.line = p.text[f.value.start:f.value.end], p.lineAt(f.value.start)
	c.attr = strings.TrimSpace(c.attr + " " + attribute(lead))
	if !strings.HasSuffix(strings.TrimRight(lead, " `*"), ",") { // else it is another name
		c.lead = plain(lead)
	}
	if q := f.qualifier(p.text); q.end > q.start {
		c.qualifier, _, _ = strings.Cut(p.raw[q.start:q.end], "\n")
	}
	c.mark, c.code = f.kind, f.value.start > 0 && p.text[f.value.start-1] == '`'
	c.kind = shapeOf(p.text[f.first.start:f.first.end])
	return c
}

// isDivided reports whether values belong together in a way that a list of them would not show: a sum ("the safe +
// ~/.press"), or a remark on the first one that names the others.
func isDivided(text string, all []fragment) bool {
	isAdded := func(f fragment) bool { return strings.HasSuffix(strings.TrimRight(text[:f.value.start], " `*"), " +") }
	if slices.ContainsFunc(all, isAdded) {
		return true
	}
	return len(all) > 1 && strings.ContainsRune("—–", firstRune(strings.TrimLeft(text[all[0].value.end:], "`* ")))
}

func blank(text []byte) {
	for i := range text {
		text[i] = ' '
	}
}

// saysMore reports whether a text says more than what links others.
func saysMore(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool { return !isWordRune(r) }), func(w string) bool {
		return !joins().Words[strings.ToLower(w)]
	})
}

// attribute is what stands in front of a value, without what only links it.
func attribute(lead string) string {
	const marks = " ：:=(（`*“「,，、;/+"
	lead = plain(lead)
	whole := strings.Trim(lead, marks)
	if lead = strings.Trim(lead, marks+`"`); strings.Count(lead, `"`)%2 > strings.Count(whole, `"`)%2 {
		lead = whole // it begins or ends with a quoted name
	}
	isOpen := !isClosed(lead)
	fields := strings.FieldsFunc(lead, func(r rune) bool { return r == ' ' || isOpen && (r == '(' || r == '（') })
	isJoin := func(w string) bool { return joins().Words[strings.ToLower(w)] }
	for len(fields) > 0 && isJoin(fields[0]) {
		fields = fields[1:]
	}
	for len(fields) > 0 && isJoin(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	return strings.Join(fields, " ")
}
