package brief

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// Invariant 8. Two folders: what each section may come from, the first choice first. A README of the workspace is never
// the identity of another repository.
func TestSectionsOfTwoFolders(t *testing.T) {
	t.Parallel()
	const everything = "apps/ferry/FERRY_SOUL.md SOUL.md README.md docs/ANCHORS.md USER.md profiles/a/PROFILE.md " +
		"memory/2026-01-03.md docs/MASTER_ROADMAP.md"
	const withoutApp = "SOUL.md README.md docs/ANCHORS.md USER.md profiles/a/PROFILE.md memory/2026-01-03.md"
	for name, c := range map[string]struct{ repo, operators, want, warning string }{
		"both have everything": {
			everything, everything, "map[anchors:docs/ANCHORS.md journal:memory/2026-01-03.md " +
				"profile:workspace:profiles/a/PROFILE.md roadmap:docs/MASTER_ROADMAP.md soul:apps/ferry/FERRY_SOUL.md]", "",
		},
		"the repository has a README": {
			"README.md", everything,
			"map[profile:workspace:profiles/a/PROFILE.md soul:workspace:apps/ferry/FERRY_SOUL.md]", "",
		},
		"a README before the agent's SOUL.md": {
			"README.md", withoutApp, "map[profile:workspace:profiles/a/PROFILE.md soul:README.md]", "",
		},
		"the repository has nothing of its own": {
			"docs/MASTER_ROADMAP.md", withoutApp,
			"map[profile:workspace:profiles/a/PROFILE.md roadmap:docs/MASTER_ROADMAP.md soul:workspace:SOUL.md]",
			"ferry has no SOUL of its own: workspace:SOUL.md is included, which is the agent's",
		},
		"the workspace has a README alone": {"docs/ANCHORS.md", "README.md USER.md", "", ""},
		"the profile of the repository":    {"README.md USER.md", "SOUL.md", "map[profile:USER.md soul:README.md]", ""},
	} {
		files := func(names string) *workspacetest.Memory {
			all := map[workspace.Path]string{}
			for p := range strings.FieldsSeq(names) {
				all[workspace.Path(p)] = "The text of this file.\n"
			}
			return workspacetest.NewMemory(all)
		}
		o := optionsFor(t, "full", nil)
		o.Repo, o.Workspace = files(c.repo), files(c.operators)
		made, err := Build(o)
		var none *NoSoulError
		switch {
		case c.want == "":
			if !errors.As(err, &none) || none.Repo != "ferry" || !strings.Contains(err.Error(), "a README of the workspace") {
				t.Errorf("%s: %v", name, err)
			}
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case fmt.Sprint(made.Log.Provenance) != c.want || !strings.Contains(fmt.Sprint(made.Log.Warnings), c.warning):
			t.Errorf("%s: %v, %v", name, made.Log.Provenance, made.Log.Warnings)
		}
	}
}
