package collect

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"wisdom/internal/lang"
)

// The words of all languages together: a line is too short to tell its language.
var (
	weakWords   = lang.Set(func(l *lang.Language) string { return fold(l.Norms.WeakWords) })
	hasWeakSign = signIn(func(l *lang.Language) string { return l.Norms.WeakPattern })
	normWords   = lang.Set(func(l *lang.Language) string { return fold(l.Norms.Words) })
	hasNormSign = signIn(func(l *lang.Language) string { return l.Norms.Pattern })
	reReported  = lang.Expression("", "", func(l *lang.Language) string { return l.Norms.ReportPattern })
	saysTaught  = signIn(func(l *lang.Language) string { return l.Headings.LessonsPattern })
	hasInsight  = signIn(func(l *lang.Language) string { return l.Norms.InsightPattern })
)

// signIn reports whether a text holds one of the signs that a field of all languages
// has. A text with kana is Japanese, in which signs of Chinese mean something else.
func signIn(field func(*lang.Language) string) func(text string) bool {
	every := lang.Expression("", "", field)
	japanese := lang.Expression("", "", func(l *lang.Language) string {
		if l.Name == "chinese" {
			return ""
		}
		return field(l)
	})
	return func(text string) bool {
		if strings.ContainsFunc(text, isKana) {
			return japanese().MatchString(text)
		}
		return every().MatchString(text)
	}
}

func isKana(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana) }

// phrases are a list of all languages, without accents.
func phrases(field func(*lang.Language) []string) []string {
	var all []string
	for _, l := range lang.All() {
		for _, phrase := range field(l) {
			all = append(all, fold(phrase))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// known are all phrases, of every language: a heading is too short to tell its own.
var known = sync.OnceValue(readPhrases)

// phrasebook holds the phrases of headings and labels, folded.
type phrasebook struct {
	lessons, decisions, norms, preferences, negative, others, indexes, topics, about, titles, upkeep, foreign, copied []string
	nouns, incidents, remedies, insights, dates, nothing, host, cases, steps, asking, retro                           []string
}

func readPhrases() *phrasebook {
	return &phrasebook{
		lessons:     phrases(func(l *lang.Language) []string { return l.Headings.Lessons }),
		decisions:   phrases(func(l *lang.Language) []string { return l.Headings.Decisions }),
		others:      phrases(func(l *lang.Language) []string { return l.Headings.Other }),
		norms:       phrases(func(l *lang.Language) []string { return l.Headings.Rules }),
		preferences: phrases(func(l *lang.Language) []string { return l.Headings.Preferences }),
		negative:    phrases(func(l *lang.Language) []string { return l.Headings.Negative }),
		indexes:     phrases(func(l *lang.Language) []string { return l.Headings.Index }),
		topics:      phrases(func(l *lang.Language) []string { return l.Headings.Topics }),
		about:       phrases(func(l *lang.Language) []string { return l.Headings.UpkeepStarts }),
		titles:      append(phrases(func(l *lang.Language) []string { return l.Headings.LessonNames }), phrases(func(l *lang.Language) []string { return l.Headings.LessonNouns })...),
		nouns:       phrases(func(l *lang.Language) []string { return l.Headings.LessonNouns }),
		upkeep:      phrases(func(l *lang.Language) []string { return l.Headings.Upkeep }),
		copied:      phrases(func(l *lang.Language) []string { return strings.Fields(l.HeadingWords.Copied) }),
		foreign:     phrases(func(l *lang.Language) []string { return l.Headings.Foreign }),
		incidents:   phrases(func(l *lang.Language) []string { return l.Labels.Incident }),
		insights:    phrases(func(l *lang.Language) []string { return l.Labels.Insight }),
		remedies:    phrases(func(l *lang.Language) []string { return l.Labels.Remedy }),
		cases:       phrases(func(l *lang.Language) []string { return l.Labels.Case }),
		steps:       phrases(func(l *lang.Language) []string { return l.Labels.Step }),
		retro:       phrases(func(l *lang.Language) []string { return l.Headings.Retrospective }),
		asking:      phrases(func(l *lang.Language) []string { return l.Labels.OpenQuestion }),
		dates:       phrases(func(l *lang.Language) []string { return l.Labels.Date }),
		nothing:     phrases(func(l *lang.Language) []string { return l.Template.Nothing }),
		host:        phrases(func(l *lang.Language) []string { return l.Template.Host }),
	}
}
