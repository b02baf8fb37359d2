package session

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

func table(t *testing.T, s Settings) *Table {
	t.Helper()
	table, err := New(s)
	require.NoError(t, err)
	return table
}

// The keys of all forms. The host's module is compared with the same ones in
// inject/hook.
func TestClassify(t *testing.T) {
	examples, err := ReadExamples()
	require.NoError(t, err)
	assert.Truef(t, len(examples.Keys) >= 120, "only %d keys", len(examples.Keys))
	table := table(t, Settings{})
	owners := table.OwnersOf(examples.Config())
	types, rules := map[Type]bool{}, map[string]bool{}
	for _, key := range examples.Keys {
		d := table.Classify(key.Key, owners)
		types[d.Type], rules[d.Rule] = true, true
		assert.Truef(t, d.Type == key.Type && d.Topic == key.Topic,
			"%.80q: %s, topic %q, by rule %q; want %s, topic %q", key.Key, d.Type, d.Topic, d.Rule, key.Type, key.Topic)
	}
	for _, r := range table.Rules {
		assert.Truef(t, rules[r.Name], "no key is for the rule %q", r.Name)
	}
	for _, set := range table.Types {
		assert.Truef(t, types[set.Type], "no key has the type %s", set.Type)
		assert.Equal(t, set.Type, table.Classify(set.Example, []string{"owner"}).Type, "the type of its example")
	}
}

// Invariant 1: patterns that mean the same in Go and in ECMAScript.
func TestPatternsMeanTheSameEverywhere(t *testing.T) {
	table := table(t, Settings{})
	for _, r := range table.Rules {
		plain := regexp.MustCompile(`\\.|\[[^\]]*\]`).ReplaceAllString(r.Match, "_")
		if !strings.HasPrefix(r.Match, "^") || strings.ContainsAny(plain, `.`) ||
			regexp.MustCompile(`\(\?[^:]`).MatchString(r.Match) ||
			regexp.MustCompile(`\\[^sS.]`).MatchString(r.Match) {
			t.Errorf("rule %q: %s", r.Name, r.Match)
		}
	}
}

// Invariant 3: the agent's ID is not looked at.
func TestAgentsDoNotDecide(t *testing.T) {
	table := table(t, Settings{})
	for _, rest := range []string{
		"main", "telegram:direct:815", "telegram:group:-1:topic:15", "cron:j", "subagent:u", "anything",
	} {
		want := table.Classify("agent:main:"+rest, nil)
		for _, agent := range []string{"subagent", "cron", "hook", "direct", "telegram", "MAIN", "a b", "ünï"} {
			got := table.Classify("agent:"+agent+":"+rest, nil)
			got.Agent, got.Key = want.Agent, want.Key
			assert.Equalf(t, want, got, "agent %s, %s", agent, rest)
		}
	}
}

func TestFiles(t *testing.T) {
	usual := Settings{}
	for _, test := range []struct {
		name     string
		settings Settings
		key      string
		want     string
	}{
		{"main", usual, "agent:main:main", "SOUL.md USER.md TOOLS_COMPACT.md"},
		{"topic", usual, "agent:main:telegram:group:-1:topic:15", "SOUL.md TOOLS_COMPACT.md"},
		{"sub-agent", usual, "agent:main:subagent:u", "SOUL.md as AGENTS.md"},
		{"cron", usual, "agent:main:cron:j:run:u", "SOUL.md HEARTBEAT.md as AGENTS.md"},
		{"heartbeat", usual, "agent:main:main:heartbeat", "SOUL.md HEARTBEAT.md"},
		{"unknown", usual, "agent:main:incident-42", "SOUL.md USER.md AGENTS.md TOOLS_COMPACT.md"},
		{
			"orchestrator",
			Settings{Orchestrators: []string{"Jules"}},
			"agent:jules:main",
			"SOUL.md USER.md TOOLS_COMPACT.md AGENTS.md",
		},
		{
			"another agent",
			Settings{Orchestrators: []string{"jules"}},
			"agent:juniper:main",
			"SOUL.md USER.md TOOLS_COMPACT.md",
		},
		{
			"sub-agent of an orchestrator",
			Settings{Orchestrators: []string{"jules"}},
			"agent:jules:subagent:u",
			"SOUL.md as AGENTS.md",
		},
		{
			"once each",
			Settings{Orchestrators: []string{"jules"}},
			"agent:jules:nothing-known",
			"SOUL.md USER.md AGENTS.md TOOLS_COMPACT.md",
		},
		{
			"a topic's files",
			Settings{Topics: map[string][]workspace.Path{"15": {"initiatives/ops/STATUS.md"}}},
			"agent:main:telegram:group:-1:topic:15", "SOUL.md TOOLS_COMPACT.md STATUS.md",
		},
		{
			"another topic",
			Settings{Topics: map[string][]workspace.Path{"15": {"initiatives/ops/STATUS.md"}}},
			"agent:main:telegram:group:-1:topic:16", "SOUL.md TOOLS_COMPACT.md",
		},
		{
			"SOUL.md cannot be removed",
			Settings{Files: map[Type][]workspace.Path{"MAIN_SESSION": {"MEMORY.md"}}},
			"agent:main:main", "SOUL.md MEMORY.md",
		},
		{
			"a type's files",
			Settings{Files: map[Type][]workspace.Path{"CRON": {"notes/AGENTS.md", "IDENTITY.md"}}},
			"agent:main:cron:x", "SOUL.md AGENTS.md IDENTITY.md",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			table := table(t, test.settings)
			d := table.Classify(test.key, nil)
			var words []string
			for _, f := range table.Files(d) {
				if name := table.Name(d.Type, f); name != f.Base() {
					words = append(words, f.Base()+" as "+name)
				} else {
					words = append(words, name)
				}
			}
			assert.Equal(t, test.want, strings.Join(words, " "))
		})
	}
}

