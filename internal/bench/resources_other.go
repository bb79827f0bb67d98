//go:build !linux

package main

import (
	"os"
	"runtime"
	"time"
)

// datasync flushes the contents of a file to disk.
func datasync(f *os.File) error { return f.Sync() }

// cpuTime returns 0, because processor time is unknown on this system.
func cpuTime() time.Duration { return 0 }

// resident returns the memory that the Go runtime has obtained from the system, in bytes.
func resident() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}

// processor returns the architecture, because the name is unknown on this system.
func processor() string { return "unknown processor, " + runtime.GOARCH }
