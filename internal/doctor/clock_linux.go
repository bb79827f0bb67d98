package doctor

import "syscall"

// clockKept reports whether something keeps the clock right, as the kernel has
// it.
func clockKept() (kept, known bool) {
	const unsynchronised = 0x40 // STA_UNSYNC
	var t syscall.Timex
	if _, err := syscall.Adjtimex(&t); err != nil {
		return false, false
	}
	return t.Status&unsynchronised == 0, true
}
