package review

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"

	"github.com/stretchr/testify/require"
)

// chained gives lines of a log the hashes that make them follow from each other;
// what is no event stays as it is.
func chained(lines []byte) []byte {
	var out bytes.Buffer
	last := workspace.Absent
	for line := range bytes.Lines(lines) {
		var e map[string]any
		if json.Unmarshal(line, &e) == nil && e != nil {
			e["previous"] = last
			if b, err := json.Marshal(e); err == nil {
				line = slices.Concat(b, []byte("\n"))
			}
		}
		out.Write(line)
		last = workspace.HashOf(line)
	}
	return out.Bytes()
}

// FuzzLog reads garbled logs: they are errors that name a line, or a log that can
// be asked everything.
func FuzzLog(f *testing.F) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base})
	log := &Log{}
	staged, err := Stage(context.Background(), fsys, log, propose(base, "Read the log first."), testOptions())
	require.NoError(f, err)
	whole, err := fsys.ReadFile(LogFile, workspace.MaxState)
	require.NoError(f, err)
	f.Add(whole)
	id := staged.Draft
	for _, line := range []string{
		`{"schema_version":1,"action":"approved","draft":"` + id + `","items":["e1","e2","e9"]}`,
		`{"schema_version":1,"action":"promoted","draft":"` + id + `","generation":1,"result":{"SOUL.md":"absent"}}`,
		`{"schema_version":1,"action":"promoted","draft":"` + id + `"}`,
		`{"schema_version":1,"action":"rolled-back","generation":2,"restores":0,"only":"SOUL.md"}`,
		`{"schema_version":1,"action":"rejected","draft":"` + id + `","items":["e2"],"refused":[{"id":"e2"}]}`,
		`{"schema_version":1,"action":"staged","draft":"../x","supersedes":"` + id + `"}`,
		`{"schema_version":2}`, "{", "",
	} {
		f.Add(append(bytes.Clone(whole), line+"\n"...))
	}
	f.Fuzz(func(t *testing.T, lines []byte) {
		fsys.Put(LogFile, string(chained(lines)))
		log, err := ReadLog(fsys)
		if err != nil {
			require.ErrorContains(t, err, "line ", "which line?")
			return
		}
		for _, id := range append(log.Drafts(), log.Waiting(), "nothing") {
			log.State(id)
			log.Decisions(id)
			log.Undecided(id)
			log.DecidedBy(id, "e1")
			_, _ = log.Load(fsys, id)
			_, _ = log.Resolve(id)
		}
		log.Refusals()
		log.Missing(nil)
		log.Needs(fsys)
	})
}

// FuzzManifest reads garbled drafts, as far as the log takes them for the ones
// that were staged: they are errors, or drafts that can be shown and decided, and
// whatever they say, nothing but the section changes without a fault.
func FuzzManifest(f *testing.F) {
	fsys := workspacetest.NewMemory(map[workspace.Path]string{"SOUL.md": base})
	staged, err := Stage(
		context.Background(), fsys, &Log{}, propose(base, "Read the log first."), testOptions(),
	)
	require.NoError(f, err)
	manifest := draftsDir.Join(staged.Draft, "manifest.json")
	whole, err := fsys.ReadFile(manifest, workspace.MaxState)
	require.NoError(f, err)
	f.Add(whole)
	f.Add([]byte(`{"schema_version":1,"id":"` + staged.Draft + `"}`))
	f.Add(
		[]byte(
			`{"schema_version":1,"id":"` + staged.Draft +
				`","targets":[{"path":"SOUL.md","base":"absent"}],"items":[{"id":"e1","target":"SOUL.md","kind":"entry",` +
				`"text":"\u001b[2J"}],"lines":[{"item":"e1"},{"item":"e7"}]}`,
		),
	)
	f.Add(
		[]byte(
			`{"schema_version":1,"id":"` + staged.Draft +
				`","targets":[{"path":"TOOLS_COMPACT.md","base":"absent"}],"items":[{"id":"t1","target":"TOOLS_COMPACT.md",` +
				`"kind":"fact"}]}`,
		),
	)
	f.Add(
		[]byte(`{"schema_version":1,"id":"` + staged.Draft + `","targets":[{"path":"../../etc/passwd","base":"absent"}]}`),
	)
	f.Fuzz(func(t *testing.T, b []byte) {
		fsys.Put(manifest, string(b))
		log := &Log{
			history: history{
				drafts: map[string]*progress{
					staged.Draft: {Event: Event{Hash: workspace.HashOf(b)}, decisions: map[string]Decision{}},
				},
				order: []string{staged.Draft},
			},
		}
		d, err := log.Load(fsys, staged.Draft)
		if err != nil {
			return
		}
		if files, err := d.Files(d.All()); err == nil {
			for _, file := range files {
				Change{file.Path, d.Bases[file.Path], file.Content}.Patch(Context)
			}
			_ = d.valid(d.All(), testOptions().Lint)
		}
		d.Losses(d.All())
		_ = CheckCurrent(fsys, log, d)
		queueLine(log, &d.Manifest, nil)
	})
}
