package collect

// Italian as the collector knows it; language says what each list is for.
var italian = language{
	lessons: `lezione|lezioni|lezione appresa|lezioni apprese|lezioni imparate|lezione del giorno|lezioni del giorno|
		lezione imparata|imparato oggi|cosa ho imparato|cosa abbiamo imparato|quello che ho imparato|
		ciò che ho imparato|apprendimenti|insegnamenti|da ricordare|per ricordare|errori|errori comuni|
		errori da evitare|errori da non ripetere|da non ripetere|mai più|la prossima volta|per la prossima volta|
		regole d'oro|regole imparate|buone pratiche|trappole|insidie|riflessione|riflessioni|retrospettiva|conclusioni|
		conclusione|d'ora in poi|da ora in poi|note per me|appunti per me|cosa mi porto via|cosa resta|
		decisioni e lezioni|in sintesi|accortezze|cose imparate|da evitare|cosa evitare`,
	titles:    `lezione|regola`,
	taught:    `\b(?:cosa|quello che|cio che)\b.*\b(?:impar|appres|insegn|porto via)|\berrori\b.*\b(?:ripet|evit)`,
	decisions: `decisione|decisioni|decisioni prese|deciso|abbiamo deciso|registro delle decisioni`,
	others: `stato|da fare|attività|compiti|in sospeso|in corso|prossimi passi|domande|domande aperte|fonte|storico|
		cronologia|modifiche|registro|cosa è successo|causa|causa radice|contesto|impatto|sintomi|dettagli|esempio|
		esempi|sommario|modello|formato|come usare|come usare questo file|fatto|cosa è andato bene|domani|agenda|spesa`,
	mixed:   `cosa è andato storto|che cosa è andato storto|cosa non ha funzionato|cosa è andato male`,
	indexes: `indice`,
	topics:  `squadra|contatti|fonti|collegamenti|riferimenti|persone|progetti|strumenti`,
	about:   `come|dove|scrivi|annota|storico|modifiche|formato`,
	foreign: `incollato|copiato|inoltrato|consigli|seminario|del corso|dal corso`,

	rules: `lezione|lezioni|lezione appresa|lezioni apprese|lezione imparata|imparato|ho imparato|abbiamo imparato|
		oggi ho imparato|regola|regole|nuova regola|regola nuova|regola d'oro|principio|prevenzione|salvaguardia|
		buona pratica|ricordare|ricorda|da ricordare|promemoria per me|nota per me|conclusione|la prossima volta|
		prossima volta|per la prossima volta|d'ora in poi|da ora in poi|da oggi in poi|in futuro|invece|mai più|
		trappola|insegnamento|cosa facciamo ora`,
	fields: `sintomo|sintomi|problema|incidente|errore|guasto|causa|cause|causa radice|perché|motivo|ragione|rimedio|
		soluzione|correzione|azione|azioni|impatto|effetto|costo|fonte|fonti|rif|riferimento|collegamento|data|quando|
		dove|chi|stato|responsabile|autore|esempio|esempi|contesto|gravità|priorità|area|categoria|tipo|etichette|
		dettaglio|dettagli|cosa è successo|accaduto|situazione|risultato|esito|vedi anche|riassunto|aggiornamento|
		prossimo passo|prossimi passi|in sospeso|in corso|fatto|da fare|bloccato`,
	incidents: `sintomo|sintomi|causa|causa radice|problema|incidente|errore|guasto|cosa è successo|impatto`,
	remedies:  `soluzione|rimedio|correzione|riparazione|come evitarlo`,
	dates:     `data`,
	warnings:  `attenzione|importante|occhio|cautela|avviso|non dimenticare|nb|n.b.|nota bene|nota`,
	cases:     `se|quando|caso|situazione`,
	steps:     `allora|cosa fare|che fare|fare`,
	asking:    `decidere|da decidere|domanda`,
	nothing:   `nessuno|nessuna|nessuna per ora|niente|niente di nuovo|nulla|vuoto|da compilare`,
	host:      `scrivi qui|aggiungi qui|questo file|questa sezione|formato:|modello:|esempio:|una riga per lezione`,

	norms:     `sempre deve devono dobbiamo bisogna conviene evitare evita nessun nessuna occorre`,
	normSigns: `^chi |\bmai\b.*\b(?:senza|prima|un|una|il|la|l'\pL+|i|le|piu)\b|\bnon\b.*\bmai\b|\bprima (?:di|che|dei|delle|del|della)\b|\b(?:non )?basta\b|\bnon \pL+ senza\b|\bsenza \pL+(?:are|ere|ire)\b|\bmeglio \pL+(?:are|ere|ire)\b|\bprima si \pL+|\bva (?:fatto|fatta|sempre|\pL+at[oa])\b|\bvanno \pL+at[ie]\b|^non \pL+(?:are|ere|ire)\b|\bd'ora in poi\b|\bsolo (?:se|quando|dopo)\b|(?:^|[,;:] )si \pL{3,}(?:a|e|ano|ono)\b|\bogni \pL+ (?:va|ha|si|deve)\b`,
	advice:    `sempre mai non prima dopo ogni senza quando deve devono è sono può perché meglio più meno tutti tutte solo`,

	done: `inviato inviata pagato pagata arrivato arrivata consegnato consegnata ordinato ordinata riparato riparata
		finito fatto spedito spedita`,
	fronted:  `\pL{3,}(?:at|it|ut)[oaie] (?:\d|il |lo |la |i |gli |le |l')`,
	narrates: `\b(?:ha|hanno|ho|abbiamo) (?:già |appena )?\pL{2,}(?:ato|uto|ito|sto|tto|so)\b|\b(?:al momento|in questo momento|per ora)\b|\brestano \d|(?:^|\s)è (?:già )?(?:arrivat|andat|stat|partit|uscit|tornat|finit)[oa]`,
	forgot:   `\bdimentic`,
	day:      `ancora gennaio febbraio aprile giugno luglio settembre ottobre dicembre`,
	ago:      `ieri oggi`,
	today:    `oggi`,

	soon:    `domani`,
	errands: `(?:devo|dobbiamo|bisogna)\b.*\bdomani\b|(?:devo|dobbiamo) ancora\b`,
	whether: `^(?:verificare|controllare|vedere|chiedere) se `,

	articles: `il lo la i gli`,
	light:    `fare fa fanno andare va vanno venire viene`,
}
