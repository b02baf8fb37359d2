package recall

import (
	"regexp"
	"strings"
	"sync"

	"wisdom/internal/lang"
	"wisdom/markdown/host"
)

// mostRecord is how many tokens a record has at most: a longer one would be cut anyway.
const mostRecord = 250

// part is what a part of a record says.
type part int

const (
	besides   part = iota // when, where, why
	wentWrong             // only in a record about an incident
	mended                // how it was mended
)

// recordLabels are the labels of the parts of a record: "Issue:", "Cause:", "Fix:".
var recordLabels = sync.OnceValue(func() map[string]part {
	all := map[string]part{}
	add := func(p part, field func(*lang.Language) []string) {
		for _, label := range lang.Phrases(field) {
			all[label] = p
		}
	}
	add(besides, func(l *lang.Language) []string { return l.Labels.Field })
	add(besides, func(l *lang.Language) []string { return l.Labels.Lesson })
	add(besides, func(l *lang.Language) []string { return l.Labels.Action })
	add(wentWrong, func(l *lang.Language) []string { return l.Labels.Incident })
	add(mended, func(l *lang.Language) []string { return l.Labels.Remedy })
	return all
})

var reLabel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\s>]*(?:[-*+•]\s+|\d+[.)]\s+)?[*_]{0,2}([^:：*_\n]{1,40})[*_]{0,2}[:：]`)
})

// labelOf is the label of a record that a passage begins with, in lower case.
func labelOf(text string) (label string, says part, found bool) {
	if !strings.ContainsAny(text[:min(len(text), 60)], ":：") {
		return "", besides, false
	}
	m := reLabel().FindStringSubmatch(text)
	if m == nil {
		return "", besides, false
	}
	label = strings.ToLower(strings.TrimSpace(m[1]))
	says, found = recordLabels()[label]
	return label, says, found
}

// join makes one passage of the parts of each record, whichever lines they are on, in
// paragraphs or in items of their own: what is wrong is of no use without its remedy.
func (s *splitter) join() {
	parts := s.out.passages
	all := parts[:0] // there is never more in it than was read
	for i := 0; i < len(parts); {
		end := s.recordEnd(parts, i)
		whole, ok := passage{}, false
		if end > i+1 {
			whole, ok = s.passage(parts[i].first, parts[end-1].last, parts[i].lead)
			whole.heading = parts[i].heading
		}
		if ok {
			all = append(all, whole)
		} else {
			all = append(all, parts[i:end]...)
		}
		i = end
	}
	s.out.passages = all
}

// recordEnd is where the record ends that begins at a part, or the part itself if it is no
// record. A label that comes again, or what went wrong behind how it was mended, begins the
// next record.
func (s *splitter) recordEnd(parts []passage, start int) int {
	tokens, isMended, incident := 0, false, false
	seen := map[string]bool{}
	end := start
	for ; end < len(parts); end++ {
		label, says, found := labelOf(parts[end].text)
		if !found || seen[label] || isMended && says == wentWrong || tokens+parts[end].tokens > mostRecord ||
			end > start && !s.goesOn(&parts[end-1], &parts[end]) {
			break
		}
		seen[label] = true
		tokens += parts[end].tokens
		isMended, incident = isMended || says == mended, incident || says != besides
	}
	if !incident {
		return start + 1
	}
	return max(end, start+1)
}

// goesOn reports whether nothing but empty lines stand between two passages of a section.
func (s *splitter) goesOn(a, b *passage) bool {
	if a.heading != b.heading || b.first-a.last > 2 {
		return false
	}
	return b.first-a.last < 2 || s.isBlank(a.last+1)
}

// isTemplate reports whether every line of a passage is one that the host writes into a new
// TOOLS.md as an example.
func isTemplate(p passage) bool {
	for line := range strings.Lines(p.text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !host.IsTemplate(line) {
			return false
		}
	}
	return true
}
