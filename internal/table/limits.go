package table

import "time"

// Day is 24 hours.
const Day = 24 * time.Hour

// The periods of a table's timers.
const (
	// Grace is the longest expected delay between the receipt of a command and its arrival
	// in the table's goroutine. A player loses on time only this long after the deadline, so
	// that a command received before the deadline still counts (G6).
	Grace = 100 * time.Millisecond
	// HeartbeatEvery is the interval of heartbeat events while a clock of minutes runs.
	// After a crash, the clock is charged only up to the last heartbeat. Correspondence
	// tables store no heartbeats, because they need not be loaded; see [Outage].
	HeartbeatEvery = 10 * time.Second
	// ReconnectTime is how long the clock of the seat to move stays paused after an outage,
	// until its player connects.
	ReconnectTime = 60 * time.Second
	// FirstMoveTime is the time for the first move of each seat in a game with a clock of
	// minutes. The seat's clock may run out earlier.
	FirstMoveTime = 2 * time.Minute
	// RetryAfter is how long a table waits after a failed write before the next attempt.
	RetryAfter = time.Second

	// AwayAfter is how long a player must be disconnected before they count as away.
	AwayAfter = 30 * time.Second
	// ReplaceAfter is how long a player must be away before the others may vote to open the
	// player's seat or to resign for it. They may vote to adjourn immediately.
	ReplaceAfter = 2 * time.Minute
	// AdjournedFor is how long a majority of all players is needed to resume an adjourned
	// game. After that time, a majority of the players who are present is enough.
	AdjournedFor = 7 * Day
	// AbandonedFor is how long all players must be away before a running game is closed
	// without a result. The server must also have been up for MinUptime, so that players had
	// time to return.
	AbandonedFor = 7 * Day
	MinUptime    = time.Hour

	// IdleFor is how long a waiting table stays open if no seated player gets ready.
	// Correspondence tables and tables of evenings are not closed.
	IdleFor = 30 * time.Minute
	// RemovedFor is how long a player whom the host removed cannot sit down again.
	RemovedFor = time.Minute
	// AfterGame is how long a finished table accepts chat and rematch offers.
	AfterGame = 30 * time.Minute
)

// The limits of chat. All messages stay in the log; views show the newest.
const (
	MaxLineCells = 300
	LinesShown   = 100
	// Within ChatWindow, one person can send LinesPerPerson messages, and all people
	// together LinesPerTable. LinesPerTable is less than LinesShown, so that a flood cannot
	// push unread messages out of the view.
	ChatWindow     = 20 * time.Second
	LinesPerPerson = 5
	LinesPerTable  = LinesShown / 2
	// ChatBatchDelay is how long a message waits for others to be stored in the same
	// transaction. ChatBatchSize is the largest number of messages in one transaction.
	ChatBatchDelay = 50 * time.Millisecond
	ChatBatchSize  = 64
	MaxMuted       = 50 // largest number of muted people at a table; further entries push out the oldest
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
	SeatsRotated = "rotated" // a rematch in which the seats or the first turn rotate
	NoResult     = "nobody"  // an adjudication by which nobody wins and the game has no result
	StallText    = "stall"   // clocks were stopped because the server process was suspended
)
