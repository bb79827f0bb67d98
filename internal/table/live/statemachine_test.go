package live_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestTableMatchesModel gives random commands to a table with a clock and to a simple model.
// It restarts and kills the server at random, and compares the table with the model after
// each step.
func TestTableMatchesModel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			m := newStateMachine(r)
			defer m.b.check()
			r.Repeat(m.steps())
		})
	})
}

func (m *stateMachine) steps() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"sit":            m.sit,
		"stand":          m.stand,
		"ready":          m.ready,
		"allSit":         m.allSit,
		"move":           m.move,
		"moveAgain":      m.move, // a second entry makes moves twice as likely
		"moveByAnyone":   m.moveByAnyone,
		"resign":         m.resign,
		"playOn":         m.playOn,
		"lift":           m.lift,
		"draw":           m.draw,
		"abort":          m.abort,
		"wait":           m.wait,
		"premove":        m.premove,
		"premoveAgain":   m.premove, // a second entry makes premoves twice as likely
		"cancelPremove":  m.cancelPremove,
		"takeback":       m.offerTakeback,
		"answerTakeback": m.answerTakeback,
		"chatConsent":    m.answerChat,
		"chat":           m.sendChat,
		"secondSession":  m.secondSession,
		"repeat":         m.repeat,
		"restart":        m.restart,
		"kill":           m.kill,
		"":               m.compare,
	}
}

type stateMachine struct {
	b        *testTable
	model    *model
	last     table.Command // last accepted command with an ID
	commands int
	// outage is how long the server is down; zero means an hour.
	outage time.Duration
}

func newStateMachine(r *rapid.T) *stateMachine {
	terms := someTerms.Draw(r, "terms")
	start := rapid.SampledFrom([]time.Duration{time.Minute, 5 * time.Minute}).Draw(r, "start")
	terms.Clock = table.Clock{Start: start, Increment: 3 * time.Second}
	terms.Fairness = rapid.SampledFrom([]int{0, table.Fairness}).Draw(r, "fairness")
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		r.Fatal(err)
	}
	return &stateMachine{b: newUncheckedTable(r, terms), model: newModel(terms, v)}
}

var (
	someSeat   = rapid.SampledFrom([]rules.Seat{white, silver, black, gold})
	somePlayer = rapid.SampledFrom([]player.Player{inky, blinky, pinky, clyde})
	someTerms  = rapid.SampledFrom([]table.Terms{
		{Game: "chess4"},
		{Game: "chess4", Options: map[string]string{"method": "2"}, Touch: true},
		{Game: "chess4", Options: map[string]string{"teams": "on"}},
		{Game: "verney", Touch: true},
		{Game: "chess4", Chat: true},
		{Game: "quadrochess"},
		{Game: "quadrochess", Chat: true},
		{Game: "forchess", Touch: true},
		{Game: "forchess", Options: map[string]string{"cutthroat": "on"}, Touch: true},
	})
)

// run gives a command to the table, and checks that the table accepts it if the model does,
// and otherwise refuses it. The function `answer` gives the command to the model.
func (m *stateMachine) run(r *rapid.T, a table.Command, answer func() bool) {
	m.model.flagIfLate(a.By)
	want := answer()
	m.commands++
	a.ID = strconv.Itoa(m.commands)
	before, checked := m.b.View().Seq, m.b.Check(context.Background(), a)
	clock := m.b.View().Clock
	late := clock != nil && clock.Running != rules.NoSeat && !time.Now().Before(clock.Deadline) // the command makes the seat lose on time
	err := m.b.Do(context.Background(), a)
	if fmt.Sprint(checked) != fmt.Sprint(err) && !isRefusal(err, table.TooFast) && !late {
		r.Fatalf("%+v: Check says %v, Do %v", a, checked, err)
	}
	if (err == nil) != want {
		r.Fatalf("%+v: %v; the model says %v", a, err, want)
	}
	if err == nil && m.b.View().Seq != before {
		m.last = a
	}
}

