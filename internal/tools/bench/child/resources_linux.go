package child

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Datasync flushes the contents of a file to disk.
func Datasync(f *os.File) error { return syscall.Fdatasync(int(f.Fd())) }

// CPUTime returns the processor time that this process has used.
func CPUTime() time.Duration {
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

// Processor returns the name of the processor.
func Processor() string {
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

// FamilyCPU returns the processor time that a process and its children have used.
func FamilyCPU(parent int) (used time.Duration) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, _ := os.ReadFile(file)
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest) // the third and later values: the state, the parent, ...; see proc(5)
		if len(fields) < 15 {
			continue
		}
		of := fields[11:13] // the processor time of the process itself, in user mode and in system mode
		if file == fmt.Sprintf("/proc/%d/stat", parent) {
			of = fields[11:15] // for the process `parent`, include the time of its children that have ended
		} else if fields[1] != strconv.Itoa(parent) {
			continue
		}
		for _, ticks := range of {
			n, _ := strconv.ParseInt(ticks, 10, 64)
			used += time.Duration(n) * 10 * time.Millisecond // Linux counts 100 ticks per second
		}
	}
	return used
}
