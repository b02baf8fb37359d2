package collect

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"wisdom/internal/words"
)

// The lists below are data. To teach the collector a language or a wording, add
// it to the list that fits; everything is in lower case, and compared after
// emoji, numbers, dates and brackets are taken out of a heading.

// lessonHeadings are phrases that make a heading one under which lessons stand.
var lessonHeadings = []string{
	"lessons learned", "lesson learned", "lessons learnt", "lessons", "key lessons", "operational lessons",
	"learnings", "key learnings", "what i learned", "what i've learned", "what i learnt", "what we learned",
	"things i learned", "things learned", "learned today", "learned this week", "learned so far", "also learned", "learned the hard way", "the hard way", "hard-won",
	"what i take", "what we take", "what i keep", "what we keep", "what stays", "what sticks", "what stuck", "what this taught me", "what it taught me", "what it taught us",
	"post-mortem", "postmortem", "retro", "retrospective", "worth keeping", "future me", "future self", "in short", "going forward", "from now on", "bottom line",
	"what worked", "what didn't", "paid for", "what follows", "do", "don't", "dos", "don'ts", "do it again", "do differently", "editor's rules", "principles learned",
	"next time", "for next time", "worth remembering", "to remember", "hard lessons", "golden rules", "do's and don'ts", "dos and don'ts", "how not to", "post-mortem notes",
	"lessonslearned", "insights", "key insight", "key insights", "insight of the", "lesson of the", "reflections", "takeaways", "key takeaways", "gotchas", "gotcha", "pitfalls", "mistakes",
	"don't repeat", "do not repeat", "never again", "rules of thumb", "rules learned", "rules i follow", "lessons & rules",
	"patterns & learnings", "decisions & learnings", "errors & fixes", "note to self", "notes to self",
	"erkenntnisse", "gelernt", "gelernte lektionen", "lektionen", "lehren", "learnings", "merksätze", "fallstricke", "stolperfallen", "stolpersteine", "aus fehlern gelernt",
	"was ich gelernt habe", "was wir gelernt haben", "was ich mitnehme", "was wir mitnehmen", "was bleibt", "was hängen bleibt", "dazugelernt", "heute gelernt", "daraus gelernt", "gelernt habe", "gelernt haben",
	"lernerfahrungen", "nehme ich mit", "fazit", "künftig", "konsequenzen", "leitplanken", "reflexion", "gelernt", "gelernte", "was habe ich gelernt", "was haben wir gelernt", "erkenntnis", "erkenntnis des tages",
	"nie wieder", "beim nächsten mal", "nächstes mal", "zum merken", "merken", "lehrgeld", "faustregeln", "erfahrungen", "aus erfahrung", "fehler", "lernpunkte", "das nächste mal", "das naechste mal",
	"lecciones", "lecciones aprendidas", "aprendizajes", "hemos aprendido", "lo que me llevo", "conclusiones", "de ahora en adelante", "qué hemos aprendido", "lo aprendido", "lo que aprendí", "lo que aprendimos", "aprendido", "aprendí hoy", "errores comunes", "errores", "para la próxima", "la próxima vez", "no repetir", "moraleja", "moralejas",
	"leçons", "leçons apprises", "enseignements", "ce que j'ai appris", "ce que nous avons appris", "ce qu'on a appris", "ce que j'ai retenu", "à retenir", "retour d'expérience", "plus jamais", "pièges",
	"lições", "lições aprendidas", "aprendizados",
	"lezioni", "lezioni apprese", "wnioski", "zasady", "lekcje", "bài học", "pelajaran", "lessen", "geleerde lessen",
	"уроки", "урок", "ошибки", "вывод", "выводы", "что я узнал", "чему научился", "чему научились",
	"教训", "经验", "经验教训", "反思", "复盘", "踩坑", "踩坑记录", "避坑", "心得", "学到", "学到的", "本周学习", "最佳实践", "收获", "体会", "吸取", "长记性", "下次注意", "要记住", "记住的", "总结教训", "注意事项",
	"学び", "学んだこと", "教訓", "振り返り", "気づき", "反省",
	"교훈", "배운 점", "배운점", "배운 것", "규칙", "재발 방지", "실수",
}

