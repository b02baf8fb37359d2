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
	// above"). Total tells that all rules are meant, and Void that they do not hold.
	Aside     string `toml:"aside"`
	AsideLast string `toml:"aside_last"`
	Above     string `toml:"above"`
	Rules     string `toml:"rules"`
	Standing  string `toml:"standing"`
	Total     string `toml:"total"`
	Void      string `toml:"void"`
	// Nothing of what is Written somewhere Behind is Valid any more.
	Nothing string `toml:"nothing"`
	Written string `toml:"written"`
	Behind  string `toml:"behind"`
	Valid   string `toml:"valid"`
	// Curates matches whom an order is for that keeps, condenses or distils notes, or when; so does Condenses beside
	// Notes. Adds is what they are to do: to add that …; ⟨into⟩ in it stands for Into, which is where to: the section, the
	// rules, and SOUL.md in any language.
	Curates   string `toml:"curates"`
	Condenses string `toml:"condenses"`
	Notes     string `toml:"notes"`
	Adds      string `toml:"adds"`
	Into      string `toml:"into"`
	// Readers are agents that read this, and Everyone is what all agents must do or a label of a rule for them. Does is
	// to send out, pay or approve something, Much makes it more than a task, and Honest a rule that people make for their
	// own agents.
	Readers  string `toml:"readers"`
	Everyone string `toml:"everyone"`
	Does     string `toml:"does"`
	Much     string `toml:"much"`
	Honest   string `toml:"honest"`
	// Sends is to send something out. Where the Owner is not to know of it: Without, and Tells; or it is done Secretly.
	Sends    string `toml:"sends"`
	Tells    string `toml:"tells"`
	Owner    string `toml:"owner"`
	Without  string `toml:"without"`
	Secretly string `toml:"secretly"`
	// Persona makes somebody else of the reader, and Free is without limits.
	Persona string `toml:"persona"`
	Free    string `toml:"free"`
	// Refers matches the beginning of a sentence that goes on with the one before.
	Refers string `toml:"refers"`

	ToModel []Order `toml:"to_model"`
}

// Order is one way to give an order.
type Order struct {
	// Keywords are a quick look, in lower case: a text without one of them is not shown to the pattern.
	Keywords []string `toml:"keywords"`
	Pattern  string   `toml:"pattern"`
	// Honest, if any, matches rules that people make for their own agents: to ask before, never to do.
	Honest string `toml:"honest"`
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
