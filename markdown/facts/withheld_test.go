package facts

import (
	"strings"
	"testing"
)

// What may be a secret is shown in no fact, known or unclear: a whole statement would carry it.
func TestWhatMayBeASecretIsWithheld(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, secret string }{
		"a column of phrases":  {"| Host | IP | User | Password |\n|---|---|---|---|\n| hen | 10.0.0.12 | ida | grey geese fly |\n", "geese"},
		"a column of seeds":    {"| Purse | Address | Seed phrase |\n|---|---|---|\n| old | 10.4.4.4 | legal winner thank year wave sausage worth useful legal winner thank yellow |\n", "sausage"},
		"a number in groups":   {"- PIN: 44 71 12\n", "44 71"},
		"a code in groups":     {"- Safe code: 44-71-12\n", "44-71"},
		"in a sentence":        {"- Safe: 10.0.0.9, PIN 44 71 12\n", "44 71"},
		"a column of numbers":  {"| Name | PIN | Host |\n|---|---|---|\n| back | 44 72 | 10.3.0.2 |\n", "44 72"},
		"behind strokes":       {"- cam: 10.0.0.40 / `ida` / `Rosebush9x`\n", "Rosebush"},
		"behind dots":          {"- box: 10.0.0.41 · ida · Xk9mQ2vv\n", "Xk9m"},
		"small letters":        {"- wifi: HomeNet / tulip77\n", "tulip77"},
		"in quotes":            {"- tv: 10.0.0.42; ida's password is \"gander\"\n", "gander"},
		"a word in bold":       {"- tv: 10.0.0.43, **password** gander\n", "gander"},
		"a sign at the end":    {"- lamp: 10.0.0.44, login ida Summer2024!\n", "Summer"},
		"in brackets":          {"- lamp: 10.0.0.46 (ida / goose2)\n", "goose2"},
		"said to be unchanged": {"- lamp: 10.0.0.47, default password (not changed) Rosebush9x\n", "Rosebush"},
		"in a fence":           {"```\nhen: 10.0.0.12 / ida / Rosebush9x\n```\n", "Rosebush"},
	} {
		found := Find(t.Context(), "TOOLS.md", []byte("# Tools\n\n## House\n\n"+c.text))
		for _, f := range append(found.Facts, found.Unclear...) {
			if strings.Contains(f.Heading+" "+f.Label()+" "+f.Told(), c.secret) {
				t.Errorf("%s: %s = %s", name, f.Label(), f.Told())
			}
		}
	}
}

func TestPlacesOfSecretsAreFacts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"- Shop API key: `~/.keys/shop` (read only)\n", "- gate: https://gate.larch-farm.de/app, token in ~/.tokens/gate\n", "- door: 10.0.0.60, port 22, user ida\n",
	} {
		if found := Find(t.Context(), "TOOLS.md", []byte("# Tools\n\n## House\n\n"+text)); len(found.Facts) != 1 {
			t.Errorf("%s: %v", text, found.Decisions)
		}
	}
}

// Two statements conflict where their values differ, and not where only their words do.
func TestConflictsOfWholeStatements(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text      string
		conflicts int
	}{
		"another port":            {"- nas: 10.0.0.1 port 22\n- lamp: 10.0.0.2\n- nas: 10.0.0.1 port 2222\n", 2},
		"other words":             {"- nas: 10.0.0.1 in the cellar\n- lamp: 10.0.0.2\n- nas: 10.0.0.1 by the stairs\n", 0},
		"two lists":               {"The printers of the house:\n\n- 10.0.0.5\n- 10.0.0.6\n\nThe printers of the house:\n\n- 10.0.0.7\n- 10.0.0.8\n", 0},
		"a remark without a name": {"- nas: 10.0.0.1\n\n| Box | IP | Remarks |\n|---|---|---|\n| nas | 10.0.0.1 | stands in the cellar |\n| hen | 10.0.0.3 | stands in the yard |\n", 0},
	} {
		n := 0
		for _, f := range Find(t.Context(), "TOOLS.md", []byte("# Tools\n\n## House\n\n"+c.text)).Facts {
			if f.Conflict {
				n++
			}
		}
		if n != c.conflicts {
			t.Errorf("%s: %d facts conflict", name, n)
		}
	}
}
