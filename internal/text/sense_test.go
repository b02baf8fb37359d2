package text

import (
	"strings"
	"testing"
)

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
		// Values that differ only as words once shared a theme.
		{"Put the white bin out.", "Put the green bin out.", true},
		{"Die weiße Tonne am Abend an die Straße stellen.", "Die grüne Tonne am Abend an die Straße stellen.", true},
		{"Water the beds on Monday.", "Water the beds on Friday.", true},
		{"Revisa la caja los lunes.", "Revisa la caja los viernes.", true},
		{"周一浇花", "周五浇花", true},
		{"Prune in March.", "Im Oktober schneiden.", true},
		{"Wait three minutes.", "Wait 3 minutes.", false},
		{"Drei Minuten warten.", "Zwölf Minuten warten.", true},
		{"等三天再浇水", "等五天再浇水", true},
		{"Use the north door.", "Use the south door.", true},
		{"Order the small box.", "Order the large box.", true},
		{"Water on Monday or Friday.", "Water on Friday.", false},
		{"The white bin.", "The bin on Monday.", false},
	} {
		a, b := senseOf(tc.a), senseOf(tc.b)
		if got := a.opposes(b); got != tc.want || b.opposes(a) != tc.want {
			t.Errorf("%q against %q: %v", tc.a, tc.b, got)
		}
	}
}

// The data files name every value in every language: a pair that no text can have is a
// mistake in them.
func TestValuesCanMatch(t *testing.T) {
	for _, one := range knownValues().unspaced {
		if s := senseOf(one.written); !s[one.kind][one.name] {
			t.Errorf("%s is never read as %v", one.written, one)
		}
	}
	for word, list := range knownValues().byWord {
		for _, one := range list {
			if s := senseOf(word); !s[one.kind][one.name] && !strings.Contains(word, "-") {
				t.Errorf("%s is never read as %v", word, one)
			}
		}
	}
}
