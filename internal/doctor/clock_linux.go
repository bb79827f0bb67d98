package doctor

import "syscall"

// clockSynchronised reports whether the kernel considers the clock synchronised.
func clockSynchronised() (synchronised, known bool) {
	const unsynchronised = 0x40 // the value of STA_UNSYNC in adjtimex(2)
	var t syscall.Timex
	if _, err := syscall.Adjtimex(&t); err != nil {
		return false, false
	}
	return t.Status&unsynchronised == 0, true
}
