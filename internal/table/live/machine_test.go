package live_test

import (
	"cmp"
	"context"
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

// TestTableIsItsModel does whatever comes to mind to a table with a clock and to
// a plain model of it, restarts and kills included, and holds them against each
// other after each step.
func TestTableIsItsModel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			m := newMachine(r)
			defer m.b.check()
			r.Repeat(m.steps())
		})
	})
}

func (m *machine) steps() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"sit":      m.sit,
		"stand":    m.stand,
		"ready":    m.ready,
		"allSit":   m.allSit,
		"move":     m.move,
		"moveOn":   m.move, // twice as likely
		"stranger": m.stranger,
		"resign":   m.resign,
		"playOn":   m.playOn,
		"lift":     m.lift,
		"draw":     m.draw,
		"wait":     m.wait,
		"premove":  m.premove,
		"ahead":    m.premove, // twice as likely
		"recall":   m.recall,
		"undo":     m.askUndo,
		"agree":    m.answerUndo,
		"consent":  m.consent,
		"say":      m.say,
		"takeover": m.takeover,
		"repeat":   m.repeat,
		"restart":  m.restart,
		"kill":     m.kill,
		"":         m.compare,
	}
}

type machine struct {
	b     *bed
	model *model
	last  table.Command // that was done under a name
	acts  int
	// outage is how long the server is down; zero for an hour.
	outage time.Duration
}

func newMachine(r *rapid.T) *machine {
	terms := someTerms.Draw(r, "terms")
	terms.Clock = table.Clock{Start: time.Minute, Increment: 3 * time.Second}
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		r.Fatal(err)
	}
	return &machine{b: layBare(r, terms), model: newModel(terms, v)}
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

// ask asks the table and wants the model's answer.
func (m *machine) ask(r *rapid.T, a table.Command, answer func() bool) {
	m.model.hear(a.By)
	want := answer()
	m.acts++
	a.ID = strconv.Itoa(m.acts)
	before := m.b.View().Seq
	err := m.b.Do(context.Background(), a)
	if (err == nil) != want {
		r.Fatalf("%+v: %v, where the model says %v", a, err, want)
	}
	if err == nil && m.b.View().Seq != before {
		m.last = a
	}
}

func (m *machine) sit(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	m.ask(r, table.Command{By: p, Kind: table.Sit, Seat: seat}, func() bool { return m.model.sit(p, seat) })
}

func (m *machine) stand(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	m.ask(r, table.Command{By: p, Kind: table.Stand, Seat: seat}, func() bool { return m.model.stand(p, seat) })
}

func (m *machine) ready(r *rapid.T) {
	p, ready := somePlayer.Draw(r, "player"), rapid.Bool().Draw(r, "ready")
	do := table.Unready
	if ready {
		do = table.Ready
	}
	m.ask(r, table.Command{By: p, Kind: do}, func() bool { return m.model.setReady(p, ready) })
}

// allSit begins the game, so that not every run dies waiting.
func (m *machine) allSit(r *rapid.T) {
	for seat, p := range []player.Player{inky, blinky, inky, pinky} {
		m.ask(r, table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)}, func() bool { return m.model.sit(p, rules.Seat(seat)) })
	}
	for _, p := range four {
		m.ask(r, table.Command{By: p, Kind: table.Ready}, func() bool { return m.model.setReady(p, true) })
	}
}

func (m *machine) legal(r *rapid.T) rules.Action {
	legal := m.b.View().Legal
	if len(legal) == 0 {
		r.Skip("nobody is to move")
	}
	return rapid.SampledFrom(legal).Draw(r, "action")
}

// move plays with the man that is lifted, if one is.
func (m *machine) move(r *rapid.T) {
	a, seat := m.legal(r), m.model.actor()
	if m.model.lifted != rules.NoSquare && a.From != m.model.lifted {
		i := slices.IndexFunc(m.b.View().Legal, func(b rules.Action) bool { return b.From == m.model.lifted })
		a = m.b.View().Legal[i]
	}
	p := m.model.who[seat]
	m.ask(r, table.Command{By: p, Kind: table.Play, Seat: seat, Action: a, Answers: len(m.model.plain)}, func() bool { return m.model.play(p, seat, a) })
}

