package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/markdown/lint"
	"wisdom/markdown/lookup"
	"wisdom/pipeline"
	"wisdom/review"

	"github.com/stretchr/testify/require"
)

// staged is what a run with all its parts, as on the first day, stages; nil where it
// proposes nothing. Every rule holds for the files that the draft makes.
func staged(
	t *testing.T, files map[workspace.Path]string, opts pipeline.Options,
) (*pipeline.Result, *review.Draft, error) {
	t.Helper()
	fsys := locked(t, files)
	log := &review.Log{}
	opts.Lines = true
	result, err := pipeline.Run(context.Background(), fsys, log, opts)
	if err != nil {
		return result, nil, err
	}
	staging, err := review.Stage(context.Background(), fsys, log, result.Proposal, opts.Review)
	if err != nil || staging.Draft == "" {
		return result, nil, err
	}
	d, err := log.Load(fsys, staging.Draft)
	require.NoError(t, err)
	made, err := d.Files(d.All())
	require.NoError(t, err)
	for _, f := range made {
		before := lint.Text(f.Path, d.Bases[f.Path], opts.Review.Lint)
		for _, finding := range lint.Text(f.Path, f.Content, opts.Review.Lint) {
			assert.Truef(t, finding.Severity != lint.Error || lint.IsBudget(finding.Rule) ||
				slices.ContainsFunc(before, func(b lint.Finding) bool { return b.Rule == finding.Rule }),
				"the draft breaks a rule: %v", finding)
		}
	}
	return result, d, nil
}

// proseTools have tables and lists that once were prose to the table's own rule, and
// some that are.
var proseTools = map[string]string{
	"a column name": "## Berths\n\n" +
		"| ferry | berth north | berth south | berth inner |\n" +
		"|---|---|---|---|\n" +
		"| Kite | 4 | 7 | 9 |\n" +
		"| Lark | 5 | 8 | 11 |\n" +
		"| Wren | 6 | 12 | 14 |\n",
	"a comma list": "## Crew\n\n" +
		"- roster: `ada`, `bea`, `cleo`, `dora`, `edda`, `fenja`, `greta`, `hanne`, `ida`, `jule`, `katja`, " +
		"`lotte`\n",
	"names with hyphens": "## Repos\n\n" +
		"- repos: `kite-shop-front-end`, `kite-shop-back-end`, `night-ferry-time-table`, " +
		"`north-pier-web-site`\n" +
		"- guide: docs/how-to/set-up-the-north-pier.md#what-to-do-when-it-is-down\n",
	"a long key": "## Links\n\n" +
		"- **The service that we ask for the tides and the weather when the harbour is closed in the " +
		"night**: https://tides.example/a\n" +
		"- **The service that we ask for the tides and the weather when the harbour is closed in the day**: " +
		"10.0.0.4, 10.0.0.5\n",
	"a heading as key": "## What we do on the pier when the ferry is late and the harbour is closed\n\n" +
		"| https://pier.example/a |\n" +
		"|---|\n\n" +
		"- `10.0.0.8`\n" +
		"- `10.0.0.9`\n",
	"a Chinese key": "## 码头\n\n" +
		"- 多港口渡轮时刻表查询服务备用线路管理平台接口地址：`tides.example`\n" +
		"- 因为旧的服务器太慢了所以我们把面板搬到了阁楼但是它还会在晚上没有响应所以我们又把它搬回了地下室的那个地址：10.0.0.3\n",
	"a Katakana key": "## 港\n\n- フェリーターミナルチケットカウンタープリンターサーバーアドレス: 10.0.0.9\n",
	"a sample argument": "## CLI\n\n" +
		"```sh\n" +
		"announce \"the last ferry of the day is late and we are sorry for that\"\n" +
		"announce to all of the people who are on the pier and in the hall that it is late\n" +
		"```\n",
	"prose all around": "## Shed\n\n" +
		"- Shed: reached through the old box in the attic when the new one is off or it is too slow\n",
	"prose as a value": "## Panel\n\n" +
		"- panel: in the spring we moved it to the attic because the cellar was flooded twice (port 8091)\n" +
		"- voice: we like the one that is not too slow and not too fast for the people on the pier\n",
}

