//go:build !unix

package doctor

import (
	"errors"
	"io/fs"
)

// owners returns no user IDs, which this operating system does not have.
func owners(fs.FileInfo, fs.FileInfo) (ofA, ofB uint32, known bool) { return 0, 0, false }

// maxOpenFiles fails: this operating system has no such limit.
func maxOpenFiles() (uint64, error) { return 0, errors.ErrUnsupported }
