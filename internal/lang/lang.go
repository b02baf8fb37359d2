// Package lang holds what the program knows of natural languages. It is data: one
// embedded TOML file per language in the folder data. Code that needs words of a
// language reads them from here and holds none itself. To add a language, write
// data/NAME.toml; every list may be left out.
//
// A phrase stands in a list and may have several words. Words stand in one string
// with spaces between them. The name of a key that holds a regular expression ends in
// "pattern". All of it is compared with text in lower case.
package lang

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

// Language is what the program knows of one language.
type Language struct {
	Name     string   `toml:"name"`
	Headings Headings `toml:"headings"`
	Labels   Labels   `toml:"labels"`
	Template Template `toml:"template"`
	Files    Files    `toml:"files"`
	Norms    Norms    `toml:"norms"`
	Words    Words    `toml:"words"`

	// Numbers are the words for numbers, by their figures.
	Numbers map[string]string `toml:"numbers"`
	// Values are the words for things of which there are several, by kind and by a name
	// that all languages share: days, colours, opposites.
	Values map[string]map[string]string `toml:"values"`

	HeadingWords    HeadingWords    `toml:"heading_words"`
	HeadingPatterns HeadingPatterns `toml:"heading_patterns"`
	Orders          Orders          `toml:"orders"`
	Reminders       Reminders       `toml:"reminders"`
	Facts           Facts           `toml:"facts"`
	Distill         Distill         `toml:"distill"`
	Brief           Brief           `toml:"brief"`
}

// Headings say what stands below a heading. Phrases may be written with accents or
// without.
type Headings struct {
	Lessons []string `toml:"lessons"`
	// LessonNames name one lesson ("Lesson 3"); LessonNouns also do so with more words
	// behind them ("lesson of the day").
	LessonNames []string `toml:"lesson_names"`
	LessonNouns []string `toml:"lesson_nouns"`
	// LessonsPattern says in more words that something was learned; without accents.
	LessonsPattern string   `toml:"lessons_pattern"`
	Decisions      []string `toml:"decisions"`
	// Other ends a lesson section: status, tasks, background.
	Other []string `toml:"other"`
	// Rules introduces rules and principles, Preferences wishes, which are rules only
	// if they say so, Negative what does not work or went wrong.
	Rules         []string `toml:"rules"`
	Preferences   []string `toml:"preferences"`
	Negative      []string `toml:"negative"`
	Retrospective []string `toml:"retrospective"`
	Index         []string `toml:"index"`
	// Foreign introduces another author's advice.
	Foreign []string `toml:"foreign"`
}

// HeadingWords are words of headings.
type HeadingWords struct {
	// Identity names the section of SOUL.md that says who the agent is.
	Identity []string `toml:"identity"`
	// Copied says that the text below was copied, if one of From follows; a sentence
	// may have it too.
	Copied string `toml:"copied"`
	From   string `toml:"from"`
	// Of joins two nouns: "list of lessons".
	Of string `toml:"of"`
	// Possessives stand in front of what a heading names ("our lessons").
	Possessives string `toml:"possessives"`
	// Connectives join with several small words what other languages join with one:
	// "lecciones de la caída del servidor".
	Connectives string `toml:"connectives"`
	// GoesOn continues a heading so that the phrase before it is not what stands below:
	// "lessons with Anna", "how lessons are written".
	GoesOn string `toml:"goes_on"`
}

// HeadingPatterns are regular expressions for headings, in lower case and without
// accents; only Foreign is compared with the heading as it is written.
type HeadingPatterns struct {
	// Foreign matches headings of what was read somewhere.
	Foreign string `toml:"foreign"`
}

// Labels stand in front of a colon, as the name of a field or above a column.
type Labels struct {
	// Lesson labels the part of an entry that is the lesson, Field any other part.
	Lesson []string `toml:"lesson"`
	Field  []string `toml:"field"`
	// Action labels what to do: the lesson of an entry without a Lesson field.
	Action []string `toml:"action"`
	// Incident labels are in entries about an incident only, Remedy says how it was
	// mended, Date when it was.
	Incident []string `toml:"incident"`
	Remedy   []string `toml:"remedy"`
	Date     []string `toml:"date"`
	// Warning labels a lesson if the text holds a norm.
	Warning []string `toml:"warning"`
	// Case begins what to do in a case.
	Case []string `toml:"case"`
	// WhenSign ends a case, in scripts without spaces.
	WhenSign []string `toml:"when_sign"`
	// Todo stands in front of what is still to be done, or was.
	Todo []string `toml:"todo"`
}

