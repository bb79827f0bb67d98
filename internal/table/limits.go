package table

import "time"

// Day is 24 hours.
const Day = 24 * time.Hour

// The periods of a table's timers.
const (
	// Grace is the longest expected time between the receipt of a command and its arrival in
	// the table's loop. A flag falls this long after the deadline, so that a command
	// received before the deadline still counts (G6).
	Grace = 100 * time.Millisecond
	// HeartbeatEvery is the interval of heartbeat events while a clock of minutes runs.
	// After a crash the clock is charged only until the last heartbeat. Correspondence
	// tables store no heartbeats because they need not be loaded; see [Outage].
	HeartbeatEvery = 10 * time.Second
	// ReconnectTime is how long after an outage the clock of the seat to move waits for
	// its player to connect.
	ReconnectTime = 60 * time.Second
	// FirstMoveTime is how long a seat has for its first move in a game with a clock of
	// minutes. Its clock may run out earlier.
	FirstMoveTime = 2 * time.Minute
	// RetryAfter is how long a table waits after a failed write before the next attempt.
	RetryAfter = time.Second

	// AwayAfter is how long a player must be disconnected to count as away.
	AwayAfter = 30 * time.Second
	// ReplaceAfter is how long a player must be away before the others may vote to open the
	// seat or to resign for it. They may vote to adjourn at once.
	ReplaceAfter = 2 * time.Minute
	// AdjournedFor is how long an adjourned game can resume only by the votes of a majority
	// of all its players. After that time a majority of the present players is enough.
	AdjournedFor = 7 * Day
	// AbandonedFor is how long all players must be away before a running game is closed
	// without a result. The server must also have been up for MinUptime, so that the players
	// had time to return.
	AbandonedFor = 7 * Day
	MinUptime    = time.Hour

	// IdleFor is how long a waiting table stays open while none of its seated players is
	// ready. Correspondence tables and tables of evenings are not closed.
	IdleFor = 30 * time.Minute
	// RemovedFor is how long a player whom the host removed must wait before sitting down
	// again.
	RemovedFor = time.Minute
	// AfterGame is how long a finished table accepts chat and rematch offers.
	AfterGame = 30 * time.Minute
)

// The limits of chat. All lines stay in the log; views show the newest.
const (
	MaxLineCells = 300
	LinesShown   = 100
	// Within ChatWindow one person can send LinesPerPerson lines and all people together
	// LinesPerTable. LinesPerTable is less than LinesShown, so that a flood does not push
	// unread lines out of the view.
	ChatWindow     = 20 * time.Second
	LinesPerPerson = 5
	LinesPerTable  = LinesShown / 2
	// ChatBatchDelay is how long a chat line waits for further lines to share its commit.
	// ChatBatchSize is the largest number of lines in one commit.
	ChatBatchDelay = 50 * time.Millisecond
	ChatBatchSize  = 64
	MaxMuted       = 50 // largest number of muted people at a table; the oldest entry is dropped
)

// The limits of commands and lists.
const (
	MaxCommandID   = 64 // bytes
	MaxPlayerID    = 256
	MaxReasonCells = 80
	MaxAdmitted    = 100 // largest number of people admitted to a private table
	RemovalsShown  = 8
)

// Words in the Action or Text of events. They are stored: never rename or reuse one.
const (
	SeatsSame    = "same"    // a rematch with the same seats
	SeatsRotated = "rotated" // a rematch in which the seats, or the first move, move on by one
	NoResult     = "nobody"  // an adjudication without a result
	StallText    = "stall"   // clocks were stopped because the server process was suspended
)
