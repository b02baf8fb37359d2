package brief

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"

	"github.com/stretchr/testify/require"
)

// planted are secrets of every pattern of the specification, and of rules that the program
// has besides. They are made up; parts are joined so that no scanner takes this file for
// a leak.
var planted = map[string]string{
	"github_pat": "github_" + "pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ",
	"ghp":        "gh" + "p_9aB3dE5fG7hJ1kL2mN4pQ6rS8tU0vW2xY4zA",
	"gho":        "gh" + "o_short1",
	"ghu":        "gh" + "u_9aB3dE5fG7hJ1kL2mN4pQ6rS8tU0vW2xY4zA",
	"AKIA":       "AK" + "IAQ7RT5WX2YZ3ABCDE",
	"ASIA":       "AS" + "IAQ7RT5WX2YZ3ABCDE",
	"sk":         "sk" + "-9aB3dE5fG7hJ1kL2mN4pQ6rS8tU0vW2xY4zA",
	"sk-ant":     "sk" + "-ant-api03-x9-y8",
	"xoxb":       "xox" + "b-1234-5678-abcdef",
	"xoxp":       "xox" + "p-1234-5678-abcdef",
	"xoxa":       "xox" + "a-2-1234-abcdef",
	"PEM key": "-----BEGIN RSA PRIVATE" + " KEY-----\nMIIEowIBAAKCAQ\nq9Zx8Yw7Vu6T\n-----END RSA PRIVATE" +
		" KEY-----",
	"PEM public key": "-----BEGIN PUBLIC" + " KEY-----\nMIIBIjANBgkqhkiG9w0\n-----END PUBLIC" + " KEY-----",
	"certificate":    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgI\nEAgAAuTANBgkq\n-----END CERTIFICATE-----",
	"40 hex digits":  "3f786850e387550fdab836ed7e6dc881de23001b",
	"JWT":            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJlMTIz",
	"a password":     "password: Tr0mb0ne-Quay-77!x",
}

// A secret on the border of what is kept of an old journal stays whole in no half.
func TestScrubBeforeSummary(t *testing.T) {
	t.Parallel()
	secret := planted["ghp"]
	for words := 90; words < 160; words += 3 {
		text := strings.Repeat("tide ", words) + secret + strings.Repeat(" ebb", 400)
		made, err := Build(
			optionsFor(t, "minimal", map[workspace.Path]string{"SOUL.md": "I am.\n", "memory/2025-12-01.md": text}),
		)
		require.NoError(t, err)
		require.NotContainsf(t, made.Block, secret[:12], "%d words: a part of the secret is in\n", words)
	}
}

// Injection ID: INJ-{YYYYMMDD}-{HHMMSS}-{random6}.
func TestInjectionID(t *testing.T) {
	t.Parallel()
	id := NewID(day, [6]byte{0, 25, 26, 35, 36, 255})
	assert.Truef(t, id == "INJ-20260103-183000-a5a5k5" && CheckID(id) == nil, "%s: %v", id, CheckID(id))
	for _, id := range []string{
		"", "INJ-20260103-183000-A1B2C3", "INJ-20261303-183000-a1b2c3", "INJ-20260103-183000-a1b2c",
		"INJ-20260103-183000-a1b2c3\n", `INJ-20260103-183000-a1b2c3">`,
	} {
		assert.Errorf(t, CheckID(id), "%q passes for an ID", id)
	}
}

// Logging format: context.json has every field of the specification's example.
func TestLogFields(t *testing.T) {
	t.Parallel()
	made := build(t, "standard", map[workspace.Path]string{
		"SOUL.md": "I am.\n", "docs/ANCHORS.md": "- One.\n", "USER.md": "Mara\n", "memory/2026-01-02.md": "- Done.\n",
	})
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(logOf(t, made)), &got))
	at := func(path string) (v any) {
		v = got
		for name := range strings.SplitSeq(path, ".") {
			object, _ := v.(map[string]any)
			v = object[name]
		}
		return v
	}
	for _, path := range strings.Fields(`injection_id timestamp run_id repo executor level sections provenance.soul
		provenance.anchors provenance.profile provenance.journal token_counts.soul token_counts.anchors token_counts.profile
		token_counts.journal token_counts.total journal_age_days journal_summarized trimming.sections_dropped
		trimming.journal_trimmed_tokens security.patterns_matched security.redactions_applied outcome.status
		outcome.changes outcome.duration_sec`) {
		assert.Truef(t, at(path) != nil, "no %s", path)
	}
	if at("timestamp") != "2026-01-03T18:30:00Z" || at("estimated_tokens.total") != float64(len(made.Block)/4) {
		t.Error(got)
	}
}
