package lint

// abouts say of every rule what it asks for, in one sentence.
var abouts = map[string]string{
	RuleSoul:       "SOUL.md is there, is a file, and can be read.",
	RuleEncoding:   "SOUL.md is UTF-8 text without NUL bytes.",
	RuleLink:       "No file that the host loads is a symbolic or hard link, which the host does not read.",
	RuleWisdomFile: "There is no WISDOM.md: wisdom lives in SOUL.md and nowhere else.",
	RuleSection:    `SOUL.md has exactly one "## Wisdom" section, which no HTML element crosses.`,
	RuleHeader: "The section begins with one line that says when it was last compressed, and from how many " +
		"lessons.",
	RuleRequired:      "The section holds the required entry, or one that does the same.",
	RuleFormat:        "Every line of the section is an entry: **Name.** Text.",
	RuleWords:         "An entry has no more words than allowed after its name.",
	RuleSpecifics:     "An entry names no port, path, version, model, date or other detail that belongs into TOOLS.md.",
	RuleDuplicate:     "No two entries say the same.",
	RuleCount:         "The section has no more entries than allowed.",
	RuleSecret:        "SOUL.md and TOOLS_COMPACT.md contain no password, key or token; in notes, one is a warning.",
	RuleInjection:     "No line gives orders to the model that reads it, and none hides characters.",
	RuleSectionBudget: "The section fits its budget of tokens.",
	RuleSoulBudget:    "SOUL.md as a whole fits its budget of tokens.",
	RuleBackup:        "Every backup can be read back and is what it was.",
	RuleJournal:       "No promotion is unfinished.",
	RuleToolsBudget:   "TOOLS_COMPACT.md fits its budget of tokens.",
	RuleToolsProse:    "TOOLS_COMPACT.md lists facts and contains no prose.",
	RuleToolsValue:    "Every value in TOOLS_COMPACT.md is in its source.",
	RuleToolsTable:    "Where there are facts of tools, there is a TOOLS_COMPACT.md.",
	RuleToolsKeep:     "A checklist for new tools in AGENTS.md says to keep TOOLS_COMPACT.md up to date.",
	RuleOnDemand:      "SOUL.md says when to read MEMORY.md and TOOLS.md, where they exist.",
	RuleBaseline:      "What a session loaded before the first promotion was kept.",
	RuleSettings:      "The settings in wisdom.toml can be read.",
	RuleToolsSource:   "The sources of TOOLS_COMPACT.md are as they were when it was made.",
}

// About says what a rule asks for, in one sentence.
func About(rule string) string { return abouts[rule] }

// budgetHints tell how to get below a budget again.
var budgetHints = map[string]string{
	RuleSectionBudget: "drop or shorten entries",
	RuleSoulBudget:    "shorten the text outside the section",
	RuleToolsBudget:   "take out what can be looked up in TOOLS.md",
}

// BudgetHint tells how to get below the budget of a rule again.
func BudgetHint(rule string) string { return budgetHints[rule] }
