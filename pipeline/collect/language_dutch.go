package collect

// Dutch as the collector knows it; language says what each list is for.
var dutch = language{
	lessons: `lessen|geleerde lessen|geleerde les|les van de dag|geleerd|vandaag geleerd|wat ik leerde|wat ik heb geleerd|
		wat we leerden|wat we hebben geleerd|leerpunt|leerpunten|inzicht|inzichten|valkuilen|fouten|
		veelgemaakte fouten|nooit meer|niet herhalen|volgende keer|voor de volgende keer|de volgende keer|
		gouden regels|vuistregels|om te onthouden|onthouden|voortaan|terugblik|reflectie|conclusies|conclusie|
		wat ik meeneem|beslissingen en lessen|notities voor mezelf`,
	titles:    `les|leerpunt|regel`,
	taught:    `\bwat\b.*\b(?:geleerd|leerden?)\b`,
	decisions: `beslissing|beslissingen|besluit|besluiten|besloten|genomen besluiten`,
	others: `stand|stand van zaken|te doen|taken|open|volgende stappen|vragen|open vragen|bron|geschiedenis|wijzigingen|
		logboek|tijdlijn|wat er gebeurde|oorzaak|achtergrond|context|gevolg|details|voorbeeld|voorbeelden|inhoud|
		sjabloon|gebruik|gedaan|klaar|morgen`,
	mixed:   `wat ging er mis|wat er misging|wat er mis ging`,
	indexes: `index`,
	topics:  `team|contacten|bronnen|links|personen|projecten|gereedschap`,
	about:   `hoe|waar|schrijf|noteer|bewaar|wijzigingen|geschiedenis|wie`,
	foreign: `geplakt|gekopieerd|doorgestuurd|tips van|adviezen|lezing|uit de cursus`,

	rules: `les|lessen|geleerde les|geleerde lessen|geleerd|vandaag geleerd|leerpunt|leerpunten|regel|regels|nieuwe regel|
		vuistregel|inzicht|patroon|preventie|vangrail|onthoud|onthouden|conclusie|volgende keer|de volgende keer|
		voortaan|vanaf nu|in plaats daarvan|nooit meer|valkuil|principe|moraal`,
	fields: `symptoom|symptomen|probleem|fout|oorzaak|waarom|reden|oplossing|herstel|actie|acties|gevolg|impact|kosten|bron|
		bronnen|datum|wanneer|waar|wie|status|stand|eigenaar|auteur|voorbeeld|voorbeelden|context|achtergrond|ernst|
		prioriteit|categorie|soort|details|wat er gebeurde|situatie|resultaat|zie ook|samenvatting|te doen|gedaan|
		klaar|bezig|wacht op`,
	incidents: `symptoom|symptomen|oorzaak|probleem|fout|wat er gebeurde|gevolg`,
	remedies:  `oplossing|herstel|remedie`,
	dates:     `datum`,
	warnings:  `let op|pas op|belangrijk|attentie|nb|n.b.|niet vergeten`,
	nothing:   `geen|nog geen|niets|niets nieuws|leeg|na`,

	norms:     `nooit altijd moet moeten vermijd voortaan`,
	normSigns: `\bvoordat\b|\bniet \pL+ zonder\b|\bgeen \pL+ zonder\b|\bin plaats van\b|\balleen (?:als|na|met)\b|\bhet is genoeg\b|\beerst \pL+,? (?:dan|daarna)\b|\bvanaf nu\b`,

	narrates: `\bop dit moment\b`,
	forgot:   `\bvergeten`,
}
