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
	// ProfileTemplate begins a line that the host wrote into the operator's profile.
	ProfileTemplate []string `toml:"profile_template"`
}
