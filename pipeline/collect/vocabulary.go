package collect

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"wisdom/internal/words"
)

// vocabulary holds the headings and labels of one language beside those in
// lexicon.go, and the words with which people make rules in it. To teach the
// collector a language, add an entry to vocabularies; every field may be left out.
// Phrases are parted by "|", in lower case; accents may stand or not, in the list
// as in the notes: both are compared without.
type vocabulary struct {
	// Headings: of lessons, of decisions, of what ends a lesson section, of what
	// went wrong, where reports and rules stand together, of an index, of things
	// that lessons may be about, and how headings about lessons begin that tell
	// of keeping them.
	lessons, decisions, others, mixed, indexes, topics, about string
	// keeping stands anywhere in such a heading.
	keeping string
	// titles name one lesson, with a number behind.
	titles string
	// taught is an expression for a heading that says in more words that something
	// was learned, of its text without accents.
	taught string
	// foreign stands in headings of somebody else's advice.
	foreign string
	// Labels: of the part of an entry that is the lesson, of the other parts, of
	// those that only an incident has, of how it was mended, of its date, and of
	// warnings, which are lessons where they hold a word of norms.
	rules, fields, incidents, remedies, dates, warnings string
	// Columns of a table that tells what to do when: the case, and what to do then.
	cases, steps string
	// asking stands in front of a question that is still open.
	asking string
	// nothing stands where a lesson should be written; host begins what a template
	// says.
	nothing, host string
	// norms are words with which people say what holds always or what to do;
	// normSigns is an expression for what no single word says, of lower case without
	// accents.
	norms, normSigns string
}

