package limit

import (
	"time"

	"quadrille/internal/config"
)

// Violation is a kind of misuse for which an address is penalized.
type Violation uint8

// The kinds of violations.
const (
	Abandoned      Violation = iota // the client disconnected before it authenticated
	TimedOut                        // the client did not authenticate in time
	Failed                          // the client failed to authenticate
	Flood                           // the client sent too much data
	Stalled                         // the client did not read its output
	WrongCode                       // the client tried a code that does not exist
	ExcessCommands                  // the client ran too many commands
	Panicked                        // the client did something that caused a panic
	Leaked                          // the connection left goroutines of the server behind
	violations                      // the number of kinds of violations
)

// violationNames are the label values of metrics. Never rename one.
var violationNames = [violations]string{
	Abandoned: "abandoned", TimedOut: "timed_out", Failed: "failed",
	Flood: "flood", Stalled: "stalled", WrongCode: "wrong_code", ExcessCommands: "excess_commands", Panicked: "panic", Leaked: "leaked",
}

// cost returns how much a violation adds to the penalty of an address.
func cost(p *config.Penalties, v Violation) time.Duration {
	return [...]time.Duration{
		Abandoned: p.Abandoned, TimedOut: p.TimedOut, Failed: p.Failed,
		Flood: p.Flood, Stalled: p.Stalled, WrongCode: p.WrongCode, ExcessCommands: p.ExcessCommands,
		Panicked: p.Panicked, Leaked: p.Leaked,
	}[v]
}
