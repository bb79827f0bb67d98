package table

import "time"

// Outage is a period during which the server was down. From is the last time at which the
// server stored that it was up. Correspondence clocks stop during an outage. The server
// stores its outages, because a correspondence table need not be loaded while a clock runs.
// When such a table is loaded, it adds the outages that affect it to its log.
type Outage struct {
	From, Until time.Time
}
