//go:build unix

package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"wisdom/inject/hook"
	"wisdom/internal/workspace"
)

// What the plugin adds to a turn of the real gateway: so many turns with it and
// without, in blocks that alternate, each turn in a session of its own. It prints
// figures for docs/benchmarks.md. The receipts say how long the plugin itself took;
// the times of whole turns say whether that can be noticed.
func TestOpenClawCost(t *testing.T) {
	turns, _ := strconv.Atoi(os.Getenv("WISDOM_OPENCLAW_TURNS"))
	if turns == 0 {
		t.Skip("measures turns: make test-openclaw TURNS=200")
	}
	o := startOpenclaw(t, hostFiles)
	o.wisdom("hook", "install")
	o.expect("agent:main:main", hostPrivate)
	times := map[bool][]float64{}
	const blocks = 4
	for block := range blocks {
		with := block%2 == 1
		if with {
			o.wisdom("hook", "enable")
			o.until("agent:main:main", ownMain)
		} else if block > 0 {
			o.wisdom("hook", "disable")
			o.until("agent:main:main", hostPrivate)
		}
		for i := range turns * 2 / blocks {
			began := time.Now()
			o.say(fmt.Sprintf("agent:main:telegram:group:-1001:topic:%d", 1000*block+i))
			times[with] = append(times[with], float64(time.Since(began).Microseconds())/1000)
		}
	}
	root, err := workspace.Open(o.workspace)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	receipts, err := hook.Receipts(root)
	if err != nil {
		t.Fatal(err)
	}
	var own []float64
	for _, r := range receipts {
		if r.Type == "FORUM_TOPIC" {
			own = append(own, r.MS)
		}
	}
	if len(own) != len(times[true]) {
		t.Errorf("%d receipts of %d turns", len(own), len(times[true]))
	}
	for name, ms := range map[string][]float64{"turns without": times[false], "turns with": times[true], "the files alone": own, "the snippets": snippetTimes(t, root)} {
		slices.Sort(ms)
		t.Logf("%-17s %d, p50 %.2f ms, p95 %.2f ms", name, len(ms), ms[len(ms)/2], ms[len(ms)*95/100])
	}
}
