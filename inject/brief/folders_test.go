package brief

import (
	"errors"
	"strings"
	"testing"

	"wisdom/internal/workspace"
)

// Two folders: what each section may come from, the first choice first. A README of the
// workspace is never the identity of another repository.
func TestSectionsOfTwoFolders(t *testing.T) {
	t.Parallel()
	everything := map[workspace.Path]string{
		"apps/ferry/FERRY_SOUL.md": "The soul of an app.\n",
		"SOUL.md":                  "The soul.\n",
		"README.md":                "# A\n\nThe readme of it.\n",
		"docs/ANCHORS.md":          "- A decision.\n",
		"USER.md":                  "- An operator.\n",
		"profiles/a/PROFILE.md":    "- A profile.\n",
		"memory/2026-01-03.md":     "- A note.\n",
		"docs/MASTER_ROADMAP.md":   "Phase: 1\n",
		"MEMORY.md":                "## Decisions\n\n- One.\n",
	}
	without := func(paths ...workspace.Path) map[workspace.Path]string {
		files := map[workspace.Path]string{}
		for p, text := range everything {
			files[p] = text
		}
		for _, p := range paths {
			delete(files, p)
		}
		return files
	}
	only := func(paths ...workspace.Path) map[workspace.Path]string {
		files := map[workspace.Path]string{}
		for _, p := range paths {
			files[p] = everything[p]
		}
		return files
	}
	for name, c := range map[string]struct {
		repo, operators map[workspace.Path]string
		want            string
		warning         string
	}{
		"both have everything": {
			everything, everything,
			"soul=apps/ferry/FERRY_SOUL.md anchors=docs/ANCHORS.md profile=workspace:profiles/a/PROFILE.md " +
				"journal=memory/2026-01-03.md roadmap=docs/MASTER_ROADMAP.md", "",
		},
		"the repository has a README": {
			only("README.md"), everything,
			"soul=workspace:apps/ferry/FERRY_SOUL.md profile=workspace:profiles/a/PROFILE.md", "",
		},
		"a README before the agent's SOUL.md": {
			only("README.md"), without("apps/ferry/FERRY_SOUL.md"),
			"soul=README.md profile=workspace:profiles/a/PROFILE.md", "",
		},
		"the repository has nothing of its own": {
			only("docs/MASTER_ROADMAP.md"), without("apps/ferry/FERRY_SOUL.md"),
			"soul=workspace:SOUL.md profile=workspace:profiles/a/PROFILE.md roadmap=docs/MASTER_ROADMAP.md",
			"ferry has no SOUL of its own: workspace:SOUL.md is included, which is the agent's",
		},
		"the workspace has a README alone": {only("docs/ANCHORS.md"), only("README.md", "USER.md"), "", ""},
		"the profile of the repository": {
			only("README.md", "USER.md"), only("SOUL.md"), "soul=README.md profile=USER.md", "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := optionsFor(t, "full", c.repo)
			o.Workspace = workspace.NewMemory(c.operators)
			made, err := Build(o)
			var none *NoSoulError
			if c.want == "" {
				if !errors.As(err, &none) || none.Repo != "ferry" || !strings.Contains(err.Error(), "a README of the workspace") {
					t.Fatalf("%v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range made.Log.Sections {
				got = append(got, string(s)+"="+made.Log.Provenance[s])
			}
			if strings.Join(got, " ") != c.want || !strings.Contains(strings.Join(made.Log.Warnings, "\n"), c.warning) {
				t.Errorf("%v\nwant %s\n%v", got, c.want, made.Log.Warnings)
			}
			if strings.Contains(made.Block, "The readme of it") != (made.Log.Provenance[Soul] == "README.md") {
				t.Error(made.Block)
			}
		})
	}
}
