package table

import "time"

// Outage is a period during which the server was down and correspondence clocks stood
// still. From is the last time at which the server recorded that it was up. A
// correspondence table need not be in memory while its clock runs, so it adds its outages
// to its log when it is loaded.
type Outage struct {
	From, Until time.Time
}