// Template is text that somebody should replace, or that the host wrote.
type Template struct {
	Nothing []string `toml:"nothing"`
	// Host begins a sentence of a template.
	Host []string `toml:"host"`
	// Dates stand where a date is to be written: "YYYY-MM-DD".
	Dates []string `toml:"dates"`
}

// Files are regular expressions for the names of files about lessons, in lower case: what
// such a name holds, what it is where it is nothing else, how it goes on, and names that
// only look so.
type Files struct {
	Lessons string `toml:"lessons_pattern"`
	// Folders is what the name of a folder of lessons holds, if that is not Lessons: a
	// folder "learning" is about what is being studied.
	Folders string `toml:"folders_pattern"`
	Alone   string `toml:"alone_pattern"`
	GoesOn  string `toml:"goes_on_pattern"`
	Foreign string `toml:"foreign_pattern"`
}

// Norms tell rules and insights. Text is compared without accents.
type Norms struct {
	// Words and Pattern tell an order wherever it stands.
	Words   string `toml:"words"`
	Pattern string `toml:"pattern"`
	// WeakWords and WeakPattern do so only where lessons and rules stand.
	WeakWords   string `toml:"weak_words"`
	WeakPattern string `toml:"weak_pattern"`
	// Conditions begin a sentence that says when an order holds.
	Conditions string `toml:"conditions"`
}

// Orders are the ways in which text gives orders to a model rather than advice to an
// agent. Case does not matter to their patterns.
type Orders struct {
	// Forbidden matches the end of a text in front of an order that it only forbids;
	// ForbiddenAfter such a word right behind the verb of the order.
	Forbidden      string       `toml:"forbidden"`
	ForbiddenAfter string       `toml:"forbidden_after"`
	ToModel        []Order      `toml:"to_model"`
	ToAll          []OrderToAll `toml:"to_all"`
}

// Order is one way to give an order.
type Order struct {
	// Keywords are a quick look, in lower case: a text without one of them is not shown
	// to the pattern.
	Keywords []string `toml:"keywords"`
	Pattern  string   `toml:"pattern"`
	// Honest, if any, stands in rules that people make for their own agents: to ask
	// before, never to do.
	Honest string `toml:"honest"`
}

// OrderToAll tells all who read it to send out, pay or approve something: in a sentence
// (Must), or behind a label that says whom the rule is for. Done is what they are to
// do, Much makes it more than a task.
type OrderToAll struct {
	Keywords []string `toml:"keywords"`
	Must     string   `toml:"must"`
	Label    string   `toml:"label"`
	Done     string   `toml:"done"`
	Much     string   `toml:"much"`
	Honest   string   `toml:"honest"`
}

// Reminders are patterns for lines that send an agent to a file. Case does not matter.
type Reminders struct {
	// Reads tells to look something up, OnDemand when.
	Reads    string `toml:"reads"`
	OnDemand string `toml:"on_demand"`
	// New and Tool are about adding a tool, Keep is about keeping a file up to date.
	New  string `toml:"new"`
	Tool string `toml:"tool"`
	Keep string `toml:"keep"`
}

