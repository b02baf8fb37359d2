package lint

import (
	"context"
	"strings"
	"testing"
	"time"

	"wisdom/backups"
	"wisdom/internal/workspace"
	"wisdom/markdown/pointers"
	"wisdom/markdown/section"
)

// What wisdom init proposes is looked for, each by a rule of its own.
func TestFirstDay(t *testing.T) {
	full := pointers.Memory + "\n\n" + pointers.Tools + "\n\n" + soul(section.Required)
	const agents = "# A\n\n## New tools\n\n- pin\n"
	for name, tc := range map[string]struct {
		files map[workspace.Path]string
		want  string
	}{
		"all there": {map[workspace.Path]string{
			"SOUL.md": full, "AGENTS.md": agents + "- " + pointers.Checklist + "\n", "TOOLS.md": "- gate: 10.0.0.1\n", "TOOLS_COMPACT.md": "gate 10.0.0.1\n",
		}, ""},
		"no sentences":      {map[workspace.Path]string{"SOUL.md": soul(section.Required), "MEMORY.md": "x\n", "TOOLS.md": "x\n"}, "warning on-demand, warning on-demand"},
		"no TOOLS.md":       {map[workspace.Path]string{"SOUL.md": soul(section.Required), "MEMORY.md": "x\n"}, "warning on-demand"},
		"neither file":      {map[workspace.Path]string{"SOUL.md": soul(section.Required)}, ""},
		"no line":           {map[workspace.Path]string{"SOUL.md": full, "AGENTS.md": agents}, "warning tools-checklist"},
		"no table":          {map[workspace.Path]string{"SOUL.md": full, "TOOLS.md": "- gate: 10.0.0.1\n"}, "warning tools-table"},
		"nothing for one":   {map[workspace.Path]string{"SOUL.md": full, "TOOLS.md": "Stories.\n"}, ""},
		"the host moved it": {map[workspace.Path]string{"SOUL.md": full, "AGENTS.md": agents + "- " + pointers.Checklist + "\n\n## Tools\n\n- gate: 10.0.0.1\n"}, "warning tools-table"},
	} {
		t.Run(name, func(t *testing.T) {
			findings, err := Workspace(context.Background(), workspace.NewMemory(tc.files), strict())
			if err != nil {
				t.Fatal(err)
			}
			if got := found(findings); got != tc.want {
				t.Errorf("found %q, want %q: %v", got, tc.want, findings)
			}
		})
	}
}

// The baseline is missed once something was promoted, where a place for it is
// known.
func TestBaselineIsMissed(t *testing.T) {
	fsys := workspace.NewMemory(map[workspace.Path]string{"SOUL.md": soul(section.Required)})
	opts := strict()
	opts.Baseline = "i/baseline-context.txt"
	missed := func() bool {
		findings, err := Workspace(context.Background(), fsys, opts)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(found(findings), "warning baseline")
	}
	if missed() {
		t.Error("missed before anything was promoted")
	}
	b, err := fsys.ReadFile("SOUL.md", 10_000)
	if err != nil {
		t.Fatal(err)
	}
	change := backups.Change{
		Why:     backups.Promotion,
		Draft:   "d",
		Targets: []backups.Target{{Path: "SOUL.md", Old: workspace.HashOf(b), New: append(b, "x\n"...)}},
	}
	if _, err := backups.Commit(
		context.Background(),
		fsys,
		change,
		backups.Options{Plain: "i/backups", Now: time.Now, Finish: func(backups.Generation) error { return nil }},
	); err != nil {
		t.Fatal(err)
	}
	if !missed() {
		t.Error("not missed after a promotion")
	}
	fsys.Put(opts.Baseline, "x")
	if missed() {
		t.Error("missed where it is")
	}
}
