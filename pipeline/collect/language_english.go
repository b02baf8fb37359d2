package collect

// English as the collector knows it; language says what each list is for.
var english = language{
	lessons: `post mortem|what to avoid|things to avoid|lessons learned|lesson learned|lessons learnt|lessons|key lessons|
		operational lessons|learnings|key learnings|what i learned|what i've learned|what i learnt|what we learned|
		things i learned|things learned|learned today|learned this week|learned so far|also learned|
		learned the hard way|the hard way|hard-won|what i take|what we take|what i keep|what we keep|what stays|
		what sticks|what stuck|what this taught me|what it taught me|what it taught us|post-mortem|postmortem|retro|
		retrospective|worth keeping|future me|future self|in short|going forward|from now on|bottom line|what worked|
		what didn't|paid for|what follows|do|don't|dos|don'ts|do it again|do differently|editor's rules|
		principles learned|next time|for next time|worth remembering|to remember|hard lessons|golden rules|
		do's and don'ts|dos and don'ts|how not to|post-mortem notes|lessonslearned|insights|key insight|key insights|
		insight of the|lesson of the|reflections|takeaways|key takeaways|gotchas|gotcha|pitfalls|mistakes|don't repeat|
		do not repeat|never again|rules of thumb|rules learned|rules i follow|lessons & rules|patterns & learnings|
		decisions & learnings|errors & fixes|note to self|notes to self`,
	names:     `lesson|insight|takeaway`,
	titles:    `lesson`,
	decisions: `decisions|key decisions|decisions made|decision log|decision|decided`,
	others: `status|todo|to do|to-do|todos|tasks|next|next steps|follow-up|follow up|follow-ups|backlog|open questions|
		questions|source|related|see also|changelog|changes|commits|history|log|timeline|done|what happened|
		what went wrong|root cause|background|context|impact|symptoms|details|metadata|example|examples|change log|
		changes to this file|contents|table of contents|in this file|on this page|template|format|entry format|
		how to use|how to use this file|usage|about this file|legend|promoted from short-term memory|reading list`,
	mixed:   `what went wrong|what went badly|what didn't work|what broke`,
	retro:   `what went well|what went badly|went well|went badly|went wrong`,
	indexes: `index`,
	topics: `team|contacts|contract|contracts|sources|links|references|resources|quotes|people|projects|environment|tools|
		format`,
	about:   `keep|write|record|capture|document|update|save|collect|how|where|change log|changelog|history|promoted`,
	keeping: `upkeep|maintenance|housekeeping`,
	foreign: `pasted|copied|clipping|clipped|quoted|advice|tips from|from the web|from a podcast|lecture|webinar|talk by|
		notes from the talk|reading notes|course notes|book notes|of the course|from the course|abgeschrieben`,

	rules: `lesson|lessons|lesson learned|lesson learnt|best practice|pitfall|key lesson|key lessons|lessons learned|
		the lesson|rule|new rule|rules|pattern|prevention|guardrail|takeaway|key takeaway|takeaways|key takeaways|
		learning|learned|key learning|key learnings|learnings|insight|key insight|what we do now|what i do now|
		what we changed|do instead|instead|new practice|remember|note to self|note to future me|gotcha|moral|next time|
		going forward|from now on|in short|bottom line|guideline|principle|rule of thumb|the rule|consequence|
		never again|do differently|what i learned|today i learned|til`,
	fields: `symptom|symptoms|problem|issue|mistake|error|bug|cause|root cause|why|reason|fix|fixed|solution|resolution|
		workaround|action|suggested action|impact|effect|cost|source|sources|ref|reference|link|date|when|where|who|
		status|state|owner|author|reported by|example|examples|context|background|in progress|still open|still to do|
		waiting for|waiting on|blocked|blocked by|done|pending|todo|to do|severity|priority|area|category|type|tag|
		tags|detail|details|what happened|trigger|situation|result|outcome|related|see also|logged|id|evidence|
		confidence|summary|update|next step|next steps`,
	incidents: `symptom|symptoms|cause|root cause|problem|what happened|what went wrong|error|mistake|impact`,
	remedies:  `fix|solution|remedy|correction`,
	dates:     `date`,
	warnings:  `heads-up|heads up|watch out|careful|important|caution|warning|nb|n.b.`,
	cases:     `if|when|case|situation|what happens|event|trigger`,
	steps:     `then|do|do this|what to do|action|response|we do`,
	asking:    `to check|to decide|decide|to ask|open|question|to discuss`,
	nothing: `what to do instead|what went wrong|none|none yet|nothing yet|nothing today|nothing new|no lessons today|n/a|
		tbd|todo|empty|placeholder|...|…|-|—|add lessons here|your lesson here|lesson here`,
	host: `when you learn a lesson|when you learn something|when you make a mistake|if you learn|write down lessons|
		add lessons|document lessons|record lessons|update this file|learned nothing|learnt nothing|nothing learned|
		add your|this file|this section|template:|example:|append new|newest first|keep this|one line per lesson`,

	norms:     `always never must mustn't don't unless avoid`,
	normSigns: `^whoever |\b(?:do not|make sure|no longer|instead of|rather than|at least|at most|only (?:if|when|after)|no \pL+ without|not \pL+ without|should(?:n't)?|before (?:you|we|i|it|the|a|an|any|every|each|\pL+ing)|from now on)\b`,
	advice: `always never must should shouldn't don't doesn't do not no nothing everything everyone nobody anyone anything
		only every each any before after unless except until without if when while instead than first last means beats
		counts need needs has have cannot can't can won't isn't aren't wasn't is are be because so but too both may
		might will would max maximum min minimum limit limits limited per quota timeout most then wait takes take
		lasts loses lose costs cost forgot lost failed broke better worse again even often usually generally rarely
		daily weekly nightly monthly hourly per get gets wrong mistake assumed trusted guessed believed hoped expected
		mondays tuesdays wednesdays thursdays fridays saturdays sundays`,
	adviceSigns: `\b(?:over|under|below|above|within) \d`,
	copulas:     `is are was were be`,

	done: `done sent filed planted cleaned moved delivered booked paid ordered arrived came went gone installed added
		started finished completed merged deployed shipped fixed closed updated blocked posted printed returned
		refunded received renewed signed replaced repaired restarted rebooted rotated migrated uploaded downloaded
		archived deleted removed created opened called emailed mailed picked dropped bought sold cancelled canceled
		confirmed scheduled kept took waiting helped painted mounted phoned rang exported imported recorded edited
		published aired mixed released counted wrote`,
	past:        `was were had got made met found told cried said ran arrives`,
	participles: `\pL{2,}ed`,
	notParticiples: `need needed seed feed speed bed shed red bleed breed indeed hundred embed exceed proceed succeed used unused
		based related required allowed supposed mixed`,
	narrates: `\b(?:(?:is|are) now|right now|at the moment|just now)\b`,
	forgot:   `\bforgot`,
	states:   `missing open pending offline online empty broken gone overdue ready fine ok okay left outstanding due`,
	day: `still yet january february march april june july august september october november december monday tuesday
		wednesday thursday friday saturday sunday nov oct sept aug dec jan feb`,
	since:    `from since as starting until`,
	ago:      `yesterday today tonight`,
	agoSigns: `\blast (?:night|week|month)\b|\bthis (?:morning|noon)\b`,
	today:    `today tonight`,

	soon:      `tomorrow`,
	soonSigns: `\b(?:next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this (?:afternoon|evening|weekend))(?:[ ,.;]|$)`,
	errands: `(?:i |we )?(?:still (?:need|have) to|must still|still to)\b|(?:i |we )?need to (?:call|ask|buy|order|book|return|email|phone|pick|schedule|finish|find)\b|` +
		`(?:i |we )?(?:need|have) to\b.*\bby (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tonight)\b|to (?:call|ask|buy|order|book|pay|return)\b[^,]*$|(?:\pL+ ){1,2}for (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)$`,
	whether: `^(?:check|see|ask|find out|look) (?:if|whether)\b`,

	articles:    `the a an`,
	determiners: `the a an all my our this that these those up in on off out it to as from by with for at into`,
	numerals:    `two three four five six seven eight nine ten half`,
	light:       `get gets got gotten make makes made making go goes going gone come comes coming came`,
}
