//go:build linux || darwin

package datadir

import "syscall"

// FreeSpace returns the number of bytes that ordinary users can still write to the disk of
// dir.
func FreeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}