// Words are lists about single words.
type Words struct {
	Imperatives string `toml:"imperatives"`
	// Negations turn a sentence by themselves, NegativeWords alone or with one of
	// NegativeParticles ("ne … pas"), NegativePrefix at the beginning of a word.
	Negations         string `toml:"negations"`
	NegativeWords     string `toml:"negative_words"`
	NegativeParticles string `toml:"negative_particles"`
	NegativePrefix    string `toml:"negative_prefix"`
	// NegationSigns turn a sentence within words, in scripts that part none; NoNegations
	// hold such a sign and turn nothing.
	NegationSigns []string `toml:"negation_signs"`
	NoNegations   []string `toml:"no_negations"`
	// Changes tell that a rule replaces an older one.
	Changes []string `toml:"changes"`
	// Asides close a text and add no rule: "as always".
	Asides []string `toml:"asides"`
	// Units are what numbers count; Ports stand in front of the number of a port, Clock
	// behind a time, Titles in front of a name.
	Units       string `toml:"units"`
	Ports       string `toml:"ports"`
	Clock       string `toml:"clock"`
	Titles      string `toml:"titles"`
	ShortMonths string `toml:"short_months"`
	// Abbreviations end no sentence with their full stop.
	Abbreviations string `toml:"abbreviations"`
	// NumberHomonyms are numbers that are another word too; Multiples count ("twice").
	NumberHomonyms string `toml:"number_homonyms"`
	Multiples      string `toml:"multiples"`
	// NumberPattern finds numbers in a script without spaces, in its first group if a
	// unit follows. Behind an Ordinal they count in a row, and NoUnits begin like a unit.
	NumberPattern string   `toml:"number_pattern"`
	Ordinal       string   `toml:"ordinal"`
	NoUnits       []string `toml:"no_units"`
	// FunctionWords are characters that hold sentences together and that names hardly have,
	// Modals those that go with a negation.
	FunctionWords string `toml:"function_words"`
	Modals        string `toml:"modals"`
}

// Facts tell what can be looked up in tool documents. Phrases and words are in lower
// case, with their accents.
type Facts struct {
	// SkipHeadings stand in a heading below which nothing is looked up: lessons,
	// incidents, examples. SkipColumns do so for a table.
	SkipHeadings []string `toml:"skip_headings"`
	SkipColumns  []string `toml:"skip_columns"`
	// RemarkColumns explain the other columns of a table.
	RemarkColumns []string `toml:"remark_columns"`
	// Fields are keys whose plain words describe and name nothing: status, purpose.
	Fields []string `toml:"fields"`
	// RuleStarts begin what the reader should do in a case.
	RuleStarts string `toml:"rule_starts"`
	// Denials stand in front of what is not so, Pointers in front of where to look.
	Denials  string `toml:"denials"`
	Pointers string `toml:"pointers"`
	// Cases are words that tell one case from another: or, if.
	Cases string `toml:"cases"`
	// Examples are words in front of what a key only shows by an example.
	Examples string `toml:"examples"`
	// States say how something is, and nothing to look up: connected, installed.
	States string `toml:"states"`
	// Told are words that report what happened; ToldPattern does so in more words.
	Told        string `toml:"told"`
	ToldPattern string `toml:"told_pattern"`
	// EndedPattern stands right in front of the name of what is no longer used, GonePattern
	// right behind it.
	EndedPattern string `toml:"ended_pattern"`
	GonePattern  string `toml:"gone_pattern"`
	// Limits are words that limit where a value holds: only, never, primary.
	Limits string `toml:"limits"`
	// Joins link two parts of a sentence. Units stand behind a number.
	Joins string `toml:"joins"`
	Units string `toml:"units"`
	// PlainNames name nothing where a heading or a label has no other word: access, notes.
	// PlainAttributes say nothing in front of a value that shows what it is. Articles say
	// nothing in front of a name.
	PlainNames      string `toml:"plain_names"`
	PlainAttributes string `toml:"plain_attributes"`
	Articles        string `toml:"articles"`
	// Words in a label or a heading that tell the kind of a value.
	Port     string `toml:"port"`
	Voice    string `toml:"voice"`
	Rate     string `toml:"rate"`
	Schedule string `toml:"schedule"`
	Device   string `toml:"device"`
	Model    string `toml:"model"`
	ID       string `toml:"id"`
	Alias    string `toml:"alias"`
	// Chat are words for places where messages are posted.
	Chat string `toml:"chat"`
	// HostTemplate are the lines of tool notes that the host itself writes into a new
	// workspace. They are compared word by word, and not to the letter.
	HostTemplate []string `toml:"host_template"`
	Locks        Locks    `toml:"locks"`
}

