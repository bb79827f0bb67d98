package e2e

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
)

// kinds are the values of TERM that clients send.
var kinds = [...]string{"xterm-256color", "xterm-ghostty"}

// connectPerson returns a person who has just connected and chosen a name.
func connectPerson(t *testing.T, s *testServer, kind, name string, width, height int) *person {
	t.Helper()
	p := newPerson(t, name, width, height)
	p.term = kind
	p.connect(s.address, "")
	p.chooseName()
	return p
}

// runOverClient runs a command on the person's connection. The command must succeed.
func (p *person) runOverClient(command string) string {
	p.Helper()
	return mustRunOn(p, p.client, command)
}

// twoPlayerGame starts a game between two clients. White has a terminal of the given kind, and
// Black has one of another kind. The parameter `order` contains options of the table.
func twoPlayerGame(t *testing.T, kind, order string) (s *testServer, white, black *person) {
	t.Helper()
	s = serveFor(t)
	other := kinds[0]
	if kind == other {
		other = kinds[1]
	}
	white, black = connectPerson(t, s, kind, "Inky", 80, 24), connectPerson(t, s, other, "Pinky", 120, 40)
	white.runOverClient("new chess4 armies=white,black " + order)
	for i, p := range []*person{white, black} {
		p.open()
		p.sit([]string{"white", "black"}[i])
	}
	for _, p := range []*person{white, black} {
		p.awaitTable()
		p.useSmallSquares()
	}
	return s, white, black
}

// appendEvents stops the server, appends events to the log of table 1, and starts the server
// again. The events may have times in the past, so that no test waits for minutes.
func (s *testServer) appendEvents(events func(log []table.Event) []table.Event) {
	s.Helper()
	s.kill()
	ctx := context.Background()
	disk, err := store.Open(ctx, s.data, slog.New(slog.DiscardHandler))
	s.must(err)
	log, err := disk.Tables.Load(ctx, 1)
	s.must(err)
	s.must(disk.Tables.Append(ctx, 1, len(log)+1, events(log), nil))
	s.must(disk.Close())
	s.start()
}

// seatedEvent returns the last event that gave the seat to a player.
func seatedEvent(log []table.Event, seat rules.Seat) (e table.Event) {
	for i := range log {
		if log[i].Kind == table.Seated && *log[i].Seat == seat {
			e = log[i]
		}
	}
	return e
}

// awayFor returns an argument for appendEvents: a function that returns an event after which
// the player of a seat has been away for the given time.
func awayFor(seat rules.Seat, long time.Duration) func(log []table.Event) []table.Event {
	return func(log []table.Event) []table.Event {
		return []table.Event{{Kind: table.Left, At: time.Now().UTC(), Player: seatedEvent(log, seat).Player, Spent: long}}
	}
}

// openedSeat returns a function to pass to appendEvents. The function returns one event,
// which opens the seat of an away player to other players.
func openedSeat(seat rules.Seat) func(log []table.Event) []table.Event {
	return func([]table.Event) []table.Event {
		return []table.Event{{Kind: table.Vacated, At: time.Now().UTC(), Seat: &seat}}
	}
}

// TestSynchronizedOutput checks that large frames are sent as synchronized updates if the
// terminal supports them, unless the person has switched off synchronized updates.
func TestSynchronizedOutput(t *testing.T) {
	const wraps = "\x1b[?2026h"
	t.Parallel()
	s := serveFor(t)
	for i, kind := range kinds {
		p := connectPerson(t, s, kind, four[i], 80, 24)
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
	}
}
