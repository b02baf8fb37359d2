package collect

// German as the collector knows it; language says what each list is for.
var german = language{
	lessons: `das nächste mal|das naechste mal|naechstes mal|beim naechsten mal|kuenftig|merksaetze|was haengen bleibt|
		stolpersteine|erkenntnisse|gelernt|gelernte lektionen|lektionen|lehren|merksätze|fallstricke|stolperfallen|
		aus fehlern gelernt|was ich gelernt habe|was wir gelernt haben|was ich mitnehme|was wir mitnehmen|was bleibt|
		was hängen bleibt|dazugelernt|heute gelernt|daraus gelernt|gelernt habe|gelernt haben|lernerfahrungen|
		nehme ich mit|fazit|künftig|konsequenzen|leitplanken|gelernte|was habe ich gelernt|was haben wir gelernt|
		erkenntnis|erkenntnis des tages|nie wieder|beim nächsten mal|nächstes mal|zum merken|merken|lehrgeld|
		faustregeln|erfahrungen|aus erfahrung|fehler|lernpunkte`,
	names:     `lektion|lehre`,
	titles:    `lektion|lehre`,
	taught:    `\bfehler\b.*\b(?:wiederhol|vermeid)`,
	decisions: `beschlossen|beschlüsse|beschluss|entschieden|vereinbart|festgelegt|entscheidungen|entscheidung`,
	others: `erledigt|änderungen an dieser datei|inhalt|inhaltsverzeichnis|in dieser datei|offen|offene fragen|aufgaben|
		nächste schritte|quelle|beispiel|hintergrund|ursache|was passiert ist|verlauf|vorlage`,
	mixed: `was schiefging|was schief ging|was schief lief|was lief schief|was ist schiefgelaufen`,
	retro: `was gut lief|lief gut|lief schlecht|was schiefging|was schief lief|was lief schief|gut gelaufen|
		schlecht gelaufen`,
	indexes: `verzeichnis`,
	topics:  `team|kontakte|ansprechpartner|verträge|quellen|projekte`,
	about:   `schreib|halte|notier|änderungen|so`,
	keeping: `pflegen|pflege|festhalten|aufschreiben|notieren`,
	foreign: `vortrag|abgetippt|kopiert|aus dem netz|zitat|ratschläge`,

	rules: `leitplanke|kuenftig|von nun an|merken|nicht vergessen|naechstes mal|nächstes mal|das nächste mal|
		beim nächsten mal|stattdessen|was wir jetzt anders machen|was wir anders machen|was jetzt gilt|lektion|
		lernpunkt|lehre|neue regel|merke|merksatz|erkenntnis|gelernt|künftig|vorbeugung|konsequenz|konsequenzen|
		leitplanken|ab jetzt|ab sofort|von jetzt an|in zukunft|fazit|nie wieder|wichtigste lehren|lehren|erkenntnisse|
		faustregel|grundsatz`,
	fields: `fehler|ursache|fehlerursache|grund|lösung|behebung|auswirkung|folge|quelle|beispiel|kontext|priorität|
		zuständig|ergebnis|dauer|aufwand|zu tun|noch offen|offene punkte|wartet auf|was passiert ist|was geschah|
		vorfall|maßnahme|in arbeit|erledigt|offen`,
	incidents: `ursache|fehlerursache|was passiert ist|was geschah|vorfall|fehler|auswirkung`,
	remedies:  `lösung|behebung|abhilfe`,
	dates:     `datum`,
	warnings:  `achtung|wichtig|vorsicht|obacht|hinweis|nb`,
	cases:     `wenn|falls|fall|situation|was passiert|lage`,
	steps:     `dann|tun|was tun|was zu tun ist|was wir tun|vorgehen|handlung`,
	asking:    `klären|zu klären|entscheiden|prüfen|offen|frage`,
	nothing:   `keine|noch keine|nichts`,
	host:      `nichts gelernt`,

	norms:     `niemals nie immer muss müssen stets sonst vermeiden`,
	normSigns: `^wer |\b(?:bevor|kein\pL* \pL+ ohne|nicht ohne|erst \pL+,? dann|statt|darf nicht|durfen nicht|ab (?:jetzt|sofort|heute)|nur (?:wenn|mit|nach))\b`,
	advice: `höchstens mindestens gilt dauert hält brauchen immer nie niemals nicht kein keine keinen keiner muss müssen
		soll sollen darf dürfen erst vor nach nur jede jeder jedes jeden ohne außer wenn falls bis statt zuerst heißt
		braucht ist sind wird werden kann können weil denn sonst lieber besser mehr weniger wer alle zu sofort gleich
		täglich wöchentlich monatlich meist oft stets binnen innerhalb pro je falsch falsche falschen morgens mittags
		abends nachts montags dienstags mittwochs donnerstags freitags samstags sonntags künftig gehört gehören vorher`,
	adviceSigns: `^was\s`,
	copulas:     `ist sind war`,

	done: `zugesagt gezählt entkalkt abgesagt unterschrieben erledigt verschickt bezahlt bestellt geliefert gekommen
		angekommen abgeholt repariert eingebaut montiert angerufen gebucht gesendet geschickt geputzt aufgeräumt
		fertig wartet abgegeben getauscht verkauft gekauft überwiesen eingetroffen abgeschickt eingetragen umgezogen
		nachbestellt ausgeliefert kam kamen ging lief ergänzt verschoben geschnitten gestrichen gegossen gewaschen
		gebracht geschrieben gefahren`,
	past:           `war waren hatte hatten stand rief schrieb sagte`,
	participles:    `(?:ab|an|auf|aus|ein|um|vor|nach|weg|zurück|frei|hin|her|los|durch)ge\pL{3,}(?:t|en)|ge\pL{3,}t|\pL{4,}iert`,
	notParticiples: `gehört gesamt gesagt genannt garantiert`,
	forgot:         `\bvergessen`,
	states:         `offen defekt kaputt leer da raus weg fertig übrig`,
	day: `noch gerade januar februar märz april juni juli august september oktober november dezember montag dienstag
		mittwoch donnerstag freitag samstag sonntag`,
	since:    `ab seit von bis`,
	ago:      `gestern vorgestern heute`,
	agoSigns: `\bletzte[nr]? (?:nacht|woche|monat)\b`,
	today:    `heute`,

	soon:      `übermorgen`,
	soonSigns: `(?:^|[^mnrs] )morgen(?:[ .,]|$)|\b(?:nächste|kommende|diese)[rnms]? (?:woche|monat|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b`,
	errands:   `(?:ich |wir )?(?:muss|müssen|will|wollen|sollte|sollten) (?:noch|morgen|heute)\b|noch\b.*(?:\pL{3,}en|\pL{3,}ern|\pL{3,}eln)[.!]?$|.*\bnoch \pL{4,}(?:en|ern|eln)[.!]?$|(?:\pL+ ){1,2}für (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$`,
	whether:   `^(?:prüfen|nachsehen|fragen|schauen|klären),? ob `,

	articles:    `der die das ein eine`,
	determiners: `al zum zur vom beim am im und bei von zu nach für auf bis der die das den`,
	numerals:    `zwei drei vier fünf sechs sieben acht neun zehn`,
	light:       `machen macht gemacht gehen geht kommen kommt werden wird tun tut`,
}
