package host

import (
	"regexp"
	"strings"

	"wisdom/internal/words"
)

// Hosts and their plugins write blocks into the files of an agent: lines between the
// marks of a program, dreams, the turns of a conversation, memories that were recalled.
// Their contents were said or computed, and are no notes of the agent. MaskWritten
// takes them out before the text is parsed, so that their headings open no sections.

// Written is a run of lines that a host or a plugin wrote, from First to Last, counted
// from 1, with the name of its rule.
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

// DerivedFolders below memory hold what the host derives from notes, never a note.
var DerivedFolders = []string{"dreaming", ".dreams"}

var (
	reManagedStart = words.Lazily(`(?i)<!--\s*[\w:. -]*\b(?:start|begin|managed)\b`)
	reManagedEnd   = words.Lazily(`(?i)<!--\s*[\w:. -]*\bend\b|<!--\s*/`)
	reDreamMark    = words.Lazily(`(?i)<!--\s*[\w:. -]*\bdream`)
	// reDreamHeading are the headings that the host gives to its phases of sleep, and
	// reDreamLine lines that only it writes below them.
	reDreamHeading = words.Lazily(`(?i)^#{1,6}\s+\W*(?:light|rem|deep)\s+sleep\b`)
	reDreamLine    = words.Lazily(`(?i)^\s*[-*]\s+(?:candidate:|theme:|confidence:\s*[01]\.|evidence:\s|recalls:\s*\d)`)
	reRecallTag    = words.Lazily(
		`(?i)^\s*(?:[-*]\s+)?(?:\*{0,2}(?:user|assistant)\*{0,2}:\s*)?<([\w-]*(?:memor(?:y|ies)|recall)[\w-]*|` +
			`zeos_context)\b[^>]*>\s*(\S?)`,
	)
	// reContextFile begins a file of snippets, and reAppended are lines that were appended
	// to a message.
	reContextFile = words.Lazily(`^\s*<!--\s*ethos:context\b`)
	reAppended    = words.Lazily(`^\s*\[(?:facts: [^=\]]+=.*|context: .+)\]\s*$`)
	reTurn        = words.Lazily(
		`^\s*(?:[-*]\s+)?\*{0,2}(user|assistant|human|ai|User|Assistant|Human|AI|USER|ASSISTANT)(?:\*{0,2}[:：]|[:：]\*{0,` +
			`2})(?:\s|\*|$)`,
	)
	// reTurnHeading is a heading that names nothing but a speaker.
	reTurnHeading = words.Lazily(`(?i)^#{1,6}\s+(user|assistant|human|ai)\s*[:：]?\s*$`)
	// reSession is the heading above the turns in the files that the host writes when a
	// session ends.
	reSession = words.Lazily(`(?i)^#{1,6}\s+conversation (?:summary|log|history|transcript)\s*$|^#{1,6}\s+transcript\s*$`)
	reHeading = words.Lazily(`^(#{1,6})\s`)
	// reParted matches what ends the block of a mark that is never closed.
	reParted = words.Lazily(`^(?:#{1,6}\s|\s*$)`)
)

// fewestTurns is from how many turns on, of both sides, a file without the heading of
// the host holds a conversation. A list of names ("User: Mara") has fewer.
const fewestTurns = 4

// longestSpeaker is how far, in bytes, the colon behind the name of a speaker is at most.
const longestSpeaker = 24

// MaskWritten returns the text with such blocks as blank lines, at the same length, and
// where they were.
func MaskWritten(text string) (string, []Written) {
	spans := lineSpans(text)
	line := func(i int) string { return text[spans[i][0]:spans[i][1]] }
	blocks := append(markedBlocks(len(spans), line), conversation(len(spans), line)...)
	if len(blocks) == 0 {
		return text, nil
	}
	masked := []byte(text)
	for at := range blocks {
		b := &blocks[at]
		for b.Last > b.First && strings.TrimSpace(line(b.Last-1)) == "" {
			b.Last--
		}
		for i := b.First - 1; i < b.Last; i++ {
			for at := spans[i][0]; at < spans[i][1]; at++ {
				masked[at] = ' '
			}
		}
	}
	return string(masked), blocks
}

