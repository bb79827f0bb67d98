package server

import "time"

// misdeed is something that an address pays for.
type misdeed uint8

const (
	abandoned misdeed = iota
	timedOut
	failed
	flood
	deaf
	guess
	pestered
	leaked
	kindsOfMisdeed // how many there are
)

// What counters call them, which is for good.
var misdeedWords = [kindsOfMisdeed]string{
	abandoned: "abandoned", timedOut: "timed_out", failed: "failed",
	flood: "flood", deaf: "deaf", guess: "guess", pestered: "pestered", leaked: "leaked",
}

func cost(p *Penalties, m misdeed) time.Duration {
	return [...]time.Duration{
		abandoned: p.Abandoned, timedOut: p.TimedOut, failed: p.Failed,
		flood: p.Flood, deaf: p.Deaf, guess: p.Guess, pestered: p.Pester, leaked: p.Leaked,
	}[m]
}

// blame notes a misdeed of a connection at its address.
func (c *conn) penalize(m misdeed) {
	c.gate.misdeeds[m].Add(1)
	if c.gate.blame(c.from, cost(&c.limits.Load().Penalties, m), time.Now()) {
		c.logger.Warn("address refused for a while")
	}
}
