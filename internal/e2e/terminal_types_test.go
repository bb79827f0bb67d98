package e2e

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
)

// kinds are the values of TERM with which the tests of a table run.
var kinds = [...]string{"xterm-256color", "xterm-ghostty"}

// onEachTerminal runs a test with each of them.
func onEachTerminal(t *testing.T, test func(t *testing.T, kind string)) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, kind)
		})
	}
}

// visitor returns a client that has just connected with a terminal of that kind.
func visitor(t *testing.T, s *testServer, kind, name string, width, height int) *person {
	t.Helper()
	p := newPerson(t, name, width, height)
	p.kind = kind
	p.arrive(s.address, "")
	p.introduce()
	return p
}

// commands runs a command that must succeed.
func (p *person) commands(command string) string {
	p.Helper()
	out, errs, status := sshtest.Run(p, p.client, command)
	if status != 0 {
		p.Fatalf("%s: %s: %d, %s", p.name, command, status, errs)
	}
	return out
}

// alone returns a table at which one player has all seats, after the given actions.
func alone(t *testing.T, kind string, width, height int, game string, actions []rules.Action) (*screenGame, *person) {
	t.Helper()
	e := &screenGame{T: t, server: serveFor(t), game: newGame(t, game, nil)}
	e.facts = e.game.Variant.Facts()
	p := visitor(t, e.server, kind, "Inky", width, height)
	e.seats = [rules.SeatCount]*person{p, p, p, p}
	p.commands("new " + game + " touch=off seats-per-person=4 clock=none")
	p.open()
	p.sitEverywhere()
	for _, a := range actions {
		p.commands("move 1 " + e.plain(a))
		e.advance(a)
	}
	return e, p
}

func (p *person) sitEverywhere() {
	p.Helper()
	for range rules.SeatCount {
		p.until("> Sit down as ", "\t")
		before := strings.Count(p.Text(), "Leave seat")
		p.press("\r")
		p.Await(p, "another seat", func(text string) bool { return strings.Count(text, "Leave seat") > before })
	}
	p.until("> I am ready", "\t")
	p.press("\r")
	p.See(p, "Your move")
}

// duel starts a game of two armies between two clients with the two kinds of terminals.
func duel(t *testing.T, kind, order string) (s *testServer, white, black *person) {
	t.Helper()
	s = serveFor(t)
	other := kinds[0]
	if kind == other {
		other = kinds[1]
	}
	white, black = visitor(t, s, kind, "Inky", 80, 24), visitor(t, s, other, "Pinky", 120, 40)
	white.commands("new chess4 armies=white,black " + order)
	for i, p := range []*person{white, black} {
		p.open()
		p.sit([]string{"white", "black"}[i])
	}
	for _, p := range []*person{white, black} {
		p.atTable()
		p.small()
	}
	return s, white, black
}

// meanwhile stops the server, adds past events to the log of table 1, and starts the
// server again, so that no test waits for minutes.
func (s *testServer) meanwhile(events func(log []table.Event) []table.Event) {
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

// whoSits returns the player of a seat in a log.
func whoSits(log []table.Event, seat rules.Seat) (e table.Event) {
	for i := range log {
		if log[i].Kind == table.Seated && *log[i].Seat == seat {
			e = log[i]
		}
	}
	return e
}

// awayFor makes the player of a seat away for that long.
func awayFor(seat rules.Seat, long time.Duration) func(log []table.Event) []table.Event {
	return func(log []table.Event) []table.Event {
		return []table.Event{{Kind: table.Left, At: time.Now().UTC(), Player: whoSits(log, seat).Player, Spent: long}}
	}
}

// vacant makes an open seat of a player who is away.
func vacant(seat rules.Seat) func(log []table.Event) []table.Event {
	return func([]table.Event) []table.Event {
		return []table.Event{{Kind: table.Vacated, At: time.Now().UTC(), Seat: &seat}}
	}
}
