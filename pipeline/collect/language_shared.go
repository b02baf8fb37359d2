package collect

import "wisdom/internal/words"

// What stands here are short lists and expressions that hold the words of several
// languages side by side, each for one question about a heading or a line. A language
// without a word in one of them loses a nicety.

// reForeign tells headings of what was read somewhere.
var reForeign = words.Lazily(`(?i)\bfrom\b.*\b(?:paper|book|article|talk|podcast|thread|blog|course|video|newsletter|webinar|interview)\b|` +
	`\baus (?:dem|der|einem|einer)\b.*(?:buch|artikel|vortrag|kurs|video|newsletter|seminar)\b|\bdel? (?:libro|artículo|curso|vídeo|podcast)\b|\bde un[oa]? (?:libro|artículo|curso|vídeo|podcast|boletín|revista|blog|anuncio)\b|\bd'une? (?:livre|article|cours|podcast|lettre|revue)\b|\bda un[oa']? ?(?:libro|articolo|corso|podcast|rivista)\b`)

// reTaught tells headings that say in more words that something was learned. A
// longer one is a sentence of its own.
var reTaught = words.Lazily(`\bwhat\b.*\b(?:taught|teaches|learned|learnt)\b|\bwas\b.*\bgelernt\b|\blo que\b.*\baprend|` +
	`\bwas (?:ich|wir)\b.*\bmit(?:nehme|nehmen)\b|\bmerken? (?:ich|wir)\b|\bwhat (?:i|we)\b.*\b(?:take|took|taking) (?:away|from)\b|` +
	`\b(?:mistakes?|errors?|corrections?|fehler|errores)\b.*\b(?:follows?|repeat|again|avoid|learn\w*|daraus|mache|folgt|sale|repetir|aprend\w*|wiederhol\w*|repit\w*)\b`)

// reInBrackets tells that what stands in the brackets of a heading was learned.
var reInBrackets = words.Lazily(`[(（\[【][^)）\]】]*(?:\b(?:lessons?|learn(?:ed|t)|gelernt\w*|lektion\w*|lecci\w+|aprendid\w*|appris\w*|imparat\w*|wnioski)\b|выучен|уроки|学到|教训|学んだ|教訓|배운|교훈)`)

// reLogOf tells a log or a list of things to do with what it is about: "changelog of
// this file", "Estado del trimestre".
var reLogOf = words.Lazily(`^(?:change ?log|history|status|to-?dos?|tasks|next steps|estado|historial|registro de cambios|pendientes|tareas|proximos pasos|verlauf|anderungen|aufgaben|nachste schritte|offene punkte|historique|statut|cronologia|stato) (?:of|for|de|del|der|des|von|vom|zum|zur|fur|du|di|della|an)\b`)

// reWhereThingsAre tells a heading below which stands where things and who people are.
var reWhereThingsAre = words.Lazily(`^(?:what(?:'s| is) (?:in|on|at) |who(?:'s| is) who|who does what|where (?:things|everything|it all) (?:is|are|lives?)|was (?:im|in|auf|wo) .*(?:steht|liegt|ist|hangt)$|wer ist wer|wer macht was|que hay (?:en|bajo|sobre) |quien es quien|quien hace que|donde esta(?:n)? |qui est qui|ou se trouve |cosa c'e |dove (?:sta|stanno|si trova))|里有什么$|(?:放|在)(?:哪里|哪儿|哪)$`)

// reMemory tells that a heading about lessons is about where they are kept.
var reMemory = words.Lazily(`(?:\b(?:and|&|und|y|et|e|и)\s+(?:your |my |dein |mein |tu |mi )?|[和与及])(?:memory|gedachtnis|memoria|memoire|память|记忆)|long-term memory|langzeitgedachtnis|memoria a largo plazo|长期记忆`)

// goesOn are words with which a heading goes on so that the phrase before them
// is not what stands below: "lessons with Anna", "how lessons are written".
var goesOn = []string{
	"plan", "plans", "with", "were", "is", "are", "go", "belong", "how", "schedule", "booking", "bookings", "fee", "fees",
	"mit", "plan", "wie", "piano", "guitar", "yoga", "driving", "swimming", "dance", "怎么写", "写在哪里",
}

