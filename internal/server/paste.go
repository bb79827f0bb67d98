package server

import "time"

// What a terminal puts around pasted text.
const pasteStart, pasteEnd = "\x1b[200~", "\x1b[201~"

// pasteIdle is how long a paste may pause. What comes later was typed: the
// paste's end was lost and is put in, or the keyboard would be dead for good.
const pasteIdle = time.Second

// pasteLimiter bounds pastes in a stream of input. The screen's decoder collects a
// paste until its end comes; the limiter puts the end in after about
// limit bytes, and drops the rest of the paste.
type pasteLimiter struct {
	limit   int
	state   pasteState
	size    int // of the paste so far
	matched int // how many bytes of the marker waited for the input ended with
	last    time.Time
}

type pasteState uint8

const (
	typing   pasteState = iota
	pasting             // between the markers
	dropping            // the same, but the reader has been given an end already
)

// pass appends what of in goes on to out, with the ends that have to be put in.
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

// follow keeps track of where in a paste the input stands after b.
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
		// Rather not within what may yet become the end, unless that goes on.
		if g.size >= g.limit && g.matched == 0 || g.size >= g.limit+len(pasteEnd) {
			g.state = dropping
			return append(out, pasteEnd...)
		}
	}
	return out
}

func (g *pasteLimiter) enter(s pasteState) { g.state, g.size, g.matched = s, 0, 0 }

// found reports whether b completes the marker that is waited for.
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