// One proposed line of the table that broke a rule of our own ended the whole run,
// and init.
func TestRunNeverEndsWithAnErrorAboutItsOwnProposal(t *testing.T) {
	for name, tools := range proseTools {
		t.Run(name, func(t *testing.T) {
			files := sample(t)
			files["TOOLS.md"] = tools
			result, d, err := staged(t, files, options())
			require.Truef(t, err == nil && d != nil, "draft %v, error %v", d, err)
			assert.True(t, slices.ContainsFunc(
				d.Items, func(i review.Item) bool { return i.Kind == review.AddEntry && i.Origin == review.New },
			), "the section is not in the draft")
			for _, f := range result.Tools.Facts {
				assert.Containsf(t, result.Tools.Text, f.Value, "%q is not in the table", f.Value)
			}
		})
	}
}

// What is prose is told apart from what only looks like it.
func TestProseIsLeftOutWithItsReason(t *testing.T) {
	files := sample(t)
	files["TOOLS.md"] = proseTools["a column name"] + "\n" + proseTools["a Chinese key"] + "\n" +
		proseTools["prose all around"]
	result, _, err := staged(t, files, options())
	require.NoError(t, err)
	isProse := func(l review.LeftOut) bool {
		return strings.HasPrefix(l.Value, "reached through") && l.Reason == "prose"
	}
	assert.Truef(t, slices.ContainsFunc(result.Tools.LeftOut, isProse), "excluded %+v", result.Tools.LeftOut)
	if strings.Contains(result.Tools.Text, "attic") || !strings.Contains(result.Tools.Text, "tides.example") ||
		!strings.Contains(result.Tools.Text, "14") {
		t.Errorf("the table is %q", result.Tools.Text)
	}
}

// lineRule is a rule that rejects lines.
func lineRule(rejects func(p workspace.Path, n int, line string) bool) func(workspace.Path, []byte) []lint.Finding {
	return func(p workspace.Path, source []byte) []lint.Finding {
		var found []lint.Finding
		for i, line := range strings.Split(string(source), "\n") {
			if rejects(p, i+1, line) {
				found = append(found, lint.Finding{
					Rule: "new-rule", Severity: lint.Error, Path: string(p), Line: i + 1,
					Message: fmt.Sprintf("the line %q is not wanted", line),
				})
			}
		}
		return found
	}
}

// hashed draws by the text of a line.
func hashed(line string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(line))
	return h.Sum32()
}

