package table

// Change reports that the stored log of a table has changed, possibly because another
// process appended to it.
type Change struct {
	Table ID
	Last  int // number of the last event
	// Generation grows when stored events are rewritten because an account was deleted or a
	// player was renamed. A table in memory must then read its whole log again.
	Generation int64
}
