package collect

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"wisdom/internal/words"
)

// language holds all the words by which the collector knows headings, labels, rules and
// reports of one language. To teach it another one, write a file such as
// language_dutch.go and name it in languages. Every list may be left out: what is
// missing costs precision, or a heading, never a lesson that another sign tells.
//
// Phrases (headings and labels) are parted by "|", words by spaces; both are in lower
// case. Phrases and norms may have accents or not, as the notes may. Lists that end in
// Signs, and those that are said to be, are expressions, for endings, for scripts without
// spaces and for what no single word says; all are tried on lower case.
type language struct {
	// Headings of lessons; what names one lesson ("Lesson 3") and, titles, does so with
	// more words behind ("lesson of the day"). taught is an expression for a heading
	// that says in more words that something was learned, without accents.
	lessons, names, titles, taught string
	// Headings of decisions, of what ends a lesson section, of what went wrong, where
	// reports and rules stand together, and of how it went, which need no mark of one.
	decisions, others, mixed, retro string
	// Headings of an index, and of things that lessons may be about.
	indexes, topics string
	// What headings about keeping lessons begin with, and what stands anywhere in them.
	about, keeping string
	// foreign stands in headings of somebody else's advice.
	foreign string
	// Labels: of the part of an entry that is the lesson, of the other parts, of those
	// that only an incident has, of how it was mended, of its date, and of warnings,
	// which are lessons where they hold a norm.
	rules, fields, incidents, remedies, dates, warnings string
	// Columns of a table that tells what to do when: the case, and what to do then.
	cases, steps string
	// asking stands in front of a question that is still open.
	asking string
	// nothing stands where a lesson should be written; host begins what a template says.
	nothing, host string

	// norms are words with which people say what holds always or what to do; normSigns
	// is without accents.
	norms, normSigns string
	// ruling is an expression for a heading of a day that is a rule, where a rule stands
	// below it as well.
	ruling string
	// advice stands in rules and in statements that hold in general, copulas in reports
	// too.
	advice, adviceSigns, copulas string

	// done tells what was done or happened.
	done, doneSigns string
	// past are verbs that tell of what was, which rules do too: they count where
	// something else speaks for a report. pastForms is an expression for a whole word
	// that tells of what was by its form, accents kept; notPast are words that look so.
	past, pastForms, notPast string
	// participles are endings that tell what was done where a clause ends with them;
	// notParticiples are words that end so too. fronted is an expression for those with
	// which a report begins that counts something: "recuperadas 12 de 14 sillas".
	// counted are endings of participles that stand beside nouns too, and report only
	// where something is counted: "4 turnos cambiados".
	participles, notParticiples, fronted, counted string
	// narrates is an expression for what was, is left or is so just now; forgot for what
	// was forgotten, from which people learn.
	narrates, forgot string
	// states tell at the end of a clause how a thing is just now.
	states string
	// day points to a day, since in front of it makes that day a beginning.
	day, since, daySigns string
	// ago points to this day or one gone by, which no rule does; today are those of them
	// that do beside a day to come.
	ago, agoSigns, today string

	// soon points to a day to come.
	soon, soonSigns string
	// errands is an expression for how something begins that is to be done once; whether
	// for how one begins that is to be found out.
	errands, whether string

	// Articles begin a sentence, determiners what is done, numerals a count.
	articles, determiners, numerals string
	// light are forms of verbs that say little beside a noun: what is told again has
	// others.
	light string
}

var languages = []language{
	english, german, spanish, french, portuguese, italian, dutch, polish, russian, chinese, japanese, korean, vietnamese, indonesian,
}

