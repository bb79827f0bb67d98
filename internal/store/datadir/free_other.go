//go:build !linux && !darwin

package datadir

import "errors"

// FreeSpace is not known on this system.
func FreeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