// lessonTitles are words that name a lesson on their own ("Lesson 3", "Lektion:
// …") but are too common inside other headings.
var lessonTitles = []string{"lesson", "insight", "takeaway", "lektion", "lehre", "lección", "leçon", "lição", "坑", "教训", "урок"}

// decisionHeadings are phrases that make a heading one under which decisions
// stand.
var decisionHeadings = []string{
	"decisions", "key decisions", "decisions made", "decision log", "decision", "decided",
	"entscheidungen", "entscheidung", "beschlossen", "beschlüsse", "beschluss", "entschieden", "acuerdos", "decidido", "decisiones", "décisions", "decisões", "decisioni", "decyzje", "решения", "решение",
	"决定", "决策", "重要决定", "決定", "決定事項", "결정", "결정 사항",
}

// otherHeadings are phrases that end a lesson section, or part of one, even
// though they stand below its heading.
var otherHeadings = []string{
	"status", "todo", "to do", "to-do", "todos", "tasks", "next", "next steps", "follow-up", "follow up", "follow-ups", "backlog", "open questions", "questions",
	"source", "related", "see also", "changelog", "changes", "commits", "history", "log", "timeline",
	"done", "erledigt", "hecho", "fait", "fatto", "feito", "сделано", "zrobione", "已完成", "完了", "완료",
	"what happened", "what went wrong", "root cause", "background", "context", "impact", "symptoms", "details", "metadata", "example", "examples",
	"change log", "changes to this file", "änderungen an dieser datei", "cambios en este archivo", "contents", "table of contents", "in this file", "on this page", "inhalt", "inhaltsverzeichnis", "in dieser datei", "contenido", "sommaire", "template", "format", "entry format", "how to use", "how to use this file", "usage", "about this file", "legend",
	"promoted from short-term memory", "reading list",
	"offen", "offene fragen", "aufgaben", "nächste schritte", "quelle", "beispiel", "hintergrund", "ursache", "was passiert ist", "verlauf", "vorlage",
	"tareas", "pendientes", "próximos pasos", "causa", "contexto", "ejemplo", "plantilla",
	"状态", "待办", "任务", "下一步", "后续", "跟进", "原因", "根因", "背景", "影响", "示例", "模板", "格式", "目录", "时间线", "经过",
}

// retroHeadings tell how it went; they need no mark of a heading, a line with a colon
// will do.
var retroHeadings = []string{
	"what went well", "what went badly", "went well", "went badly", "went wrong", "was gut lief", "lief gut", "lief schlecht", "was schiefging", "was schief lief", "was lief schief", "gut gelaufen", "schlecht gelaufen",
	"qué fue bien", "qué salió mal", "lo que salió bien", "lo que salió mal", "ce qui a marché", "o que correu bem", "o que correu mal", "做得好的", "做得不好的", "良かった点", "悪かった点", "잘된 점", "잘못된 점",
}

// topicHeadings end a lesson section where they stand on their own; below a lesson
// heading they are what the lessons are about.
var topicHeadings = []string{
	"sources", "links", "references", "resources", "quotes", "people", "projects", "environment", "tools", "format", "quellen", "personen", "projekte", "fuentes", "enlaces", "personas", "来源", "参考",
}

// indexHeadings are words in a heading below which lessons are listed that stand
// elsewhere.
var indexHeadings = []string{"index", "verzeichnis", "índice", "索引", "目次"}

