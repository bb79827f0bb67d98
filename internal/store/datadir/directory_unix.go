//go:build unix

package datadir

import (
	"os"
	"syscall"
)

// GiveTo gives a file to the owner of a directory if root runs this process. A server that
// does not run as root could not read a file that belongs to root.
func GiveTo(file *os.File, dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return file.Chown(int(owner.Uid), int(owner.Gid))
}

// SyncDirectory syncs a directory, so that new file names in it are durable.
func SyncDirectory(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
