package table

import (
	"fmt"
	"time"
)

// Span formats a waiting time, rounded up, such as "40 s", "12 min" or "3 h".
func Span(d time.Duration) string {
	if d > 2*time.Hour {
		return fmt.Sprintf("%d h", (d+time.Hour-1)/time.Hour)
	}
	if d > time.Minute {
		return fmt.Sprintf("%d min", (d+time.Minute-1)/time.Minute)
	}
	return fmt.Sprintf("%d s", (d+time.Second-1)/time.Second)
}