var vocabularies = []vocabulary{
	{ // English
		cases: `if|when|case|situation|what happens|event|trigger`, steps: `then|do|do this|what to do|action|response|we do`,
		asking:  `to check|to decide|decide|to ask|open|question|to discuss`,
		lessons: `post mortem|what to avoid|things to avoid`, titles: `lesson`,
		mixed:     `what went wrong|what went badly|what didn't work|what broke`,
		topics:    `team|contacts|contract|contracts`,
		warnings:  `heads-up|heads up|watch out|careful|important|caution|warning|nb|n.b.`,
		norms:     `always never must mustn't don't unless avoid`,
		normSigns: `^whoever |\b(?:do not|make sure|no longer|instead of|rather than|at least|at most|only (?:if|when|after)|no \pL+ without|not \pL+ without|should(?:n't)?|before (?:you|we|i|it|the|a|an|any|every|each|\pL+ing)|from now on)\b`,
	},
	{ // German
		cases: `wenn|falls|fall|situation|was passiert|lage`, steps: `dann|tun|was tun|was zu tun ist|was wir tun|vorgehen|handlung`,
		asking:  `klären|zu klären|entscheiden|prüfen|offen|frage`,
		titles:  `lektion|lehre`,
		lessons: `das nächste mal|das naechste mal|naechstes mal|beim naechsten mal|kuenftig|merksaetze|was haengen bleibt|stolpersteine`, decisions: `beschlossen|beschlüsse|beschluss|entschieden|vereinbart|festgelegt`,
		taught:    `\bfehler\b.*\b(?:wiederhol|vermeid)`,
		rules:     `leitplanke|kuenftig|von nun an|merken|nicht vergessen|naechstes mal|nächstes mal|das nächste mal|beim nächsten mal`,
		mixed:     `was schiefging|was schief ging|was schief lief|was lief schief|was ist schiefgelaufen`,
		topics:    `team|kontakte|ansprechpartner|verträge`,
		warnings:  `achtung|wichtig|vorsicht|obacht|hinweis|nb`,
		norms:     `niemals nie immer muss müssen stets sonst vermeiden`,
		normSigns: `^wer |\b(?:bevor|kein\pL* \pL+ ohne|nicht ohne|erst \pL+,? dann|statt|darf nicht|durfen nicht|ab (?:jetzt|sofort|heute)|nur (?:wenn|mit|nach))\b`,
	},
	{ // Spanish
		cases: `si|cuando|caso|situación|qué pasa`, steps: `entonces|qué hacer|qué se hace|hacer|respuesta|acción`,
		asking: `decidir|por decidir|mirar|preguntar|pregunta|duda`,
		lessons: `lección|lecciones|lección aprendida|lecciones aprendidas|lecciones clave|aprendizaje|aprendizajes|aprendizajes clave|qué aprendí|qué aprendimos|qué hemos aprendido|qué he aprendido|qué me llevo|nos llevamos|
			me llevo|aprendí|aprendimos|aprendido hoy|lo aprendido|para recordar|a recordar|recordatorios para mí|reglas de oro|reglas aprendidas|buenas prácticas|errores que no repetir|errores a evitar|trampas|tropiezos|
			nunca más|no volver a|la próxima|reflexión|reflexiones|retrospectiva|patrones y aprendizajes|decisiones y aprendizajes|en resumen|moraleja del día|notas para mí|nota para mí|enseñanza|enseñanzas|cosas aprendidas|qué evitar|a evitar|lo que hay que evitar`,
		decisions: `decisión|decisiones|decisiones tomadas|registro de decisiones|decidido|acuerdos|hemos decidido`,
		others: `estado|estado actual|por hacer|tareas|pendiente|pendientes|siguiente|siguientes pasos|próximos pasos|preguntas|preguntas abiertas|dudas|fuente|historial|cambios|registro|cronología|qué pasó|qué ocurrió|causa|causa raíz|
			antecedentes|contexto|impacto|síntomas|detalles|metadatos|ejemplo|ejemplos|índice de contenidos|plantilla|formato|cómo usar|cómo usar este fichero|cómo usar este archivo|cómo se usa|hecho|qué fue bien|qué salió bien|agenda|mañana|compras`,
		mixed:   `qué salió mal|qué ha salido mal|qué fue mal|qué ha ido mal|lo que salió mal|qué falló|qué no funcionó`,
		indexes: `índice`, topics: `equipo|contactos|fuentes|enlaces|referencias|personas|proyectos|herramientas`, titles: `lección|aprendizaje|regla`,
		about: `cómo|dónde|escribe|anota|apunta|guarda|historial|cambios|formato`, taught: `\blo que\b.*\b(?:apren|ensen)|\bque\b.*\b(?:aprend|me llevo|nos llevamos)|\berrores\b.*\b(?:repet|repit|evit|aprend|sale)`,
		foreign: `pegado de|pegados de|pegada de|copiado de|copiados de|texto copiado|charla|conferencia|consejos|seminario|del curso|reenviado`,
		rules: `lección|lecciones|lección aprendida|lecciones aprendidas|aprendizaje|aprendizajes|aprendizaje clave|aprendido|aprendida|aprendí|aprendimos|hemos aprendido|hoy aprendí|he aprendido|regla|reglas|regla nueva|nueva regla|
			regla de oro|norma|nueva norma|patrón|prevención|guardarraíl|guardarrail|salvaguarda|buena práctica|recordar|recuerda|recordatorio para mí|nota para mí|nota mental|nota a mí mismo|nota a mí misma|para recordar|a recordar|moraleja|conclusión|la próxima|la próxima vez|próxima vez|
			para la próxima|de ahora en adelante|a partir de ahora|desde ahora|en adelante|en su lugar|qué hacer en su lugar|qué haremos|qué hacemos ahora|nunca más|no repetir|trampa|enseñanza|principio|pauta`,
		fields: `síntoma|síntomas|problema|incidencia|error|fallo|causa|causa raíz|causas|por qué|motivo|razón|arreglo|solución|soluciones|acción|acciones|impacto|efecto|consecuencias|coste|costo|fuente|fuentes|ref|referencia|enlace|fecha|cuándo|
			dónde|quién|estado|responsable|autor|ejemplo|ejemplos|contexto|antecedentes|gravedad|prioridad|área|categoría|tipo|etiquetas|detalle|detalles|qué pasó|qué ocurrió|qué sucedió|suceso|situación|resultado|relacionado|ver también|
			evidencia|confianza|resumen|actualización|siguiente paso|próximos pasos|pendiente|en curso|hecho|por hacer|bloqueado|a la espera`,
		incidents: `síntoma|síntomas|causa|causa raíz|problema|qué pasó|qué ocurrió|qué sucedió|error|fallo|impacto|incidencia|qué falló`, remedies: `solución|arreglo|remedio|corrección|qué haremos|cómo evitarlo`, dates: `fecha`,
		warnings: `ojo|atención|importante|cuidado|aviso|no olvidar|advertencia|nota`, nothing: `ninguno|ninguna|ninguna todavía|nada|nada nuevo|nada hoy|sin novedades|vacío|por completar|completar|una frase con lo aprendido`,
		host:      `escribe aquí|añade aquí|anota aquí|este fichero|este archivo|esta sección|formato:|plantilla:|ejemplo:|nada aprendido|una línea por lección`,
		norms:     `nunca jamás siempre debe deben debemos conviene evitar evita ningún ninguna`,
		normSigns: `^quien(?:es)? |\bhay que\b|\bantes de (?:que\b|\pL+(?:ar|er|ir)(?:l[aeo]s?|se)?\b)|\b(?:no )?basta con\b|\bno basta\b|\bno \pL+ sin\b|\btodas? \pL+ (?:se|lleva|va)\b|\btodo \pL+ (?:se|lleva|va)\b|\b(?:mejor|primero) \pL+(?:ar|er|ir)\b|\bya no\b|\ba partir de (?:ahora|hoy)\b|\bsolo (?:si|cuando|cuenta|con)\b|^no \pL+(?:ar|er|ir|es|as)\b|\bse (?:l[aeo]s? )?(?:dan?|van?|\pL{3,}(?:[^bi\s]an?|en?))\b`,
	},
	{ // French
		cases: `si|quand|cas|situation`, steps: `alors|que faire|faire|on fait|réponse`,
		asking: `à décider|à voir|décider|question`,
		lessons: `leçon|leçons|leçon apprise|leçons apprises|leçons tirées|leçons du jour|leçon du jour|enseignement|enseignements|apprentissage|apprentissages|appris aujourd'hui|ce que j'ai appris|ce que nous avons appris|ce qu'on a appris|
			ce que j'ai retenu|ce que je retiens|ce qu'on retient|à retenir|à ne pas oublier|points clés|retour d'expérience|retours d'expérience|retex|plus jamais|jamais plus|pièges|pièges à éviter|erreurs|erreurs à éviter|erreurs à ne pas répéter|
			mes erreurs|la prochaine fois|pour la prochaine fois|règles d'or|règles apprises|bonnes pratiques|constats|réflexions|rétrospective|conclusions|désormais|dorénavant|notes pour moi|en résumé|décisions et leçons|choses apprises|à éviter|ce qu'il faut éviter`,
		decisions: `décision|décisions|décisions prises|journal des décisions|décidé|nous avons décidé`,
		others: `état|statut|à faire|tâches|en cours|en attente|prochaines étapes|étapes suivantes|questions|questions ouvertes|source|historique|journal|modifications|changements|chronologie|que s'est-il passé|ce qui s'est passé|
			cause|cause racine|contexte|impact|symptômes|détails|exemple|exemples|sommaire|table des matières|modèle|format|mode d'emploi|comment utiliser ce fichier|fait|ce qui a bien marché|demain|agenda|courses`,
		mixed:   `ce qui a mal tourné|ce qui n'a pas marché|ce qui n'a pas fonctionné|ce qui a raté|ce qui a coincé`,
		indexes: `index`, topics: `équipe|contacts|liens|références|ressources|personnes|projets|outils|sources`, titles: `leçon|règle|enseignement`,
		about: `comment|où|écris|écrire|noter|note|historique|modifications|format`, taught: `\bce qu\S*\b.*\b(?:appris|apprend|retiens|retient|retenu)|\berreurs?\b.*\b(?:repeter|eviter|refaire)`,
		foreign: `collé|copié|recopié|transféré|conseils|séminaire|lu sur`,
		rules: `leçon|leçons|leçon apprise|leçons apprises|leçon du jour|enseignement|enseignements|apprentissage|appris|appris aujourd'hui|j'ai appris|règle|règles|nouvelle règle|règle d'or|principe|bonne pratique|prévention|garde-fou|schéma|motif récurrent|à retenir|
			retenir|à ne pas oublier|rappel|à noter|note pour moi|note à moi-même|moralité|conclusion|la prochaine fois|prochaine fois|pour la prochaine fois|désormais|dorénavant|à partir de maintenant|à l'avenir|plus jamais|piège|à la place|ce qu'on fait maintenant|consigne`,
		fields: `symptôme|symptômes|problème|incident|erreur|panne|cause|causes|cause racine|cause profonde|pourquoi|raison|correctif|correction|solution|action|actions|impact|effet|conséquence|conséquences|coût|source|sources|réf|référence|lien|date|quand|où|qui|
			état|statut|responsable|auteur|exemple|exemples|contexte|gravité|priorité|domaine|catégorie|type|étiquettes|détail|détails|ce qui s'est passé|que s'est-il passé|situation|résultat|voir aussi|résumé|mise à jour|à faire|en cours|en attente|bloqué|fait`,
		incidents: `symptôme|symptômes|cause|cause racine|problème|incident|erreur|panne|ce qui s'est passé|que s'est-il passé|impact`, remedies: `correctif|correction|solution|remède|parade`, dates: `date`,
		warnings: `attention|important|prudence|gare|nb|n.b.|ne pas oublier|note`, nothing: `aucun|aucune|aucune pour l'instant|rien|rien de nouveau|rien aujourd'hui|néant|à compléter|vide`,
		host:      `ajoute ici|ajoutez ici|écris ici|ce fichier|cette section|format :|modèle :|exemple :|une ligne par leçon`,
		norms:     `jamais toujours doit doivent éviter aucun aucune désormais dorénavant`,
		normSigns: `^qui |\bil (?:ne )?faut\b|\bon ne \pL+|\bavant (?:de|d'|que|tout|toute|chaque)|\bil (?:suffit|vaut mieux)\b|\bmieux vaut\b|\bne (?:pas|plus|jamais) \pL+|\bne \pL+ que\b|\bpas de \pL+ sans\b|\bsans \pL+(?:er|ir|re)\b|\bd'abord\b|\btoute? \pL+ (?:se|doit|porte)\b|\ba partir (?:de maintenant|d'aujourd'hui)\b`,
	},
	{ // Portuguese
		cases: `se|quando|caso|situação`, steps: `então|o que fazer|fazer`,
		asking: `decidir|a decidir|pergunta|dúvida`,
		lessons: `lição|lições|lição aprendida|lições aprendidas|lição do dia|lições do dia|aprendizado|aprendizados|aprendizagem|aprendizagens|aprendido|aprendi hoje|o que aprendi|o que aprendemos|o que levo|o que fica|para lembrar|a lembrar|erros|erros comuns|
			erros a evitar|erros que não repetir|não repetir|nunca mais|na próxima|da próxima vez|próxima vez|para a próxima|regras de ouro|regras aprendidas|boas práticas|armadilhas|pegadinhas|reflexão|reflexões|retrospectiva|conclusões|conclusão|
			moral da história|daqui em diante|a partir de agora|notas para mim|padrões e aprendizados|decisões e aprendizados|ensinamentos|ensinamento|coisas aprendidas|o que evitar`,
		decisions: `decisão|decisões|decisões tomadas|decidido|registro de decisões|acordado`,
		others: `estado|situação|status|a fazer|por fazer|tarefas|pendente|pendentes|pendências|próximo|próximos passos|perguntas|dúvidas|questões em aberto|fonte|histórico|alterações|mudanças|registro|registo|cronologia|o que aconteceu|causa|causa raiz|contexto|impacto|
			sintomas|detalhes|exemplo|exemplos|sumário|modelo|formato|como usar|como usar este arquivo|como usar este ficheiro|feito|o que correu bem|o que deu certo|amanhã|agenda|compras`,
		mixed:   `o que correu mal|o que deu errado|o que falhou|o que não funcionou`,
		indexes: `índice`, topics: `equipe|equipa|contatos|contactos|fontes|ligações|links|referências|pessoas|projetos|ferramentas`, titles: `lição|regra|aprendizado`,
		about: `como|onde|escreva|anote|guarde|histórico|alterações|formato`, taught: `\bo que\b.*\b(?:aprend|levo|levamos|ensinou)|\berros?\b.*\b(?:repet|repit|evit|aprend)`,
		foreign: `colado de|copiado de|colado|encaminhado|conselhos|dicas de|palestra|seminário|do curso`,
		rules: `lição|lições|lição aprendida|lições aprendidas|aprendizado|aprendizados|aprendizagem|aprendido|aprendi|aprendemos|aprendi hoje|regra|regras|nova regra|regra nova|regra de ouro|norma|padrão|prevenção|salvaguarda|boa prática|lembrar|lembrete para mim|lembre-se|
			nota para mim|nota mental|para lembrar|moral|moral da história|conclusão|na próxima|da próxima vez|próxima vez|para a próxima|daqui em diante|a partir de agora|doravante|de agora em diante|em vez disso|o que fazemos agora|nunca mais|não repetir|armadilha|princípio|orientação`,
		fields: `sintoma|sintomas|problema|incidente|erro|falha|causa|causa raiz|causas|por quê|por que|porquê|motivo|razão|correção|solução|ação|ações|impacto|efeito|custo|fonte|fontes|ref|referência|ligação|data|quando|onde|quem|estado|situação|status|responsável|autor|
			exemplo|exemplos|contexto|gravidade|prioridade|área|categoria|tipo|etiquetas|detalhe|detalhes|o que aconteceu|ocorrência|resultado|relacionado|ver também|evidência|resumo|atualização|próximo passo|próximos passos|pendente|em andamento|em curso|feito|a fazer|bloqueado`,
		incidents: `sintoma|sintomas|causa|causa raiz|problema|incidente|erro|falha|o que aconteceu|impacto`, remedies: `solução|correção|conserto|remédio|como evitar`, dates: `data`,
		warnings: `atenção|importante|cuidado|aviso|não esquecer|nota`, nothing: `nenhum|nenhuma|nenhuma ainda|nada|nada de novo|nada hoje|vazio|a preencher`,
		host:      `escreva aqui|adicione aqui|este arquivo|este ficheiro|esta seção|formato:|modelo:|exemplo:|uma linha por lição`,
		norms:     `nunca jamais sempre deve devem devemos convém evitar evite nenhum nenhuma`,
		normSigns: `^quem |\be (?:preciso|necessario)\b|\btem(?:os)? (?:de|que)\b|\bha que\b|\bantes d[eoa]s?\b|\b(?:nao )?basta\b|\bnao \pL+ sem\b|\bsem \pL+(?:ar|er|ir)\b|\bmelhor \pL+(?:ar|er|ir)\b|\bprimeiro \pL+(?:ar|er|ir|[ea])\b|\bja nao\b|\ba partir de (?:agora|hoje)\b|\bso (?:se|quando|depois)\b|^nao \pL+(?:ar|er|ir|e|a)\b|\btodo \pL+ (?:se|leva|tem)\b|\btoda \pL+ (?:se|leva|tem)\b`,
	},
	{ // Italian
		cases: `se|quando|caso|situazione`, steps: `allora|cosa fare|che fare|fare`,
		asking: `decidere|da decidere|domanda`,
		lessons: `lezione|lezioni|lezione appresa|lezioni apprese|lezioni imparate|lezione del giorno|lezioni del giorno|lezione imparata|imparato oggi|cosa ho imparato|cosa abbiamo imparato|quello che ho imparato|ciò che ho imparato|apprendimenti|insegnamenti|da ricordare|
			per ricordare|errori|errori comuni|errori da evitare|errori da non ripetere|da non ripetere|mai più|la prossima volta|per la prossima volta|regole d'oro|regole imparate|buone pratiche|trappole|insidie|riflessione|riflessioni|retrospettiva|conclusioni|
			conclusione|d'ora in poi|da ora in poi|note per me|appunti per me|cosa mi porto via|cosa resta|decisioni e lezioni|in sintesi|accortezze|cose imparate|da evitare|cosa evitare`,
		decisions: `decisione|decisioni|decisioni prese|deciso|abbiamo deciso|registro delle decisioni`,
		others: `stato|da fare|attività|compiti|in sospeso|in corso|prossimi passi|domande|domande aperte|fonte|storico|cronologia|modifiche|registro|cosa è successo|causa|causa radice|contesto|impatto|sintomi|dettagli|esempio|esempi|sommario|modello|formato|
			come usare|come usare questo file|fatto|cosa è andato bene|domani|agenda|spesa`,
		mixed:   `cosa è andato storto|che cosa è andato storto|cosa non ha funzionato|cosa è andato male`,
		indexes: `indice`, topics: `squadra|contatti|fonti|collegamenti|riferimenti|persone|progetti|strumenti`, titles: `lezione|regola`,
		about: `come|dove|scrivi|annota|storico|modifiche|formato`, taught: `\b(?:cosa|quello che|cio che)\b.*\b(?:impar|appres|insegn|porto via)|\berrori\b.*\b(?:ripet|evit)`,
		foreign: `incollato|copiato|inoltrato|consigli|seminario|del corso|dal corso`,
		rules: `lezione|lezioni|lezione appresa|lezioni apprese|lezione imparata|imparato|ho imparato|abbiamo imparato|oggi ho imparato|regola|regole|nuova regola|regola nuova|regola d'oro|principio|prevenzione|salvaguardia|buona pratica|ricordare|ricorda|da ricordare|
			promemoria per me|nota per me|conclusione|la prossima volta|prossima volta|per la prossima volta|d'ora in poi|da ora in poi|da oggi in poi|in futuro|invece|mai più|trappola|insegnamento|cosa facciamo ora`,
		fields: `sintomo|sintomi|problema|incidente|errore|guasto|causa|cause|causa radice|perché|motivo|ragione|rimedio|soluzione|correzione|azione|azioni|impatto|effetto|costo|fonte|fonti|rif|riferimento|collegamento|data|quando|dove|chi|stato|responsabile|autore|esempio|
			esempi|contesto|gravità|priorità|area|categoria|tipo|etichette|dettaglio|dettagli|cosa è successo|accaduto|situazione|risultato|esito|vedi anche|riassunto|aggiornamento|prossimo passo|prossimi passi|in sospeso|in corso|fatto|da fare|bloccato`,
		incidents: `sintomo|sintomi|causa|causa radice|problema|incidente|errore|guasto|cosa è successo|impatto`, remedies: `soluzione|rimedio|correzione|riparazione|come evitarlo`, dates: `data`,
		warnings: `attenzione|importante|occhio|cautela|avviso|non dimenticare|nb|n.b.|nota bene|nota`, nothing: `nessuno|nessuna|nessuna per ora|niente|niente di nuovo|nulla|vuoto|da compilare`,
		host:      `scrivi qui|aggiungi qui|questo file|questa sezione|formato:|modello:|esempio:|una riga per lezione`,
		norms:     `sempre deve devono dobbiamo bisogna conviene evitare evita nessun nessuna occorre`,
		normSigns: `^chi |\bmai\b.*\b(?:senza|prima|un|una|il|la|l'\pL+|i|le|piu)\b|\bnon\b.*\bmai\b|\bprima (?:di|che|dei|delle|del|della)\b|\b(?:non )?basta\b|\bnon \pL+ senza\b|\bsenza \pL+(?:are|ere|ire)\b|\bmeglio \pL+(?:are|ere|ire)\b|\bprima si \pL+|\bva (?:fatto|fatta|sempre|\pL+at[oa])\b|\bvanno \pL+at[ie]\b|^non \pL+(?:are|ere|ire)\b|\bd'ora in poi\b|\bsolo (?:se|quando|dopo)\b|(?:^|[,;:] )si \pL{3,}(?:a|e|ano|ono)\b|\bogni \pL+ (?:va|ha|si|deve)\b`,
	},
	{ // Dutch
		lessons: `lessen|geleerde lessen|geleerde les|les van de dag|geleerd|vandaag geleerd|wat ik leerde|wat ik heb geleerd|wat we leerden|wat we hebben geleerd|leerpunt|leerpunten|inzicht|inzichten|valkuilen|fouten|veelgemaakte fouten|nooit meer|niet herhalen|
			volgende keer|voor de volgende keer|de volgende keer|gouden regels|vuistregels|om te onthouden|onthouden|voortaan|terugblik|reflectie|conclusies|conclusie|wat ik meeneem|beslissingen en lessen|notities voor mezelf`,
		decisions: `beslissing|beslissingen|besluit|besluiten|besloten|genomen besluiten`,
		others:    `stand|stand van zaken|te doen|taken|open|volgende stappen|vragen|open vragen|bron|geschiedenis|wijzigingen|logboek|tijdlijn|wat er gebeurde|oorzaak|achtergrond|context|gevolg|details|voorbeeld|voorbeelden|inhoud|sjabloon|gebruik|gedaan|klaar|morgen`,
		mixed:     `wat ging er mis|wat er misging|wat er mis ging`,
		indexes:   `index`, topics: `team|contacten|bronnen|links|personen|projecten|gereedschap`, titles: `les|leerpunt|regel`,
		about: `hoe|waar|schrijf|noteer|bewaar|wijzigingen|geschiedenis`, taught: `\bwat\b.*\b(?:geleerd|leerden?)\b`,
		foreign: `geplakt|gekopieerd|doorgestuurd|tips van|adviezen|lezing|uit de cursus`,
		rules: `les|lessen|geleerde les|geleerde lessen|geleerd|vandaag geleerd|leerpunt|leerpunten|regel|regels|nieuwe regel|vuistregel|inzicht|patroon|preventie|vangrail|onthoud|onthouden|conclusie|volgende keer|de volgende keer|voortaan|vanaf nu|in plaats daarvan|
			nooit meer|valkuil|principe|moraal`,
		fields: `symptoom|symptomen|probleem|fout|oorzaak|waarom|reden|oplossing|herstel|actie|acties|gevolg|impact|kosten|bron|bronnen|datum|wanneer|waar|wie|status|stand|eigenaar|auteur|voorbeeld|voorbeelden|context|achtergrond|ernst|prioriteit|categorie|soort|details|
			wat er gebeurde|situatie|resultaat|zie ook|samenvatting|te doen|gedaan|klaar|bezig|wacht op`,
		incidents: `symptoom|symptomen|oorzaak|probleem|fout|wat er gebeurde|gevolg`, remedies: `oplossing|herstel|remedie`, dates: `datum`,
		warnings: `let op|pas op|belangrijk|attentie|nb|n.b.|niet vergeten`, nothing: `geen|nog geen|niets|niets nieuws|leeg`,
		norms: `nooit altijd moet moeten vermijd voortaan`, normSigns: `\bvoordat\b|\bniet \pL+ zonder\b|\bgeen \pL+ zonder\b|\bin plaats van\b|\balleen (?:als|na|met)\b|\bhet is genoeg\b|\beerst \pL+,? (?:dan|daarna)\b|\bvanaf nu\b`,
	},
	{ // Polish
		cases: `jeśli|gdy|kiedy|sytuacja|przypadek`, steps: `wtedy|co robić|co robimy`,
		asking: `do ustalenia|ustalić|pytanie`,
		lessons: `wniosek|wnioski|wnioski na przyszłość|lekcja|lekcje|lekcja na dziś|wyciągnięte wnioski|wyciągnięte lekcje|nauczki|nauczka|czego się nauczyłem|czego się nauczyłam|czego się nauczyliśmy|nauczyłem się|nauczyłam się|nauczyliśmy się|dziś się nauczyłem|zasady|złote zasady|
			błędy|częste błędy|błędy do uniknięcia|pułapki|nigdy więcej|nie powtarzać|następnym razem|na następny raz|na przyszłość|do zapamiętania|warto zapamiętać|zapamiętać|spostrzeżenia|refleksje|retrospektywa|od teraz|dobre praktyki|decyzje i wnioski|przestrogi|czego unikać|na co uważać`,
		decisions: `decyzja|decyzje|podjęte decyzje|postanowienia|ustalenia|ustalono`,
		others: `status|do zrobienia|zadania|następne kroki|kolejne kroki|dalsze kroki|pytania|otwarte pytania|źródło|historia|zmiany|dziennik|oś czasu|co się stało|przyczyna|przyczyna źródłowa|tło|kontekst|wpływ|skutki|objawy|szczegóły|przykład|przykłady|spis treści|szablon|
			format|jak używać|jak używać tego pliku|zrobione|co poszło dobrze|jutro|zakupy`,
		mixed:   `co poszło nie tak|co się nie udało|co nie zadziałało|co zawiodło`,
		indexes: `indeks|spis`, topics: `zespół|kontakty|źródła|linki|odnośniki|osoby|projekty|narzędzia`, titles: `lekcja|wniosek|zasada|nauczka`,
		about: `jak|gdzie|zapisz|zapisuj|notuj|historia|zmiany|format`, taught: `\b(?:czego|ktorych)\b.*\b(?:naucz|uczy)|\bco\b.*\bwynios|\bbledy\b.*\b(?:powtarz|unika)`,
		foreign: `wklejone|skopiowane|przepisane|przesłane dalej|porady|rady|z kursu|z wykładu`,
		rules: `wniosek|wnioski|lekcja|lekcje|nauczka|nauczki|zasada|zasady|nowa zasada|złota zasada|reguła|wzorzec|zapobieganie|prewencja|zabezpieczenie|dobra praktyka|pamiętaj|pamiętać|zapamiętać|zapamiętaj|do zapamiętania|nauczyłem się|nauczyłam się|nauczyliśmy się|morał|
			następnym razem|na przyszłość|od teraz|od dziś|odtąd|zamiast tego|nigdy więcej|pułapka|spostrzeżenie`,
		fields: `objaw|objawy|problem|incydent|błąd|awaria|przyczyna|przyczyny|przyczyna źródłowa|dlaczego|powód|poprawka|naprawa|rozwiązanie|działanie|działania|wpływ|skutek|skutki|koszt|źródło|źródła|odnośnik|data|kiedy|gdzie|kto|stan|status|właściciel|odpowiedzialny|autor|przykład|
			przykłady|kontekst|tło|waga|priorytet|obszar|kategoria|typ|tagi|szczegóły|co się stało|sytuacja|wynik|zobacz też|streszczenie|aktualizacja|następny krok|do zrobienia|zrobione|w toku|oczekuje`,
		incidents: `objaw|objawy|przyczyna|przyczyna źródłowa|problem|incydent|błąd|awaria|co się stało|skutek`, remedies: `rozwiązanie|naprawa|poprawka|jak uniknąć`, dates: `data`,
		warnings: `uwaga|ważne|ostrożnie|nie zapomnieć|ostrzeżenie`, nothing: `brak|na razie brak|nic|nic nowego|puste|do uzupełnienia`,
		host:      `dopisz tutaj|ten plik|ta sekcja|format:|szablon:|przykład:`,
		norms:     `nigdy zawsze trzeba należy musi muszą musimy powinien powinna powinno powinny unikać warto każdy każda każde`,
		normSigns: `^kto |\bzanim\b|\bprzed (?:kazd|\pL+(?:niem|ciem)\b)|\bnie \pL+ bez\b|\bbez \pL+(?:nia|cia)\b|\blepiej \pL+c\b|\bnajpierw\b|\bwystarczy\b|\bnie wystarczy\b|\bnie wolno\b|\bod (?:teraz|dzis|dzisiaj)\b|\btylko (?:po|gdy|jesli|wtedy)\b|^nie \pL+(?:c|j|aj)\b`,
	},
	{ // Russian
		cases: `если|когда|ситуация|случай`, steps: `то|тогда|что делать|делаем`,
		asking: `решить|выяснить|вопрос`,
		lessons: `урок|уроки|уроки дня|урок дня|усвоенные уроки|извлечённые уроки|выученные уроки|что я узнал|что я узнала|что узнал|что узнали|что я понял|что я поняла|что поняли|чему научился|чему научилась|чему научились|чему я научился|выученное|вывод|выводы|выводы дня|
			главные выводы|ошибки|типичные ошибки|ошибки и выводы|грабли|наступили на грабли|подводные камни|больше никогда|никогда больше|не повторять|в следующий раз|на будущее|на заметку|запомнить|на память|золотые правила|усвоенные правила|правила на будущее|впредь|
			итоги и выводы|рефлексия|ретроспектива|ретро|инсайты|наблюдения и выводы|решения и выводы|хорошие практики|чего избегать|чего не делать`,
		decisions: `решение|решения|принятые решения|журнал решений|решено|решили`,
		others: `статус|состояние|задачи|сделать|надо сделать|дела|план|планы|дальше|следующие шаги|вопросы|открытые вопросы|источник|история|изменения|журнал|лог|хронология|что случилось|что произошло|причина|корневая причина|предыстория|контекст|последствия|симптомы|подробности|
			детали|пример|примеры|содержание|оглавление|шаблон|формат|как пользоваться|как пользоваться этим файлом|сделано|готово|что получилось|что прошло хорошо|завтра|покупки`,
		mixed:   `что пошло не так|что не сработало|что сломалось|что не получилось`,
		indexes: `указатель|индекс`, topics: `команда|контакты|источники|ссылки|люди|проекты|инструменты`, titles: `урок|вывод|правило|грабли`,
		about: `как|где|записывай|пиши|история|изменения|формат`, taught: `(?:чему|что).*(?:научил|узнал|понял|усвоил|вынес)|ошибк.*(?:повтор|избег)`,
		foreign: `вставлено|скопировано|переслано|советы|совет от|из курса|из лекции|из вебинара|из книги|из статьи|лекция|вебинар|цитата|цитаты`,
		rules: `урок|уроки|усвоенный урок|вывод|выводы|главный вывод|правило|правила|новое правило|золотое правило|закономерность|паттерн|профилактика|предотвращение|предохранитель|как не допустить|хорошая практика|запомнить|запомни|запомните|помнить|помни|на будущее|
			на заметку|узнал|узнала|узнали|понял|поняла|поняли|научился|научилась|научились|мораль|в следующий раз|впредь|отныне|с этого момента|теперь|теперь делаем так|вместо этого|больше никогда|никогда больше|грабли|принцип|инсайт`,
		fields: `симптом|симптомы|проблема|инцидент|ошибка|сбой|авария|причина|причины|корневая причина|почему|исправление|починка|решение|действие|действия|влияние|эффект|последствие|последствия|цена|источник|источники|ссылка|дата|когда|где|кто|статус|состояние|ответственный|автор|
			пример|примеры|контекст|предыстория|важность|серьёзность|приоритет|область|категория|тип|теги|подробности|детали|что случилось|что произошло|ситуация|результат|итог|см. также|кратко|обновление|следующий шаг|сделать|сделано|готово|в работе|ждём|ожидает`,
		incidents: `симптом|симптомы|причина|корневая причина|проблема|инцидент|ошибка|сбой|авария|что случилось|что произошло|последствия`, remedies: `решение|исправление|починка|как избежать|меры`, dates: `дата`,
		warnings: `внимание|важно|осторожно|не забыть|предупреждение`, nothing: `нет|пока нет|ничего|ничего нового|пусто|заполнить`,
		host:      `добавь сюда|добавьте сюда|этот файл|этот раздел|формат:|шаблон:|пример:`,
		norms:     `никогда всегда нужно надо нельзя должен должна должно должны следует обязательно избегать каждый каждая каждое каждую достаточно`,
		normSigns: `^кто |(?:^|[^\pL])(?:прежде чем|перед тем|перед кажд\pL+|до того как|лучше \pL+ть|сначала|не \pL+ без|без \pL+ не|не \pL+(?:ть|й|йте|ться)|только (?:после|если|когда)|с этого (?:дня|момента)|больше не)(?:$|[^\pL])`,
	},
	{ // Chinese
		cases: `情况|如果|遇到|场景|什么时候`, steps: `做法|怎么办|怎么做|处理办法|就`,
		asking:    `待定|问题|待确认`,
		warnings:  `注意|重要|警告|当心|小心`,
		mixed:     `出了什么问题|哪里出错|哪里做错了`,
		normSigns: `必须|一定要|永远|绝不|不要|别再|务必|禁止|切勿|先.{1,12}再|以前先|之前先|每次`,
	},
	{ // Japanese
		cases: `状況|場合|もし`, steps: `対処|どうする|やること`,
		asking: `要確認|質問`,
		lessons: `学び|学んだこと|今日の学び|本日の学び|今週の学び|学びメモ|教訓|気づき|気付き|反省|反省点|振り返り|ふりかえり|ハマりどころ|はまりどころ|ハマった点|落とし穴|失敗談|失敗から|失敗と学び|次回から|次回への|次回に向けて|今後の注意|今後のために|注意点|再発防止|再発防止策|覚えておくこと|
			忘れないこと|鉄則|ルール化|得られた知見|知見|まとめと教訓|同じ失敗を|二度と|避けること|気をつけること`,
		decisions: `決定|決定事項|決めたこと|決断|合意事項`,
		others:    `状況|ステータス|進捗|やること|タスク|課題|次のステップ|次にやること|今後の予定|予定|質問|未解決|出典|履歴|変更履歴|ログ|経緯|時系列|何が起きたか|起きたこと|原因|根本原因|背景|影響|症状|詳細|例|目次|テンプレート|書式|使い方|このファイルの使い方|完了|できたこと|良かったこと|明日|買い物`,
		mixed:     `うまくいかなかったこと|うまくいかなかった点|問題点|悪かったこと`,
		indexes:   `索引|目次|一覧`, topics: `チーム|連絡先|リンク|参考|人|プロジェクト|ツール`, titles: `教訓|学び|気づき`,
		keeping: `書き方|使い方|記録の|整理`, taught: `(?:から|で)学んだ|わかったこと|分かったこと|学んだこと`,
		foreign: `コピペ|貼り付け|引用|転載|アドバイス|講演|セミナー|講座|本から|記事から|ネットから`,
		rules: `学び|学んだこと|今日の学び|教訓|気づき|気付き|ルール|新ルール|新しいルール|規則|鉄則|パターン|再発防止|再発防止策|防止策|予防|予防策|対策ルール|ガードレール|覚えておく|覚えておくこと|忘れずに|次回|次回から|次からは|今後|今後は|これからは|以後|代わりに|二度としない|落とし穴|ハマりどころ|
			結論|原則|反省|知見|改善策|気をつけること`,
		fields: `症状|現象|問題|問題点|事象|エラー|失敗|障害|原因|根本原因|理由|なぜ|修正|解決|解決策|対処|対応|対策|処置|影響|結果|コスト|出典|参照|リンク|日付|日時|いつ|どこ|誰|状態|状況|ステータス|担当|担当者|著者|例|具体例|背景|経緯|文脈|重要度|優先度|領域|分類|種類|タグ|詳細|何が起きたか|起きたこと|
			関連|要約|概要|更新|次のステップ|やること|完了|進行中|保留|済み`,
		incidents: `症状|現象|問題|事象|エラー|失敗|障害|原因|根本原因|何が起きたか|起きたこと|影響`, remedies: `対策|対処|解決|解決策|修正|対応`, dates: `日付|日時`,
		warnings: `注意|重要|警告|要注意|注意点|メモ`, nothing: `なし|特になし|まだなし|未記入|空`,
		host:      `ここに|このファイル|このセクション|書式:|例:`,
		normSigns: `必ず|決して|絶対に?|常に|毎回|べき|[うくすつぬふむるぐい]こと[。]?$|ないように|ように(?:する|した)|てはいけない|てはならない|ではいけない|しない[。]?$|前に.*(?:する|こと|確認)|まず.*(?:てから|する)|てから.*(?:する|こと)|したら.*(?:する|こと)|なければならない|ほうがよい|方が(?:良い|いい|よい)|禁止|今後は|しておく|[るくすつぬむうぐ]な[。]?$`,
	},
	{ // Korean
		cases: `상황|경우`, steps: `대응|할 일|어떻게`,
		asking: `확인할 것|질문`,
		lessons: `교훈|오늘의 교훈|배운 점|배운점|배운 것|배운것|오늘 배운 것|오늘 배운 점|오늘 배운|이번 주 배운|깨달은 점|깨달은 것|깨달음|느낀 점|느낀점|반성|회고|회고록|돌아보기|실수|자주 하는 실수|실수 노트|실수와 교훈|함정|주의할 점|주의점|주의사항|주의 사항|삽질 기록|삽질|재발 방지|재발방지|
			재발 방지 대책|다시는|다음부터|다음에는|다음번에는|앞으로는|기억할 것|기억할 점|잊지 말 것|규칙|황금률|원칙|모범 사례|핵심 교훈|결정과 교훈|인사이트|노하우|피해야 할 것|조심할 것`,
		decisions: `결정|결정 사항|결정사항|결정한 것|합의 사항`,
		others:    `상태|현황|진행 상황|할 일|할일|작업|다음 단계|다음 할 일|일정|질문|미해결|열린 질문|출처|이력|변경 이력|변경 사항|로그|기록|경과|타임라인|무슨 일이|무슨 일이 있었나|원인|근본 원인|배경|영향|증상|세부 사항|상세|예시|예|목차|템플릿|양식|형식|사용법|이 파일 사용법|완료|잘된 점|잘한 점|내일|장보기`,
		mixed:     `잘못된 점|잘 안된 점|잘 안 된 점|무엇이 잘못되었나|문제점|아쉬운 점`,
		indexes:   `색인|목차`, topics: `팀|연락처|링크|참고|사람|프로젝트|도구`, titles: `교훈|규칙|실수`,
		keeping: `작성법|쓰는 법|사용법|기록 방법|정리`, taught: `(?:에서|으로|통해) 배운|배운 (?:것|점)|알게 된`,
		foreign: `붙여넣|붙여 넣|복사한|복사해|퍼온|인용|조언|강연|세미나|강의|책에서|기사에서|인터넷에서`,
		rules: `교훈|오늘의 교훈|배운 점|배운점|배운 것|배운것|깨달은 점|규칙|새 규칙|새로운 규칙|원칙|철칙|패턴|재발 방지|재발방지|재발 방지 대책|재발 방지책|예방|예방책|방지책|가드레일|안전장치|기억|기억할 것|기억하기|기억하자|잊지 말 것|다음부터|다음부터는|다음에는|다음번엔|앞으로|앞으로는|이제부터|대신|
			다시는|함정|결론|느낀 점|개선책|모범 사례`,
		fields: `증상|현상|문제|문제점|사건|오류|에러|실수|장애|원인|근본 원인|이유|왜|수정|해결|해결책|해결 방법|조치|대응|영향|결과|비용|출처|참고|링크|날짜|일시|언제|어디|누가|상태|현황|담당|담당자|작성자|예|예시|배경|상황|맥락|심각도|우선순위|영역|분류|종류|태그|상세|세부|무슨 일|무슨 일이 있었나|
			관련|요약|업데이트|다음 단계|할 일|할일|완료|진행 중|진행중|대기|보류`,
		incidents: `증상|현상|문제|사건|오류|에러|실수|장애|원인|근본 원인|무슨 일|무슨 일이 있었나|영향`, remedies: `해결|해결책|해결 방법|조치|수정|대응|대책`, dates: `날짜|일시`,
		warnings: `주의|중요|경고|조심|참고|메모`, nothing: `없음|아직 없음|특이사항 없음|비어 있음|미작성`,
		host:      `여기에|이 파일|이 섹션|형식:|예시:`,
		normSigns: `반드시|항상|절대|꼭 |무조건|해야|하지\s*말|지\s*말\s*(?:것|자|기|고)|말\s*것|금지|먼저|하기 전에|전에\s*(?:반드시|먼저|꼭)|마다\s*\S+|않는다|한다[.]?$|하자[.]?$|할 것[.]?$|안 된다|안된다|부터는`,
	},
	{ // Vietnamese
		lessons:   `bài học|bài học kinh nghiệm|bài học rút ra|bài học hôm nay|rút kinh nghiệm|điều đã học|những điều đã học|đã học được|hôm nay học được|sai lầm|lỗi thường gặp|cạm bẫy|không lặp lại|lần sau|lần tới|từ nay|từ nay về sau|cần nhớ|ghi nhớ|kết luận`,
		decisions: `quyết định|các quyết định`, others: `trạng thái|việc cần làm|công việc|bước tiếp theo|câu hỏi|nguồn|lịch sử|thay đổi|nhật ký|nguyên nhân|bối cảnh|ảnh hưởng|triệu chứng|chi tiết|ví dụ|mục lục|mẫu|cách dùng|đã xong|ngày mai`,
		mixed: `điều gì đã sai|sai ở đâu`, titles: `bài học`, about: `cách|ở đâu|ghi lại|lịch sử`, taught: `hoc duoc`, foreign: `sao chép|dán từ|lời khuyên|hội thảo|khóa học|trích dẫn`,
		rules:     `bài học|bài học rút ra|bài học kinh nghiệm|quy tắc|quy tắc mới|nguyên tắc|phòng ngừa|phòng tránh|ghi nhớ|cần nhớ|lần sau|lần tới|từ nay|từ nay về sau|thay vào đó|kết luận|kinh nghiệm|học được`,
		fields:    `triệu chứng|vấn đề|sự cố|lỗi|nguyên nhân|lý do|cách sửa|khắc phục|giải pháp|hành động|ảnh hưởng|hậu quả|nguồn|ngày|khi nào|ở đâu|trạng thái|người phụ trách|ví dụ|bối cảnh|mức độ|ưu tiên|chi tiết|kết quả|tóm tắt|việc cần làm|đã xong`,
		incidents: `triệu chứng|vấn đề|sự cố|lỗi|nguyên nhân|ảnh hưởng`, remedies: `cách sửa|khắc phục|giải pháp`, dates: `ngày`, warnings: `chú ý|lưu ý|quan trọng|cảnh báo`, nothing: `không có|chưa có|trống`,
		norms: `luôn`, normSigns: `\bkhong bao gio\b|\bphai\b|\btruoc khi\b|\bdung \pL+|\bkhong duoc\b|\bcan \pL+ truoc\b|\bchi \pL+ (?:khi|sau)\b|\bnen \pL+\b|\bluc nao cung\b|\btu nay\b`,
	},
	{ // Indonesian
		lessons: `pelajaran|pelajaran hari ini|pelajaran yang dipetik|pelajaran penting|hikmah|yang dipelajari|yang saya pelajari|yang kami pelajari|apa yang saya pelajari|kesalahan|kesalahan umum|jebakan|jangan ulangi|jangan diulang|lain kali|untuk lain kali|mulai sekarang|ke depannya|
			perlu diingat|untuk diingat|aturan emas|kesimpulan|refleksi|catatan untuk diri sendiri`,
		decisions: `keputusan`, others: `status|tugas|yang harus dilakukan|langkah berikutnya|langkah selanjutnya|pertanyaan|sumber|riwayat|perubahan|log|apa yang terjadi|penyebab|latar belakang|konteks|dampak|gejala|rincian|contoh|daftar isi|templat|cara pakai|selesai|besok`,
		mixed: `apa yang salah|yang tidak berjalan`, indexes: `indeks`, titles: `pelajaran`, about: `cara|di mana|tulis|catat|riwayat`, taught: `\bpelajari\b|\bdipelajari\b`, foreign: `disalin|ditempel|saran dari|nasihat|seminar|kursus|kutipan`,
		rules:     `pelajaran|pelajaran hari ini|aturan|aturan baru|pola|pencegahan|ingat|perlu diingat|kesimpulan|lain kali|mulai sekarang|ke depannya|sebagai gantinya|jangan ulangi|jebakan|prinsip`,
		fields:    `gejala|masalah|insiden|kesalahan|penyebab|akar masalah|alasan|perbaikan|solusi|tindakan|dampak|akibat|sumber|tanggal|kapan|di mana|siapa|status|penanggung jawab|contoh|konteks|latar belakang|prioritas|rincian|hasil|ringkasan|tugas|selesai`,
		incidents: `gejala|masalah|insiden|kesalahan|penyebab|akar masalah|dampak`, remedies: `perbaikan|solusi`, dates: `tanggal`, warnings: `perhatian|penting|awas|hati-hati|peringatan|catatan`, nothing: `tidak ada|belum ada|kosong`,
		norms: `selalu harus jangan wajib`, normSigns: `\btidak (?:boleh|pernah)\b|\bsebelum \pL+|\bhanya (?:jika|setelah|kalau)\b|\blebih baik\b|\bmulai sekarang\b|\bcukup \pL+`,
	},
}