func (m *machine) stranger(r *rapid.T) {
	a, p, seat := m.legal(r), somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	m.ask(r, table.Command{By: p, Kind: table.Play, Seat: seat, Action: a, Answers: -1}, func() bool { return m.model.play(p, seat, a) })
}

func (m *machine) resign(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	a := rules.Action{Type: rules.Resign, Seat: seat}
	m.ask(r, table.Command{By: p, Kind: table.Play, Seat: seat, Action: a}, func() bool { return m.model.play(p, seat, a) })
}

func (m *machine) playOn(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.ask(r, table.Command{By: p, Kind: table.PlayOn}, func() bool { return m.model.playOn(p) })
}

// lift picks up a man, mostly one that can move, and mostly in turn.
func (m *machine) lift(r *rapid.T) {
	sq, seat := m.legal(r).From, m.model.actor()
	if rapid.IntRange(0, 3).Draw(r, "stray") == 0 {
		sq, seat = rules.Square(rapid.Byte().Draw(r, "square")), someSeat.Draw(r, "seat")
	}
	p := m.model.who[seat]
	m.ask(r, table.Command{By: p, Kind: table.Lift, Seat: seat, Square: sq, Answers: -1}, func() bool { return m.model.lift(p, seat, sq) })
}

func (m *machine) draw(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	do := rapid.SampledFrom([]table.CommandKind{table.OfferDraw, table.AcceptDraw, table.DeclineDraw}).Draw(r, "do")
	m.ask(r, table.Command{By: p, Kind: do}, func() bool { return m.model.draw(p, do) })
}

func (m *machine) wait(r *rapid.T) {
	from := time.Now()
	unit := time.Millisecond
	if m.model.phase == table.Waiting { // not so long that it is closed
		unit = time.Microsecond
	}
	time.Sleep(time.Duration(rapid.IntRange(1, 90_000).Draw(r, "milliseconds")) * unit)
	synctest.Wait()
	m.model.pass(from, time.Now())
}

func (m *machine) repeat(r *rapid.T) {
	if m.last.ID == "" {
		r.Skip("nothing was done")
	}
	if err := m.b.Do(context.Background(), m.last); err != nil {
		r.Fatalf("repeated: %v", err)
	}
}

func (m *machine) restart(r *rapid.T) {
	if err := m.b.Stop(context.Background()); err != nil {
		r.Fatal(err)
	}
	m.away(time.Now())
}

// kill is at a time that the log knows as well as its last event.
func (m *machine) kill(r *rapid.T) {
	events := m.b.events()
	down := events[len(events)-1].At
	m.b.kill()
	if m.model.terms.Clock.Correspondence() {
		if m.b.down.After(down) {
			down = m.b.down
		}
	} else if doubt := time.Since(down); m.model.phase == table.Playing && !m.model.paused && doubt > table.HeartbeatEvery {
		r.Fatalf("the last sign of life is %v old", doubt)
	}
	m.away(down)
}

// away is the time in which the server is down.
func (m *machine) away(down time.Time) {
	time.Sleep(cmp.Or(m.outage, time.Hour))
	m.b.open()
	synctest.Wait()
	m.model.restart(down)
}

func (m *machine) compare(r *rapid.T) {
	synctest.Wait() // what is due at this very moment has happened
	v, want := m.b.View(), m.model
	m.compareMoves(r, v)
	for seat, s := range v.Seats {
		if s.Player != want.who[seat] || s.Ready != want.ready[seat] || s.Open != (want.phase == table.Waiting && s.Player.ID == "") {
			r.Fatalf("seat %d: %+v", seat, s)
		}
	}
	if (v.Offer != nil) != (want.offer != nil) {
		r.Fatalf("offer %+v, want %v", v.Offer, want.offer)
	}
	var resigning rules.Seats
	for seat := range want.yields {
		resigning = resigning.With(seat)
	}
	if v.Resigning != resigning || v.Lifted != want.lifted {
		r.Fatalf("resigning %04b, lifted %d; want %04b, %d", v.Resigning, v.Lifted, resigning, want.lifted)
	}
	m.compareClocks(r, v)
	m.compareCompany(r)
}

func (m *machine) compareMoves(r *rapid.T, v *table.View) {
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

func (m *machine) compareClocks(r *rapid.T, v *table.View) {
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
