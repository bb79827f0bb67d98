//go:build !linux && !darwin

package datadir

import "errors"

// FreeSpace returns an error, because this system does not report it.
func FreeSpace(string) (uint64, error) { return 0, errors.ErrUnsupported }
