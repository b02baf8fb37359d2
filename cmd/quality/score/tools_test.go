package score

import (
	"testing"

	"wisdom/markdown/facts"
)

func TestTools(t *testing.T) {
	source, labels := ToolLabels("- gate: ⟦1|10.0.0.1⟧\n- nas: ⟦2|10.0.0.2⟧, ⟦0|upstairs⟧\n- rate: ⟦1|60⟧ per minute\n")
	if source != "- gate: 10.0.0.1\n- nas: 10.0.0.2, upstairs\n- rate: 60 per minute\n" || len(labels) != 4 {
		t.Fatalf("%q, %+v", source, labels)
	}
	gate, nas := facts.Fact{Line: 1, Value: "10.0.0.1"}, facts.Fact{Line: 2, Value: "10.0.0.2"}
	for name, tc := range map[string]struct {
		found, chosen []facts.Fact
		want          [4]float64 // recall, precision, top, altered
	}{
		"all": {
			[]facts.Fact{gate, nas, {Line: 3, Value: "60"}},
			[]facts.Fact{gate, {Line: 3, Value: "60"}},
			[4]float64{1, 1, 1, 1},
		},
		"one missed": {[]facts.Fact{gate, nas}, []facts.Fact{gate}, [4]float64{2.0 / 3, 1, 0.5, 1}},
		"an optional": {
			[]facts.Fact{gate, nas, {Line: 2, Value: "upstairs"}},
			[]facts.Fact{gate},
			[4]float64{2.0 / 3, 1, 0.5, 1},
		},
		"one too many": {
			[]facts.Fact{gate, {Line: 3, Value: "minute"}},
			[]facts.Fact{gate},
			[4]float64{1.0 / 3, 0.5, 0.5, 1},
		},
		"another line":    {[]facts.Fact{{Line: 2, Value: "10.0.0.1"}}, nil, [4]float64{0, 0, 0, 0}},
		"altered":         {[]facts.Fact{gate}, []facts.Fact{{Line: 1, Value: "10.0.0.9"}}, [4]float64{1.0 / 3, 1, 0, 0}},
		"the name of one": {[]facts.Fact{{Line: 1, Key: "10.0.0.1", Value: "router"}}, nil, [4]float64{1.0 / 3, 1, 0, 0}},
		"a whole phrase":  {[]facts.Fact{{Line: 3, Value: "60 p"}}, nil, [4]float64{1.0 / 3, 1, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			figures := Tools(source, labels, tc.found, tc.chosen, nil)
			for i, want := range tc.want {
				if got := round(figures[i].Value); got != round(want) {
					t.Errorf("%s is %v, want %v: %q", figures[i].Name, got, want, figures[i].Notes)
				}
			}
		})
	}
}