// aboutLessons are beginnings of headings that tell how to deal with lessons, or
// what was done with them.
var aboutLessons = []string{
	"keep", "write", "record", "capture", "document", "update", "save", "collect", "how", "where", "change log", "changelog", "history", "promoted",
	"schreib", "halte", "notier", "änderungen", "so ", "wie ", "escribe", "anota", "guarda", "cómo", "cambios",
}

// upkeep are words in a heading about lessons that tell of keeping them.
var upkeep = []string{"upkeep", "maintenance", "housekeeping", "pflegen", "pflege", "festhalten", "aufschreiben", "notieren", "mantenimiento", "怎么写", "整理"}

// ruleLabels mark the part of an entry that is the lesson.
var ruleLabels = []string{
	"lesson", "lessons", "lesson learned", "lesson learnt", "best practice", "pitfall", "key lesson", "key lessons", "lessons learned", "the lesson", "rule", "new rule", "rules", "pattern", "prevention", "guardrail",
	"takeaway", "key takeaway", "takeaways", "key takeaways", "learning", "learned", "key learning", "key learnings", "learnings", "insight", "key insight",
	"what we do now", "what i do now", "what we changed", "do instead", "instead", "stattdessen", "en su lugar", "new practice", "was wir jetzt anders machen", "was wir anders machen", "was jetzt gilt", "qué hacemos ahora",
	"remember", "note to self", "note to future me", "gotcha", "moral", "next time", "going forward", "from now on", "in short", "bottom line", "guideline", "principle",
	"rule of thumb", "the rule", "consequence", "never again", "do differently", "what i learned", "today i learned", "til",
	"lektion", "lernpunkt", "lehre", "regel", "neue regel", "merke", "merksatz", "erkenntnis", "gelernt", "künftig", "vorbeugung",
	"konsequenz", "konsequenzen", "leitplanke", "leitplanken", "ab jetzt", "ab sofort", "von jetzt an", "in zukunft", "fazit", "nie wieder", "wichtigste lehren", "lehren", "erkenntnisse", "faustregel", "grundsatz",
	"lección", "lección aprendida", "aprendí", "regla", "nueva regla", "aprendizaje", "prevención", "recordar", "a partir de ahora", "de ahora en adelante", "en adelante", "conclusión", "moraleja", "norma", "para la próxima", "la próxima vez", "lecciones", "leçon", "leçon apprise", "règle", "à retenir", "lição", "regra", "aprendizado", "lezione", "regola", "wniosek", "zasada",
	"урок", "запомни", "запомнить", "правило", "вывод", "教训", "经验", "规则", "新规则", "防复发", "改进", "预防", "记住", "切记", "学到", "今天学到", "踩坑", "心得", "以后", "今后", "从此", "结论", "下次", "学び", "気づき", "教訓", "ルール", "再発防止", "교훈", "배운 점", "규칙", "재발 방지",
}

// otherLabels mark the parts of an entry that are not the lesson.
var otherLabels = []string{
	"symptom", "symptoms", "problem", "issue", "mistake", "error", "bug", "cause", "root cause", "why", "reason", "fix", "fixed", "solution", "resolution", "workaround", "action", "suggested action", "actions",
	"impact", "effect", "cost", "source", "sources", "ref", "reference", "link", "date", "when", "where", "who", "status", "state", "owner", "author", "reported by", "example", "examples", "context", "background",
	"in progress", "still open", "still to do", "waiting for", "waiting on", "blocked", "blocked by", "done", "pending", "todo", "to do",
	"severity", "priority", "area", "category", "type", "tag", "tags", "detail", "details", "what happened", "trigger", "situation", "result", "outcome", "related", "see also", "logged", "id", "evidence", "confidence", "summary", "update", "next step", "next steps",
	"symptome", "fehler", "ursache", "fehlerursache", "grund", "lösung", "behebung", "auswirkung", "folge", "quelle", "datum", "beispiel", "kontext", "priorität", "zuständig", "ergebnis", "dauer", "aufwand", "zu tun", "noch offen", "offene punkte", "wartet auf", "was passiert ist", "was geschah", "vorfall", "maßnahme", "in arbeit", "stand", "erledigt", "offen",
	"pendiente", "pendientes", "por hacer", "resultado", "duración", "à faire", "en attente", "da fare", "a fazer", "do zrobienia", "сделать", "需要做", "要做", "未完成", "结果", "やること", "할 일", "síntoma", "problema", "qué pasó", "causa", "solución", "impacto", "fuente", "fecha", "estado", "ejemplo", "contexto", "arreglo", "symptôme", "problème", "cause", "correctif", "sintoma", "solução", "data",
	"симптом", "проблема", "причина", "решение", "дата", "источник", "статус", "现象", "问题", "原因", "根因", "影响", "来源", "日期", "时间", "状态", "修复", "解决", "处理", "例子", "示例", "背景", "优先级", "进展", "待办", "已完成", "进行中", "症状", "現象", "対応", "日付", "날짜", "문제", "원인", "해결", "영향",
}

