package parts

import (
	"time"

	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// Observer receives measurements from the writer, for metrics. Its methods must not block.
type Observer interface {
	Committed(requests int)                           // called after a transaction with this number of requests was committed
	Appended(events, moves int, waited time.Duration) // called when the events are on the disk; `waited` is how long it took to store them
	Failed(datadir.Reason)                            // called when a transaction failed or its outcome is unknown
}

// NoObserver is an observer that does nothing.
type NoObserver struct{}

func (NoObserver) Committed(int)                    {}
func (NoObserver) Appended(int, int, time.Duration) {}
func (NoObserver) Failed(datadir.Reason)            {}

// CountMoves returns the number of events that are moves.
func CountMoves(events []table.Event) (moves int) {
	for i := range events {
		if events[i].Kind == table.Acted {
			moves++
		}
	}
	return moves
}
