package settings

import (
	"fmt"

	"wisdom/inject/brief"
)

// contextSources are the part [context] of the settings: where each section is looked
// for. A section without paths has the usual ones.
type contextSources struct {
	Soul    []string `toml:"soul"`
	Anchors []string `toml:"anchors"`
	Profile []string `toml:"profile"`
	Journal []string `toml:"journal"`
	Roadmap []string `toml:"roadmap"`
}

// Sources are the patterns of each section.
func (s *contextSources) Sources() brief.Sources {
	return brief.Sources{
		brief.Soul:    s.Soul,
		brief.Anchors: s.Anchors,
		brief.Profile: s.Profile,
		brief.Journal: s.Journal,
		brief.Roadmap: s.Roadmap,
	}
}

// wrong finds a pattern that cannot be used.
func (s *contextSources) wrong() (key, message string) {
	sources := s.Sources()
	for _, section := range brief.Order {
		for _, pattern := range sources[section] {
			if err := brief.CheckPattern(pattern); err != nil {
				return "context." + string(section), fmt.Sprintf("%q: %v", pattern, err)
			}
		}
	}
	return "", ""
}
