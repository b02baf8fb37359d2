package facts

import (
	"regexp"
	"strings"
	"unicode"

	"wisdom/internal/words"
)

// kindWords tell a kind by a word of the label or the heading, in this order.
var kindWords = []kindWord{
	{Port, []string{"port", "ports", "puerto", "端口", "порт"}},
	{Voice, []string{"voice", "tts", "stimme", "voz", "语音", "声音", "голос"}},
	{Rate, []string{"limit", "rate", "quota", "kontingent", "限额", "límite"}},
	{Cron, []string{"cron", "schedule", "when", "wann", "zeitplan", "定时", "cuándo"}},
	{Device, []string{"camera", "cam", "kamera", "cámara", "摄像", "speaker", "lautsprecher", "printer", "drucker", "impresora", "打印机"}},
	{Model, []string{"model", "models", "modell", "modelo", "模型"}},
	{ID, []string{"id", "ids", "topic", "topics", "chat", "group", "thread", "channel", "themen", "thema", "tema", "temas", "sujet", "sujets", "kanal", "canal", "grupo", "groupe", "gruppe", "群", "话题", "account", "kundennr", "konto"}},
	{Alias, []string{"alias", "aliases", "profile", "profil", "shortcut", "nickname", "别名"}},
}

type kindWord struct {
	kind  Kind
	words []string
}

// suits says whether a value can be of the kind: a port is a number, and what a
// model is called has no spaces, which the make of a machine has.
func (kw kindWord) suits(value string) bool {
	switch kw.kind {
	case Port:
		return digits(value)
	case Model:
		return !strings.Contains(value, " ") && strings.ContainsFunc(value, unicode.IsLetter)
	}
	return true
}

// kindOf tells what a fact is about: by what its value looks like where that is
// plain, else by the words of its label, then of its heading.
func kindOf(f Fact) Kind {
	if k := shapeOf(f.Value); k != "" {
		return k
	}
	if k := measureOf(f.Value); k != "" {
		return k
	}
	label := f.Label()
	if f.Key == f.Heading {
		label = f.Attr
	}
	for _, text := range []string{label, f.Heading} {
		for _, kw := range kindWords {
			if holds(text, kw.words) && kw.suits(f.Value) {
				return kw.kind
			}
		}
	}
	switch s := words.Specifics(f.Value); {
	case digits(f.Value):
		return ID
	case len(s) == 1 && s[0].Kind == words.Model:
		return Model
	}
	return Name
}

// measureOf is the kind of a value that is a number in groups, or one with a unit.
func measureOf(text string) Kind {
	marks := scan(text)
	if len(marks) != 1 || marks[0].start != 0 || marks[0].end != len(text) {
		return ""
	}
	switch {
	case marks[0].kind == phone:
		return Phone
	case marks[0].kind == amount && reClock.MatchString(text) && !reLength.MatchString(text):
		return Cron
	case marks[0].kind == amount:
		return Rate
	}
	return ""
}

var (
	reClock  = regexp.MustCompile(clock)
	reLength = regexp.MustCompile(`^\d+\.\d+ ?(?:` + unitWords + `)$`) // 2.74 m
)

// shapeOf is the kind of a value that can be seen from the value alone.
func shapeOf(text string) Kind {
	s := words.Specifics(text)
	whole := len(s) == 1 && s[0].Start == 0 && s[0].End == len(text)
	switch {
	case strings.Contains(text, "://"):
		return URL
	case reCron.MatchString(text):
		return Cron
	case whole && s[0].Kind == words.Path, strings.HasPrefix(text, "/"), strings.HasPrefix(text, "~/"):
		if !strings.Contains(text, " ") {
			return Path
		}
	case whole && s[0].Kind == words.HostName:
		return Host
	case whole && s[0].Kind == words.Email:
		return ID
	case whole && s[0].Kind == words.Flag:
		return Flag
	case whole && s[0].Kind == words.Time:
		return Cron
	}
	if strings.HasPrefix(text, "--") {
		return Flag
	}
	if strings.Contains(text, " -") {
		return Command
	}
	return ""
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "-0123456789:") == ""
}

// holds says whether a text has one of the words; those of scripts without
// spaces may stand anywhere.
func holds(text string, list []string) bool {
	lower := strings.ToLower(text)
	fields := strings.FieldsFunc(lower, func(r rune) bool { return strings.ContainsRune(" /,&()-_.:", r) })
	for _, w := range list {
		if w[0] >= 0x80 && strings.Contains(lower, w) {
			return true
		}
		for _, f := range fields {
			if f == w || f == w+"s" || len(w) > 4 && strings.HasSuffix(f, w) {
				return true
			}
		}
	}
	return false
}