// lineSpans are the beginnings and ends of the lines of a text, without what ends them.
func lineSpans(text string) [][2]int {
	var spans [][2]int
	start := 0
	add := func(end int) {
		for at := strings.IndexByte(text[start:end], '\r'); at >= 0 && start+at+1 < end; {
			spans = append(spans, [2]int{start, start + at})
			start += at + 1
			at = strings.IndexByte(text[start:end], '\r')
		}
		spans = append(spans, [2]int{start, end})
	}
	for end := strings.IndexByte(text, '\n'); end >= start; end = strings.IndexByte(text[start:], '\n') + start {
		add(end)
		start = end + 1
	}
	add(len(text))
	return spans
}

// markedBlocks finds what is between marks and tags, and the phases of sleep.
func markedBlocks(lines int, line func(int) string) []Written {
	var blocks []Written
	unclosed := false // a mark without an end: none has one later
	for i := 0; i < lines; i++ {
		s := line(i)
		if !strings.ContainsAny(s, "<#[") { // most lines
			continue
		}
		rule, last := RecallBlock, i
		switch {
		case strings.HasPrefix(strings.TrimSpace(s), "[") && reAppended().MatchString(s):
		case strings.Contains(s, "<!--") && reContextFile().MatchString(s):
			last = lineBefore(i+2, lines, line, reHeading()) // it has one heading of its own
		case strings.Contains(s, "<!--") && reManagedStart().MatchString(s):
			if rule = ManagedBlock; reDreamMark().MatchString(s) {
				rule = DreamBlock
			}
			if last = -1; !unclosed {
				last = nextLine(i+1, lines, line, reManagedEnd())
			}
			if unclosed = last < 0; unclosed {
				last = lineBefore(i+1, lines, line, reParted())
			}
		case reDreamHeading().MatchString(s):
			if last = sectionEnd(i, lines, line); !hasDream(i+1, last, line) {
				continue
			}
			rule = DreamBlock
		default:
			if last = tagEnd(i, lines, line); last < 0 {
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
func tagEnd(at, lines int, line func(int) string) int {
	m := reRecallTag().FindStringSubmatch(line(at))
	if m == nil {
		return -1
	}
	closing := "</" + m[1] + ">"
	if strings.Contains(line(at), closing) {
		return at
	}
	for i := at + 1; i < lines; i++ {
		s := strings.TrimSpace(line(i))
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

// lineBefore returns the line above the first one from start on that matches, the last line if none does.
func lineBefore(start, lines int, line func(int) string, match *regexp.Regexp) int {
	if at := nextLine(start, lines, line, match); at >= 0 {
		return at - 1
	}
	return lines - 1
}

// nextLine returns the first line from start on that matches, -1 if none does.
func nextLine(start, lines int, line func(int) string, match *regexp.Regexp) int {
	for i := start; i < lines; i++ {
		if match.MatchString(line(i)) {
			return i
		}
	}
	return -1
}

// hasDream reports whether a line from first to last is one that the host dreamt.
func hasDream(first, last int, line func(int) string) bool {
	return nextLine(first, last+1, line, reDreamLine()) >= 0
}

// sectionEnd returns the last line below the heading on a line.
func sectionEnd(start, lines int, line func(int) string) int {
	level := len(reHeading().FindStringSubmatch(line(start))[1])
	for i := start + 1; i < lines; i++ {
		if m := reHeading().FindStringSubmatch(line(i)); m != nil && len(m[1]) <= level {
			return i - 1
		}
	}
	return lines - 1
}

// conversation finds the turns of a conversation: all that follows the heading that
// the host writes above them, else what stands from the first turn to the heading
// behind the last one.
func conversation(lines int, line func(int) string) []Written {
	session, first, last, turns := -1, -1, -1, 0
	sides := map[bool]bool{}
	for i := range lines {
		s := line(i)
		if session < 0 && strings.HasPrefix(s, "#") && reSession().MatchString(s) {
			session = i
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
			turns++
			sides[strings.EqualFold(m[1], "user") || strings.EqualFold(m[1], "human")] = true
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	switch {
	case first < 0:
		return nil
	case session >= 0 && first > session:
		return []Written{{first + 1, lines, Transcript}}
	case turns < fewestTurns || len(sides) < 2:
		return nil
	}
	end := last
	for end+1 < lines && !reHeading().MatchString(line(end+1)) {
		end++
	}
	return []Written{{first + 1, end + 1, Transcript}}
}