// incidentLabels are those of otherLabels that only an incident has.
var incidentLabels = []string{
	"symptom", "symptoms", "cause", "root cause", "problem", "what happened", "what went wrong", "error", "mistake", "impact",
	"symptom", "ursache", "fehlerursache", "was passiert ist", "was geschah", "vorfall", "fehler", "auswirkung",
	"causa", "síntoma", "problema", "qué pasó", "cause", "problème", "причина", "проблема", "现象", "原因", "根因", "问题",
}

// remedies name the column of a table of mistakes that tells what to do.
var remedies = []string{"fix", "solution", "remedy", "correction", "lösung", "behebung", "abhilfe", "solución", "arreglo", "solution", "correctif", "solução", "解决", "对策", "対策", "решение"}

// notLessons are whole texts that stand where a lesson should be written.
var notLessons = []string{
	"what to do instead", "what went wrong", "none", "none yet", "nothing yet", "nothing today", "nothing new", "no lessons today", "n/a", "na", "tbd", "todo", "empty", "placeholder", "...", "…", "-", "—", "add lessons here", "your lesson here", "lesson here",
	"keine", "noch keine", "nichts", "ninguno", "ninguna", "aucun", "无", "暂无", "没有", "待补充", "なし", "없음",
}

// hostAdvice are beginnings of the template text that hosts ship, and of lines that
// say that nothing was learned.
var hostAdvice = []string{
	"when you learn a lesson", "when you learn something", "when you make a mistake", "if you learn", "write down lessons", "add lessons", "document lessons", "record lessons", "update this file",
	"learned nothing", "learnt nothing", "nothing learned", "nichts gelernt", "nada aprendido", "add your", "this file", "this section", "format:", "template:", "example:", "append new", "newest first", "keep this", "one line per lesson",
}

// foreign are words in a heading that tell of somebody else's advice.
var foreign = []string{
	"pasted", "copied", "clipping", "clipped", "quoted", "advice", "tips from", "from the web", "from a podcast", "lecture", "webinar", "talk by", "notes from the talk", "vortrag", "seminar", "charla", "conferencia", "讲座", "reading notes", "course notes", "book notes",
	"del curso", "of the course", "from the course", "abgetippt", "kopiert", "aus dem netz", "abgeschrieben", "zitat", "ratschläge", "copiado", "consejos", "摘抄", "抄的", "转载", "网上", "建议",
}

// reSubject tells lessons that somebody takes or gives, reMentions headings that
// are about lessons at all.
var (
	reSubject = regexp.MustCompile(`\b(?:swimming|driving|riding|flying|piano|guitar|violin|cello|drums?|singing|music|dance|dancing|drawing|yoga|tennis|golf|ski|skiing|sailing|` +
		`language|english|german|french|spanish|italian|chinese|japanese|russian|math|maths|school|private|trial)\s+lessons?\b`)
	reMentions = regexp.MustCompile(`\b(?:lessons?|learnings?|lektion\w*|erkenntnis\w*|lehren|lecci\w+|aprendizajes|leçons)\b|教训|教訓`)
)

