package compact

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"wisdom/markdown/facts"
)

// A model's table said the name of a thing in front of each of its values, and so held fewer facts than the one of
// the rules.
func TestAModelsKeysAreSaidOnce(t *testing.T) {
	t.Parallel()
	found := find("## Machines\n\n| box | address | port | camera |\n|---|---|---|---|\n" +
		"| barn | 10.0.0.4 | 2207 | cam-b1 |\n\n- shed: 10.0.0.5\n- old shed: port 2209\n")
	keys := map[string]string{
		"10.0.0.4": "barn box", "2207": "barn box SSH port", "cam-b1": "barn box camera",
		"10.0.0.5": "shed box", "port 2209": "old shed",
	}
	r := &reading{found: found, line: func(f facts.Fact) string { return "" }, answers: map[int]looked{}}
	for i, f := range found {
		r.shown = append(r.shown, i)
		r.answers[i] = looked{Fact: i + 1, Rank: 1, Heading: "Machines", Key: keys[f.Value]}
	}
	read := r.result(nil, nil)
	for i, f := range read.Facts {
		assert.Equalf(t, keys[found[i].Value], f.Label(), "%s is called", f.Value)
	}
	opts := options()
	opts.Read = read
	want := "## Machines\nbarn box 10.0.0.4, SSH port 2207, camera cam-b1 · shed box 10.0.0.5 · old shed port 2209\n"
	assert.Equal(t, want, choose(t, read.Facts, opts).Text, "table\n")
}

// answered is what a model makes of facts: by their values, what it says of them, with rank 0 for noise.
func answered(t *testing.T, found []facts.Fact, opts Options, answers map[string]looked) *Reading {
	t.Helper()
	r := &reading{
		found: found, opts: opts, line: func(facts.Fact) string { return "" },
		answers: map[int]looked{}, noise: map[int]bool{},
	}
	for i, f := range found {
		r.shown = append(r.shown, i)
		if l, is := answers[f.Value]; is && l.Rank > 0 {
			r.answers[i] = l
		} else if is {
			r.noise[i] = true
		}
	}
	return r.fitted(nil, Choose(t.Context(), found, opts).Facts())
}

// With a model the table of a labelled file held .28 of the facts that matter most, and without one .45: the model's
// ranks decided, and its names took the room. What the rules choose now stays, even what the model calls noise: on
// three labelled files that were four facts that matter most, of five.
func TestWithAModelTheTableHoldsWhatTheRulesChoose(t *testing.T) {
	t.Parallel()
	found := find(many())
	opts := options()
	rules := choose(t, found, opts)
	long := looked{Rank: 1, Heading: "All the folders of this machine", Key: "what the service keeps there"}
	for name, tc := range map[string]struct {
		answers map[string]looked
	}{
		"another rank": {map[string]looked{
			"/srv/data/service7/files": long, "3059": {Rank: 3, Heading: "Ports", Key: "last"},
		}},
		"long names": {func() map[string]looked {
			all := map[string]looked{}
			for i, f := range found {
				l := long
				l.Key = "port " + f.Key + strings.Repeat("x", i%7)
				all[f.Value] = l
			}
			return all
		}()},
		"noise": {func() map[string]looked {
			all := map[string]looked{"/srv/data/service7/files": {Rank: 1, Heading: "Services", Key: "folder7"}}
			for _, row := range rules.Rows[:6] {
				all[row.Value] = looked{}
			}
			return all
		}()},
		"no answer": {nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := options()
			opts.Read = answered(t, found, options(), tc.answers)
			with := choose(t, opts.Read.Facts, opts)
			check(t, opts.Read.Facts, with, 300)
			gone := 0
			for _, row := range rules.Rows {
				if !slices.ContainsFunc(with.Rows, func(r Row) bool { return placeOf(r.Fact) == placeOf(row.Fact) }) {
					gone++
				}
			}
			assert.Truef(t, gone <= 0, "%d of the rules' facts are gone in\n%s", gone, with.Text)
		})
	}
}

// Where the names of a model, or a second table, leave room, its ranks decide what fills it, and noise does not.
func TestAModelsRanksFillTheRoomThatIsLeft(t *testing.T) {
	t.Parallel()
	found := find(many())
	opts := options()
	opts.Read = answered(t, found, options(), map[string]looked{
		"3000": {Rank: 1, Heading: "Services", Key: "service0 port"}, "3001": {},
	})
	opts.Read.first = nil // as if the rules had chosen nothing
	r := choose(t, opts.Read.Facts, opts)
	check(t, opts.Read.Facts, r, 300)
	assert.Truef(t, strings.Contains(r.Text, " 3000") && !strings.Contains(r.Text, " 3001"), "the table\n%s", r.Text)
}

// What limits a command is in the comment above it, which is its label, and a reader could not copy it as the
// qualifier.
func TestAQualifierMayStandInTheLabel(t *testing.T) {
	t.Parallel()
	text := "## Jobs\n\n```bash\n# sync the photos, never by day\nphotosync --all --quiet\n```\n"
	found := find(text)
	require.Truef(t, len(found) == 1 && !strings.Contains(found[0].Value, "never"), "facts %+v", found)
	r := &reading{found: found, line: func(facts.Fact) string { return "photosync --all --quiet" }, opts: options()}
	r.opts.prepare(found)
	for qualifier, want := range map[string]string{"never by day": "", "at night": "is not in its line or label"} {
		l := looked{Fact: 1, Rank: 1, Heading: "Jobs", Key: "sync the photos", Qualifier: qualifier}
		why := r.refuse(found[0], l)
		assert.Truef(t, why == "" == (want == "") && strings.Contains(why, want), "%s: %q", qualifier, why)
	}
}

// What the rules cannot tell is chosen where a model can.
func TestAModelMayChooseWhatIsUnclear(t *testing.T) {
	t.Parallel()
	text := "## Crates\n\n- gate: 10.0.0.1\n" +
		"- Crates wait behind the old barn below /srv/crates until Mara fetches them, never at night\n"
	all := facts.Find(t.Context(), "TOOLS.md", []byte(text))
	opts := options()
	opts.Unclear = []facts.Fact{
		{Path: "TOOLS.md", Line: 4, Heading: "Crates", Key: "Crates wait", Value: "/srv/crates", Kind: facts.Path},
	}
	found := slices.Concat(all.Facts, opts.Unclear)
	assert.NotContains(t, choose(t, opts.Unclear, opts).Text, "/srv/crates", "by the rules alone\n")
	opts.Read = answered(t, found, opts, map[string]looked{
		"/srv/crates": {Rank: 1, Heading: "Crates", Key: "crates", Qualifier: "never at night"},
	})
	assert.Contains(t, choose(t, opts.Read.Facts, opts).Text, "/srv/crates (never at night)", "with a model\n")
}
