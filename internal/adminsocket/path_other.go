//go:build !linux

package adminsocket

import (
	"fmt"
	"path/filepath"
)

// withShortPath calls f with dir. It returns an error if the path of a socket in it would be
// too long for a socket address.
func withShortPath(dir string, f func(short string) error) error {
	if len(filepath.Join(dir, Name)) > maxPath {
		return fmt.Errorf("the path of %s is too long for a socket: at most %d bytes", filepath.Join(dir, Name), maxPath)
	}
	return f(dir)
}
