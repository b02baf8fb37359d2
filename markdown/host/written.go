package host

import (
	"regexp"
	"strings"

	"wisdom/internal/text"
)

// Hosts and their plugins write blocks into the files of an agent: lines between the marks of a program, dreams, the
// turns of a conversation, memories that were recalled. Their contents were said or computed, and are no notes of the
// agent. MaskWritten takes them out before the text is parsed, so that their headings open no sections.

// Written is a run of lines that a host or a plugin wrote, from First to Last, counted from 1, with the name of its
// rule.
type Written struct {
	First, Last int
	Rule        string
}

// The names of the rules for such blocks.
const (
	ManagedBlock = "managed block"
	DreamBlock   = "dreaming"
	RecallBlock  = "recalled memory"
	Transcript   = "transcript"
)

// inMark is what stands in a mark of a program in front of the word by which it is known.
const inMark = `(?:(?:[\pL_:.]|-\S)[\w:. -]*)?`

// DerivedFolders below memory hold what the host derives from notes, never a note.
var DerivedFolders = []string{"dreaming", ".dreams"}

var (
	// A mark of a program is no bullet: that is a line which a person hid.
	reManagedStart = text.Lazily(`(?i)<!--\s*` + inMark + `\b(?:start|begin|managed)\b`)
	reManagedEnd   = text.Lazily(`(?i)<!--\s*` + inMark + `\bend\b|<!--\s*/`)
	reDreamMark    = text.Lazily(`(?i)<!--\s*` + inMark + `\bdream`)
	// reDreamHeading are the headings that the host gives to its phases of sleep, and reDreamLine lines that only it
	// writes below them.
	reDreamHeading = text.Lazily(`(?i)^#{1,6}\s+\W*(?:light|rem|deep)\s+sleep\b`)
	reDreamLine    = text.Lazily(`(?i)^\s*[-*]\s+(?:candidate:|theme:|confidence:\s*[01]\.|evidence:\s|recalls:\s*\d)`)
	reRecallTag    = text.Lazily(
		`(?i)^\s*(?:[-*]\s+)?(?:\*{0,2}(?:user|assistant)\*{0,2}:\s*)?<([\w-]*(?:memor(?:y|ies)|recall)[\w-]*|` +
			`zeos_context)\b[^>]*>\s*(\S?)`,
	)
	// reContextFile begins a file of snippets, and reAppended are lines that were appended to a message.
	reContextFile = text.Lazily(`^\s*<!--\s*ethos:context\b`)
	reAppended    = text.Lazily(`^\s*\[(?:facts: [^=\]]+=.*|context: .+)\]\s*$`)
	reTurn        = text.Lazily(
		`^\s*(?:[-*]\s+)?\*{0,2}(user|assistant|human|ai|User|Assistant|Human|AI|USER|ASSISTANT)(?:\*{0,2}[:：]|[:：]\*{0,` +
			`2})(?:\s|\*|$)`,
	)
	// reTurnHeading is a heading that names nothing but a speaker.
	reTurnHeading = text.Lazily(`(?i)^#{1,6}\s+(user|assistant|human|ai)\s*[:：]?\s*$`)
	// reSession is the heading above the turns in the files that the host writes when a session ends.
	reSession = text.Lazily(`(?i)^#{1,6}\s+conversation (?:summary|log|history|transcript)\s*$|^#{1,6}\s+transcript\s*$`)
	reHeading = text.Lazily(`^(#{1,6})\s`)
	reDay     = text.Lazily(`\b\d{4}-\d{2}-\d{2}\b`)
	// reParted matches what ends the block of a mark that is never closed.
	reParted = text.Lazily(`^(?:#{1,6}\s|\s*$)`)
)

// fewestTurns is from how many turns on, of both sides, a file without the heading of the host holds a conversation. A
// list of names ("User: Mara") has fewer.
const fewestTurns = 4

// longestSpeaker is how far, in bytes, the colon behind the name of a speaker is at most.
const longestSpeaker = 24

// MaskWritten returns the text with such blocks as blank lines, at the same length, and where they were.
func MaskWritten(text string) (string, []Written) {
	lines := lined{text, lineSpans(text)}
	blocks := append(lines.markedBlocks(), lines.conversation()...)
	if len(blocks) == 0 {
		return text, nil
	}
	masked := []byte(text)
	for at := range blocks {
		b := &blocks[at]
		for b.Last > b.First && strings.TrimSpace(lines.at(b.Last-1)) == "" {
			b.Last--
		}
		for _, span := range lines.spans[b.First-1 : b.Last] {
			for at := span[0]; at < span[1]; at++ {
				masked[at] = ' '
			}
		}
	}
	return string(masked), blocks
}

// lined is a text with the places of its lines, counted from 0.
type lined struct {
	text  string
	spans [][2]int
}

func (l lined) at(line int) string { return l.text[l.spans[line][0]:l.spans[line][1]] }

// next returns the first line from start on that matches, -1 if none does.
func (l lined) next(start int, match *regexp.Regexp) int {
	for i := start; i < len(l.spans); i++ {
		if match.MatchString(l.at(i)) {
			return i
		}
	}
	return -1
}

// before returns the line above the first one from start on that matches, the last line if none does.
func (l lined) before(start int, match *regexp.Regexp) int {
	if at := l.next(start, match); at >= 0 {
		return at - 1
	}
	return len(l.spans) - 1
}

