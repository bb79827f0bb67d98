package main

import (
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// limitMemory sets the memory limit of the Go runtime according to the limit of the control
// group, so that the garbage collector runs before the kernel kills the process. If
// GOMEMLIMIT is set, limitMemory does nothing.
func limitMemory(root fs.FS, logger *slog.Logger) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	if most := memoryMax(root); most > 0 {
		limit := most - most/10 // leave a tenth for memory outside of the Go heap
		debug.SetMemoryLimit(limit)
		logger.Info("memory limit set", "control_group", most, "heap", limit)
	}
}

// memoryMax returns the smallest memory.max of the process's control group (version 2) and
// of the groups that contain it, in bytes. It returns 0 if there is no limit.
func memoryMax(root fs.FS) int64 {
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return 0
	}
	least := int64(math.MaxInt64)
	for line := range strings.Lines(string(groups)) {
		group, ok := strings.CutPrefix(strings.TrimSpace(line), "0::")
		if !ok {
			continue
		}
		for group = path.Join("/", group); ; group = path.Dir(group) {
			text, err := fs.ReadFile(root, path.Join("sys/fs/cgroup", group, "memory.max"))
			if n, bad := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && bad == nil && n > 0 {
				least = min(least, n)
			}
			if group == "/" {
				break
			}
		}
	}
	if least == math.MaxInt64 {
		return 0
	}
	return least
}
