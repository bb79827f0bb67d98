//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// inOwnGroup makes a program start in its own process group. A signal of the terminal then
// does not reach the program, and killGroup finds the processes that it has started.
func inOwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and the processes that it has started.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
