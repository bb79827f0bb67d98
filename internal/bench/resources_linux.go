package main

import (
	"bufio"
	"bytes"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// datasync flushes the contents of a file to disk.
func datasync(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }

// cpuTime returns the processor time that this process has used.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident returns the resident memory of the process in bytes.
func resident() int64 {
	kilobytes, err := strconv.ParseInt(strings.TrimSuffix(fieldOf("/proc/self/status", "VmRSS"), " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes * 1024
}

// processor returns the name of the processor.
func processor() string {
	if name := fieldOf("/proc/cpuinfo", "model name"); name != "" {
		return name
	}
	return "unknown processor, " + runtime.GOARCH
}

// fieldOf returns the value of the first line with the given name, in a file of lines such
// as "name: value".
func fieldOf(path, name string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