// reForeign tells headings of what was read somewhere.
var reForeign = regexp.MustCompile(`(?i)\bfrom\b.*\b(?:paper|book|article|talk|podcast|thread|blog|course|video|newsletter|webinar|interview)\b|` +
	`\baus (?:dem|der|einem|einer)\b.*(?:buch|artikel|vortrag|kurs|video|newsletter|seminar)\b|\bdel? (?:libro|artículo|curso|vídeo|podcast)\b|\bde un[oa]? (?:libro|artículo|curso|vídeo|podcast|boletín|revista|blog|anuncio)\b|\bd'une? (?:livre|article|cours|podcast|lettre|revue)\b|\bda un[oa']? ?(?:libro|articolo|corso|podcast|rivista)\b`)

// reTaught tells headings that say in more words that something was learned. A
// longer one is a sentence of its own.
var reTaught = regexp.MustCompile(`\bwhat\b.*\b(?:taught|teaches|learned|learnt)\b|\bwas\b.*\bgelernt\b|\blo que\b.*\baprend|` +
	`\bwas (?:ich|wir)\b.*\bmit(?:nehme|nehmen)\b|\bmerken? (?:ich|wir)\b|\bwhat (?:i|we)\b.*\b(?:take|took|taking) (?:away|from)\b|` +
	`\b(?:mistakes?|errors?|corrections?|fehler|errores)\b.*\b(?:follows?|repeat|again|avoid|learn\w*|daraus|mache|folgt|sale|repetir|aprend\w*|wiederhol\w*|repit\w*)\b`)

const longestTaught = 9

// ignoredFolders below memory hold what the host derives, never a source.
var ignoredFolders = []string{"dreaming", ".dreams"}

var (
	reBrackets = regexp.MustCompile(`[(（\[【][^)）\]】]*[)）\]】]`)
	reDate     = regexp.MustCompile(`\b(\d{4}-\d{2}-\d{2})\b`)
	reClock    = regexp.MustCompile(`\b\d{1,2}:\d{2}(?::\d{2})?\b`)
	reLeading  = regexp.MustCompile(`^(?:#?\d+[.):]?\s+|[-–—:|·]\s*)+`)
)

