package table

import "time"

// Outage is a period during which the server was down. From is the last time at which the
// server stored that it was up. Correspondence clocks stand still during an outage. The
// server stores its outages, because correspondence tables need not be loaded while a clock
// runs. A correspondence table adds the outages that affect it to its log when it is loaded.
type Outage struct {
	From, Until time.Time
}
