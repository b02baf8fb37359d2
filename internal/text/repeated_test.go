package text

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

// Below its bounds, the search finds what a look at all texts finds: the longest, and of
// several as long the first (invariants 1 and 4).
func TestRepeatedFindsTheLongest(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	vocabulary := strings.Fields(
		"backup restore token log mail order price before after never deploy config test file note queue 7 12",
	)
	var all []string
	for range mostRead * 20 {
		text := "always check"
		for range 3 + random.IntN(9) {
			text += " " + vocabulary[random.IntN(len(vocabulary))]
		}
		all = append(all, Normal(text))
	}
	may := func(longer, shorter int) bool {
		return longer%3 != shorter%3 && len(all[longer]) > len(all[shorter])
	}
	found := Repeated(t.Context(), all, may)
	joined := 0
	for i, one := range all {
		want, read := -1, 0
		keys := keysOf(one)
		for j, longer := range all {
			if !may(j, i) || common(keys, keysOf(longer)) < len(keys) {
				continue
			}
			if read++; (want < 0 || len(longer) > len(all[want])) && repeats(one, longer, keys) {
				want = j
			}
		}
		if len(keys) < leastKeys {
			want = -1
		}
		if read <= mostRead && found[i] != want {
			t.Errorf("%q: repeats %d, want %d", one, found[i], want)
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
		if got := Repeated(t.Context(), pair[:], always); got[0] >= 0 || got[1] >= 0 {
			t.Errorf("%q repeats %q: %v", pair[0], pair[1], got)
		}
		head, _, _ := strings.Cut(pair[1], ",")
		if Of(pair[0]).NearCopy(Of(head)) {
			t.Errorf("%q is a near copy of %q", pair[0], head)
		}
	}
}

func always(int, int) bool { return true }

// FuzzNearCopy guards invariant 3.
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
	Repeated(ctx, []string{"a"}, always)
}

// What a longer text denies in a later sentence once hid that the shorter one says the opposite.
func TestOppositeIsNoRepetition(t *testing.T) {
	t.Parallel()
	long := Normal("Try every change on the staging copy before it goes live. Quickly on live does not exist.")
	for text, want := range map[string]int{
		"Don't try every change on the staging copy before it goes live.": -1,
		"Try changes on the staging copy before it goes live.":            0,
	} {
		found := Repeated(t.Context(), []string{long, Normal(text)}, func(longer, _ int) bool { return longer == 0 })
		if found[1] != want {
			t.Errorf("%q repeats %d, want %d", text, found[1], want)
		}
	}
}
