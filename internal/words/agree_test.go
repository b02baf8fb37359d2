package words

import "testing"

func TestOpposed(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"Increase the pool size before a sale.", "Decrease the pool size before a sale.", true},
		{"Restart the cache before the deploy.", "Restart the cache after the deploy.", true},
		{"Heizung vor der Reise einschalten", "Heizung vor der Reise ausschalten", true},
		{"冬天面团多加水", "冬天面团少加水", true},
		{"Wait 5 minutes after a reboot.", "Wait 30 minutes after a reboot.", true},
		{"Wait 5 minutes after a reboot.", "After a reboot wait 5 minutes.", false},
		{"Restore a backup before trusting it.", "Test a backup by restoring it.", false},
		{"Ask before, not after.", "Ask before you send.", false},
	} {
		if got := Opposed(tc.a, tc.b); got != tc.want || Opposed(tc.b, tc.a) != tc.want {
			t.Errorf("%q against %q: %v", tc.a, tc.b, got)
		}
	}
}
