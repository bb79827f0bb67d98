//go:build unix

package main

import (
	"fmt"
	"os"
	"syscall"
)

// becomeOwnerOf switches from root to the owner of a data directory, so that the server can
// use the files that this process will create.
func becomeOwnerOf(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	for _, become := range []func() error{
		func() error { return syscall.Setgroups([]int{int(owner.Gid)}) },
		func() error { return syscall.Setgid(int(owner.Gid)) },
		func() error { return syscall.Setuid(int(owner.Uid)) },
	} {
		if err := become(); err != nil {
			return fmt.Errorf("cannot switch to the user who owns %s: %w", dir, err)
		}
	}
	return nil
}
