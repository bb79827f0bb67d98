package table

// Change tells the number of the last event in the stored log of a table, to which another
// process may have appended.
type Change struct {
	Table ID
	Last  int // number of the last event
	// Generation grows when stored events are rewritten because an account was deleted or a
	// player was renamed. A table in memory must then read its whole log again.
	Generation int64
}