func (m *stateMachine) sit(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	m.run(r, table.Command{By: p, Kind: table.Sit, Seat: seat}, func() bool { return m.model.sit(p, seat) })
}

func (m *stateMachine) stand(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	m.run(r, table.Command{By: p, Kind: table.Stand, Seat: seat}, func() bool { return m.model.stand(p, seat) })
}

func (m *stateMachine) ready(r *rapid.T) {
	p, ready := somePlayer.Draw(r, "player"), rapid.Bool().Draw(r, "ready")
	do := table.Unready
	if ready {
		do = table.Ready
	}
	m.run(r, table.Command{By: p, Kind: do}, func() bool { return m.model.setReady(p, ready) })
}

// allSit seats all players and starts the game. Otherwise many runs would end before a game
// begins.
func (m *stateMachine) allSit(r *rapid.T) {
	for seat, p := range []player.Player{inky, blinky, inky, pinky} {
		m.run(r, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}, func() bool { return m.model.sit(p, rules.Seat(seat)) })
	}
	for _, p := range four {
		m.run(r, table.Command{By: p, Kind: table.Ready}, func() bool { return m.model.setReady(p, true) })
	}
}

func (m *stateMachine) legal(r *rapid.T) rules.Action {
	legal := m.b.View().Legal
	if len(legal) == 0 {
		r.Skip("no seat to move")
	}
	return rapid.SampledFrom(legal).Draw(r, "action")
}

// move plays a legal action. If a piece is lifted, it moves that piece.
func (m *stateMachine) move(r *rapid.T) {
	a, seat := m.legal(r), m.model.actor()
	if m.model.lifted != rules.NoSquare && a.From != m.model.lifted {
		i := slices.IndexFunc(m.b.View().Legal, func(b rules.Action) bool { return b.From == m.model.lifted })
		a = m.b.View().Legal[i]
	}
	p := m.model.players[seat]
	m.run(
		r,
		table.Command{By: p, Kind: table.Play, Seat: seat, Action: a, Answers: len(m.model.plain)},
		func() bool { return m.model.play(p, seat, a) },
	)
}

func (m *stateMachine) moveByAnyone(r *rapid.T) {
	a, p, seat := m.legal(r), somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	m.run(r, table.Command{By: p, Kind: table.Play, Seat: seat, Action: a, Answers: -1}, func() bool { return m.model.play(p, seat, a) })
}

func (m *stateMachine) resign(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	a := rules.Action{Type: rules.Resign, Seat: seat}
	m.run(r, table.Command{By: p, Kind: table.Play, Seat: seat, Action: a}, func() bool { return m.model.play(p, seat, a) })
}

func (m *stateMachine) playOn(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.run(r, table.Command{By: p, Kind: table.PlayOn}, func() bool { return m.model.playOn(p) })
}

// lift touches a movable piece for the seat to move, or sometimes a random square for a
// random seat.
func (m *stateMachine) lift(r *rapid.T) {
	sq, seat := m.legal(r).From, m.model.actor()
	if rapid.IntRange(0, 3).Draw(r, "stray") == 0 {
		sq, seat = rules.Square(rapid.Byte().Draw(r, "square")), someSeat.Draw(r, "seat")
	}
	p := m.model.players[seat]
	m.run(
		r,
		table.Command{By: p, Kind: table.Lift, Seat: seat, Square: sq, Answers: -1},
		func() bool { return m.model.lift(p, seat, sq) },
	)
}

func (m *stateMachine) draw(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	do := rapid.SampledFrom([]table.CommandKind{table.OfferDraw, table.AcceptDraw, table.DeclineDraw}).Draw(r, "do")
	m.run(r, table.Command{By: p, Kind: do}, func() bool { return m.model.draw(p, do) })
}

func (m *stateMachine) abort(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.run(r, table.Command{By: p, Kind: table.Abort}, func() bool { return m.model.abort(p) })
}

func (m *stateMachine) wait(r *rapid.T) {
	from := time.Now()
	unit := time.Millisecond
	if m.model.phase == table.Waiting { // wait only for a short time, so that the waiting table is not closed
		unit = time.Microsecond
	}
	time.Sleep(time.Duration(rapid.IntRange(1, 90_000).Draw(r, "milliseconds")) * unit)
	synctest.Wait()
	m.model.advance(from, time.Now())
}

