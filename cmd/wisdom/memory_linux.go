package main

import "golang.org/x/sys/unix"

// memoryHere is the memory of this machine in bytes; 0 where it is not known.
func memoryHere() uint64 {
	var about unix.Sysinfo_t
	if unix.Sysinfo(&about) != nil {
		return 0
	}
	return uint64(about.Totalram) * uint64(about.Unit) //nolint:unconvert // uint32 on some machines
}
