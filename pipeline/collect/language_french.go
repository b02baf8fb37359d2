package collect

// French as the collector knows it; language says what each list is for.
var french = language{
	lessons: `leçon|leçons|leçon apprise|leçons apprises|leçons tirées|leçons du jour|leçon du jour|enseignement|
		enseignements|apprentissage|apprentissages|appris aujourd'hui|ce que j'ai appris|ce que nous avons appris|
		ce qu'on a appris|ce que j'ai retenu|ce que je retiens|ce qu'on retient|à retenir|à ne pas oublier|points clés|
		retour d'expérience|retours d'expérience|retex|plus jamais|jamais plus|pièges|pièges à éviter|erreurs|
		erreurs à éviter|erreurs à ne pas répéter|mes erreurs|la prochaine fois|pour la prochaine fois|règles d'or|
		règles apprises|bonnes pratiques|constats|réflexions|rétrospective|conclusions|désormais|dorénavant|
		notes pour moi|en résumé|décisions et leçons|choses apprises|à éviter|ce qu'il faut éviter`,
	names:     `leçon`,
	titles:    `leçon|règle|enseignement`,
	taught:    `\bce qu\S*\b.*\b(?:appris|apprend|retiens|retient|retenu)|\berreurs?\b.*\b(?:repeter|eviter|refaire)`,
	decisions: `décision|décisions|décisions prises|journal des décisions|décidé|nous avons décidé`,
	others: `état|statut|à faire|tâches|en cours|en attente|prochaines étapes|étapes suivantes|questions|questions ouvertes|
		source|historique|journal|modifications|changements|chronologie|que s'est-il passé|ce qui s'est passé|cause|
		cause racine|contexte|impact|symptômes|détails|exemple|exemples|sommaire|table des matières|modèle|format|
		mode d'emploi|comment utiliser ce fichier|fait|ce qui a bien marché|demain|agenda|courses`,
	mixed:   `ce qui a mal tourné|ce qui n'a pas marché|ce qui n'a pas fonctionné|ce qui a raté|ce qui a coincé`,
	retro:   `ce qui a marché`,
	indexes: `index`,
	topics:  `équipe|contacts|liens|références|ressources|personnes|projets|outils|sources|format`,
	about:   `comment|où|écris|écrire|noter|note|historique|modifications|format`,
	foreign: `collé|copié|recopié|transféré|conseils|séminaire|lu sur`,

	rules: `leçon|leçons|leçon apprise|leçons apprises|leçon du jour|enseignement|enseignements|apprentissage|appris|
		appris aujourd'hui|j'ai appris|règle|règles|nouvelle règle|règle d'or|principe|bonne pratique|prévention|
		garde-fou|schéma|motif récurrent|à retenir|retenir|à ne pas oublier|rappel|à noter|note pour moi|
		note à moi-même|moralité|conclusion|la prochaine fois|prochaine fois|pour la prochaine fois|désormais|
		dorénavant|à partir de maintenant|à l'avenir|plus jamais|piège|à la place|ce qu'on fait maintenant|consigne|
		consequence`,
	fields: `symptôme|symptômes|problème|incident|erreur|panne|cause|causes|cause racine|cause profonde|pourquoi|raison|
		correctif|correction|solution|action|actions|impact|effet|conséquence|conséquences|coût|source|sources|réf|
		référence|lien|date|quand|où|qui|état|statut|responsable|auteur|exemple|exemples|contexte|gravité|priorité|
		domaine|catégorie|type|étiquettes|détail|détails|ce qui s'est passé|que s'est-il passé|situation|résultat|
		voir aussi|résumé|mise à jour|à faire|en cours|en attente|bloqué|fait`,
	incidents: `symptôme|symptômes|cause|cause racine|problème|incident|erreur|panne|ce qui s'est passé|que s'est-il passé|
		impact`,
	remedies: `correctif|correction|solution|remède|parade`,
	dates:    `date`,
	warnings: `attention|important|prudence|gare|nb|n.b.|ne pas oublier|note`,
	cases:    `si|quand|cas|situation`,
	steps:    `alors|que faire|faire|on fait|réponse`,
	asking:   `à décider|à voir|décider|question`,
	nothing:  `aucun|aucune|aucune pour l'instant|rien|rien de nouveau|rien aujourd'hui|néant|à compléter|vide`,
	host:     `ajoute ici|ajoutez ici|écris ici|ce fichier|cette section|format :|modèle :|exemple :|une ligne par leçon`,

	norms:     `jamais toujours doit doivent éviter aucun aucune désormais dorénavant`,
	normSigns: `^qui |\bil (?:ne )?faut\b|\bon ne \pL+|\bavant (?:de|d'|que|tout|toute|chaque)|\bil (?:suffit|vaut mieux)\b|\bmieux vaut\b|\bne (?:pas|plus|jamais) \pL+|\bne \pL+ que\b|\bpas de \pL+ sans\b|\bsans \pL+(?:er|ir|re)\b|\bd'abord\b|\btoute? \pL+ (?:se|doit|porte)\b|\ba partir (?:de maintenant|d'aujourd'hui)\b`,
	advice: `toujours jamais pas avant après chaque sans si quand faut doit est sont peut parce mieux plus moins ne tout
		tous toutes aucun aucune`,
	copulas: `est sont`,

	done: `envoyé envoyée payé payée livré livrée arrivé arrivée terminé réparé réparée réservé commandé commandée reçu
		reçue`,
	past:     `était étaient avait`,
	fronted:  `\pL{3,}(?:é|ée|és|ées) (?:\d|le |la |les |l')`,
	narrates: `(?:^|[^\pL'])(?:j'ai|a|ont|avons) (?:déjà |bien |été )?\pL{2,}(?:é|ée|és|ées|is?|us?|it)(?:$|[^\pL])|(?:^|[^\pL])(?:est arrivée?|pour l'instant|actuellement|il reste)(?:$|[^\pL])`,
	forgot:   `\boubli`,
	states:   `ouvert ouverte cassé cassée vide`,
	day:      `hier encore janvier février avril juillet août septembre octobre novembre décembre`,
	since:    `dès depuis partir`,
	ago:      `aujourd'hui`,
	today:    `aujourd'hui`,

	soon:    `demain`,
	errands: `(?:il )?reste à |(?:je|on) (?:dois|doit) encore\b|il faut\b.*\bdemain\b`,
	whether: `^(?:vérifier|voir|demander) si `,

	articles:    `le la les`,
	determiners: `le la les un`,
	light:       `faire fait font aller va vont venir vient`,
}
