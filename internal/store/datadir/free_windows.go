package datadir

import "golang.org/x/sys/windows"

// FreeSpace returns the number of bytes that the user of this process can still write to the
// disk of dir.
func FreeSpace(dir string) (free uint64, err error) {
	path, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(path, &free, nil, nil)
	}
	return free, err
}
