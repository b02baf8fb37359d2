// dump prints the candidates of workspaces as JSON lines.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"wisdom/internal/workspace"
	"wisdom/pipeline/collect"
)

func main() {
	feats := os.Args[1] == "-f"
	args := os.Args[1:]
	if feats {
		args = args[1:]
	}
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for _, dir := range args {
		fsys, err := workspace.Open(dir)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		now, _ := time.Parse(time.DateOnly, "2027-01-01")
		for _, p := range collect.SourcesOf(fsys, collect.Options{Now: now}) {
			cs, err := collect.Candidates(context.Background(), fsys, p)
			if err != nil {
				fmt.Fprintln(os.Stderr, dir, p, err)
				continue
			}
			for _, c := range cs {
				o := map[string]any{"ws": dir, "path": p, "start": c.Start, "end": c.End, "text": c.Text, "heading": c.Heading, "above": c.Above, "rule": c.Rule, "class": c.Class, "chance": c.Chance}
				if feats {
					var fs []string
					for _, f := range c.Features {
						fs = append(fs, f.Kind.String()+"\t"+f.Says)
					}
					o["features"] = fs
				}
				enc.Encode(o)
			}
		}
	}
}
