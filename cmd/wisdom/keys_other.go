//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "os"

// terminalKeys is nil: lines are read here.
func terminalKeys(*os.File) keySource { return nil }
