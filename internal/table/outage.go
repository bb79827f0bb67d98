package table

import "time"

// Outage is a period during which the server was down. It begins with From, the last time at
// which the server recorded that it was up. Correspondence clocks stand still during an
// outage. The server stores its outages, because a correspondence table need not be in memory
// while its clock runs. When such a table is loaded, it adds to its log the outages that
// affect it.
type Outage struct {
	From, Until time.Time
}
