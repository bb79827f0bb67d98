package e2e

import (
	"strings"
	"testing"
)

// If the terminal is too small, the screen shows the size that it needs. All keys still
// work, and after a resize the whole screen appears.
func TestTerminalTooSmall(t *testing.T) {
	onEachTerminal(t, func(t *testing.T, kind string) {
		e, p := tableOfOnePlayer(t, kind, 80, 24, "chess4", nil)
		p.useSmallSquares()
		must(t, p.Resize(60, 12))
		p.See(t, "Quadrille needs 32 x 16. This terminal has 60 x 12.")
		p.See(t, "Your move, White")
		p.press("k7\r")
		p.See(t, "Your move, Silver")
		p.press("zz9\r")
		p.See(t, "! ")
		must(t, p.Resize(80, 24))
		a := e.game.Variant.Legal(&e.game.Position, nil)
		for i := range a {
			if e.plain(a[i]) == "m7-k7" {
				e.advance(a[i])
				break
			}
		}
		p.seePosition(e.view(p), &e.game.Position)
	})
}

// The smallest terminal shows the lobby, its forms, and the seats of a table before the game.
func TestSmallestTerminal(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	p := connectPerson(t, s, "xterm-256color", "Inky", 46, 16)
	p.See(t, "Against bots")
	p.See(t, "1 online")
	p.press("n")
	p.See(t, "▸ Game ")
	p.press(strings.Repeat("\r", 12))
	p.See(t, "[ Open the table ]")
	p.press("\r")
	p.See(t, "▸ Sit down as White")
	p.press("\r")
	p.See(t, "not ready")
}

// TestSynchronizedOutput checks that large frames are sent as synchronized updates if the
// terminal supports them, unless the person has switched off synchronized updates.
func TestSynchronizedOutput(t *testing.T) {
	const wraps = "\x1b[?2026h"
	onEachTerminal(t, func(t *testing.T, kind string) {
		s := serveFor(t)
		p := connectPerson(t, s, kind, "Inky", 80, 24)
		p.press("\x1b[?2026;2$y") // the terminal's answer: mode 2026 is supported
		p.press("?")
		p.See(t, "Keys in the lobby")
		p.press("q")
		p.See(t, "New table")
		if !strings.Contains(p.Got(), wraps) {
			t.Error("no frame was sent as a synchronized update")
		}
		p.mustRun(s.address, "settings sync off")
		p.connect(s.address, "")
		p.See(t, "New table")
		p.press("\x1b[?2026;2$y")
		p.press("?")
		p.See(t, "Keys in the lobby")
		if strings.Contains(p.Got(), wraps) {
			t.Error("a frame was sent as a synchronized update, although that was switched off")
		}
	})
}
