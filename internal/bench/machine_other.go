//go:build !linux

package main

import (
	"os"
	"runtime"
	"time"
)

// datasync puts a file's contents on the disk.
func datasync(f *os.File) error { return f.Sync() }

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }

// resident is the memory that the runtime holds, in bytes.
func resident() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// processor is not known here.
func processor() string { return "a processor of " + runtime.GOARCH }
