package server

import "time"

// The sequences that a terminal sends before and after pasted text.
const pasteStart, pasteEnd = "\x1b[200~", "\x1b[201~"

// pasteIdle is the longest pause within a paste. After a longer pause pasteLimiter assumes
// that pasteEnd was lost, and inserts it. Otherwise the decoder would treat all later keys
// as pasted text.
const pasteIdle = time.Second

// pasteLimiter limits the size of pastes in the input of a session, because the screen's
// decoder collects pasted text until pasteEnd. After about `limit` bytes, pasteLimiter inserts
// pasteEnd and drops the rest of the paste.
type pasteLimiter struct {
	limit   int
	state   pasteState
	size    int // number of bytes of the current paste
	matched int // how many bytes of the next marker (pasteStart or pasteEnd) have arrived
	last    time.Time
}

type pasteState uint8

const (
	typing   pasteState = iota
	pasting             // the state from a pasteStart to the next pasteEnd
	dropping            // the paste was too long, so the server has ended it; the input up to the client's pasteEnd is dropped
)

// pass appends the input to `out`. It drops the end of pastes that are too long, and
// inserts missing end markers.
func (g *pasteLimiter) pass(out, in []byte, now time.Time) []byte {
	if g.state != typing && now.Sub(g.last) > pasteIdle {
		if g.state == pasting {
			out = append(out, pasteEnd...)
		}
		g.enter(typing)
	}
	g.last = now
	for _, b := range in {
		if g.state != dropping {
			out = append(out, b)
		}
		out = g.follow(out, b)
	}
	return out
}

// follow updates the limiter after the input byte b. When the paste reaches the limit,
// follow appends pasteEnd to `out`.
func (g *pasteLimiter) follow(out []byte, b byte) []byte {
	switch {
	case g.found(b):
		if g.state == typing {
			g.enter(pasting)
		} else {
			g.enter(typing)
		}
	case g.state == pasting:
		g.size++
		// At the limit, end the paste. But if the last bytes may be the beginning of the
		// pasteEnd that the terminal sends, wait for the rest of it.
		if g.size >= g.limit && g.matched == 0 || g.size >= g.limit+len(pasteEnd) {
			g.state = dropping
			return append(out, pasteEnd...)
		}
	}
	return out
}

func (g *pasteLimiter) enter(s pasteState) { g.state, g.size, g.matched = s, 0, 0 }

// found reports whether b completes the marker that begins or ends a paste.
func (g *pasteLimiter) found(b byte) bool {
	marker := pasteStart
	if g.state != typing {
		marker = pasteEnd
	}
	switch b {
	case marker[g.matched]:
		g.matched++
	case marker[0]:
		g.matched = 1
	default:
		g.matched = 0
	}
	return g.matched == len(marker)
}