// A rule added to lint ends no run: what it rejects, alone or together with others, is not included, and the rest is
// staged.
func TestARuleAddedToLintEndsNoRun(t *testing.T) {
	long := func(p workspace.Path, _ int, line string) bool {
		return p == lookup.File && strings.Count(line, "·") > 1
	}
	for name, tc := range map[string]struct {
		rule  func(p workspace.Path, number int, line string) bool
		items func(n int) bool // how many are to be left
	}{
		"nothing":    {func(workspace.Path, int, string) bool { return false }, func(n int) bool { return n > 30 }},
		"every line": {func(workspace.Path, int, string) bool { return true }, func(n int) bool { return n == 0 }},
		"every second": {
			func(_ workspace.Path, number int, _ string) bool { return number%2 == 0 },
			func(int) bool { return true },
		},
		"some lines": {
			func(_ workspace.Path, _ int, line string) bool { return hashed(line)%3 == 0 },
			func(n int) bool { return n > 0 },
		},
		"lines with much": {long, func(n int) bool { return n > 5 }},
		"entries": {func(_ workspace.Path, _ int, line string) bool {
			return strings.HasPrefix(line, "**") && !strings.Contains(line, "MEMORY.md")
		}, func(n int) bool { return n > 5 }},
		"the required entry": {
			func(_ workspace.Path, _ int, line string) bool { return strings.HasPrefix(line, "**When context") },
			func(n int) bool { return n > 5 },
		},
		"the header": {
			func(_ workspace.Path, _ int, line string) bool { return strings.HasPrefix(line, "_Last") },
			func(n int) bool { return n > 5 },
		},
		"one kind of entry": {
			func(_ workspace.Path, _ int, line string) bool { return strings.Contains(line, "before") },
			func(n int) bool { return n > 5 },
		},
		"the lines in AGENTS": {func(p workspace.Path, _ int, line string) bool {
			return p == lint.AgentsFile && strings.Contains(line, "TOOLS_COMPACT")
		}, func(n int) bool { return n > 5 }},
		"sentences in SOUL": {
			func(_ workspace.Path, _ int, line string) bool { return strings.Contains(line, "on demand") },
			func(n int) bool { return n > 5 },
		},
		"the table": {
			func(p workspace.Path, _ int, _ string) bool { return p == lookup.File },
			func(n int) bool { return n > 3 && n < 20 },
		},
	} {
		t.Run(name, func(t *testing.T) {
			opts := options()
			opts.Review.Lint.Extra = append(opts.Review.Lint.Extra, lineRule(tc.rule))
			result, d, err := staged(t, sample(t), opts)
			require.NoError(t, err)
			n := 0
			if d != nil {
				n = len(d.Items)
			}
			assert.Truef(t, tc.items(n), "%d items are left", n)
			inSection := d != nil &&
				slices.ContainsFunc(d.Items, review.Item.InSection)
			assert.Equalf(t, strings.Contains(
				result.Section, "Last compressed",
			), inSection, "entries in the draft: %v, the section of the answer is %q", inSection, result.Section)
		})
	}
}

// What a new rule keeps out of a draft is named with the rule.
func TestWhatARuleKeepsOutIsNamed(t *testing.T) {
	opts := options()
	opts.Review.Lint.Extra = append(opts.Review.Lint.Extra, lineRule(func(p workspace.Path, _ int, line string) bool {
		return p == lookup.File && line != "" || strings.Contains(line, "on demand")
	}))
	result, _, err := staged(t, sample(t), opts)
	require.NoError(t, err)
	if len(result.Tools.Facts) > 0 || len(result.Tools.LeftOut) == 0 || result.Tools.LeftOut[0].Reason != "new-rule" {
		t.Errorf("the table has %v, not included %v", result.Tools.Facts, result.Tools.LeftOut)
	}
	assert.Truef(t, slices.ContainsFunc(
		result.Findings,
		func(f lint.Finding) bool { return f.Rule == "new-rule" && strings.Contains(f.Message, "not included") },
	), "findings %v", result.Findings)
}

// What broke a rule before, in the files of a person, ends no run either.
func TestOldFindingsEndNoRun(t *testing.T) {
	soul := sample(t)["SOUL.md"]
	for name, change := range map[string]map[workspace.Path]string{
		"prose in the table": {
			lookup.File: "# Mine\n\n" +
				"In the spring we moved the panel to the attic because the cellar was flooded and no one wanted to " +
				"carry it again.\n",
		},
		"a table beyond it":   {lookup.File: strings.Repeat("- berth: 10.0.0.1, 10.0.0.2, 10.0.0.3\n", 60)},
		"a port in an entry":  {"SOUL.md": soul + "\n## Wisdom\n\n**Panel.** It is on port 8091.\n"},
		"text in the section": {"SOUL.md": soul + "\n## Wisdom\n\nBe kind on port 8091.\n\n- be nice\n"},
		"a section beyond it": {
			"SOUL.md": soul + "\n## Wisdom\n\n" + strings.Repeat(
				"**Mine.** Always check the thing twice before you trust it again.\n", 30,
			),
		},
		"a heading in a fence":   {"SOUL.md": soul + "\n```\n## Wisdom\n```\n"},
		"a fence without an end": {"SOUL.md": soul + "\n```\nopen\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := sample(t)
			maps.Copy(files, change)
			_, d, err := staged(t, files, options())
			assert.Truef(t, err == nil && d != nil, "draft %v, error %v", d, err)
		})
	}
}

