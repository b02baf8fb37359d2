package collect

import (
	"strings"
	"unicode/utf8"

	"wisdom/internal/words"
	"wisdom/markdown"
)

// paragraph reads the paragraph that is block i of a part and stands by itself.
func (r *reader) paragraph(i int, p *part, at place) {
	b := p.blocks[i]
	if r.labelled(b, at) || !at.holds() {
		return
	}
	// The text below the title of a lesson file introduces it.
	if p.level <= 1 && r.whole || introducesList(i, p, at) {
		return
	}
	if r.typed(b, at) {
		return
	}
	if text := flat(b); !at.passesOver(text) {
		r.emit(text, b, b, at)
	}
}

// introducesList says whether text beside a list belongs to it: all but what stands
// apart from the list, below a heading of lessons, and gives advice.
func introducesList(i int, p *part, at place) bool {
	if !p.holds(markdown.List, markdown.Table) {
		return false
	}
	beside := i > 0 && p.blocks[i-1].Kind != markdown.Paragraph || i+1 < len(p.blocks) && p.blocks[i+1].Kind != markdown.Paragraph
	return beside || !at.explicit || at.role != lessons || !advises(strings.ToLower(p.blocks[i].Text))
}

// reTypedBullet is a mark that people type, or their keyboard does, where Markdown
// knows no bullet.
var reTypedBullet = words.Lazily(`^\s*(?:[•·–—▪◦●○★☆➤►✦‣・－💡🔹🔸]|⚠️?|[(（]?\d{1,2}[)）、]|[a-h]\)|[①-⑳])\s*`)

// typed reads a paragraph in which every line begins with such a mark.
func (r *reader) typed(b *markdown.Block, at place) bool {
	lines := strings.Split(b.Text, "\n")
	for _, line := range lines {
		if !reTypedBullet().MatchString(line) {
			return false
		}
	}
	first := r.doc.Line(b.Start)
	for i, line := range lines {
		if r.ctx.Err() != nil {
			return true
		}
		if text := words.OneLine(reTypedBullet().ReplaceAllString(line, "")); text != "" && !at.passesOver(text) {
			r.emitLines(text, first+i, first+i, at)
		}
	}
	return true
}

// labelled reads what carries a label in a paragraph and says whether anything
// did.
func (r *reader) labelled(b *markdown.Block, at place) bool {
	any := false
	line := r.doc.Line(b.Start)
	for _, s := range segments(b.Text) {
		if r.ctx.Err() != nil {
			return true
		}
		switch {
		case s.kind == ruleLabel && (r.inline && at.role != pasted || at.role == lessons):
			if !isErrand(s.text) {
				below := at.as(lessons)
				below.labelled = true
				r.emitLines(s.text, line+s.first, line+s.last, below)
			}
			any = true
		case s.kind != unlabelled:
			any = true
		case r.inline && (at.role == neutral || at.role == other):
			any = r.withinSentence(s, line, at) || any
		}
	}
	return any
}

var reWithin = words.Lazily(`(?:[.!?。！？;；，]|\s[—–-])\s*(?:\*\*|__)?(\pL[\pL ]{1,24})(?:\*\*|__)?[:：](?:\*\*|__)?\s*(.+)$`)

// withinSentence reads a label in the middle of a line: "Rebooted it. Lesson: …".
func (r *reader) withinSentence(s segment, line int, at place) bool {
	if !strings.ContainsAny(s.text, ":：") || strings.IndexAny(s.text, "\"“„«「") == 0 {
		return false // nothing, or somebody else's words
	}
	rest := s.text
	for m := reWithin().FindStringSubmatch(rest); m != nil; m = reWithin().FindStringSubmatch(rest) {
		if rest = m[2]; kindOfLabel(m[1]) == ruleLabel {
			r.emitLines(rest, line+s.first, line+s.last, at.as(lessons))
			return true
		}
	}
	return false
}

// holds says whether what stands there is a lesson without a label.
func (at place) holds() bool { return at.role == lessons || at.role == decisions || at.role == index }

// as is the place with another role; somebody else's text stays that, whatever
// headings and labels are in it.
func (at place) as(role role) place {
	if at.role != pasted {
		at.role = role
	}
	return at
}

func (r *reader) list(list *markdown.Block, at place) {
	stopped, bold := 0, 0
	for _, item := range list.Children {
		if endsSentence(item) {
			stopped++
		}
		if startsBold(item) {
			bold++
		}
	}
	others := len(list.Children) - 1
	for _, item := range list.Children {
		if r.ctx.Err() != nil {
			return
		}
		at.jotted = !endsSentence(item) && mostOf(stopped, others)
		at.plain = !startsBold(item) && mostOf(bold, others)
		r.item(item, at)
	}
}

// mostOf says whether a number is that of nearly all.
func mostOf(n, all int) bool { return n > 0 && float64(n) >= mostly*float64(all) }

// startsBold says whether a bullet begins with its rule in bold.
func startsBold(item *markdown.Block) bool {
	return len(item.Children) > 0 && (strings.HasPrefix(item.Children[0].Text, "**") || strings.HasPrefix(item.Children[0].Text, "__"))
}

// mostly is the share of the other bullets that end like a sentence from which on
// one that does not stands out.
const mostly = 0.6

