// Command release writes what people install: for each system an archive with the
// program, its manual pages, completions and documents, for Linux also a .deb and an
// .rpm with units for systemd, beside each a list of the modules in the program (an SBOM
// in the form of CycloneDX), and SHA256SUMS of them all. All hold one tree of files,
// which tree.go lists. Dates are that of the commit, so that the same commit gives the
// same bytes. `make release` runs it; with --install it writes the tree of this system
// below a folder instead, which `make install` does.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}
