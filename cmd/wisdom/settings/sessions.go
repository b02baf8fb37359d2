package settings

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// sessions are the part [sessions] of the settings.
type sessions struct {
	Owners        []string `toml:"owners"`
	Orchestrators []string `toml:"orchestrators"`
	// Topics adds files to a topic, by its ID. Files are those of a type, which has the usual ones without any.
	Topics map[string][]string `toml:"topics"`
	Files  map[string][]string `toml:"files"`
}

// wrong finds a type that does not exist, or a path that cannot be used.
func (s *sessions) wrong() (key, message string) {
	types := sessionTypes()
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		if !slices.Contains(types, name) {
			return "sessions.files." + name, "there is no such type of session" + didYouMean(name, types)
		}
		if _, err := parsePaths(s.Files[name]); err != nil {
			return "sessions.files." + name, err.Error()
		}
	}
	for _, topic := range slices.Sorted(maps.Keys(s.Topics)) {
		if _, err := parsePaths(s.Topics[topic]); err != nil {
			return "sessions.topics." + topic, err.Error()
		}
	}
	return "", ""
}

// sessionTypes are the types of sessions as the settings spell them.
func sessionTypes() []string {
	var names []string
	for _, set := range must(session.New(session.Settings{})).Types {
		names = append(names, strings.ToLower(string(set.Type)))
	}
	return names
}

func parsePaths(texts []string) ([]workspace.Path, error) {
	var all []workspace.Path
	for _, text := range texts {
		p, err := workspace.ParsePath(text)
		if err != nil {
			return nil, err
		}
		if p == workspace.Root || p.Within(".wisdom") {
			return nil, fmt.Errorf("%q is no file that a session loads", text)
		}
		all = append(all, p)
	}
	return all, nil
}

// SessionTable returns the table of rules about sessions, with these settings.
func (s *Settings) SessionTable() *session.Table {
	table := session.Settings{
		Owners:        s.Sessions.Owners,
		Orchestrators: s.Sessions.Orchestrators,
		Files:         map[session.Type][]workspace.Path{},
		Topics:        map[string][]workspace.Path{},
		Withhold:      s.Recall.Withhold,
		ContextFile:   s.Recall.ContextFile,
	}
	for name, files := range s.Sessions.Files {
		table.Files[session.ParseType(name)] = must(parsePaths(files))
	}
	for topic, files := range s.Sessions.Topics {
		table.Topics[topic] = must(parsePaths(files))
	}
	return must(session.New(table))
}
