package lobby

import (
	"fmt"
	"time"
)

// Left is how long the player has, by the two largest units that count; empty if
// no clock runs.
func (d *Due) Left(now time.Time) string {
	if d.Deadline.IsZero() {
		return ""
	}
	left := max(d.Deadline.Sub(now), 0)
	switch days, hours := left/(24*time.Hour), left%(24*time.Hour)/time.Hour; {
	case days > 0:
		return fmt.Sprintf("%dd %dh", days, hours)
	case hours > 0:
		return fmt.Sprintf("%dh %dm", hours, left%time.Hour/time.Minute)
	}
	return fmt.Sprintf("%d:%02d", left/time.Minute, left%time.Minute/time.Second)
}
