package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"wisdom/internal/lang"
	"wisdom/internal/text"
	"wisdom/internal/workspace"
	"wisdom/markdown"
	"wisdom/markdown/facts"
	"wisdom/markdown/host"
	"wisdom/markdown/lookup"
	"wisdom/markdown/pointers"
)

const memoryFile workspace.Path = "MEMORY.md"

// firstDay looks for what wisdom init proposes: the table, and the lines that point at what is read on demand.
func (r *Report) firstDay(ctx context.Context, fsys workspace.FS) error {
	const hint = "wisdom init proposes it"
	source, err := optional(fsys, AgentsFile)
	if err != nil {
		return err
	}
	if source != nil {
		if in, lacks := pointers.Line(markdown.Parse(source)); lacks && !r.isRejected(in.Text) {
			r.Add(RuleToolsKeep, AgentsFile, 0, hint,
				"the checklist for new tools does not say to keep %s up to date: %q", lookup.File, in.Text)
		}
		r.inGroups(fsys, string(source))
	}
	memory, hasTools, err := OnDemandFiles(fsys)
	if err != nil {
		return fmt.Errorf("check the workspace: %w", err)
	}
	if r.onDemand(fsys, memory, hasTools, hint) && r.Options.Of(RuleToolsRules) != "" {
		if err := r.unloadedRules(ctx, fsys); err != nil {
			return err
		}
	}
	return r.table(ctx, fsys)
}

// inGroups notes that the required entry sends an agent to MEMORY.md in every session, where AGENTS.md names one.
func (r *Report) inGroups(fsys workspace.FS, agents string) {
	allowed := host.MainSessionLine(agents, memoryFile)
	soul, err := ReadSoul(fsys, SoulFile)
	if err != nil || allowed == 0 {
		return
	}
	for _, form := range lang.Phrases(func(l *lang.Language) []string {
		return []string{l.Required["both"], l.Required["memory"]}
	}) {
		if before, _, found := strings.Cut(string(soul), form); found {
			r.note(RuleRequired, strings.Count(before, "\n")+1,
				"it holds in groups too, and %s:%d allows %s in the main session: you may reword it, if it still sends there",
				AgentsFile, allowed, memoryFile)
		}
	}
}

// onDemand looks for the sentences in SOUL.md, and reports whether it says to read TOOLS.md on demand. One that cannot be
// worked with has rules of its own.
func (r *Report) onDemand(fsys workspace.FS, memory string, hasTools bool, hint string) (readsTools bool) {
	source, err := ReadSoul(fsys, SoulFile)
	if err != nil || CheckEncoding(SoulFile, source) != nil {
		return false
	}
	missing, err := pointers.Sentences(markdown.Parse(source), memory, hasTools)
	if err != nil {
		return false
	}
	readsTools = hasTools
	for _, in := range missing {
		readsTools = readsTools && in.Text != pointers.Tools
		if !r.isRejected(in.Text) {
			r.Add(RuleOnDemand, SoulFile, 0, hint, "it does not say: %q", in.Text)
		}
	}
	return readsTools
}

// unloadedRules names the rules of TOOLS.md that neither the table nor SOUL.md carries.
func (r *Report) unloadedRules(ctx context.Context, fsys workspace.FS) error {
	docs, err := facts.Read(fsys)
	if err != nil {
		return fmt.Errorf("read the tool documents: %w", err)
	}
	loaded := ""
	for _, file := range []workspace.Path{lookup.File, SoulFile} {
		source, err := optional(fsys, file)
		if err != nil {
			return err
		}
		loaded += text.Normal(string(source)) + "\n"
	}
	var rules []facts.Rule
	var lines []string
	for _, found := range facts.FindAll(ctx, docs) {
		for _, rule := range found.Rules {
			if rule.Path == string(facts.Files[0]) && !strings.Contains(loaded, text.Normal(rule.Text)) {
				rules, lines = append(rules, rule), append(lines, strconv.Itoa(rule.Line))
			}
		}
	}
	if len(rules) > 0 {
		r.Add(RuleToolsRules, facts.Files[0], rules[0].Line, "write into SOUL.md what must always hold",
			"%s that no session has unless it opens the file, on line %s: %q", text.Plural(len(rules), "rule"),
			strings.Join(slices.Compact(lines), ", "), clip(rules[0].Text))
	}
	return nil
}

// OnDemandFiles reports which of the files that an agent reads on demand are there: the sentence about MEMORY.md, which
// leaves it to the main session if AGENTS.md does, and is empty without that file, and whether there is a TOOLS.md.
func OnDemandFiles(fsys workspace.FS) (memory string, hasTools bool, err error) {
	hasMemory, err := workspace.Exists(fsys, memoryFile)
	if err != nil {
		return "", false, err
	}
	agents, _ := optional(fsys, AgentsFile)
	switch {
	case hasMemory && host.MainSessionLine(string(agents), memoryFile) > 0:
		memory = pointers.MemoryInMain
	case hasMemory:
		memory = pointers.Memory
	}
	hasTools, err = workspace.Exists(fsys, facts.Files[0])
	return memory, hasTools, err
}

func (r *Report) isRejected(line string) bool {
	return r.Options.RejectedLine != nil && r.Options.RejectedLine(line)
}

// table says so where there are facts and no table, unless a reviewer rejected them.
func (r *Report) table(ctx context.Context, fsys workspace.FS) error {
	there, err := workspace.Exists(fsys, lookup.File)
	if err != nil || there || r.Options.Of(RuleToolsTable) == "" {
		return err
	}
	docs, err := facts.Read(fsys)
	if err != nil {
		return fmt.Errorf("read the tool documents: %w", err)
	}
	for i, found := range facts.FindAll(ctx, docs) {
		all := slices.DeleteFunc(found.Facts, func(f facts.Fact) bool {
			return r.Options.RejectedFact != nil &&
				(r.Options.RejectedFact(f.Label(), f.Told()) || r.Options.RejectedFact(f.Label(), f.Value))
		})
		if n := len(all); n > 0 {
			r.Add(RuleToolsTable, docs[i].Path, 0, "wisdom run --only tools", "there is no %s for its %d facts", lookup.File, n)
		}
	}
	return nil
}

// optional reads a file as far as the host does. It returns nil if there is no file, or none that the host reads:
// other rules report that.
func optional(fsys workspace.FS, p workspace.Path) ([]byte, error) {
	if _, is := errors.AsType[*workspace.NotRegularError](workspace.CheckTarget(fsys, p)); is {
		return nil, nil
	}
	b, err := fsys.ReadFile(p, workspace.MaxTarget)
	_, large := errors.AsType[*workspace.TooLargeError](err)
	switch {
	case errors.Is(err, fs.ErrNotExist), large, errors.Is(err, fs.ErrPermission):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("check %s: %w", p, err)
	}
	return b, nil
}
