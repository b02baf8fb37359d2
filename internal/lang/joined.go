package lang

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// WordPattern returns a regular expression for the words of a field of all languages.
func WordPattern(field func(*Language) string) string {
	all := slices.Sorted(maps.Keys(WordSet(field)))
	for i, word := range all {
		all[i] = regexp.QuoteMeta(word)
	}
	return strings.Join(all, "|")
}

// Concat returns a field of all languages as one text.
func Concat(field func(*Language) string) string {
	var all strings.Builder
	for _, l := range All() {
		all.WriteString(field(l))
	}
	return all.String()
}

// WordSet returns a field of all languages as a set.
func WordSet(field func(*Language) string) map[string]bool {
	set := map[string]bool{}
	for _, l := range All() {
		maps.Copy(set, SetOf(field(l)))
	}
	return set
}

// Letters are the letters that the data of all languages has, in lower case.
var Letters = sync.OnceValue(func() map[rune]bool {
	set := map[rune]bool{}
	for _, l := range All() {
		for _, r := range strings.ToLower(fmt.Sprint(*l)) {
			set[r] = true
		}
	}
	return set
})

// SetOf is the set of the words of a list.
func SetOf(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}

// Pattern joins a regular expression of all languages; nothing matches if none has one.
func Pattern(field func(*Language) string) string {
	var all []string
	for _, l := range All() {
		if p := field(l); p != "" {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return `[^\s\S]`
	}
	return "(?:" + strings.Join(all, "|") + ")"
}

// Phrases returns a list of all languages.
func Phrases(field func(*Language) []string) []string {
	var all []string
	for _, l := range All() {
		all = append(all, field(l)...)
	}
	return all
}

// Together returns the lists of phrases of all languages as those of one, each phrase in the form that a function gives
// it.
func Together(form func(string) string) *Language {
	all := &Language{}
	for _, l := range All() {
		merge(reflect.ValueOf(all).Elem(), reflect.ValueOf(l).Elem(), form)
	}
	return all
}

// merge adds the phrases of one struct to those of another of its type.
func merge(all, one reflect.Value, form func(string) string) {
	for i := range all.NumField() {
		switch to := all.Field(i); list := one.Field(i).Interface().(type) {
		case []string:
			for _, phrase := range list {
				to.Set(reflect.Append(to, reflect.ValueOf(form(phrase))))
			}
		default:
			if to.Kind() == reflect.Struct {
				merge(to, one.Field(i), form)
			}
		}
	}
}

// PhraseList returns a list of all languages, made when it is first asked for.
func PhraseList(field func(*Language) []string) func() []string {
	return sync.OnceValue(func() []string { return Phrases(field) })
}

// Set returns a field of all languages as a set, made when it is first asked for.
func Set(field func(*Language) string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return WordSet(field) })
}

// Expression returns a field of all languages as one expression between two others, made when it is first asked for.
func Expression(before, after string, field func(*Language) string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(before + Pattern(field) + after) })
}

// LessonTitle is an expression for names of files, in lower case, that say "lessons" and nothing else.
func LessonTitle() string {
	alone := Pattern(func(l *Language) string { return l.Files.Alone })
	goesOn := Pattern(func(l *Language) string { return l.Files.GoesOn })
	return `^` + alone + `(?:[-_ ]` + goesOn + `)?\.md$`
}