// participles are words of the lists for foreign text that sentences have too.
var participles = []string{
	"pasted", "copied", "quoted", "clipped", "kopiert", "abgetippt", "abgeschrieben", "copiado", "reenviado", "colle", "copie", "recopie", "transfere", "colado", "encaminhado",
	"incollato", "copiato", "inoltrato", "geplakt", "gekopieerd", "doorgestuurd", "wklejone", "skopiowane", "przepisane", "вставлено", "скопировано", "переслано", "disalin", "ditempel",
}

// reTaken tells lessons that somebody takes in something.
var reTaken = regexp.MustCompile(`\b(?:leccion(?:es)?|lecons?|lezion[ei]|lic(?:ao|oes)|lekcj\w+|les(?:sen)?|pelajaran|bai hoc)\b.*\b(?:piano\w*|pianino|guitar\w*|chitarra|gitar\w*|violin\w*|nataci\w*|natation|nuoto|natacao|plywani\w*|` +
	`zwem\w*|rij\w*|ingles\w*|anglais|engels\w*|angielski\w*|frances\w*|italiano|espagnol|aleman|allemand|tedesco|niemiecki\w*|musica|musique|muzyki|danza|danse|danca|yoga|tenis\w*|tennis|conducir|conduite|guida|jazdy|renang|mengemudi|bahasa)\b|` +
	`урок\pL* (?:английск|немецк|французск|испанск|музык|плаван|вожден|математик|игры|танц|фортепиано|гитар)`)

