package datadir

import (
	"maps"
	"slices"
)

// reasonWords is what counters call a write that came to nothing, which is for
// good. What is not here cannot come of a write.
var reasonWords = map[Reason]string{
	DiskFull: "disk_full", ReadOnly: "read_only", Locked: "locked", Damaged: "damaged",
	DiskFault: "disk_fault", Unsure: "unsure", Vanished: "vanished", CannotUse: "cannot_open", NotDatabase: "not_database",
}

const otherReason = "other"

// ReasonWords returns every value of [Reason.Word].
func ReasonWords() []string {
	return append(slices.Sorted(maps.Values(reasonWords)), otherReason)
}

// Word is the reason of a write that failed, for counters.
func (r Reason) Word() string {
	if word, ok := reasonWords[r]; ok {
		return word
	}
	return otherReason
}
