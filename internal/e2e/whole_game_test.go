package e2e

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/present"
	"quadrille/internal/sshtest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// screenGame is a game of four players who use screens, with a spectator.
type screenGame struct {
	*testing.T
	server   *testServer
	game     *rules.Game
	facts    *rules.Facts
	seats    [rules.SeatCount]*person
	sue      *person
	watching bool // whether the spectator Sue is watching
}

// Four players type all moves of a recorded game. A spectator starts to watch in the middle.
// Then the server is killed, and all of them reconnect and continue.
func TestWholeGame(t *testing.T) {
	t.Parallel()
	e := &screenGame{T: t, server: serveFor(t), game: newGame(t, "chess4", nil)}
	e.facts = e.game.Variant.Facts()
	e.gather()
	actions := actionsIn(readFile(t, "../../rules/chess4/testdata/chess4-firstgame.txt"))
	middle := len(actions) / 2
	for n, action := range actions {
		if n == middle-4 {
			e.startWatching()
		}
		if n == middle {
			e.crashAndReconnect()
		}
		e.play(n, action)
	}
	e.checkResult()
	if got := e.record(); !slices.Equal(got, actions) {
		t.Errorf("recorded %d actions: %q\nplayed %d: %q", len(got), got, len(actions), actions)
	}
}

// gather seats all players at one table: the first opens it and the others find it in the
// lobby.
func (e *screenGame) gather() {
	for seat, name := range []string{"Inky", "Blinky", "Pinky", "Clyde"} {
		size := [][2]int{{80, 24}, {100, 30}, {120, 40}, {160, 50}}[seat]
		e.seats[seat] = newPerson(e.T, name, size[0], size[1])
		e.seats[seat].term = kinds[seat%len(kinds)]
		e.seats[seat].connect(e.server.address, "")
		e.seats[seat].chooseName()
		if seat > 0 { // the first player sees moves in motion; the others need not wait for them
			e.seats[seat].runOverClient("settings motion off")
			e.seats[seat].connect(e.server.address, "")
		}
	}
	e.sue = newPerson(e.T, "Sue", 200, 60)
	e.sue.connect(e.server.address, "")
	e.sue.chooseName()
	inky := e.seats[0]
	inky.press("n")
	inky.pressUntil("[ Open the table ]", arrowDown)
	inky.press("\r")
	inky.sit(e.facts.Seats[0])
	for seat, p := range e.seats[1:] {
		p.open()
		p.sit(e.facts.Seats[seat+1])
	}
	for _, p := range e.seats {
		p.useSmallSquares()
	}
}

// startWatching makes the spectator open the table from the lobby.
func (e *screenGame) startWatching() {
	e.sue.open()
	e.sue.awaitTable()
	e.sue.useSmallSquares()
	e.watching = true
	e.everybodySees()
}

// crashAndReconnect kills the server and starts it again. The players reconnect in different
// ways.
func (e *screenGame) crashAndReconnect() {
	e.everybodySees()
	e.server.kill()
	for _, p := range append(e.seats[:], e.sue) {
		if status := p.Ended(e.T); status == 0 {
			e.Errorf("%s: the session ended with status 0 though the server was killed", p.name)
		}
	}
	e.server.start()
	e.seats[0].connect(e.server.address, "play 1")
	e.seats[1].connect(e.server.address, "play 1 "+e.facts.Seats[1])
	e.seats[2].connect(e.server.address, "watch 1")
	for _, p := range []*person{e.seats[3], e.sue} {
		p.connect(e.server.address, "")
		p.open()
	}
	for _, p := range append(e.seats[:], e.sue) {
		p.awaitTable()
		p.useSmallSquares()
	}
	e.everybodySees()
}

// play types an action on the screen of the player to move, alternately in plain notation
// and in piece notation.
func (e *screenGame) play(n int, plain string) {
	seat := e.game.Variant.Actor(&e.game.Position)
	action, err := rules.ParsePlain(e.facts, seat, plain)
	must(e, err)
	p := e.seats[seat]
	p.See(e.T, "Your move")
	// Wait until the screen shows the current position: it may still show a previous turn of
	// the same player.
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

// all returns the players and the spectator, each of them once.
func (e *screenGame) all() []*person {
	all := slices.Clone(e.seats[:])
	slices.SortFunc(all, func(a, b *person) int { return strings.Compare(a.name, b.name) })
	all = slices.Compact(all)
	if e.watching {
		all = append(all, e.sue)
	}
	return all
}

// view returns the boardView from the player's first seat. A spectator sees the board from
// the first seat of the game.
func (e *screenGame) view(p *person) boardView {
	return seatView(p, e.game.Variant, rules.Seat(max(0, slices.Index(e.seats[:], p))))
}

// checkResult checks that all screens show each seat's place, and the points or the score that decide it.
func (e *screenGame) checkResult() {
	places := rules.Places(e.game.Variant.Facts(), &e.game.Position)
	ordinals := [...]string{"1st", "2nd", "3rd", "4th"}
	for _, p := range e.all() {
		p.See(e.T, "Game over")
		if p != e.sue {
			p.press("\r") // closes the card with the result
		}
		for seat, sixths := range e.game.Position.Outcome.Scores {
			place := ordinals[places[seat]-1]
			line := present.SeatLine{Seat: rules.Seat(seat), Ended: true, Score: sixths}
			count := line.Count(&table.View{Variant: e.game.Variant, Position: e.game.Position})
			p.Await(e.T, place, func(text string) bool { // a narrow panel shows only the place
				return strings.Contains(text, place+" place, "+count) || strings.Contains(text, place+", "+count) ||
					regexp.MustCompile("  "+place+"( │)?\n").MatchString(text)
			})
		}
		p.seePosition(e.view(p), &e.game.Position)
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
