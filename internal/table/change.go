package table

// Change says how far the stored log of a table reaches. Another process may have appended
// to it.
type Change struct {
	Table ID
	Last  int // number of the last event
	// Generation grows when stored events are rewritten, because an account was deleted or a
	// player was renamed. A loaded table must then read its whole log again.
	Generation int64
}
