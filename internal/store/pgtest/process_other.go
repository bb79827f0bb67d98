//go:build !unix

package pgtest

import "os/exec"

// isolate does nothing on this operating system, on which PostgreSQL is not tested.
func isolate(*exec.Cmd, *credential) {}
