package lang

// Orders are the ways in which text gives orders to a model rather than advice to an agent. Case does not matter to
// their patterns.
type Orders struct {
	// Forbidden matches the end of a text in front of an order that it only forbids; ForbiddenAfter such a word right
	// behind the verb of the order.
	Forbidden      string `toml:"forbidden"`
	ForbiddenAfter string `toml:"forbidden_after"`
	// ForbiddenBehind matches the beginning of what is behind an order that it only forbids.
	ForbiddenBehind string `toml:"forbidden_behind"`

	// Patterns of an order that sets something aside: Aside are its verbs, AsideLast those that stand behind what is set
	// aside, Above and Rules together what that is ("previous instructions"), and Standing so is alone ("all of the
	// above").
	Aside     string `toml:"aside"`
	AsideLast string `toml:"aside_last"`
	Above     string `toml:"above"`
	Rules     string `toml:"rules"`
	Standing  string `toml:"standing"`
	// Curates matches whom an order is for that keeps, condenses or distils notes, or when. Adds is what they are to do:
	// to add that …; ⟨into⟩ in it stands for Into, which is where to: the section, the rules, and SOUL.md in any language.
	Curates string `toml:"curates"`
	Adds    string `toml:"adds"`
	Into    string `toml:"into"`

	ToModel []Order      `toml:"to_model"`
	ToAll   []OrderToAll `toml:"to_all"`
}

// Order is one way to give an order.
type Order struct {
	// Keywords are a quick look, in lower case: a text without one of them is not shown to the pattern.
	Keywords []string `toml:"keywords"`
	Pattern  string   `toml:"pattern"`
	// Honest, if any, matches rules that people make for their own agents: to ask before, never to do.
	Honest string `toml:"honest"`
}

// OrderToAll tells all who read it to send out, pay or approve something: in a sentence (Must), or behind a label that
// says whom the rule is for. Done is what they are to do, Much makes it more than a task.
type OrderToAll struct {
	Keywords []string `toml:"keywords"`
	Must     string   `toml:"must"`
	Label    string   `toml:"label"`
	Done     string   `toml:"done"`
	Much     string   `toml:"much"`
	Honest   string   `toml:"honest"`
}

// Reminders are patterns for lines that send an agent to a file. Case does not matter.
type Reminders struct {
	// Reads tells to look something up, OnDemand when.
	Reads    string `toml:"reads"`
	OnDemand string `toml:"on_demand"`
	// New and Tool are about adding a tool, Keep is about keeping a file up to date.
	New  string `toml:"new"`
	Tool string `toml:"tool"`
	Keep string `toml:"keep"`
}
