package datadir

import (
	"maps"
	"slices"
)

// reasonWords holds the metric label of each reason. The labels are part of the interface:
// never rename one.
var reasonWords = map[Reason]string{
	DiskFull: "disk_full", ReadOnly: "read_only", Locked: "locked", Damaged: "damaged",
	DiskFault: "disk_fault", Unsure: "unsure", Vanished: "vanished", CannotUse: "cannot_open", NotDatabase: "not_database",
}

const otherReason = "other"

// ReasonWords returns every value of [Reason.Word].
func ReasonWords() []string {
	return append(slices.Sorted(maps.Values(reasonWords)), otherReason)
}

// Word returns the metric label of a reason.
func (r Reason) Word() string {
	if word, ok := reasonWords[r]; ok {
		return word
	}
	return otherReason
}