// rePasted tells by what stands behind it that a word such as "copied" is about the
// text below, and not part of a sentence.
var rePasted = words.Lazily(`^(?:$|[^\pL]*(?:from|by|of|into|off|aus|von|vom|de|del|d'|da|dal|do|du|z|ze|из|с|от|off)(?:$|[^\pL])|[^\pL\s])`)

// reSubject tells lessons that somebody takes or gives, reMentions headings that
// are about lessons at all.
var (
	reSubject = words.Lazily(`\b(?:swimming|driving|riding|flying|piano|guitar|violin|cello|drums?|singing|music|dance|dancing|drawing|yoga|tennis|golf|ski|skiing|sailing|` +
		`language|english|german|french|spanish|italian|chinese|japanese|russian|math|maths|school|private|trial)\s+lessons?\b`)
	reMentions = words.Lazily(`\b(?:lessons?|learnings?|lektion\w*|erkenntnis\w*|lehren|lecci\w+|aprendizajes|leçons)\b|教训|教訓`)
)

// reOfWhat tells that the phrase at the end of a heading says of what another thing
// is, lists those that are full of it.
var (
	reOfWhat = words.Lazily(`^(\pL+) (?:of|de|di|do|von|zum|van) $`)
	lists    = words.Set("list log notes summary collection book journal diary archive week month day year pile handful lista registro resumen notas libro cuaderno diario coleccion semana mes dia liste sammlung tagebuch notizen resume registre carnet cahier journal elenco raccolta resumo caderno")
)

// participles are words of the lists for foreign text that sentences have too.
var participles = []string{
	"pasted", "copied", "quoted", "clipped", "kopiert", "abgetippt", "abgeschrieben", "copiado", "reenviado", "colle", "copie", "recopie", "transfere", "colado", "encaminhado",
	"incollato", "copiato", "inoltrato", "geplakt", "gekopieerd", "doorgestuurd", "wklejone", "skopiowane", "przepisane", "вставлено", "скопировано", "переслано", "disalin", "ditempel", "别人家的", "别家的", "转发", "抄来的", "摘录",
}

// reTaken tells lessons that somebody takes in something.
var reTaken = words.Lazily(`\b(?:leccion(?:es)?|lecons?|lezion[ei]|lic(?:ao|oes)|lekcj\w+|les(?:sen)?|pelajaran|bai hoc)\b.*\b(?:piano\w*|pianino|guitar\w*|chitarra|gitar\w*|violin\w*|nataci\w*|natation|nuoto|natacao|plywani\w*|` +
	`zwem\w*|rij\w*|ingles\w*|anglais|engels\w*|angielski\w*|frances\w*|italiano|espagnol|aleman|allemand|tedesco|niemiecki\w*|musica|musique|muzyki|danza|danse|danca|yoga|tenis\w*|tennis|conducir|conduite|guida|jazdy|renang|mengemudi|bahasa)\b|` +
	`урок\pL* (?:английск|немецк|французск|испанск|музык|плаван|вожден|математик|игры|танц|фортепиано|гитар)`)

// reAboutLessons tells headings that are about lessons at all, as reMentions does.
var reAboutLessons = words.Lazily(`lezion[ei]|lic(?:ao|oes)|aprendiza(?:do|je)s?|leccion(?:es)?|lecons?|enseignements?|lekcj[eiaę]|wniosk|lessen|pelajaran|bai hoc|урок|вывод|教訓|学び|교훈|배운`)

// possessives stand in front of what a heading names.
var possessives = words.Set(`my our some more mi mis nuestra nuestras nuestros algunas varias mes nos quelques minhas nossas algumas moje nasze kilka мои наши несколько meine unsere einige mijn onze enkele`)

// longerRests are words with which a heading goes on in languages that part with
// several small words what others join: "lecciones de la caída del servidor".
var longerRests = words.Set(`de del des du da do das dos di dal dalla della dei sobre sur su tras après d`)
