package lang

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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
		assert.Equalf(t, tc.begins, l.Begins(tc.text), "Begins(%q)", tc.text)
		assert.Equalf(t, tc.ends, l.Ends(tc.text), "Ends(%q)", tc.text)
		assert.Equalf(t, tc.in, l.In(tc.text), "In(%q)", tc.text)
		assert.Equalf(t, tc.all, l.All(tc.text), "All(%q)", tc.text)
	}
}
