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

// datasync puts a file's contents on the disk.
func datasync(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }

// cpuTime is what this process has used so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident is the memory that the process holds, in bytes.
func resident() int64 {
	kilobytes, err := strconv.ParseInt(strings.TrimSuffix(fieldOf("/proc/self/status", "VmRSS"), " kB"), 10, 64)
	if err != nil {
		return 0
	}
	return kilobytes * 1024
}

// processor is the name of what the program runs on.
func processor() string {
	if name := fieldOf("/proc/cpuinfo", "model name"); name != "" {
		return name
	}
	return "an unnamed processor of " + runtime.GOARCH
}

// fieldOf is the first value of a name in a file of lines "name: value".
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
