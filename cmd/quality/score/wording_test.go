package score

import (
	"slices"
	"strings"
	"testing"
)

func TestAcceptable(t *testing.T) {
	theme := Theme{
		Clauses: []string{
			"Restore a backup before trusting it",
			"Never delete files without asking first",
			"Keep 2 copies in another building",
			"删除之前先问一句再动手",
			"Don't answer at once",
		},
		Narrow: []string{"Restore a database before trusting it"},
	}
	for text, want := range map[string]bool{
		"Restore a backup before trusting it.":         true,
		"**restore a `backup`**, before trusting it!":  true,
		"Restore every backup before trusting it.":     true,  // one of six
		"Restore every backup before you trust it.":    false, // three of six
		"Restore a database before trusting it.":       false, // near, but too narrow
		"Always delete files without asking first.":    false, // turned
		"Delete files without asking first.":           false,
		"Never delete files without first asking.":     true,  // in another order
		"Keep 3 copies in another building.":           false, // counts otherwise
		"Keep two copies in another building.":         false,
		"Keep 2 copies in another house.":              true,
		"删除之前先问一句，再动手。":                                true,
		"删除之前先问一声再动手。":                                 true,  // one of eleven
		"删除之前不问一句再动手。":                                 false, // turned
		"Don’t answer at once.":                        true,
		"Do not answer at once.":                       false, // two of four
		"Restore a backup before trusting it blindly.": true,
		"": false,
	} {
		if got := theme.acceptable(text); got != want {
			t.Errorf("acceptable(%q) = %v", text, got)
		}
	}
}

func TestHolds(t *testing.T) {
	for _, tc := range []struct {
		text, literal string
		want          bool
	}{
		{"Ask Petra first", "petra", true},
		{"Ask Petras sister", "Petra", false},
		{"Use port 18080", "8080", false},
		{"Use port 18080, not 8080.", "8080", true},
		{"Run `tool --force` twice", "--force", true},
		{"Call 10.20.0.45", "10.20.0.4", false},
		{"先问豆豆再说", "豆豆", true},
		{"Model qwen3.5:35b is slow", "Qwen3.5:35b", true},
		{"Say  it\nnow", "it now", true},
		{"anything", "", false},
	} {
		if got := holds(tc.text, tc.literal); got != tc.want {
			t.Errorf("holds(%q, %q) = %v", tc.text, tc.literal, got)
		}
	}
}

func TestInvented(t *testing.T) {
	sources := []string{
		"**Never restart the broker** at night; ask Petra, try 2 times, see `/etc/broker.conf`. Restart the proxy at will.",
		"Wait three minutes.", "不要在夜里重启，先问一句。", "备份先试。", "说了没用，写下来才有用。", "有用",
	}
	for text, want := range map[string]string{
		"Broker. Never restart the broker.":  "",
		"Broker. Ask Petra, try 2 times.":    "",
		"See /etc/broker.conf.":              "",
		"See /etc/proxy.conf.":               "/etc/proxy.conf",
		"Try 3 times.":                       "3",
		"Wait four minutes.":                 "four",
		"Wait three minutes.":                "",
		"Ask Rufus first.":                   "Rufus",
		"First. Rufus knows.":                "", // a capital that a sentence begins with
		"Never restart the proxy.":           "", // near enough to what turns the other half
		"Never wait.":                        "never wait",
		"Do not reboot.":                     "", // a word of its own, and negations there are
		"不要在夜里重启。":                           "",
		"说了没用。":                              "",
		"备份不要先试。":                            "不 先试",
		"备份要先试。":                             "",
		"Retry after 30 seconds.":            "30 seconds, 30",
		"Keep it in code: use `broker.sh`.":  "broker.sh",
		"Wait for the broker, then restart.": "",
	} {
		found := invented(text, sources)
		slices.Sort(found)
		if got := strings.Join(slices.Compact(found), ", "); got != strings.Join(slices.Compact(sorted(want)), ", ") {
			t.Errorf("invented(%q) = %q, want %q", text, got, want)
		}
	}
	if got := invented("Never wait.", []string{"Wait."}); !slices.Equal(got, []string{"never wait"}) {
		t.Errorf("a negation put in: %q", got)
	}
}

func sorted(list string) []string {
	parts := strings.Split(list, ", ")
	slices.Sort(parts)
	return parts
}
