package backups

import "testing"

// TestStepBack: "further" after a rollback names the state before the one that was
// restored, however many rollbacks led there.
func TestStepBack(t *testing.T) {
	t.Parallel()
	to := func(n int) *int { return &n }
	all := []Generation{
		{Number: 0, Why: Found},
		{Number: 2, Why: Promotion}, // 1 was pruned
		{Number: 3, Why: Promotion},
		{Number: 4, Why: Rollback, Restores: to(2)},
		{Number: 5, Why: Rollback, Restores: to(3)},
		{Number: 6, Why: Rollback, Restores: to(4)},
		{Number: 7, Why: Rollback, Restores: to(1)},
		{Number: 8, Why: Rollback, Restores: to(0), Only: "TOOLS_COMPACT.md"},
		{Number: 9, Why: Rollback, Restores: to(0)},
	}
	for _, c := range []struct{ restored, to, since int }{
		{3, 2, 3},
		{2, 0, 2},
		{4, 0, 2}, // the state of 2
		{6, 0, 2}, // that of 4
		{5, 2, 3},
		{7, 6, 7}, // that of 1, which is gone: what came before it is not known
		{8, 7, 8}, // only one file went back
		{0, -1, 0},
		{9, -1, 0},
	} {
		if n, since := StepBack(all, c.restored); n != c.to || since != c.since {
			t.Errorf("after %d: back to %d, before %d; want %d, before %d", c.restored, n, since, c.to, c.since)
		}
	}
}
