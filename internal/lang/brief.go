package lang

// Brief tells parts of a journal, a roadmap and an identity by a heading or a label that
// begins or ends with one of these phrases.
type Brief struct {
	// Done introduces what a session accomplished, Next what was queued.
	Done []string `toml:"done"`
	Next []string `toml:"next"`
	// Current marks the phase of a roadmap that is under way, Blockers what holds it up.
	Current  []string `toml:"current"`
	Blockers []string `toml:"blockers"`
	// Anchors are decisions and what is not negotiable, Constraints what a project keeps to.
	Anchors     []string `toml:"anchors"`
	Constraints []string `toml:"constraints"`
	// Contact are single words for ways to reach a person.
	Contact []string `toml:"contact"`
	// Reach are words for reaching a person, KnownAs those before their name there: "reach me on Telegram as mara".
	Reach   []string `toml:"reach"`
	KnownAs []string `toml:"known_as"`
	// Services are names of services at which a person has a name or a number. Those of CommonServices are words of prose
	// too, as is "signal". ServiceAsides are words beside such a name in a label.
	Services       []string `toml:"services"`
	CommonServices []string `toml:"common_services"`
	ServiceAsides  []string `toml:"service_asides"`
	// CodeNames are names behind "@" in code that stand alone in prose too.
	CodeNames []string `toml:"code_names"`
	// SessionDate labels the date of a session.
	SessionDate []string `toml:"session_date"`
	// ProfileTemplate begins a line that the host wrote into the operator's profile.
	ProfileTemplate []string `toml:"profile_template"`
	// Alerts label a quotation that warns or informs and does not say what a project is for. AlertStarts come in front
	// of such a word ("please note"), AlertLinks behind it where the label says more ("note for users of Windows").
	Alerts      []string `toml:"alerts"`
	AlertStarts []string `toml:"alert_starts"`
	AlertLinks  []string `toml:"alert_links"`
}