// The words of all languages together: a line is too short to tell its language.
var (
	adviceWords    = wordsOf(func(l language) string { return l.advice })
	reportWords    = wordsOf(func(l language) string { return l.done })
	pastWords      = wordsOf(func(l language) string { return l.past })
	stateWords     = wordsOf(func(l language) string { return l.states })
	dayWords       = wordsOf(func(l language) string { return l.day })
	sinceWords     = wordsOf(func(l language) string { return l.since })
	agoWords       = wordsOf(func(l language) string { return l.ago })
	soonWords      = wordsOf(func(l language) string { return l.soon })
	notPast        = wordsOf(func(l language) string { return l.notPast })
	articles       = wordsOf(func(l language) string { return l.articles })
	determiners    = wordsOf(func(l language) string { return l.determiners })
	numerals       = wordsOf(func(l language) string { return l.numerals })
	lightVerbs     = wordsOf(func(l language) string { return l.light })
	todayWords     = wordsOf(func(l language) string { return l.today })
	copulas        = wordsOf(func(l language) string { return l.copulas })
	notParticiples = wordsOf(func(l language) string { return l.notParticiples })
	normWords      = wordsOf(func(l language) string { return fold(l.norms) })
	reNormSigns    = signsOf("", "", func(l language) string { return l.normSigns })
	reTaughtSigns  = signsOf("", "", func(l language) string { return l.taught })
	reAdviceSigns  = signsOf("", "", func(l language) string { return l.adviceSigns })
	reDoneSigns    = signsOf("", "", func(l language) string { return l.doneSigns })
	reDaySigns     = signsOf("", "", func(l language) string { return l.daySigns })
	reAgoSigns     = signsOf("", "", func(l language) string { return l.agoSigns })
	reSoonSigns    = signsOf("", "", func(l language) string { return l.soonSigns })
	reNarrates     = signsOf("", "", func(l language) string { return l.narrates })
	reForgot       = signsOf("", "", func(l language) string { return l.forgot })
	reWhether      = signsOf("", "", func(l language) string { return l.whether })
	rePastForms    = signsOf("^(?:", ")$", func(l language) string { return l.pastForms })
	reRuling       = signsOf("", "", func(l language) string { return l.ruling })
	reErrands      = signsOf("^(?:", ")", func(l language) string { return l.errands })
	reFronted      = signsOf("^(?:", ")", func(l language) string { return l.fronted })
	reCounted      = signsOf("^(?:", ")$", func(l language) string { return l.counted })
	reParticiples  = signsOf("^(?:", ")$", func(l language) string { return l.participles })
)

// wordsOf is a field of all languages as a set, made when it is first asked.
func wordsOf(field func(language) string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		var all strings.Builder
		for _, l := range languages {
			all.WriteString(field(l) + " ")
		}
		return words.Set(all.String())
	})
}

// signsOf is a field of all languages as one expression.
func signsOf(before, after string, field func(language) string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		var all []string
		for _, l := range languages {
			if signs := field(l); signs != "" {
				all = append(all, signs)
			}
		}
		return regexp.MustCompile(before + strings.Join(all, "|") + after)
	})
}

// phrases are a list of all languages, without accents.
func phrases(field func(language) string) []string {
	var all []string
	for _, v := range languages {
		for phrase := range strings.SplitSeq(field(v), "|") {
			if phrase = fold(strings.TrimSpace(phrase)); phrase != "" {
				all = append(all, phrase)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// known are all phrases, of every language: a heading is too short to tell its own.
var known = sync.OnceValue(readPhrases)

// phrasebook holds the phrases of headings and labels, folded.
type phrasebook struct {
	lessons, decisions, others, mixed, indexes, topics, about, titles, upkeep, foreign []string
	nouns, incidents, remedies, dates, nothing, host, cases, steps, asking, retro      []string
}

func readPhrases() *phrasebook {
	return &phrasebook{
		lessons:   phrases(func(l language) string { return l.lessons }),
		decisions: phrases(func(l language) string { return l.decisions }),
		others:    phrases(func(l language) string { return l.others }),
		mixed:     phrases(func(l language) string { return l.mixed }),
		indexes:   phrases(func(l language) string { return l.indexes }),
		topics:    phrases(func(l language) string { return l.topics }),
		about:     phrases(func(l language) string { return l.about }),
		titles:    append(phrases(func(l language) string { return l.names }), phrases(func(l language) string { return l.titles })...),
		nouns:     phrases(func(l language) string { return l.titles }),
		upkeep:    phrases(func(l language) string { return l.keeping }),
		foreign:   phrases(func(l language) string { return l.foreign }),
		incidents: phrases(func(l language) string { return l.incidents }),
		remedies:  phrases(func(l language) string { return l.remedies }),
		cases:     phrases(func(l language) string { return l.cases }),
		steps:     phrases(func(l language) string { return l.steps }),
		retro:     phrases(func(l language) string { return l.retro }),
		asking:    phrases(func(l language) string { return l.asking }),
		dates:     phrases(func(l language) string { return l.dates }),
		nothing:   phrases(func(l language) string { return l.nothing }),
		host:      phrases(func(l language) string { return l.host }),
	}
}
