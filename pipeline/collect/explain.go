package collect

import (
	"context"
	"fmt"
	"path"
	"strings"

	"wisdom/internal/secrets"
	"wisdom/internal/workspace"
	"wisdom/review/ledger"
)

// Explained is a line of a file with what the rules decided about it.
type Explained struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	// Rule names the rule that decided, Class what it made of the line, empty if the
	// line is no lesson. Both are empty for a line without text of its own.
	Rule  string       `json:"rule"`
	Class ledger.Class `json:"class"`
}

// Explain reads a file of the workspace as Collect would and returns all of its lines.
// It redacts secrets.
func Explain(ctx context.Context, fsys workspace.FS, p workspace.Path) ([]Explained, error) {
	b, err := fsys.ReadFile(p, MaxSource)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", p, err)
	}
	text, _, _ := decode(b)
	text, _ = secrets.Redact(text)
	r := newReader(ctx, text, kindOf(p))
	r.read(reDated().FindString(path.Base(string(p))))
	lines := make([]Explained, r.doc.Lines())
	for i := range lines {
		start, end := r.doc.LineSpan(i + 1)
		lines[i] = Explained{Line: i + 1, Text: strings.TrimRight(text[start:end], "\r\n")}
	}
	for _, d := range r.decisions {
		for i := d.start; i <= min(d.end, len(lines)); i++ {
			if line := &lines[i-1]; line.Class == "" && strings.TrimSpace(line.Text) != "" {
				line.Rule, line.Class = d.rule, d.class
			}
		}
	}
	return lines, ctx.Err()
}
