package main

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"wisdom/inject/session"
	"wisdom/internal/workspace"
)

// sessionSettings are the part [sessions] of the settings. A type without files has
// those of the table.
type sessionSettings struct {
	Owners        []string            `toml:"owners"`
	Orchestrators []string            `toml:"orchestrators"`
	Topics        map[string][]string `toml:"topics"`

	MainSession fileSetting `toml:"main_session"`
	PrivateDM   fileSetting `toml:"private_dm"`
	ExternalDM  fileSetting `toml:"external_dm"`
	ForumTopic  fileSetting `toml:"forum_topic"`
	GroupChat   fileSetting `toml:"group_chat"`
	Channel     fileSetting `toml:"channel"`
	Thread      fileSetting `toml:"thread"`
	Subagent    fileSetting `toml:"subagent"`
	Cron        fileSetting `toml:"cron"`
	Heartbeat   fileSetting `toml:"heartbeat"`
	Webhook     fileSetting `toml:"webhook"`
	Fallback    fileSetting `toml:"fallback"`
}

type fileSetting struct {
	Files []string `toml:"files"`
}

// files are the file lists of the types that have one, by the type as TOML spells it.
func (s *sessionSettings) files() map[string][]string {
	all := map[string][]string{}
	for v, i := reflect.ValueOf(*s), 0; i < v.NumField(); i++ {
		if f, ok := v.Field(i).Interface().(fileSetting); ok {
			all[v.Type().Field(i).Tag.Get("toml")] = f.Files
		}
	}
	return all
}

// sessionKeys lists the settings, as they are written in full.
func sessionKeys() []string {
	keys := []string{"sessions", "sessions.owners", "sessions.orchestrators", "sessions.topics"}
	for _, name := range slices.Sorted(maps.Keys((&sessionSettings{}).files())) {
		keys = append(keys, "sessions."+name, "sessions."+name+".files")
	}
	return keys
}

// wrong finds a path that cannot be used.
func (s *sessionSettings) wrong() (key, message string) {
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

// sessions is the table of rules with the settings of the workspace, which were
// checked when they were read.
func (a *app) sessions() (*session.Table, error) {
	s := a.settings.Sessions
	settings := session.Settings{
		Owners:        s.Owners,
		Orchestrators: s.Orchestrators,
		Files:         map[session.Type][]workspace.Path{},
		Topics:        map[string][]workspace.Path{},
		Withhold:      a.settings.Recall.Withhold,
		ContextFile:   a.settings.Recall.ContextFile,
	}
	var err error
	for name, files := range s.files() {
		if settings.Files[session.ParseType(name)], err = parsePaths(files); err != nil {
			return nil, err
		}
	}
	for topic, files := range s.Topics {
		if settings.Topics[topic], err = parsePaths(files); err != nil {
			return nil, err
		}
	}
	return session.New(settings)
}
