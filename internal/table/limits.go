package table

import "time"

// Day is 24 hours, whatever the calendar says.
const Day = 24 * time.Hour

// The times after which a table does something by itself.
const (
	// Grace is what a command may need from where it was received to the table's loop.
	// A flag falls that much after the deadline, so that a command received before it
	// is still heard (G6).
	Grace = 100 * time.Millisecond
	// HeartbeatEvery is how often a heartbeat is stored while a clock of minutes runs: after a
	// crash the time of the crash is known that well, and the doubt goes to the player.
	// Tables with days for a move need not be loaded: the server stores when it was
	// down, see [Outage].
	HeartbeatEvery = 10 * time.Second
	// ReconnectTime is how long after an outage the actor may take to connect again before
	// their clock goes on without them.
	ReconnectTime = 60 * time.Second
	// RetryAfter is how long a table waits before it tries again to store what could not
	// be stored.
	RetryAfter = time.Second

	// AwayAfter is how long a player is disconnected before the log hears of it.
	AwayAfter = 30 * time.Second
	// ReplaceAfter is how long a player is away before the others may give the seat to
	// somebody else, or end its game. To adjourn they need not wait.
	ReplaceAfter = 2 * time.Minute
	// AdjournedFor is how long an adjourned game waits for all, or for most of those
	// who play. After that most of those who are there may continue it.
	AdjournedFor = 7 * Day
	// AbandonedFor is how long everybody is away before a running game is closed without
	// a result, and SettledFor how long the server is up by then at least, so that
	// they had time to come back to it.
	AbandonedFor = 7 * Day
	MinUptime    = time.Hour

	// IdleFor is how long people sit before the start, none of them ready, until the
	// table is closed. It does not hold for correspondence and evenings.
	IdleFor = 30 * time.Minute
	// RemovedFor is how long a player cannot sit down again after the host made them
	// leave.
	RemovedFor = time.Minute
	// AfterGame is how long people chat and ask for a rematch after the end.
	AfterGame = 30 * time.Minute
)

// Limits on chat. Everything said stays in the log; views show the newest lines.
const (
	MaxLineCells = 300
	LinesShown   = 100
	// In the time Lately one person says LinesEach lines, and all together LinesOfAll,
	// which fit into what is shown: nobody's lines drive out another's unread.
	ChatWindow     = 20 * time.Second
	LinesPerPerson = 5
	LinesPerTable  = LinesShown / 2
	// ChatBatchDelay is how long a line waits for others to be stored with it in one commit,
	// and LinesTogether how many of them are.
	ChatBatchDelay = 50 * time.Millisecond
	ChatBatchSize  = 64
	MaxMuted       = 50
)

// Limits on commands and lists.
const (
	MaxCommandID   = 64 // bytes of what a client calls a command
	MaxPlayerID    = 256
	MaxReasonCells = 80
	MaxAdmitted    = 100 // people that a private table is opened to one by one
	RemovalsShown  = 8
)

// Words in the Action or Text of events. They are stored: never rename or reuse one.
const (
	SeatsSame    = "same"    // a rematch with the same seats
	SeatsRotated = "rotated" // a rematch in which the seats, or the first move, move on by one
	NoResult     = "nobody"  // an adjudication without a result
	StallText    = "stall"   // a clock was paused because the server stood still
)
