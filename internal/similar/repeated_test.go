package similar

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"wisdom/internal/words"
)

// Below its bounds, the search finds what a look at all texts finds: the longest, and of
// several as long the first (invariants 1 and 4).
func TestRepeatedFindsTheLongest(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	vocabulary := strings.Fields(
		"backup restore token log mail order price before after never deploy config test file note queue 7 12",
	)
	var all []Statement
	for range mostRead * 20 {
		text := "always check"
		for range 3 + random.IntN(9) {
			text += " " + vocabulary[random.IntN(len(vocabulary))]
		}
		normal := words.Normal(text)
		all = append(all, Statement{Normal: normal})
	}
	least := func(longer, shorter int) float64 {
		if longer%3 == shorter%3 || len(all[longer].Normal) <= len(all[shorter].Normal) {
			return 2
		}
		return 0
	}
	found := Repeated(t.Context(), all, least)
	joined := 0
	for i, one := range all {
		want, read := -1, 0
		keys := keysOf(one.Normal)
		for j, longer := range all {
			if least(j, i) > 1 || common(keys, keysOf(longer.Normal)) < len(keys) {
				continue
			}
			s := search{number: map[string]int32{}}
			for n, key := range keys {
				s.number[key] = int32(n)
			}
			if read++; (want < 0 || len(longer.Normal) > len(all[want].Normal)) && s.repeats(one, longer, s.numbers(keys)) {
				want = j
			}
		}
		if len(keys) < leastKeys {
			want = -1
		}
		if read <= mostRead && found[i] != want {
			t.Errorf("%q: repeats %d, want %d", one.Normal, found[i], want)
		}
		if want >= 0 {
			joined++
		}
	}
	if joined < 10 {
		t.Errorf("only %d texts repeat another: the test shows little", joined)
	}
}

// Invariant 3, for repetitions and for near copies.
func TestVetoWins(t *testing.T) {
	for _, pair := range [][2]string{
		{"restart the cache before the deploy", "restart the cache after the deploy, and look at the log"},
		{"copy the records to the mirror", "never copy the records to the mirror, it fills the disk"},
		{"wait 5 minutes for the pump", "wait 30 minutes for the pump, then look at the gauge"},
		{"water the beds on monday", "water the beds on friday, with the long hose"},
		{"lower the ttl a day before", "lower the ttl a week before, not a day"},
	} {
		statements := []Statement{{Normal: pair[0]}, {Normal: pair[1]}}
		if got := Repeated(t.Context(), statements, func(int, int) float64 { return 0 }); got[0] >= 0 || got[1] >= 0 {
			t.Errorf("%q repeats %q: %v", pair[0], pair[1], got)
		}
		head, _, _ := strings.Cut(pair[1], ",")
		if Of(pair[0]).NearCopy(Of(head)) {
			t.Errorf("%q is a near copy of %q", pair[0], head)
		}
	}
}

// A copy in the same file needs a share of its words.
func TestRepeatedNeedsItsLeastShare(t *testing.T) {
	statements := []Statement{
		{Normal: "check the port before quoting"},
		{
			Normal: "check the port before quoting, the panel moved in the august rebuild of the pantry",
		},
	}
	for least, want := range map[float64]int{0: 1, NearCopy: -1, 2: -1} {
		if got := Repeated(t.Context(), statements, func(int, int) float64 { return least }); got[0] != want {
			t.Errorf("with a least share of %v: %d, want %d", least, got[0], want)
		}
	}
}

// FuzzNearCopy guards invariant 2.
func FuzzNearCopy(f *testing.F) {
	f.Add("Restore a backup before you trust it.", "Restore a backup before trusting it!")
	f.Add("付钱之前先核对总价", "付钱之前，先核对总价。")
	f.Add("", "n't не 不")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := Of(a), Of(b)
		if x.NearCopy(y) != y.NearCopy(x) || !x.NearCopy(Of(a)) {
			t.Errorf("%q and %q", a, b)
		}
		if share := x.Share(y); share < 0 || share > 1 {
			t.Errorf("%q and %q share %v", a, b, share)
		}
	})
}

// A context that has ended stops the search.
func TestRepeatedStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	Repeated(ctx, []Statement{{Normal: "a"}}, func(int, int) float64 { return 0 })
}

// What a longer text denies in a later sentence once hid that the shorter one says the opposite.
func TestOppositeIsNoRepetition(t *testing.T) {
	t.Parallel()
	statement := func(text string, beginnings ...string) Statement {
		for i := range beginnings {
			beginnings[i] = words.Normal(beginnings[i])
		}
		return Statement{Normal: words.Normal(text), Beginnings: beginnings}
	}
	long := statement("Try every change on the staging copy before it goes live. Quickly on live does not exist.",
		"Try every change on the staging copy before it goes live")
	for text, want := range map[string]int{
		"Don't try every change on the staging copy before it goes live.": -1,
		"Try changes on the staging copy before it goes live.":            0,
	} {
		likeness := func(longer, _ int) float64 { return float64(2 * longer) }
		found := Repeated(t.Context(), []Statement{long, statement(text)}, likeness)
		if found[1] != want {
			t.Errorf("%q repeats %d, want %d", text, found[1], want)
		}
	}
}
