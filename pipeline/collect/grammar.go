package collect

import (
	"regexp"
	"strings"
)

// language holds the words by which lines of one language are told apart. To teach
// the collector a language, add an entry to languages and, for headings and
// labels, a line to the lists in lexicon.go. Every field may be left out: what is
// missing costs precision, never a lesson. Words are in lower case; the fields
// that end in Signs are expressions, for endings and for scripts without spaces.
type language struct {
	// advice stands in rules and in statements that hold in general.
	advice, adviceSigns string
	// done tells what was done or happened.
	done, doneSigns string
	// past are verbs that tell of what was, which rules do too: they count where
	// something else speaks for a report.
	past string
	// participles are endings that tell what was done where a clause begins or ends
	// with them; notParticiples are words that end so too.
	participles, notParticiples string
	// fronted is an expression for participles with which a report begins that counts
	// something: "recuperadas 12 de 14 sillas".
	fronted string
	// states tell at the end of a clause how a thing is just now.
	states string
	// day points to a day, since in front of it makes that day a beginning.
	day, since, daySigns string
	// ago points to this day or one gone by, which no rule does; soon to one to come.
	ago, agoSigns   string
	soon, soonSigns string
	// errands is how something begins that is to be done once.
	errands string
}

var languages = []language{
	{ // English
		advice: `always never must should shouldn't don't doesn't do not no nothing everything everyone nobody anyone anything only every each any before after unless except until without if when while instead than first last means
			beats counts need needs has have cannot can't can won't isn't aren't wasn't is are be because so but too both may might will would
			max maximum min minimum limit limits limited per quota timeout most then wait takes take lasts loses lose costs cost
			forgot lost failed broke better worse again even often usually generally rarely daily weekly nightly monthly hourly per get gets
			wrong mistake assumed trusted guessed believed hoped expected mondays tuesdays wednesdays thursdays fridays saturdays sundays`, adviceSigns: `\b(?:over|under|below|above|within) \d`,
		done: `done sent filed planted cleaned moved delivered booked paid ordered arrived came went gone installed added started finished completed merged deployed shipped fixed
			closed updated blocked posted printed returned refunded received renewed signed replaced repaired restarted rebooted rotated migrated uploaded downloaded archived
			deleted removed created opened called emailed mailed picked dropped bought sold cancelled canceled confirmed scheduled kept took waiting helped painted mounted phoned rang
			exported imported recorded edited published aired mixed released counted wrote`,
		past:        `was were had got made met found told cried said ran arrives`,
		participles: `\pL{2,}ed`, notParticiples: `need needed seed feed speed bed shed red bleed breed indeed hundred embed exceed proceed succeed used unused based related required allowed supposed mixed`,
		states: `missing open pending offline online empty broken gone overdue ready fine ok okay left outstanding due`,
		day:    `still yet january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday nov oct sept aug dec jan feb`,
		ago:    `yesterday today tonight`, agoSigns: `\blast (?:night|week|month)\b|\bthis (?:morning|noon)\b`,
		since: `from since as starting until`,
		soon:  `tomorrow`, soonSigns: `\b(?:next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (?:afternoon|evening|weekend))(?:[ ,.;]|$)`,
		errands: `(?:i |we )?(?:still (?:need|have) to|must still|still to)\b|(?:i |we )?need to (?:call|ask|buy|order|book|return|email|phone|pick|schedule|finish|find)\b|` +
			`(?:i |we )?(?:need|have) to\b.*\bby (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tonight)\b|to (?:call|ask|buy|order|book|pay|return)\b[^,]*$|(?:\pL+ ){1,2}for (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)$`,
	},
	{ // German
		advice: `höchstens mindestens gilt dauert hält brauchen immer nie niemals nicht kein keine keinen keiner muss müssen soll sollen darf dürfen erst vor nach nur jede jeder jedes jeden ohne außer wenn falls
			bis statt zuerst heißt braucht ist sind wird werden kann können weil denn sonst lieber besser mehr weniger wer alle zu sofort gleich täglich wöchentlich monatlich meist oft stets binnen innerhalb pro je falsch falsche falschen
			morgens mittags abends nachts montags dienstags mittwochs donnerstags freitags samstags sonntags künftig gehört gehören vorher`,
		adviceSigns: `^was\s`,
		done: `zugesagt gezählt entkalkt abgesagt unterschrieben erledigt verschickt bezahlt bestellt geliefert gekommen angekommen abgeholt repariert eingebaut montiert angerufen gebucht gesendet geschickt
			geputzt aufgeräumt fertig wartet abgegeben getauscht verkauft gekauft überwiesen eingetroffen abgeschickt eingetragen umgezogen nachbestellt ausgeliefert kam kamen ging lief ergänzt verschoben
			geschnitten gestrichen gegossen gewaschen gebracht geschrieben gefahren`,
		past:        `war waren hatte hatten stand rief schrieb sagte`,
		participles: `(?:ab|an|auf|aus|ein|um|vor|nach|weg|zurück|frei|hin|her|los|durch)ge\pL{3,}(?:t|en)|ge\pL{3,}t|\pL{4,}iert`, notParticiples: `gehört gesamt gesagt genannt garantiert`,
		states: `offen defekt kaputt leer da raus weg fertig übrig`,
		day:    `noch gerade januar februar märz april juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag`,
		ago:    `gestern vorgestern heute`, agoSigns: `\bletzte[nr]? (?:nacht|woche|monat)\b`,
		since: `ab seit von bis`,
		soon:  `übermorgen`, soonSigns: `(?:^|[^mnrs] )morgen(?:[ .,]|$)|\b(?:nächste|kommende|diese)[rnms]? (?:woche|monat|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b`,
		errands: `(?:ich |wir )?(?:muss|müssen|will|wollen|sollte|sollten) (?:noch|morgen|heute)\b|noch\b.*(?:\pL{3,}en|\pL{3,}ern|\pL{3,}eln)[.!]?$|.*\bnoch \pL{4,}(?:en|ern|eln)[.!]?$|(?:\pL+ ){1,2}für (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$`,
	},
	{ // Spanish
		advice:      `máximo mínimo límite tarda tardan vale evita siempre nunca no antes después solo sólo cada sin salvo excepto si cuando debe deben primero es son está están puede porque mejor más menos todos todas`,
		adviceSigns: `\b(?:hay|tiene|tienen) que\b|\blos (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)\b`,
		done: `enviado enviada pagado pagada llegó llegaron hecho terminado entregado cobrado reservado instalado arreglado listo lista compré pagué llamé envié salió vendidos vendidas
			reservada pedida instalada reparado reparada cambiado cambiada firmado firmada comprado comprada recibido recibida mandado mandada`,
		fronted: `\pL{3,}(?:ad|id)[oa]s? (?:\d|el |la |los |las )`,
		past:    `fue fueron era estaba estaban tenía dijo llega llegan vino`,
		states:  `pendiente pendientes abierto abierta roto rota vacío vacía agotado agotada`,
		day:     `todavía aún enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes`,
		ago:     `ayer anteayer anoche hoy`, agoSigns: `\bla semana pasada\b`,
		since:     `desde de`,
		soonSigns: `(?:^|[^a] )mañana(?:$| [^p]|[.,])|\b(?:la semana que viene|la próxima semana|el próximo (?:lunes|martes|miércoles|jueves|viernes))\b`,
		errands:   `(?:hay|tengo|tenemos) que\b.*\b(?:mañana|hoy)\b|falta(?:n)? \pL+[aei]r\b|queda por\b|(?:\pL+ ){1,2}para el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)$`,
	},
	{ // French
		advice:  `toujours jamais pas avant après chaque sans si quand faut doit est sont peut parce mieux plus moins ne tout tous toutes aucun aucune`,
		done:    `envoyé envoyée payé payée livré livrée arrivé arrivée terminé réparé réparée réservé commandé commandée reçu reçue`,
		fronted: `\pL{3,}(?:é|ée|és|ées) (?:\d|le |la |les |l')`,
		past:    `était étaient avait`,
		states:  `ouvert ouverte cassé cassée vide`,
		day:     `hier encore janvier février avril juillet août septembre octobre novembre décembre`,
		since:   `dès depuis partir`,
		ago:     `aujourd'hui`,
		soon:    `demain`,
		errands: `(?:il )?reste à |(?:je|on) (?:dois|doit) encore\b|il faut\b.*\bdemain\b`,
	},
	{ // Portuguese
		advice:  `sempre nunca não antes depois cada sem se quando deve devem primeiro é são pode porque melhor mais menos todo todos`,
		done:    `enviado enviada pago paga chegou chegaram feito terminado entregue comprei paguei liguei`,
		fronted: `\pL{3,}(?:ad|id)[oa]s? (?:\d|o |a |os |as )`,
		past:    `foi foram era estava tinha`,
		day:     `ainda janeiro fevereiro março abril maio junho julho setembro outubro novembro dezembro`,
		ago:     `ontem anteontem hoje`,
		since:   `desde de`,
		soon:    `amanhã`,
		errands: `(?:preciso|precisamos|temos que|tenho que)\b.*\bamanhã\b|falta \pL+[aei]r\b`,
	},
	{ // Italian
		advice:  `sempre mai non prima dopo ogni senza quando deve devono è sono può perché meglio più meno tutti tutte solo`,
		done:    `inviato inviata pagato pagata arrivato arrivata consegnato consegnata ordinato ordinata riparato riparata finito fatto spedito spedita`,
		fronted: `\pL{3,}(?:at|it|ut)[oaie] (?:\d|il |lo |la |i |gli |le |l')`,
		day:     `ancora gennaio febbraio aprile giugno luglio settembre ottobre dicembre`,
		ago:     `ieri oggi`,
		soon:    `domani`,
		errands: `(?:devo|dobbiamo|bisogna)\b.*\bdomani\b|(?:devo|dobbiamo) ancora\b`,
	},
	{ // Polish
		advice:      `zawsze nigdy nie przed po każdy każda każde bez jeśli gdy kiedy trzeba należy musi powinien jest są może bo lepiej więcej mniej tylko najpierw`,
		done:        `wysłano wysłane wysłana zapłacono opłacona zrobione gotowe naprawione`,
		participles: `\pL{3,}(?:ano|ono|łem|łam|liśmy)`, notParticiples: `rano siano kolano wino`,
		day: `jeszcze`, since: `od`,
		ago:     `wczoraj przedwczoraj dziś dzisiaj`,
		soon:    `jutro pojutrze`,
		errands: `(?:muszę|musimy|trzeba)\b.*\bjutro\b`,
	},
	{ // Russian
		adviceSigns: `(?:^|[^\pL])(?:всегда|никогда|не|нет|нельзя|перед|до|после|кажд\pL+|без|если|когда|надо|нужно|должен|должна|должны|можно|лучше|больше|меньше|только|сначала|пока|чем|потому|это|все|ни)(?:$|[^\pL])`,
		doneSigns:   `(?:ано|ена|ено|ены|ана|аны)[.!]?$|^(?:отправил|заплатил|купил|заказал|позвонил|сделал|готово|пришл|приш[её]л)`,
		daySigns:    `(?:^|[^\pL])(?:ещё|еще)(?:$|[^\pL])`,
		agoSigns:    `(?:^|[^\pL])(?:вчера|позавчера|сегодня)(?:$|[^\pL])`,
		soonSigns:   `(?:^|[^\pL])(?:завтра|послезавтра|на следующей неделе)(?:$|[^\pL])`,
	},
	{ // Chinese
		adviceSigns: `要|不|别|先|必须|应|只|每|永远|一定|再|才|否则|勿|可以|最好|等于|就|以后|下次|得|凡|任何|没有|别人|必|能`,
		doneSigns:   `已|到账|[好完掉妥]了|[好完掉妥][^，。]{0,4}了[。！.]?$|了[。！.]?$|^[^，。：:]{1,8}[：:]\s*[\d¥￥.,]+\s*\p{Han}?$|号\s*\d{3,}`,
		daySigns:    `刚才|刚刚|本周|还剩|还差`,
		agoSigns:    `(?:^|[^从自天])今天|今早|昨天|昨晚|前天|上周|上个月`,
		soonSigns:   `(?:^|[^说表])明天(?:$|[^气])|后天|下周|下个月|明早`,
		errands:     `(?:还要|还得|还没|别忘了|记得)(?:.*(?:明天|后天|下周))`,
	},
	{ // Japanese
		adviceSigns: `こと|べき|ない|必ず|前に|場合|する|まず|ください|常に|毎|なら|ば|方が|から|ように`,
		doneSigns:   `(?:した|ました|済み|済|完了|届いた|終わった)[。]?$`,
		daySigns:    `今日|今夜|さっき`, agoSigns: `昨日|先週`, soonSigns: `明日|来週|明後日`,
	},
	{ // Korean
		adviceSigns: `것|해야|말\s*것|먼저|반드시|항상|전에|후에|않|마다|때|면|지\s*마|때문|보다`,
		doneSigns:   `(?:했음|했다|했습니다|완료|됨|보냄|끝남|도착)[.]?$`,
		daySigns:    `오늘|방금`, agoSigns: `어제|지난\s*주`, soonSigns: `내일|다음\s*주|모레`,
	},
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
	notParticiples = wordsOf(func(l language) string { return l.notParticiples })
	reAdviceSigns  = signsOf("", "", func(l language) string { return l.adviceSigns })
	reDoneSigns    = signsOf("", "", func(l language) string { return l.doneSigns })
	reDaySigns     = signsOf("", "", func(l language) string { return l.daySigns })
	reAgoSigns     = signsOf("", "", func(l language) string { return l.agoSigns })
	reSoonSigns    = signsOf("", "", func(l language) string { return l.soonSigns })
	reErrands      = signsOf("^(?:", ")", func(l language) string { return l.errands })
	reFronted      = signsOf("^(?:", ")", func(l language) string { return l.fronted })
	reParticiples  = signsOf("^(?:", ")$", func(l language) string { return l.participles })
)

// wordsOf is a field of all languages as a set.
func wordsOf(field func(language) string) map[string]bool {
	set := map[string]bool{}
	for _, l := range languages {
		for word := range strings.FieldsSeq(field(l)) {
			set[word] = true
		}
	}
	return set
}

// signsOf is a field of all languages as one expression.
func signsOf(before, after string, field func(language) string) *regexp.Regexp {
	var all []string
	for _, l := range languages {
		if signs := field(l); signs != "" {
			all = append(all, signs)
		}
	}
	return regexp.MustCompile(before + strings.Join(all, "|") + after)
}
