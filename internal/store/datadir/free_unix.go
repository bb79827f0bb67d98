//go:build linux || darwin || freebsd || dragonfly

package datadir

import "syscall"

// FreeSpace returns the number of bytes that ordinary users can still write to the disk of
// dir.
func FreeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return uint64(max(s.Bavail, 0)) * uint64(s.Bsize), nil // negative on FreeBSD if only root can write
}
