//go:build !unix

package match

import "os/exec"

func inOwnGroup(*exec.Cmd) {}

// killGroup kills a program, but not the processes that it has started.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
