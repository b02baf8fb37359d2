package collect

import (
	"regexp"
	"strings"

	"wisdom/internal/words"
)

// The lists below are data, as those in vocabulary.go are: how a language tells what
// was, in a verb that says so by its form.

// pastForms are expressions for one word in lower case, accents kept where they make
// the tense; notPast are words that end so too.
var pastForms = []string{
	`\pL{2,}(?:[^cn]ó|aron|ieron)`,                              // Spanish: llegó, avisaron
	`\pL{3,}(?:ou|aram|iram)`,                                   // Portuguese: chegou, avisaram
	`\pL{2,}(?:[aiy]ł[aoy]?|[aiy]li|ęł[ao]|ł[ea]m|liśmy|łyśmy)`, // Polish: zamówił, zapłaciliśmy
	`\pL{2,}(?:[аиеяы]л[аои]?|л(?:ся|ась|ось|ись))`,             // Russian: заказал, сломалась
}

var notPast = wordSet(`
	verrou genou bijou caillou estou aaron baron
	mały mała cały cała biały biała stały stała dział dzial udział podział oddział materiał kanał sygnał siła piła żyła chwili miły miła jeżeli czyli
	отдел раздел дело тело материал журнал сигнал канал портал персонал терминал сначала начала начало мыло село неделя модели или если сила были предел`)

var rePastForms = regexp.MustCompile(`^(?:` + strings.Join(pastForms, "|") + `)$`)

// reNarrates tells by more than one word, or in scripts without spaces, what was, is
// left or is so just now.
var reNarrates = regexp.MustCompile(`\b(?:(?:is|are) now|right now|at the moment|just now)\b|` + // English
	`\b(?:ahora mismo|de momento|por ahora)\b|\bqueda(?:n)? (?:\d|medi[oa]|un[oa]?|dos|tres|poc[oa]s?)\b|\b(?:he|ha|han|hemos) \pL+(?:ado|ido|cho|sto|rto)(?:$|[^\pL])|` + // Spanish
	`(?:^|[^\pL'])(?:j'ai|a|ont|avons) (?:déjà |bien |été )?\pL{2,}(?:é|ée|és|ées|is?|us?|it)(?:$|[^\pL])|(?:^|[^\pL])(?:est arrivée?|pour l'instant|actuellement|il reste)(?:$|[^\pL])|` + // French
	`\b(?:no momento|neste momento|por enquanto)\b|\brestam? \d|` + // Portuguese
	`\b(?:ha|hanno|ho|abbiamo) (?:già |appena )?\pL{2,}(?:ato|uto|ito|sto|tto|so)\b|\b(?:al momento|in questo momento|per ora)\b|\brestano \d|(?:^|\s)è (?:già )?(?:arrivat|andat|stat|partit|uscit|tornat|finit)[oa]|` + // Italian
	`\b(?:obecnie|na razie)\b|\bzostał[oay]? \d|\b(?:op dit moment|sudah|telah)\b|(?:^|\s)đã\s|` + // Polish, Dutch, Indonesian, Vietnamese
	`(?:^|[^\pL])(?:на данный момент|прямо сейчас|пока что)(?:$|[^\pL])|(?:ано|ено|аны|ены)[.!]?$|` + // Russian
	`(?:しました|ました|[^ま]した|だった|済み|完了|届いた|終わった|なった|来た|買った)[。.]?$|今のところ|残り\d|` + // Japanese
	`(?:완료|됨|보냄|끝냄|도착|받음|[` + pastHangul() + `](?:다|음|습니다|어요?))[.]?$|현재 |지금은`) // Korean

// reForgot tells of something that was forgotten, from which people learn.
var reForgot = regexp.MustCompile(`\b(?:olvid|esquec|oubli|dimentic|zapomnia|vergeten|vergessen|forgot)|забы[лт]|忘れ|잊`)

// pastHangul are the syllables that end in a double s, which makes the past tense,
// without those of being and of the future.
func pastHangul() string {
	const first, last, finals, doubleS = '가', '힣', 28, 20
	var b strings.Builder
	for r := first + doubleS; r <= last; r += finals {
		if r != '있' && r != '겠' {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// reWhether begins a note to find something out, which is done once.
var reWhether = regexp.MustCompile(`^(?:check|see|ask|find out|look) (?:if|whether)\b|^(?:revisar|mirar|ver|comprobar|preguntar|averiguar|verificar|conferir|perguntar) s[ei] |^(?:vérifier|voir|demander) si |^(?:verificare|controllare|vedere|chiedere) se |` +
	`^(?:sprawdzić|zapytać|zobaczyć),? czy |^(?:проверить|узнать|спросить|посмотреть),? (?:\pL+ ли|есть ли|не) |^(?:prüfen|nachsehen|fragen|schauen|klären),? ob |か(?:どうか)?(?:確認|聞く|調べる)$|는지 (?:확인|물어보기|알아보기)$`)

// narrates says whether a line of a few words tells what was, or is so just now, or is
// to be found out once, and says nothing that holds in general.
func narrates(text string) bool {
	if strings.HasPrefix(text, "**") || len(text) > longestReport*longWord || words.Count(text) > longestReport || strings.ContainsAny(text, "≠→;；") {
		return false
	}
	lower := strings.ToLower(withoutParenthesis(withoutDate(text)))
	if normative(lower) || reForgot.MatchString(lower) || reSentence.MatchString(strings.TrimRight(lower, ".!?。！？ ")) {
		return false
	}
	if first, _, _ := strings.Cut(lower, " "); agoWords[strings.TrimRight(first, ",")] && !strings.Contains(lower, ":") {
		return true
	}
	if reNarrates.MatchString(lower) || reWhether.MatchString(lower) {
		return true
	}
	if advises(lower) || strings.ContainsAny(lower, ",:—–") {
		return false // one thing after the other is how lessons are told
	}
	for word := range strings.FieldsSeq(lower) {
		if word = strings.Trim(word, ".,:!?\"'«»()"); rePastForms.MatchString(word) && !notPast[word] {
			return true
		}
	}
	return false
}
