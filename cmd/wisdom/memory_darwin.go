package main

import "golang.org/x/sys/unix"

// memoryHere is the memory of this machine in bytes; 0 where it is not known.
func memoryHere() uint64 {
	bytes, _ := unix.SysctlUint64("hw.memsize") // 0 with an error
	return bytes
}
