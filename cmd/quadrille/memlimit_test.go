package main

import (
	"bytes"
	"log/slog"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
)

func TestMemoryMaxIsTheSmallestOfAllGroups(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for _, c := range []struct {
		name  string
		files fstest.MapFS
		want  int64
	}{
		{"no control groups", fstest.MapFS{}, 0},
		{"version 1", fstest.MapFS{"proc/self/cgroup": file("4:memory:/a\n")}, 0},
		{"no limit", fstest.MapFS{
			"proc/self/cgroup": file("0::/system.slice/quadrille.service\n"),
			"sys/fs/cgroup/system.slice/quadrille.service/memory.max": file("max\n"),
		}, 0},
		{"its own", fstest.MapFS{
			"proc/self/cgroup": file("4:memory:/a\n0::/system.slice/quadrille.service\n"),
			"sys/fs/cgroup/system.slice/quadrille.service/memory.max": file("2147483648\n"),
			"sys/fs/cgroup/system.slice/memory.max":                   file("max\n"),
		}, 2 << 30},
		{"the one above is less", fstest.MapFS{
			"proc/self/cgroup":                     file("0::/a/b\n"),
			"sys/fs/cgroup/a/b/memory.max":         file("2147483648\n"),
			"sys/fs/cgroup/a/memory.max":           file("1073741824\n"),
			"sys/fs/cgroup/unrelated/c/memory.max": file("1\n"),
		}, 1 << 30},
		{"in a container", fstest.MapFS{
			"proc/self/cgroup":         file("0::/\n"),
			"sys/fs/cgroup/memory.max": file("536870912\n"),
		}, 512 << 20},
		{"outside its namespace", fstest.MapFS{
			"proc/self/cgroup":         file("0::/../other\n"),
			"sys/fs/cgroup/memory.max": file("536870912\n"),
		}, 512 << 20},
	} {
		if got := memoryMax(c.files); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
}

func TestLimitMemorySetsNineTenths(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	files := fstest.MapFS{
		"proc/self/cgroup":           {Data: []byte("0::/a\n")},
		"sys/fs/cgroup/a/memory.max": {Data: []byte("10000000000\n")},
	}
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	t.Setenv("GOMEMLIMIT", "off")
	limitMemory(files, logger)
	if got := debug.SetMemoryLimit(-1); got != before || log.Len() > 0 {
		t.Errorf("with GOMEMLIMIT set the limit is %d, want %d; logged %s", got, before, &log)
	}
	t.Setenv("GOMEMLIMIT", "")
	limitMemory(files, logger)
	if got := debug.SetMemoryLimit(-1); got != 9_000_000_000 || !strings.Contains(log.String(), "10000000000") {
		t.Errorf("the limit is %d, want nine tenths; logged %s", got, &log)
	}
}
