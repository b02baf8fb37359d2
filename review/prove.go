package review

import (
	"bytes"
	"fmt"

	"wisdom/internal/workspace"
	"wisdom/markdown/facts"
)

// UnprovenError says that a fact of a draft is not what its source says.
type UnprovenError struct{ Fact facts.Fact }

func (e *UnprovenError) Error() string {
	return fmt.Sprintf("%s: line %d: the table would say %q for %s, and this line does not", e.Fact.Path, e.Fact.Line, e.Fact.Value, e.Fact.Label())
}

// prove compares every fact that a draft puts into the table, or lets a reviewer
// put in, with the bytes of its source, and with the table, whoever found it and
// laid it out.
func (d *Draft) prove(fsys workspace.FS) error {
	if d.Tools == nil {
		return nil
	}
	docs, err := facts.Read(fsys)
	if err != nil {
		return fmt.Errorf("read the tool documents: %w", err)
	}
	proven := facts.Proof(docs)
	table := d.Table(d.All())
	for _, row := range d.Tools.Rows {
		item, _ := d.Item(row.Item)
		if item.Kind == AddFact && (!proven(row.Fact) || !bytes.Contains(table, []byte(row.Value))) {
			return &UnprovenError{row.Fact}
		}
	}
	for _, l := range d.Tools.LeftOut {
		if l.ID != "" && !proven(l.Fact()) {
			return &UnprovenError{l.Fact()}
		}
	}
	return nil
}
