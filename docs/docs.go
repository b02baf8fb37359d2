// Package docs holds the manual pages. `make docs` writes them from the help of the commands.
package docs

import "embed"

// Man holds man/wisdom.1, and a page for each command, such as man/wisdom-review-edit.1.
//
//go:embed man/*.1
var Man embed.FS