// reAboutLessons tells headings that are about lessons at all, as reMentions does.
var reAboutLessons = regexp.MustCompile(`lezion[ei]|lic(?:ao|oes)|aprendiza(?:do|je)s?|leccion(?:es)?|lecons?|enseignements?|lekcj[eiaę]|wniosk|lessen|pelajaran|bai hoc|урок|вывод|教訓|学び|교훈|배운`)

// possessives stand in front of what a heading names.
var possessives = wordSet(`my our some more mi mis nuestra nuestras nuestros algunas varias mes nos quelques minhas nossas algumas moje nasze kilka мои наши несколько meine unsere einige mijn onze enkele`)

// longerRests are words with which a heading goes on in languages that part with
// several small words what others join: "lecciones de la caída del servidor".
var longerRests = wordSet(`de del des du da do das dos di dal dalla della dei sobre sur su tras après d`)

// phrases are a list with what the vocabularies add to it, without accents.
func phrases(list []string, field func(vocabulary) string) []string {
	var all []string
	for _, phrase := range list {
		all = append(all, fold(phrase))
	}
	for _, v := range vocabularies {
		for phrase := range strings.SplitSeq(field(v), "|") {
			if phrase = fold(strings.TrimSpace(phrase)); phrase != "" {
				all = append(all, phrase)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// expressions are those of a field, as one.
func expressions(field func(vocabulary) string) *regexp.Regexp {
	var all []string
	for _, v := range vocabularies {
		if field(v) != "" {
			all = append(all, field(v))
		}
	}
	return regexp.MustCompile(strings.Join(all, "|"))
}

// known are all phrases, of every language: a heading is too short to tell its own.
var known = struct {
	lessons, decisions, others, mixed, indexes, topics, about, titles, upkeep, foreign []string
	nouns, incidents, remedies, dates, nothing, host, cases, steps, asking             []string
	taught, normSigns                                                                  *regexp.Regexp
	norms                                                                              map[string]bool
}{
	lessons:   phrases(lessonHeadings, func(v vocabulary) string { return v.lessons }),
	decisions: phrases(decisionHeadings, func(v vocabulary) string { return v.decisions }),
	others:    phrases(otherHeadings, func(v vocabulary) string { return v.others }),
	mixed:     phrases(nil, func(v vocabulary) string { return v.mixed }),
	indexes:   phrases(indexHeadings, func(v vocabulary) string { return v.indexes }),
	topics:    phrases(topicHeadings, func(v vocabulary) string { return v.topics }),
	about:     phrases(aboutLessons, func(v vocabulary) string { return v.about }),
	titles:    phrases(lessonTitles, func(v vocabulary) string { return v.titles }),
	nouns:     phrases(nil, func(v vocabulary) string { return v.titles }),
	upkeep:    phrases(upkeep, func(v vocabulary) string { return v.keeping }),
	foreign:   phrases(foreign, func(v vocabulary) string { return v.foreign }),
	incidents: phrases(incidentLabels, func(v vocabulary) string { return v.incidents }),
	remedies:  phrases(remedies, func(v vocabulary) string { return v.remedies }),
	cases:     phrases(nil, func(v vocabulary) string { return v.cases }),
	steps:     phrases(nil, func(v vocabulary) string { return v.steps }),
	asking:    phrases(nil, func(v vocabulary) string { return v.asking }),
	dates:     phrases([]string{"date", "datum", "日期"}, func(v vocabulary) string { return v.dates }),
	nothing:   phrases(notLessons, func(v vocabulary) string { return v.nothing }),
	host:      phrases(hostAdvice, func(v vocabulary) string { return v.host }),
	taught:    expressions(func(v vocabulary) string { return v.taught }),
	normSigns: expressions(func(v vocabulary) string { return v.normSigns }),
	norms: func() map[string]bool {
		set := map[string]bool{}
		for _, v := range vocabularies {
			for word := range strings.FieldsSeq(fold(v.norms)) {
				set[word] = true
			}
		}
		return set
	}(),
}

// normative says whether a text in lower case says what holds always, or what to
// do: with one of the words that people make rules with.
func normative(lower string) bool {
	folded := fold(lower)
	for word := range strings.FieldsFuncSeq(folded, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if known.norms[word] {
			return true
		}
	}
	return known.normSigns.MatchString(folded)
}

// fold is a text in lower case without the accents of Latin letters, which people
// leave out, and with ё as е. Other scripts stay as they are: what looks like an
// accent there makes another letter.
func fold(text string) string {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch {
		case r == 'ł':
			b.WriteByte('l')
		case r == 'đ':
			b.WriteByte('d')
		case r == 'ё':
			b.WriteRune('е')
		case r > unicode.MaxLatin1 && !unicode.Is(unicode.Latin, r) || r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			b.WriteRune(base)
		}
	}
	return b.String()
}

// isSyllabic tells the scripts in which a word goes on without a space: no border
// can be seen behind it.
func isSyllabic(r rune) bool { return words.IsCJK(r) || unicode.Is(unicode.Hangul, r) }

// reMended tells by its beginning or end that a cell on how something was mended says
// what was done that one time, and not what to do.
var reMended = regexp.MustCompile(`^(?:\pL{2,}(?:[^e]ed|\pLad[oa]s?|\pL\pLid[oa]s?|uelto|uesto|echo|ato|uto|ito)|rifatto|rimesso|repare|rembourse|envoye|remplace|` +
	`(?:ab|an|auf|aus|ein|um|zuruck)?ge\pL{3,}(?:t|en)|\pL{4,}iert|\pL{3,}(?:ano|ono|łem|łam)|\pL{3,}(?:ил|ал|ел|или|али|ели|ано|ено|ены|ен))(?:$|[^\pL])|(?:した|ました|済み|済|完了|했음|했다|했습니다|완료|됨)[。.]?$`)

// drawsRule says whether a text that tells what went wrong says a rule as well: in a
// word, or in a last sentence that holds in general.
func drawsRule(text string) bool {
	lower := strings.ToLower(text)
	if normative(lower) {
		return true
	}
	at := reSentence.FindAllStringIndex(strings.TrimRight(lower, ".!?。！？ "), -1)
	return at != nil && advises(lower[at[len(at)-1][1]:])
}

// reSentence is the end of a sentence with another one behind it.
var reSentence = regexp.MustCompile(`[.!?]\s+|[。！？]\s*`)
