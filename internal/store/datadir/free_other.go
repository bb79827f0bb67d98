//go:build !linux && !darwin && !freebsd && !dragonfly && !windows

package datadir

import "errors"

// FreeSpace always fails on this operating system.
func FreeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
