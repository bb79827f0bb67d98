//go:build linux || darwin

package doctor

import "syscall"

// freeSpace is how many bytes there are for who is not root.
func freeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}
