package settings

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// sessions are the part [sessions] of the settings. A type without files has those of the table.
type sessions struct {
	Owners        []string            `toml:"owners"`
	Orchestrators []string            `toml:"orchestrators"`
	Topics        map[string][]string `toml:"topics"`

	MainSession fileList `toml:"main_session"`
	PrivateDM   fileList `toml:"private_dm"`
	ExternalDM  fileList `toml:"external_dm"`
	ForumTopic  fileList `toml:"forum_topic"`
	GroupChat   fileList `toml:"group_chat"`
	Channel     fileList `toml:"channel"`
	Thread      fileList `toml:"thread"`
	Subagent    fileList `toml:"subagent"`
	Cron        fileList `toml:"cron"`
	Heartbeat   fileList `toml:"heartbeat"`
	Webhook     fileList `toml:"webhook"`
	Fallback    fileList `toml:"fallback"`
}

type fileList struct {
	Files []string `toml:"files"`
}

// files are the file lists of the types that have one, by the type as TOML spells it.
func (s *sessions) files() map[string][]string {
	all := map[string][]string{}
	for v, i := reflect.ValueOf(*s), 0; i < v.NumField(); i++ {
		if f, ok := v.Field(i).Interface().(fileList); ok {
			all[v.Type().Field(i).Tag.Get("toml")] = f.Files
		}
	}
	return all
}

// wrong finds a path that cannot be used.
func (s *sessions) wrong() (key, message string) {
	files := s.files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if _, err := parsePaths(files[name]); err != nil {
			return "sessions." + name + ".files", err.Error()
		}
	}
	for _, topic := range slices.Sorted(maps.Keys(s.Topics)) {
		if _, err := parsePaths(s.Topics[topic]); err != nil {
			return "sessions.topics." + topic, err.Error()
		}
	}
	return "", ""
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
	for name, files := range s.Sessions.files() {
		table.Files[session.ParseType(name)] = must(parsePaths(files))
	}
	for topic, files := range s.Sessions.Topics {
		table.Topics[topic] = must(parsePaths(files))
	}
	return must(session.New(table))
}
