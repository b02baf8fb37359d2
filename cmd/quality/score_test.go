package quality

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wisdom/internal/lesson"
	"wisdom/pipeline"
)

// Labels that are taken for the answer score 1 in every figure.
func TestLabelsScoreOne(t *testing.T) {
	for _, file := range must(filepath.Glob("../../testdata/lessonbench/*/lessons.jsonl")) {
		var collected []lesson.Lesson
		themes := map[string][]string{}
		for _, l := range read[label](file) {
			collected = append(collected, lesson.Lesson{ID: l.ID, Text: l.Text, Places: l.Places})
			themes[l.Theme] = append(themes[l.Theme], l.ID)
		}
		delete(themes, "")
		var groups []pipeline.Theme
		var entries []entry
		for theme, ids := range themes {
			groups = append(groups, pipeline.Theme{LessonIDs: ids})
			entries = append(entries, entry{theme, ids})
		}
		entries = only(entries, func(e entry) bool { return len(e.lessons) >= support })
		m := match(filepath.Dir(file), collected)
		for _, f := range slices.Concat(m.collection(), m.grouping(groups), m.entries(entries)) {
			if f.value < 1-1e-9 || f.of == 0 {
				t.Errorf("%s: %s is %v: %v", file, f.name, f.value, f.notes)
			}
		}
	}
}

// The values for B-cubed are those of Bagga and Baldwin's own example, those for the Rand index were computed without
// this code.
func TestLikeness(t *testing.T) {
	const truth = "a a a a a b b c c c c c"
	for _, tc := range []struct {
		want, got string
		f, rand   float64
	}{
		{"a a b b", "x x y y", 1, 1},
		{truth, "a a a a a b b b b b b b", 32.0 / 37, 0.6901408},
		{truth, "a a a a a b b a a a a a", 14.0 / 19, 0.3373494},
		{"a a b b", "a a b c", 6.0 / 7, 0.5714286},
		{"a a b b", "a b a b", 0.5, -0.5},
	} {
		f, rand := likeness(strings.Fields(tc.want), strings.Fields(tc.got))
		if math.Abs(f-tc.f) > 1e-6 || math.Abs(rand-tc.rand) > 1e-6 {
			t.Errorf("%s: F %.7f, want %.7f; Rand %.7f, want %.7f", tc.got, f, tc.f, rand, tc.rand)
		}
	}
}