// Locks are patterns for the codes of locks and for logins, which a table must not
// hold.
type Locks struct {
	// Stems are parts of all words of the patterns: a text that has none of them is
	// not looked at any closer.
	Stems string `toml:"stems"`
	// NamePattern is the name of a code, GivesPattern what links a name to its value.
	NamePattern  string `toml:"name_pattern"`
	GivesPattern string `toml:"gives_pattern"`
	// LoginPattern introduces a name and a password. AndPattern stands between codes.
	LoginPattern string `toml:"login_pattern"`
	AndPattern   string `toml:"and_pattern"`
	// BoxPattern is what only a number opens, DoorPattern what may be locked,
	// SafePattern a safe with a dial, OpensPattern what says how to open.
	BoxPattern   string `toml:"box_pattern"`
	DoorPattern  string `toml:"door_pattern"`
	SafePattern  string `toml:"safe_pattern"`
	OpensPattern string `toml:"opens_pattern"`
	// OtherPattern is a code that opens nothing, TurnPattern a direction of the dial,
	// BeforePattern stands in front of a number that is no code.
	OtherPattern  string `toml:"other_pattern"`
	TurnPattern   string `toml:"turn_pattern"`
	BeforePattern string `toml:"before_pattern"`
}

// Brief tells parts of a journal, a roadmap and an identity by a heading or a label that
// begins or ends with one of these phrases.
type Brief struct {
	// Done introduces what a session accomplished, Next what was queued.
	Done []string `toml:"done"`
	Next []string `toml:"next"`
	// Current marks the phase of a roadmap that is under way, Blockers what holds it up.
	Current  []string `toml:"current"`
	Blockers []string `toml:"blockers"`
	// Anchors are decisions and what is not negotiable, Constraints what a project keeps to.
	Anchors     []string `toml:"anchors"`
	Constraints []string `toml:"constraints"`
	// Contact are single words for ways to reach a person.
	Contact []string `toml:"contact"`
	// Reach are words for reaching a person, KnownAs those before their name there: "reach me on Telegram as mara".
	Reach   []string `toml:"reach"`
	KnownAs []string `toml:"known_as"`
	// SessionDate labels the date of a session.
	SessionDate []string `toml:"session_date"`
	// ProfileTemplate begins a line that the host wrote into the operator's profile.
	ProfileTemplate []string `toml:"profile_template"`
}

// Distill is what tells orders that make sense on their own.
type Distill struct {
	// Backward begin a sentence that points to what was said before. Pointing do so too
	// among the first three words, Outside wherever they stand: they point to another
	// place, or tell what happened once.
	Backward       string `toml:"backward"`
	Pointing       string `toml:"pointing"`
	Outside        string `toml:"outside"`
	OutsidePattern string `toml:"outside_pattern"`
	// AffirmsPattern tells negations that turn nothing: "never forget to".
	AffirmsPattern string `toml:"affirms_pattern"`
	// Articles come in front of what names a thing, Nameless are words that name none, and
	// EmptyCharacters those of a script without spaces that hold sentences together.
	Articles        string `toml:"articles"`
	Nameless        string `toml:"nameless"`
	EmptyCharacters string `toml:"empty_characters"`
}

//go:embed data/*.toml
var files embed.FS

// All returns the languages in the order of their names. The data is part of the
// program: a mistake in it panics.
var All = sync.OnceValue(func() []*Language {
	all, err := read(files)
	if err != nil {
		panic(err)
	}
	return all
})

func read(fsys fs.FS) ([]*Language, error) {
	paths, err := fs.Glob(fsys, "data/*.toml")
	if err != nil {
		return nil, err
	}
	var all []*Language
	for _, path := range paths {
		l := &Language{}
		meta, err := toml.DecodeFS(fsys, path, l)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if unknown := meta.Undecoded(); len(unknown) > 0 {
			return nil, fmt.Errorf("%s: unknown key %s", path, unknown[0])
		}
		all = append(all, l)
	}
	return all, nil
}

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
		for word := range strings.FieldsSeq(field(l)) {
			set[word] = true
		}
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

// Together returns the lists of phrases of all languages as those of one, each phrase in
// the form that a function gives it.
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

// Set returns a field of all languages as a set, made when it is first asked for.
func Set(field func(*Language) string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return WordSet(field) })
}

// Expression returns a field of all languages as one expression between two others, made
// when it is first asked for.
func Expression(before, after string, field func(*Language) string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(before + Pattern(field) + after) })
}
