package table

import "time"

// Outage is a time during which the server was down, as far as the disk knows: From
// is when it last stored that it was up. A clock of days stands meanwhile. Tables
// with such clocks need not be loaded while their clocks run, so it is the server
// that knows, and a table stores what concerns it when it is loaded the next time.
type Outage struct {
	From, Until time.Time
}
