package main

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// memoryHere is the memory of this machine in bytes; 0 where it is not known.
func memoryHere() uint64 {
	var status struct { // MEMORYSTATUSEX
		length, load    uint32
		total           uint64
		availableAndMax [6]uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	call := windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	_, _, _ = call.Call(uintptr(unsafe.Pointer(&status))) // where it fails, the total stays 0
	return status.total
}
