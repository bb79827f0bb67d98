//go:build !linux

package server

import (
	"errors"
	"syscall"
)

// setReceiveLowWater is not used on this system.
func setReceiveLowWater(syscall.RawConn, int) error { return errors.ErrUnsupported }
