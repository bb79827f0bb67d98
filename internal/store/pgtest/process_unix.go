//go:build unix

package pgtest

import (
	"os/exec"
	"syscall"
)

// isolate makes a command run in a process group of its own, and as the user `by` unless it is
// nil.
func isolate(c *exec.Cmd, by *credential) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if by != nil {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(by.uid), Gid: uint32(by.gid)}
	}
}
