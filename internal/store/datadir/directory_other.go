//go:build !unix

package datadir

import "os"

// GiveTo does nothing on this operating system: files belong to the user of the process.
func GiveTo(*os.File, string) error { return nil }

// SyncDirectory does nothing on this operating system, which cannot sync directories. NTFS
// writes changes of names to its journal.
func SyncDirectory(string) error { return nil }
