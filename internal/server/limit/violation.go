package limit

import (
	"time"

	"quadrille/internal/config"
)

// Violation is something that an address pays for.
type Violation uint8

// The violations.
const (
	Abandoned  Violation = iota // hung up before it logged in
	TimedOut                    // did not log in in time
	Failed                      // failed to log in
	Flood                       // sent too much
	Stalled                     // did not read what was sent
	WrongCode                   // tried a code that does not exist
	TooHasty                    // ran a command too many
	Leaked                      // left goroutines behind
	violations                  // how many there are
)

// violationNames are what metrics call them. They are never renamed.
var violationNames = [violations]string{
	Abandoned: "abandoned", TimedOut: "timed_out", Failed: "failed",
	Flood: "flood", Stalled: "stalled", WrongCode: "wrong_code", TooHasty: "excess_commands", Leaked: "leaked",
}

// cost returns what a violation adds to what an address owes.
func cost(p *config.Penalties, v Violation) time.Duration {
	return [...]time.Duration{
		Abandoned: p.Abandoned, TimedOut: p.TimedOut, Failed: p.Failed,
		Flood: p.Flood, Stalled: p.Stalled, WrongCode: p.WrongCode, TooHasty: p.ExcessCommands, Leaked: p.Leaked,
	}[v]
}
