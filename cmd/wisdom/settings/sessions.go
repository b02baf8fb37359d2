package settings

import (
	"strings"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// sessionTypes are the types of sessions as the settings spell them.
func sessionTypes() []string {
	var names []string
	for _, set := range must(session.New(session.Settings{})).Types {
		names = append(names, strings.ToLower(string(set.Type)))
	}
	return names
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
		table.Files[session.ParseType(name)] = paths(files)
	}
	for topic, files := range s.Sessions.Topics {
		table.Topics[topic] = paths(files)
	}
	return must(session.New(table))
}

func paths(texts []string) []workspace.Path {
	var all []workspace.Path
	for _, text := range texts {
		all = append(all, must(workspace.ParsePath(text)))
	}
	return all
}