func TestOwnersOf(t *testing.T) {
	for name, test := range map[string]struct {
		owners []string
		config string
		want   string
	}{
		"none":        {nil, `null`, ""},
		"wisdom.toml": {[]string{"Telegram:1"}, `{"commands":{"ownerAllowFrom":["2"]}}`, "telegram:1"},
		"named": {
			nil, `{"commands":{"ownerAllowFrom":["telegram:2",3,"*",""]},"channels":{"telegram":{"allowFrom":["4"]}}}`,
			"3 telegram:2",
		},
		"of channels": {
			nil, `{"channels":{"Telegram":{"allowFrom":["4","telegram:5","*"],"accounts":{"work":{"allowFrom":[6]}}},"irc":{}}}`,
			"telegram:4 telegram:5 telegram:6",
		},
		"only anyone": {nil, `{"commands":{"ownerAllowFrom":["*"]},"channels":{"telegram":{"allowFrom":["*"]}}}`, ""},
		"not as expected": {
			nil, `{"commands":7,"channels":{"a":3,"b":{"allowFrom":"x"},"c":{"accounts":[1]},"d":{"allowFrom":[null,{},true]}}}`,
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var config any
			require.NoError(t, json.Unmarshal([]byte(test.config), &config))
			got := table(t, Settings{Owners: test.owners}).OwnersOf(config)
			slices.Sort(got)
			assert.Equal(t, test.want, strings.Join(got, " "))
		})
	}
}

func TestParseRefuses(t *testing.T) {
	for name, change := range map[string][2]string{
		"no JSON":          {`{`, `[`},
		"an unknown field": {`"always"`, `"allways"`},
		"a wrong pattern":  {`"^subagent:"`, `"^subagent:("`},
		"a missing group":  {`"peer": 1, "owner"`, `"peer": 3, "owner"`},
		"an unknown type":  {`"type": "CRON", "match"`, `"type": "CORN", "match"`},
		"no fallback":      {`{"type": "FALLBACK", "about"`, `{"type": "FALLFRONT", "about"`},
	} {
		text := strings.Replace(string(embedded), change[0], change[1], 1)
		require.NotEqualf(t, string(embedded), text, "%s: nothing was changed", name)
		_, err := Parse([]byte(text))
		assert.Errorf(t, err, "%s: no error", name)
	}
}

// What is written for the host reads as the same table.
func TestJSON(t *testing.T) {
	settings := Settings{
		Owners:        []string{"telegram:1"},
		Orchestrators: []string{"jules"},
		Topics:        map[string][]workspace.Path{"15": {"a/b.md"}},
		Files:         map[Type][]workspace.Path{"CRON": {"HEARTBEAT.md"}},
	}
	before := table(t, settings)
	written, err := before.JSON()
	require.NoError(t, err)
	after, err := Parse(written)
	require.NoError(t, err)
	again, err := after.JSON()
	assert.Truef(t, err == nil && string(again) == string(written), "written again: %s, %v", again, err)
}

func FuzzClassify(f *testing.F) {
	examples, err := ReadExamples()
	require.NoError(f, err)
	for _, key := range examples.Keys {
		f.Add(key.Key)
	}
	table, err := New(Settings{})
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, key string) {
		d := table.Classify(key, []string{"telegram:1"})
		if files := table.Files(d); files[0] != "SOUL.md" { // invariant 2
			t.Errorf("%q gets %v", key, files)
		}
		assert.Truef(t, d.Type != "PRIVATE_DM" || strings.Contains(key, "1"), "%q counts as the owner", key)
	})
}

// A context file is for the owner's sessions, and of these for the one that its first
// line names.
func TestContextFile(t *testing.T) {
	const key = "agent:main:main"
	files := map[workspace.Path]string{"SOUL.md": "soul", "USER.md": "user", "TOOLS_COMPACT.md": "tools"}
	table := table(t, Settings{ContextFile: true})
	for _, test := range []struct{ name, key, content, want string }{
		{
			"its session", key, "<!-- ethos:context ts=x query_score=0.90 session=b3d8a5d6a6a1 -->\n## Memory\n",
			"ETHOS_CONTEXT.md",
		},
		{"another session", "agent:main:dashboard:1", "<!-- ethos:context ts=x query_score=0.90 session=b3d8a5d6a6a1 -->\n" +
			"## Memory\n", ""},
		{"no session", key, "<!-- ethos:context ts=x query_score=0.90 -->\n## Memory\n", ""},
		{"empty", key, "", ""},
		{
			"a group", "agent:main:telegram:group:-1", "<!-- ethos:context ts=x query_score=0.90 session=b3d8a5d6a6a1 -->\n", "",
		},
	} {
		sum := sha256.Sum256([]byte(key))
		files[ContextFile] = strings.ReplaceAll(test.content, "b3d8a5d6a6a1", hex.EncodeToString(sum[:6]))
		got := ""
		for _, f := range table.Load(workspacetest.NewMemory(files), table.Classify(test.key, nil)).Files {
			if f.Path == ContextFile && !f.Missing {
				got = f.Name
			}
		}
		assert.Equal(t, test.want, got, test.name)
	}
}
