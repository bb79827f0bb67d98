package e2e

import (
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// screenGame is four players and a spectator.
type screenGame struct {
	*testing.T
	server *testServer
	game   *rules.Game
	facts  *rules.Facts
	seats  [rules.SeatCount]*person
	sue    *person
	looks  bool // Sue is watching
}

// Four players type a whole recorded game, and a spectator watches from the middle on.
// Then the server is killed; all reconnect and continue.
func TestWholeGame(t *testing.T) {
	e := &screenGame{T: t, server: serveFor(t), game: newGame(t, "chess4", nil)}
	e.facts = e.game.Variant.Facts()
	e.gather()
	actions := actionsIn(readFile(t, "../../rules/chess4/testdata/chess4-firstgame.txt"))
	middle := len(actions) / 2
	for n, action := range actions {
		if n == middle-4 {
			e.sueWatches()
		}
		if n == middle {
			e.crash()
		}
		e.play(n, action)
	}
	e.farewell()
	if got := e.record(); !slices.Equal(got, actions) {
		t.Errorf("recorded %d actions: %q\nplayed %d: %q", len(got), got, len(actions), actions)
	}
}

// gather seats all at one table: the first player opens it, the others find it.
func (e *screenGame) gather() {
	for seat, name := range []string{"Inky", "Blinky", "Pinky", "Clyde"} {
		size := [][2]int{{80, 24}, {100, 30}, {120, 40}, {160, 50}}[seat]
		e.seats[seat] = newPerson(e.T, name, size[0], size[1])
		e.seats[seat].kind = kinds[seat%len(kinds)]
		e.seats[seat].arrive(e.server.address, "")
		e.seats[seat].introduce()
	}
	e.sue = newPerson(e.T, "Sue", 200, 60)
	e.sue.arrive(e.server.address, "")
	e.sue.introduce()
	inky := e.seats[0]
	inky.press("n")
	inky.until("[ Open the table ]", arrowDown)
	inky.press("\r")
	inky.sit(e.facts.Seats[0])
	for seat, p := range e.seats[1:] {
		p.open()
		p.sit(e.facts.Seats[seat+1])
	}
	for _, p := range e.seats {
		p.small()
	}
}

// sueWatches opens the table in the lobby.
func (e *screenGame) sueWatches() {
	e.sue.open()
	e.sue.atTable()
	e.sue.small()
	e.looks = true
	e.everybodySees()
}

// crash kills the server and starts it again. All reconnect, each in another way.
func (e *screenGame) crash() {
	e.everybodySees()
	e.server.kill()
	for _, p := range append(e.seats[:], e.sue) {
		if status := p.Ended(e.T); status == 0 {
			e.Errorf("%s: the session ended with status 0 though the server was killed", p.name)
		}
	}
	e.server.start()
	e.seats[0].arrive(e.server.address, "play 1")
	e.seats[1].arrive(e.server.address, "play 1 "+e.facts.Seats[1])
	e.seats[2].arrive(e.server.address, "watch 1")
	for _, p := range []*person{e.seats[3], e.sue} {
		p.arrive(e.server.address, "")
		p.open()
	}
	for _, p := range append(e.seats[:], e.sue) {
		p.atTable()
		p.small()
	}
	e.everybodySees()
}

// play types an action on the screen of the player to move, alternately in plain notation
// and in the game's own.
func (e *screenGame) play(n int, plain string) {
	seat := e.game.Variant.Actor(&e.game.Position)
	action, err := rules.ParsePlain(e.facts, seat, plain)
	if err != nil {
		e.Fatal(err)
	}
	p := e.seats[seat]
	p.See(e.T, "Your move")
	// A screen may still show the previous turn of the player.
	p.seePosition(e.view(p), &e.game.Position)
	p.See(e.T, "Your move")
	own := e.game.Variant.(rules.Notation).Write(&e.game.Position, action)
	typed := plain
	if n%2 == 1 && action.IsBoardAction() {
		typed, _, _ = strings.Cut(own, "#")
	}
	p.press(typed + "\r")
	if action.Type == rules.Resign {
		p.See(e.T, "Resign?")
		p.press(arrowRight + "\r")
	}
	if _, err := e.game.Play(action); err != nil {
		e.Fatalf("%d. %s: %v", n+1, plain, err)
	}
}

func (e *screenGame) everybodySees() {
	for _, p := range e.all() {
		p.seePosition(e.view(p), &e.game.Position)
	}
}

// all returns all players and spectators, each once.
func (e *screenGame) all() []*person {
	all := slices.Clone(e.seats[:])
	slices.SortFunc(all, func(a, b *person) int { return strings.Compare(a.name, b.name) })
	all = slices.Compact(all)
	if e.looks {
		all = append(all, e.sue)
	}
	return all
}

// view returns the view from the player's first seat. Spectators have the view from
// the first seat.
func (e *screenGame) view(p *person) boardView {
	return seatView(p, e.game.Variant, rules.Seat(max(0, slices.Index(e.seats[:], p))))
}

// farewell checks that all see the result: the score of each seat, with the seats' names
// if the screen has room.
func (e *screenGame) farewell() {
	o, f := &e.game.Position.Outcome, e.game.Variant.Facts()
	var brief []string
	for _, sixths := range o.Scores {
		brief = append(brief, rules.FormatSixths(sixths))
	}
	long := "Scores: " + f.SeatTitle(0) + " " + brief[0]
	for _, p := range e.all() {
		text := p.Await(e.T, "the result", func(text string) bool {
			return strings.Contains(text, "Game over") && strings.Contains(text, "Scores: ")
		})
		p.seePosition(e.view(p), &e.game.Position)
		if !strings.Contains(text, "Scores: "+strings.Join(brief, " - ")) && !strings.Contains(text, long) {
			e.Errorf("%s does not see the scores %v:\n%s", p.name, brief, text)
		}
	}
}

func (e *screenGame) record() []string {
	e.Helper()
	out, errs, status := sshtest.Run(e.T, e.seats[0].client, "record 1")
	if status != 0 || errs != "" {
		e.Fatalf("record: status %d, %q", status, errs)
	}
	return actionsIn(out)
}
