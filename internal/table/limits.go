package table

import "time"

// Day is 24 hours.
const Day = 24 * time.Hour

// The periods of a table's timers.
const (
	// Grace is the longest expected delay between the receipt of a command and its arrival
	// in the table's goroutine. A player loses on time only when Grace has passed since the
	// deadline, so that a command received before the deadline still counts (G6).
	Grace = 100 * time.Millisecond
	// HeartbeatEvery is the interval between the heartbeat events that a table stores while
	// a clock runs. After a crash, the time after the last heartbeat is not taken from the
	// clock. Correspondence tables store no heartbeats, because they need not be loaded; see
	// [clock.Outage].
	HeartbeatEvery = 10 * time.Second
	// ReconnectTime is the maximum time for which a clock stays paused after an outage. The
	// clock resumes earlier if the player to move connects.
	ReconnectTime = 60 * time.Second
	// FirstMoveTime is the longest that a seat may take for its first move, even if its
	// clock has more time. Games without a clock and correspondence games have no such
	// limit.
	FirstMoveTime = 2 * time.Minute
	// RetryAfter is how long a table waits after a failed write before the next attempt.
	RetryAfter = time.Second

	// AwayAfter is how long a player must be disconnected to count as away.
	AwayAfter = 30 * time.Second
	// ReplaceAfter is how long a player must be away before the other players may vote to
	// open the player's seat or to resign for the player. A vote to adjourn is possible at
	// any time.
	ReplaceAfter = 2 * time.Minute
	// AdjournedFor is the time during which only a majority of all players can resume an
	// adjourned game. After that time, a majority of the players who are present is enough.
	AdjournedFor = 7 * Day
	// AbandonedFor is how long all players must be away before a running game is closed
	// without a result. The server must also have been up for MinUptime, so that players had
	// time to return.
	AbandonedFor = 7 * Day
	MinUptime    = time.Hour

	// IdleFor is how long a waiting table stays open while no seated player is ready.
	// This limit does not apply to correspondence tables and tables of club evenings.
	IdleFor = 30 * time.Minute
	// RemovedFor is how long a person who was removed from a seat must wait before they can
	// sit down again.
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
	// ChatBatchDelay is how long the first message of a batch waits for more messages, which
	// are stored in the same transaction. ChatBatchSize is the maximum number of messages in
	// a batch.
	ChatBatchDelay = 50 * time.Millisecond
	ChatBatchSize  = 64
	MaxMuted       = 50 // maximum length of a table's list of muted people; a new entry removes the oldest one
)

// The limits of commands and lists.
const (
	MaxCommandID   = 64 // in bytes
	MaxPlayerID    = 256
	MaxReasonCells = 80
	MaxAdmitted    = 100 // maximum number of people admitted to a private table
	RemovalsShown  = 8
)

// Words in the Action or Text of events. They are stored: never rename or reuse a word.
const (
	SeatsSame    = "same"    // a rematch with the same seats
	SeatsRotated = "rotated" // a rematch in which the seats or the first turn rotate
	NoResult     = "nobody"  // an adjudication without a winner, after which the game has no result
	StallText    = "stall"   // the clocks stopped because the server process was suspended
)
