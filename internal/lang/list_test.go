package lang

import "testing"

func TestList(t *testing.T) {
	t.Parallel()
	l := ListOf(map[string]bool{"port": true, "note": true, "server": true, "端口": true, "端": true, "配置": true})
	for _, tc := range []struct {
		text                  string
		begins, ends, in, all bool
	}{
		{"Port 8091", true, false, true, true},
		{"**Notes**", false, false, true, true},
		{"SSH port", false, true, true, false},
		{"the (port", false, true, true, false},
		{"Mailserver up", false, false, true, false},
		{"re-port it", false, false, true, false},
		{"report it", false, false, false, false},
		{"端口配置", true, true, true, true},
		{"打开端口", false, true, true, false},
		{"8091", false, false, false, false},
		{"", false, false, false, false},
	} {
		if got := l.Begins(tc.text); got != tc.begins {
			t.Errorf("Begins(%q) = %v", tc.text, got)
		}
		if got := l.Ends(tc.text); got != tc.ends {
			t.Errorf("Ends(%q) = %v", tc.text, got)
		}
		if got := l.In(tc.text); got != tc.in {
			t.Errorf("In(%q) = %v", tc.text, got)
		}
		if got := l.All(tc.text); got != tc.all {
			t.Errorf("All(%q) = %v", tc.text, got)
		}
	}
}
