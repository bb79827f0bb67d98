//go:build unix

package doctor

import (
	"io/fs"
	"syscall"
)

// owners returns the user IDs of the owners of two files. The result `known` is false if the
// operating system does not provide user IDs.
func owners(a, b fs.FileInfo) (ofA, ofB uint32, known bool) {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, ok2 := b.Sys().(*syscall.Stat_t)
	if !ok || !ok2 {
		return 0, 0, false
	}
	return x.Uid, y.Uid, true
}

// maxOpenFiles returns how many files a process may open: the hard limit, because a Go
// program raises its soft limit to the hard limit.
func maxOpenFiles() (uint64, error) {
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	return uint64(limit.Max), err
}