// bare is a heading as the lists know it, without accents.
func bare(heading string) string {
	heading = reBrackets.ReplaceAllString(heading, " ")
	heading = reDate.ReplaceAllString(heading, " ")
	heading = reClock.ReplaceAllString(heading, " ")
	heading = fold(heading)
	heading = strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_`#\ufe0f\u200d", r) || unicode.In(r, unicode.So, unicode.Sk) {
			return -1
		}
		return r
	}, heading)
	heading = words.OneLine(heading)
	heading = reLeading.ReplaceAllString(heading, "")
	return strings.Trim(heading, " :：-–—.·|!")
}

// role is what a heading says about what stands below it.
type role int

const (
	neutral role = iota
	lessons
	decisions
	other
	index  // lessons are named that stand elsewhere
	topic  // nothing, below a lesson heading; else other
	pasted // somebody else's text, whatever it calls itself
	mixed  // what went wrong: reports, and rules among them
)

// NamesPlace says whether a heading tells only that lessons stand below it, or
// when, and not what they are about.
func NamesPlace(heading string) bool {
	return bare(heading) == "" || classify(heading) != neutral || reDate.MatchString(heading) || reClock.MatchString(heading)
}

// extraWords is how many words a heading may have beside the phrase that makes
// it a lesson heading: "Lessons from the March outage", not a whole sentence.
const extraWords = 4

// classify says what stands below a heading.
func classify(heading string) role {
	if reTracked.MatchString(heading) { // its slug is no text
		return neutral
	}
	if reForeign.MatchString(heading) {
		return pasted
	}
	text := bare(heading)
	if isForeign(heading, text) {
		return pasted
	}
	role := classifyBare(text)
	if role == neutral && reInBrackets.MatchString(fold(heading)) {
		return lessons // "Printer quirks (learned)"
	}
	return role
}

// reInBrackets tells that what stands in the brackets of a heading was learned.
var reInBrackets = regexp.MustCompile(`[(（\[【][^)）\]】]*(?:\b(?:lessons?|learn(?:ed|t)|gelernt\w*|lektion\w*|lecci\w+|aprendid\w*|appris\w*|imparat\w*|wnioski)\b|выучен|уроки|学到|教训|学んだ|教訓|배운|교훈)`)

// reLogOf tells a log or a list of things to do with what it is about: "changelog of
// this file", "Estado del trimestre".
var reLogOf = regexp.MustCompile(`^(?:change ?log|history|status|to-?dos?|tasks|next steps|estado|historial|registro de cambios|pendientes|tareas|proximos pasos|verlauf|anderungen|aufgaben|nachste schritte|offene punkte|historique|statut|cronologia|stato) (?:of|for|de|del|der|des|von|vom|zum|zur|fur|du|di|della|an)\b`)

// reWhereThingsAre tells a heading below which stands where things and who people are.
var reWhereThingsAre = regexp.MustCompile(`^(?:what(?:'s| is) (?:in|on|at) |who(?:'s| is) who|who does what|where (?:things|everything|it all) (?:is|are|lives?)|was (?:im|in|auf|wo) .*(?:steht|liegt|ist|hangt)$|wer ist wer|wer macht was|que hay (?:en|bajo|sobre) |quien es quien|quien hace que|donde esta(?:n)? |qui est qui|ou se trouve |cosa c'e |dove (?:sta|stanno|si trova))|里有什么$|(?:放|在)(?:哪里|哪儿|哪)$`)

// reMemory tells that a heading about lessons is about where they are kept.
var reMemory = regexp.MustCompile(`(?:\b(?:and|&|und|y|et|e|и)\s+(?:your |my |dein |mein |tu |mi )?|[和与及])(?:memory|gedachtnis|memoria|memoire|память|记忆)|long-term memory|langzeitgedachtnis|memoria a largo plazo|长期记忆`)

// classifyBare is classify for the bare form of a heading.
func classifyBare(text string) role {
	switch {
	case text == "":
		return neutral
	case has(text, known.mixed):
		return mixed
	case slices.Contains(known.others, text), slices.Contains(retroHeadings, text), reSubject.MatchString(text), reTaken.MatchString(text), reLogOf.MatchString(text), reWhereThingsAre.MatchString(text):
		return other
	case slices.Contains(known.topics, text):
		return topic
	case slices.ContainsFunc(known.indexes, func(word string) bool { return holdsWord(text, word) }):
		return index
	case (reMentions.MatchString(text) || reAboutLessons.MatchString(text)) && (slices.ContainsFunc(known.about, func(a string) bool { return startsWith(text, a) }) ||
		slices.ContainsFunc(known.upkeep, func(u string) bool { return holdsWord(text, u) }) || reMemory.MatchString(text)):
		return other
	}
	_, behind, _ := strings.Cut(text, ": ")
	if first, rest, _ := strings.Cut(text, " "); possessives[first] {
		text = rest
	}
	switch {
	case has(text, known.lessons), has(behind, known.lessons), slices.Contains(known.titles, strings.TrimRight(text, "0123456789 #№")),
		(reTaught.MatchString(text) || known.taught.MatchString(text)) && len(strings.Fields(text)) <= longestTaught:
		return lessons
	case has(text, known.decisions):
		return decisions
	}
	return neutral
}

// rePasted tells by what stands behind it that a word such as "copied" is about the
// text below, and not part of a sentence.
var rePasted = regexp.MustCompile(`^(?:$|[^\pL]*(?:from|by|of|into|off|aus|von|vom|de|del|d'|da|dal|do|du|z|ze|из|с|от|off)(?:$|[^\pL])|[^\pL\s])`)

// isForeign says whether a heading tells of somebody else's text; text is its bare
// form. Words such as "copied" do so at its ends, in brackets, and in front of where
// the text is from: "Never paste what was copied in a hurry" is a lesson.
func isForeign(heading, text string) bool {
	folded := fold(heading)
	for _, mark := range known.foreign {
		at := strings.Index(folded, mark)
		switch {
		case at < 0 || !borders(mark, folded[at:]):
		case !slices.Contains(participles, mark), strings.HasPrefix(text, mark), rePasted.MatchString(folded[at+len(mark):]):
			return true
		}
	}
	return false
}

// startsWith says whether text begins with a phrase, as whole words.
func startsWith(text, phrase string) bool {
	return strings.HasPrefix(text, phrase) && (strings.HasSuffix(phrase, " ") || borders(phrase, text))
}

// has says whether text is one of phrases, or holds one at its beginning or end
// and little else.
func has(text string, phrases []string) bool {
	for _, phrase := range phrases {
		if text == phrase {
			return true
		}
		rest, found := strings.CutPrefix(text, phrase)
		if !found {
			if rest, found = strings.CutSuffix(text, phrase); found && belongs(rest) {
				continue
			}
		}
		if found && borders(phrase, text) && len(strings.Fields(rest)) <= mostExtra(rest) && len([]rune(rest)) <= 40 {
			return !sentence(rest)
		}
	}
	return false
}

// reOfWhat tells that the phrase at the end of a heading says of what another thing
// is, lists those that are full of it.
var (
	reOfWhat = regexp.MustCompile(`^(\pL+) (?:of|de|di|do|von|zum|van) $`)
	lists    = wordSet("list log notes summary collection book journal diary archive week month day year pile handful lista registro resumen notas libro cuaderno diario coleccion semana mes dia liste sammlung tagebuch notizen resume registre carnet cahier journal elenco raccolta resumo caderno")
)

// belongs says whether a heading that begins so only says with its last phrase what
// kind of thing it is about: "contratos de aprendizaje" are contracts, and a list of
// lessons holds lessons.
func belongs(rest string) bool {
	m := reOfWhat.FindStringSubmatch(rest)
	return m != nil && !lists[m[1]]
}

// mostExtra is how many words the rest of a heading may have.
func mostExtra(rest string) int {
	const small = 2
	first, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if longerRests[first] {
		return extraWords + small
	}
	return extraWords
}

// holdsWord says whether word stands in text as a whole.
func holdsWord(text, word string) bool { return strings.Contains(text, word) && borders(word, text) }

// borders says whether phrase stands in text as whole words.
func borders(phrase, text string) bool {
	if strings.ContainsFunc(phrase, isSyllabic) {
		return true
	}
	i := strings.Index(text, phrase)
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[i+len(phrase):])
	return !unicode.IsLetter(before) && !unicode.IsLetter(after)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] > 127 {
			return false
		}
	}
	return true
}

// goesOn are words with which a heading goes on so that the phrase before them
// is not what stands below: "lessons with Anna", "how lessons are written".
var goesOn = []string{
	"plan", "plans", "with", "were", "is", "are", "go", "belong", "how", "schedule", "booking", "bookings", "fee", "fees",
	"mit", "plan", "wie", "piano", "guitar", "yoga", "driving", "swimming", "dance", "怎么写", "写在哪里",
}

// sentence says whether the rest of a heading goes on in such a way.
func sentence(rest string) bool {
	first, _, _ := strings.Cut(strings.TrimLeft(rest, " :,&/+-–—"), " ")
	return slices.Contains(goesOn, first)
}
