package table

import "time"

// Outage is a period during which the server was down. From is the last time at which
// the server stored that it was up. Correspondence clocks stop during an outage. Their
// tables need not be loaded while a clock runs, so the server stores its outages, and a
// table adds those that affect it to its log when it is loaded next.
type Outage struct {
	From, Until time.Time
}
