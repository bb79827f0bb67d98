package table

import "time"

// Day is 24 hours.
const Day = 24 * time.Hour

// The periods of a table's timers.
const (
	// Grace is the longest time between the reception of a command and its arrival in
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
	// minutes, if its clock does not run out before.
	FirstMoveTime = 2 * time.Minute
	// RetryAfter is how long a table waits after a failed write before the next attempt.
	RetryAfter = time.Second

	// AwayAfter is how long a player is disconnected before they count as away.
	AwayAfter = 30 * time.Second
	// ReplaceAfter is how long a player is away before the others may vote to open the
	// seat or to resign for it. A vote to adjourn is possible at once.
	ReplaceAfter = 2 * time.Minute
	// AdjournedFor is how long an adjourned game needs the votes of a majority of all
	// its players to resume. After that a majority of those present is enough.
	AdjournedFor = 7 * Day
	// AbandonedFor is how long all players are away before a running game is closed
	// without a result. The server must also have been up for MinUptime, so that they
	// had time to return.
	AbandonedFor = 7 * Day
	MinUptime    = time.Hour

	// IdleFor is how long players can sit at a table before the start, none of them
	// ready, before it is closed. Correspondence tables and tables of evenings stay
	// open.
	IdleFor = 30 * time.Minute
	// RemovedFor is how long a player whom the host removed cannot sit down again.
	RemovedFor = time.Minute
	// AfterGame is how long a finished table accepts chat and rematch offers.
	AfterGame = 30 * time.Minute
)

// The limits of chat. All lines stay in the log; views show the newest.
const (
	MaxLineCells = 300
	LinesShown   = 100
	// Within ChatWindow one person can send LinesPerPerson lines and all people together
	// LinesPerTable. This is less than LinesShown, so that a flood does not push unread
	// lines out of the view.
	ChatWindow     = 20 * time.Second
	LinesPerPerson = 5
	LinesPerTable  = LinesShown / 2
	// ChatBatchDelay is how long a line waits for others to share its commit, and
	// ChatBatchSize the most lines of one commit.
	ChatBatchDelay = 50 * time.Millisecond
	ChatBatchSize  = 64
	MaxMuted       = 50 // muted people of one table; the oldest entry is dropped
)

// The limits of commands and lists.
const (
	MaxCommandID   = 64 // bytes
	MaxPlayerID    = 256
	MaxReasonCells = 80
	MaxAdmitted    = 100 // people admitted to a private table
	RemovalsShown  = 8
)

// Words in the Action or Text of events. They are stored: never rename or reuse one.
const (
	SeatsSame    = "same"    // a rematch with the same seats
	SeatsRotated = "rotated" // a rematch in which the seats, or the first move, move on by one
	NoResult     = "nobody"  // an adjudication without a result
	StallText    = "stall"   // clocks were stopped because the server process was suspended
)
