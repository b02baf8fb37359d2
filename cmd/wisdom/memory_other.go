//go:build !(linux || darwin || windows)

package main

// memoryHere is the memory of this machine in bytes; 0 where it is not known.
func memoryHere() uint64 { return 0 }