// lineSpans are the beginnings and ends of the lines of a text, without what ends them.
func lineSpans(text string) [][2]int {
	var spans [][2]int
	start := 0
	for at := range len(text) {
		isReturn := text[at] == '\r' && at+1 < len(text) && text[at+1] != '\n'
		if text[at] == '\n' || isReturn {
			spans = append(spans, [2]int{start, at})
			start = at + 1
		}
	}
	return append(spans, [2]int{start, len(text)})
}

// markedBlocks finds what is between marks and tags, and the phases of sleep.
func (l lined) markedBlocks() []Written {
	var blocks []Written
	unclosed := false // a mark without an end: none has one later
	for i := 0; i < len(l.spans); i++ {
		s := l.at(i)
		if !strings.ContainsAny(s, "<#[") { // most lines
			continue
		}
		rule, last := RecallBlock, i
		switch {
		case strings.HasPrefix(strings.TrimSpace(s), "[") && reAppended().MatchString(s):
		case strings.Contains(s, "<!--") && reContextFile().MatchString(s):
			last = l.before(i+2, reHeading()) // it has one heading of its own
		case strings.Contains(s, "<!--") && reManagedStart().MatchString(s):
			if rule = ManagedBlock; reDreamMark().MatchString(s) {
				rule = DreamBlock
			}
			if last = -1; !unclosed {
				last = l.next(i+1, reManagedEnd())
			}
			if unclosed = last < 0; unclosed {
				last = l.before(i+1, reParted())
			}
		case reDreamHeading().MatchString(s):
			last = l.sectionEnd(i)
			if section := (lined{l.text, l.spans[:last+1]}); section.next(i+1, reDreamLine()) < 0 {
				continue
			}
			rule = DreamBlock
		default:
			if last = l.tagEnd(i); last < 0 {
				continue
			}
		}
		blocks = append(blocks, Written{i + 1, last + 1, rule})
		i = last
	}
	return blocks
}

// tagEnd returns the last line of the block that a tag opens on a line, -1 if that line opens none. A note may speak of
// tags, so the end must be the first or the last of its line, and no other tag of this name may open before it. A tag
// that is never closed is a block of its own if nothing else is on its line.
func (l lined) tagEnd(at int) int {
	m := reRecallTag().FindStringSubmatch(l.at(at))
	if m == nil {
		return -1
	}
	closing := "</" + m[1] + ">"
	if strings.Contains(l.at(at), closing) {
		return at
	}
	for i := at + 1; i < len(l.spans); i++ {
		s := strings.TrimSpace(l.at(i))
		if !strings.Contains(s, "<") { // most lines
			continue
		}
		if strings.HasPrefix(s, closing) || strings.HasSuffix(s, closing) {
			return i
		}
		if strings.Contains(s, m[1]) {
			if other := reRecallTag().FindStringSubmatch(s); other != nil && other[1] == m[1] {
				break
			}
		}
	}
	if m[2] == "" {
		return at
	}
	return -1
}

// sectionEnd returns the last line below the heading on a line.
func (l lined) sectionEnd(start int) int {
	level := len(reHeading().FindStringSubmatch(l.at(start))[1])
	for i := start + 1; i < len(l.spans); i++ {
		if m := reHeading().FindStringSubmatch(l.at(i)); m != nil && len(m[1]) <= level {
			return i - 1
		}
	}
	return len(l.spans) - 1
}

// conversation finds the turns of conversations: what follows a heading that the host writes above them, up to the
// heading of a day behind the last turn, and elsewhere what stands from the first turn to the heading behind the last.
func (l lined) conversation() []Written {
	var all []Written
	c := talk{session: -1}
	for i := range l.spans {
		s := l.at(i)
		if strings.HasPrefix(s, "#") && reSession().MatchString(s) {
			all = append(all, c.written(l, i)...)
			c = talk{session: i}
			continue
		}
		if !strings.ContainsAny(s[:min(len(s), longestSpeaker)], ":：#") { // most lines
			continue
		}
		m := reTurn().FindStringSubmatch(s)
		if m == nil {
			m = reTurnHeading().FindStringSubmatch(s)
		}
		if m != nil {
			c.lines = append(c.lines, i)
			side := strings.EqualFold(m[1], "user") || strings.EqualFold(m[1], "human")
			c.asked, c.answered = c.asked || side, c.answered || !side
		}
	}
	return append(all, c.written(l, len(l.spans))...)
}

// talk is a conversation: the line of the heading of the host, or -1, those on which turns begin, and whose they are.
type talk struct {
	session         int
	lines           []int
	asked, answered bool
}

// written are the lines of a conversation, of those before end.
func (c talk) written(l lined, end int) []Written {
	turns := len(c.lines)
	if turns == 0 || c.session < 0 && (turns < fewestTurns || !c.asked || !c.answered) {
		return nil
	}
	last := c.lines[turns-1] + 1
	if c.session < 0 {
		return []Written{{c.lines[0] + 1, min(l.before(last, reHeading())+1, end), Transcript}}
	}
	for last < end && !l.beginsDay(last, c.session) {
		last++
	}
	return []Written{{c.lines[0] + 1, last, Transcript}}
}

// beginsDay reports whether a line is a heading with a date that ends what is below the heading on another line.
func (l lined) beginsDay(line, above int) bool {
	m := reHeading().FindStringSubmatch(l.at(line))
	return m != nil && len(m[1]) <= len(reHeading().FindStringSubmatch(l.at(above))[1]) && reDay().MatchString(l.at(line))
}