func (m *stateMachine) repeat(r *rapid.T) {
	if m.last.ID == "" {
		r.Skip("no command to repeat")
	}
	if err := m.b.Do(context.Background(), m.last); err != nil {
		r.Fatalf("repeated: %v", err)
	}
}

func (m *stateMachine) restart(r *rapid.T) {
	if err := m.b.Stop(context.Background()); err != nil {
		r.Fatal(err)
	}
	m.restartAfter(time.Now())
}

// kill kills the server, which therefore stores no event that pauses the clock. After the
// restart, the clock counts as paused since the last event or, in a correspondence game,
// since the time at which the server last recorded that it was up, if that time is later.
func (m *stateMachine) kill(r *rapid.T) {
	events := m.b.events()
	down := events[len(events)-1].At
	m.b.kill()
	if m.model.terms.Clock.Correspondence() {
		if m.b.lastAlive.After(down) {
			down = m.b.lastAlive
		}
	} else if doubt := time.Since(down); m.model.phase == table.Playing && !m.model.paused && doubt > table.HeartbeatEvery {
		r.Fatalf("the last event is %v old", doubt)
	}
	m.restartAfter(down)
}

// restartAfter starts the server again after an outage.
func (m *stateMachine) restartAfter(down time.Time) {
	time.Sleep(cmp.Or(m.outage, time.Hour))
	m.b.open()
	synctest.Wait()
	m.model.restart(down)
}

func (m *stateMachine) compare(r *rapid.T) {
	synctest.Wait() // let the table do what is due now
	v, want := m.b.View(), m.model
	m.compareMoves(r, v)
	for seat, s := range v.Seats {
		if s.Player != want.players[seat] || s.Ready != want.ready[seat] || s.Open != (want.phase == table.Waiting && s.Player.ID == "") {
			r.Fatalf("seat %d: %+v", seat, s)
		}
	}
	if (v.Offer != nil) != (want.offer != nil) {
		r.Fatalf("offer %+v, want %v", v.Offer, want.offer)
	}
	if v.FirstMoves != want.firstMoves() || (v.Aborted != nil) != want.aborted {
		r.Fatalf("first moves %04b, aborted %+v; want %04b, %v", v.FirstMoves, v.Aborted, want.firstMoves(), want.aborted)
	}
	var resigning rules.Seats
	for seat := range want.resigning {
		resigning = resigning.With(seat)
	}
	if v.Resigning != resigning || v.Lifted != want.lifted {
		r.Fatalf("resigning %04b, lifted %d; want %04b, %d", v.Resigning, v.Lifted, resigning, want.lifted)
	}
	m.compareClocks(r, v)
	m.compareInteraction(r)
}

func (m *stateMachine) compareMoves(r *rapid.T, v *table.View) {
	want := m.model
	if v.Phase != want.phase || v.Actor != want.actor() || v.Position != want.game.Position {
		r.Fatalf("phase %d, actor %d, want %d, %d", v.Phase, v.Actor, want.phase, want.actor())
	}
	var plain []string
	for _, move := range v.Moves {
		plain = append(plain, move.Plain)
	}
	if !slices.Equal(want.plain, plain) {
		r.Fatalf("moves %q, want %q", plain, want.plain)
	}
}

func (m *stateMachine) compareClocks(r *rapid.T, v *table.View) {
	want := m.model
	if v.Clock.Left != want.left {
		r.Fatalf("clocks %v, want %v", v.Clock.Left, want.left)
	}
	running := want.actor()
	if want.paused {
		running = rules.NoSeat
	}
	if v.Clock.Running != running {
		r.Fatalf("the clock of %d runs, want %d", v.Clock.Running, running)
	}
	if running != rules.NoSeat && !v.Clock.Since.Equal(want.since) {
		r.Fatalf("running since %v, want %v", v.Clock.Since, want.since)
	}
}
