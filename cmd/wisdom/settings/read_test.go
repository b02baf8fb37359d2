package settings

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"wisdom/internal/workspace"
	"wisdom/internal/workspace/workspacetest"
)

// Whatever keeps the settings from being read is an error about them, which names
// the file once.
func TestSettingsThatCannotBeRead(t *testing.T) {
	tooLarge := workspacetest.NewMemory(map[workspace.Path]string{File: strings.Repeat("#", 1<<20+1)})
	for name, tc := range map[string]struct {
		fsys workspace.FS
		want string
	}{
		"permission": {
			&workspacetest.Faulty{FS: workspacetest.NewMemory(nil), At: 1, Err: fs.ErrPermission}, "wisdom.toml: permission denied",
		},
		"too large": {tooLarge, "wisdom.toml: it has more than the 1024 KiB that are read"},
		"wrong type": {
			workspacetest.NewMemory(map[workspace.Path]string{File: "[tools]\npriority = 3\n"}),
			"wisdom.toml: line 2: tools.priority: its type is integer and must be array",
		},
		"another": {
			workspacetest.NewMemory(map[workspace.Path]string{File: "[model]\nallow_remote = 1\n"}),
			"wisdom.toml: line 2: model.allow_remote: its type is integer and must be boolean",
		},
	} {
		_, err := Read(tc.fsys)
		var wrong *Error
		assert.Truef(t, errors.As(err, &wrong) && wrong.Error() == tc.want, "%s: %v, want %s", name, err, tc.want)
	}
}
