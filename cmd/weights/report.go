package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// tally counts texts that weigh enough, and lessons among them, each as often as it stands for others.
type tally struct{ collected, good, found, clear float64 }

func tallyOf(examples []*example, least float64) tally {
	var t tally
	for _, e := range examples {
		is := e.lesson == 1 && !e.maybe
		if is {
			t.clear += e.weight
		}
		if e.chance < least {
			continue
		}
		t.collected += e.weight
		t.good += e.weight * e.lesson
		if is {
			t.found += e.weight
		}
	}
	return t
}

func (t tally) precision() float64 { return t.good / max(1, t.collected) }
func (t tally) recall() float64    { return t.found / max(1, t.clear) }

// leastCollected is how many texts are collected at least in a workspace whose precision counts.
const leastCollected = 10

// report prints, by set, how many of the texts that weigh enough are lessons, and how many
// of the lessons they are; and the same as the mean of workspaces.
func report(w io.Writer, examples []*example) {
	by := map[string][]*example{}
	for _, e := range examples {
		by[e.set] = append(by[e.set], e)
		by["all sets"] = append(by["all sets"], e)
	}
	for _, set := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(w, "%s: %d texts\n", set, len(by[set]))
		folders := map[string][]*example{}
		for _, e := range by[set] {
			folders[e.folder] = append(folders[e.folder], e)
		}
		for _, least := range []float64{.2, .25, .4, .5, .55, .57, .6, .7} {
			t := tallyOf(by[set], least)
			precision, recall, of := 0.0, 0.0, 0.0
			for _, folder := range slices.Sorted(maps.Keys(folders)) {
				if one := tallyOf(folders[folder], least); one.collected >= leastCollected && one.clear > 0 {
					precision, recall, of = precision+one.precision(), recall+one.recall(), of+1
				}
			}
			fmt.Fprintf(w, "  from %.2f: %4.0f collected, precision %.3f, %4.0f of %.0f lessons (%.3f); "+
				"mean of %.0f workspaces: %.3f, %.3f\n", least, t.collected, t.precision(), t.found, t.clear, t.recall(),
				of, precision/max(1, of), recall/max(1, of))
		}
	}
}