// A problem in one file does not stop what rests on others.
func TestAProblemInOneFileDoesNotStopTheRest(t *testing.T) {
	soul := sample(t)["SOUL.md"]
	for name, tc := range map[string]struct {
		file    workspace.Path
		text    string
		section bool
		table   bool
		says    string
	}{
		"two sections":         {"SOUL.md", soul + "\n## Wisdom\n\n## Wisdom\n", false, true, `2 "## Wisdom" sections`},
		"SOUL.md is not UTF-8": {"SOUL.md", soul + "caf\xe9\n", false, true, "is not UTF-8"},
		"a secret in SOUL.md": {
			"SOUL.md", soul + "\nkey ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo\n", false, true, "a secret",
		},
		"HTML across it": {
			"SOUL.md", soul + "\n## Wisdom\n\n<details>\n\n## Next\n\n</details>\n", false, true, "crosses the border",
		},
		"the table is no UTF-8": {lookup.File, "caf\xe9\n", true, false, "UTF-8"},
		"TOOLS.md is not UTF-8": {"TOOLS.md", "- caf\xe9: 10.0.0.1\n", true, false, "TOOLS.md: line 1"},
		"TOOLS.md is UTF-16":    {"TOOLS.md", "\xff\xfe-\x00 \x00a\x00", true, false, "UTF-16"},
		"a secret in the table": {lookup.File, "key ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo\n", true, false, "a secret"},
		"a secret in AGENTS.md": {"AGENTS.md", "key ghp_8HlrwYMfvea9lkxwkkMxzwwM5hpA6eEfujfo\n", true, true, "a secret"},
	} {
		t.Run(name, func(t *testing.T) {
			files := sample(t)
			files[tc.file] = tc.text
			result, d, err := staged(t, files, options())
			require.Truef(t, err == nil && d != nil, "draft %v, error %v", d, err)
			assert.Equal(t, tc.section, slices.ContainsFunc(d.Items, review.Item.InSection), "entries")
			assert.Equal(t, tc.table, slices.ContainsFunc(d.Items, review.Item.InTable), "facts")
			assert.Truef(t, slices.ContainsFunc(result.Findings, func(f lint.Finding) bool {
				return strings.Contains(f.Message, tc.says) && f.Hint != "" &&
					(f.Path != "" || strings.Contains(f.Message, string(tc.file)))
			}), "findings %v", result.Findings)
		})
	}
}

// Without anything else to propose, a problem in SOUL.md is the answer.
func TestAProblemInSoulAloneIsAnError(t *testing.T) {
	var soul *lint.SoulError
	files := map[workspace.Path]string{
		"SOUL.md":   "# S\n\n## Wisdom\n\n## Wisdom\n",
		"MEMORY.md": sample(t)["MEMORY.md"],
		"AGENTS.md": "`TOOLS_COMPACT.md` is kept up to date.\n",
	}
	_, _, err := staged(t, files, options())
	assert.ErrorAs(t, err, &soul)
}

