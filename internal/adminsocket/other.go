//go:build !linux

package adminsocket

import "net"

func within(dir string, f func(short string) error) error { return f(dir) }

// trusted relies on the mode of the socket where the kernel is not asked.
func trusted(*net.UnixConn) error { return nil }
