package e2e

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// Each player is notified of their turn in the way that suits their terminal. The
// terminals answer the queries for their name and for focus reports in different ways, or
// not at all.
func TestTurnNotifiesTheDesktop(t *testing.T) {
	t.Parallel()
	const (
		query          = "\x1b]99;i=q:p=?;\x1b\\" // asks each terminal whether it shows notifications of OSC 99
		kitty          = "\x1b]99;i=q:p=?;p=title,body\x1b\\\x1bP>|kitty(0.42.0)\x1b\\"
		foot, tmux     = "\x1bP>|foot(1.18.1)\x1b\\", "\x1bP>|tmux 3.5a\x1b\\"
		iterm          = "\x1bP>|iTerm2 3.6.9\x1b\\"
		focusReports   = "\x1b[?1004;2$y"
		askFocus, blur = "\x1b[?1004h", "\x1b[O"
	)
	s := serveFor(t)
	p := gatherCommandGame(t, s.address, "chess4 clock=none")
	for n, c := range []struct {
		name, replies, notification string
	}{
		{"kitty", kitty + focusReports, "\x1b]99;i=quadrille:d=1:p=body;Your move: table 1, Chess4, "},
		{"foot", foot + focusReports, "\x1b]777;notify;Quadrille;Your move: table 1, Chess4, "},
		{"iTerm2", iterm, "\x1b]9;Quadrille: Your move: table 1, Chess4, "},
		{"a focused terminal", foot + focusReports, ""},
		{"tmux", tmux + focusReports, ""},
		{"a terminal that echoes the query", query, ""},
		{"a terminal without titles and bodies", "\x1b]99;i=q:p=?;p=close\x1b\\", ""},
		{"no answer", "", ""},
	} {
		mover, plain, action := p.pick(n)
		if _, err := p.game.Play(action); err != nil {
			t.Fatal(err)
		}
		next := p.seats[p.game.Variant.Actor(&p.game.Position)]
		client := sshtest.DialFrom(t, next.local, s.address, sshtest.KeyAuth(next.key))
		screen := sshtest.OpenStreamOn(
			t,
			client,
			c.name,
			sshtest.Terminal{Kind: kinds[0], Width: 80, Height: 24},
			fmt.Sprint("play ", p.id),
		)
		screen.Expect(t, " to move") // wait, because typed text is dropped before the table is open
		screen.Type(t, c.replies)
		if strings.HasPrefix(c.replies, kitty) || strings.HasPrefix(c.replies, foot) {
			screen.Expect(t, askFocus)
			if c.notification != "" {
				screen.Type(t, blur)
			}
		}
		screen.Type(t, "zz") // the server shows these letters only after it has read the terminal's earlier replies
		screen.Expect(t, "zz")
		mover.mustRun(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		if c.notification != "" {
			screen.Expect(t, c.notification)
		}
		if !strings.Contains(screen.Output(), "YOUR MOVE") { // the title of the window may come before the notification
			screen.Expect(t, "YOUR MOVE")
		}
		for _, sequence := range []string{"\x1b]9;", "\x1b]99;", "\x1b]777;"} {
			found := strings.Contains(strings.ReplaceAll(screen.Output(), query, ""), sequence)
			if found != strings.HasPrefix(c.notification, sequence) {
				t.Errorf("%s: the output contains %q: %t", c.name, sequence, found)
			}
		}
		_ = client.Close()
	}
}