// CRLF line ends in SOUL.md change no entry: the same are found, chosen and counted,
// and only the bytes of the line ends are others.
func TestCRLFInSoulChangesNoEntry(t *testing.T) {
	dirs, err := filepath.Glob("../testdata/lessonbench/*/workspace")
	require.Truef(t, err == nil && len(dirs) != 0, "no workspaces: %v", err)
	budget := 0 // every budget once, so that some section is full to the last token
	for _, dir := range append(dirs, "../testdata/sample") {
		files := readFiles(t, dir)
		asItIs := strings.ReplaceAll(files["SOUL.md"], "\r\n", "\n")
		withHand := strings.TrimRight(
			asItIs, "\n",
		) + "\n\n## Wisdom\n\n**Mine.** Be kind to the\n  neighbours, always.\n\n- a note\n\n## After\n\nText.\n"
		for name, soul := range map[string]string{"as it is": asItIs, "with a section": withHand} {
			var twins [2]string
			for i, text := range []string{soul, strings.ReplaceAll(soul, "\n", "\r\n")} {
				opts := options()
				opts.Review.Lint.Budgets.Section = 130 + budget%60
				changed := maps.Clone(files)
				changed["SOUL.md"] = text
				result, d, err := staged(t, changed, opts)
				require.NoErrorf(t, err, "%s, %s", dir, name)
				if d != nil {
					made, _, err := d.Result(d.All())
					assert.Truef(t, err == nil && strings.Count(string(made), "\r\n") == i*strings.Count(string(made), "\n"),
						"%s, %s: error %v, line ends of SOUL.md %q", dir, name, err, made)
				}
				b, err := json.Marshal([]any{
					result.Entries, result.Themes, result.Dropped, result.Budget,
					strings.ReplaceAll(result.Section, "\r\n", "\n"),
				})
				require.NoError(t, err)
				twins[i] = string(b)
			}
			budget += 7
			assert.Equalf(t, twins[1], twins[0], "%s, %s:\nLF   %s\nCRLF %s", path.Base(path.Dir(dir)), name, twins[0], twins[1])
		}
	}
}

// FuzzRun runs on any tool document, notes, SOUL.md (that of the sample where it is
// empty) and AGENTS.md: it ends with a draft that breaks no rule, or with an error
// about a file of a person, never about what it proposes itself.
func FuzzRun(f *testing.F) {
	sampled := sample(f)
	soul, agents := sampled["SOUL.md"], "# Agents\n\n## New tools\n\n1. Say so.\n"
	lessons := func(all ...string) string {
		return "## Lessons\n\n- " + strings.Join(all, "\n- ") + "\n"
	}
	notes := lessons(
		"Read the log before you restart the panel.", "Always read the log first, then restart.",
		"Never restart a service before the log was read.",
	)
	for _, name := range slices.Sorted(maps.Keys(proseTools)) {
		f.Add(proseTools[name], notes, "", agents)
	}
	for _, text := range []string{
		"Always close the <div> before the **bold** part is saved",
		"Check the `# heading` and the ## Wisdom before you save", "Never trust port 8091 before you check the log",
		"先检查日志再重启面板，不要相信缓存。", "Read <!-- the log before you restart the panel",
		"Read the log __before__ you | restart * the panel",
	} {
		f.Add("- panel: 10.0.0.1\n", lessons(text+".", text+" again.", text+", always.", "Please: "+text+"."), "", agents)
	}
	f.Add(
		"caf\xe9: 10.0.0.1\r- a: b\r\n\x00", "## Lessons\r\n\r\n- Caf\xe9 first.\r\n",
		strings.ReplaceAll(soul, "\n", "\r\n"), "",
	)
	f.Add("- gate: 10.0.0.1\n", notes, soul+"\n```\n## Wisdom\n", "# Agents\n\n## Tools\n\n- gate: 10.0.0.1\n")
	f.Add("- gate: 10.0.0.1\n", notes, soul+"\n## Wisdom\n\n## Wisdom\n", "<!-- open")
	f.Add("- gate: 10.0.0.1\n", notes, "## Wisdom\n\n<details>\n\n# A\n\n</details>", agents+"\n```\nopen")
	f.Fuzz(func(t *testing.T, tools, notes, soul, agents string) {
		const longest = 32 << 10 // a run takes its time
		if len(tools)+len(notes)+len(soul)+len(agents) > longest {
			return
		}
		theirs := soul != ""
		if !theirs {
			soul = sampled["SOUL.md"]
		}
		_, _, err := staged(
			t, map[workspace.Path]string{"SOUL.md": soul, "AGENTS.md": agents, "TOOLS.md": tools, "MEMORY.md": notes},
			options(),
		)
		var about *lint.SoulError
		var secret *lint.SecretError
		assert.Truef(t, err == nil || theirs && (errors.As(err, &about) || errors.As(err, &secret)),
			"the run ended with %v", err)
	})
}
