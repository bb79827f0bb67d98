package cluster

import (
	"context"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Run identifies one run of a node. A node that starts again has a new run.
type Run struct {
	Node string
	ID   int64
}

// State is the stored state of one run of a node.
type State struct {
	Run
	Beat    time.Time     // time of the last heartbeat; a store gives it by the clock of the database
	Age     time.Duration // time since the last heartbeat; it is wrong after the database's clock was set
	Ahead   time.Duration // how far the times of events at the node are ahead of the database's clock
	Stopped bool          // whether the node has ended this run
	Reports int64         // how many times Store.Report has changed the reports of this run
}

// Report says who is connected to a table on one node. A node that restarts has a new Run.
type Report struct {
	Run        Run
	Table      table.ID
	Players    []player.ID // players with a seat
	Spectators int         // number of connections of people without a seat
}

// Store stores the runs of all nodes (see [Run]), and who is connected through each run
// (see [Report]).
type Store interface {
	// Beat records that a run of a node continues, or has stopped, and its State.Ahead. It returns
	// the state of all runs of all nodes, and the current time according to the database.
	Beat(ctx context.Context, run Run, ahead time.Duration, stopped bool) ([]State, time.Time, error)
	// Report stores reports of a run in place of its old reports about the same tables, and adds
	// 1 to State.Reports of the run. If a new report contains no people, Report only deletes the
	// old report about that table.
	Report(ctx context.Context, run Run, reports []Report) error
	// Reports returns the stored reports of all runs of all nodes.
	Reports(ctx context.Context) ([]Report, error)
	// Forget deletes a run and its reports.
	Forget(ctx context.Context, run Run) error
}