// endsSentence says whether the text of a bullet ends with a stop; what stands in
// brackets at its end does not count.
func endsSentence(item *markdown.Block) bool {
	if len(item.Children) == 0 {
		return false
	}
	text := strings.TrimRight(item.Children[0].Text, " ")
	if strings.HasSuffix(text, ")") || strings.HasSuffix(text, "）") {
		text = withoutParenthesis(text)
	}
	text = strings.TrimRight(text, "*_ \"”“»’'")
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?。！？…", last)
}

var (
	reTodo = words.Lazily(`^\[[ xX~-]\]\s|^(?:TODO|FIXME|WIP)\b|^(?i:todo|to do|done|erledigt|hecho|待办|已完成)\s*[:：]`)
	reTick = words.Lazily(`^(?:✅|✔️?|☑️?|🚧|⏳|🔄)`)
	reDone = words.Lazily(`(?i)[(（](?:done|fixed|closed|resolved|erledigt|hecho|resuelto|cerrado|fait|résolu|feito|resolvido|fatto|risolto|gedaan|zrobione|сделано|решено|готово|完了|対応済み?|완료|해결)(?:[^)\pL）][^)）]*)?[)）][^\pL\pN]*$|[(（][^()（）]{1,12}(?:完成|办完|搞定|已办)[)）]$|(?:已完成|完成了)[^\pL\pN]*$`)
)

// item reads a bullet.
func (r *reader) item(item *markdown.Block, at place) {
	if len(item.Children) == 0 || item.Children[0].Kind != markdown.Paragraph {
		return
	}
	head := item.Children[0]
	if isTodo(head.Text) {
		return
	}
	var nested []*markdown.Block
	for _, c := range item.Children[1:] {
		if c.Kind == markdown.List {
			nested = append(nested, c)
		}
	}
	below := at
	switch all := segments(head.Text); {
	case all[0].kind == ruleLabel && words.Count(all[0].text) == 0:
		below = at.as(lessons) // "- Lessons:" with bullets below
	case len(nested) > 0 && isTopic(head.Text):
		if role := classify(head.Text); role != neutral {
			below = at.as(role)
		}
	case len(all) > 1 || all[0].kind != unlabelled:
		r.labelled(head, at)
		if all[0].kind == unlabelled && r.runsOn(head, all[1].first) && at.role != neutral {
			line := r.doc.Line(head.Start)
			r.emitLines(all[0].text, line, line+all[0].last, at)
		}
	case at.role == neutral && r.inline && (reFlat().MatchString(head.Text) || reUnequal().MatchString(head.Text) || at.sweeping(head.Text)):
		r.emit(flat(item), item, item, at.as(lessons))
		return
	case at.holds() && len(nested) > 0 && (introduces(head.Text) || isSubject(head.Text)):
		below = at
	case at.holds():
		if text := flat(item); !at.passesOver(text) && (len(nested) == 0 || !r.entryItem(item, at)) {
			r.emit(text, item, item, at)
		}
		return
	default:
		r.labelled(head, at)
	}
	for _, list := range nested {
		r.list(list, below)
	}
}

// reFlat tells a bullet that begins with its date in brackets: a lesson wherever
// it stands.
var reFlat = words.Lazily(`^\[\d{4}-\d{2}-\d{2}\]\s`)

// reUnequal tells a bullet that says that one thing is not the other: "green ≠ done".
var reUnequal = words.Lazily(`\pL\S* ≠ \S*\pL`)

// reSweeping tells a bullet of a day that begins with what is always to be done, or
// never.
var reSweeping = words.Lazily(`^(?i:(never|always)|nunca|siempre|jamás|jamais|toujours|nooit|altijd|sempre|mai|nigdy|zawsze|никогда|всегда|jangan pernah|selalu) (\pL+)|^(?:절대|항상|반드시|決して|絶対に|必ず|永远不要|绝不|切勿)`)

// sweeping says whether a bullet of a day is such a rule: with a verb that tells what
// to do, as far as that can be known, and not one that tells what was. Below a line
// that ends in a colon it is what somebody says.
func (at place) sweeping(text string) bool {
	m := reSweeping().FindStringSubmatch(text)
	if m == nil || at.date == "" || at.introduced {
		return false
	}
	if m[1] != "" {
		return words.IsImperative(m[2])
	}
	return !rePastForms().MatchString(strings.ToLower(m[2]))
}

// runsOn says whether a line of a bullet stands at the margin: what begins there
// with a label is no part of the bullet before it.
func (r *reader) runsOn(head *markdown.Block, line int) bool {
	start, _ := r.doc.LineSpan(r.doc.Line(head.Start) + line)
	return start < len(r.doc.Source) && r.doc.Source[start] != ' ' && r.doc.Source[start] != '\t'
}

// entryItem reads a bullet whose nested bullets carry labels.
func (r *reader) entryItem(item *markdown.Block, at place) bool {
	p := &part{heading: item.Children[0], level: boldLevel, blocks: item.Children[1:]}
	return r.entry(p, at)
}

// introduces tells a bullet whose nested bullets say each what is learned.
func introduces(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "*_")
	return strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")
}

// isSubject tells a bullet of a few words that its nested bullets are about.
func isSubject(text string) bool {
	const most = 3
	return words.Count(text) <= most && !strings.ContainsAny(text, ".!?。！？") && !advises(strings.ToLower(strings.Trim(text, "*_ ")))
}

// isTopic tells a bullet that only names what its nested bullets are about.
func isTopic(text string) bool {
	return introduces(text) && words.Count(text) <= 5
}
