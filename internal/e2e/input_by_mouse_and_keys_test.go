package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
)

// inputMethod is a way to enter moves without typing them.
type inputMethod interface {
	point(p *person, e boardView, sq rules.Square)
	carry(p *person, e boardView, path rules.Path)
	pick(p *person, label string) // selects a choice in an open dialog
}

// byMouse enters moves with the mouse, alternately by clicks and by dragging the piece.
type byMouse struct{ drags *int }

func (byMouse) point(p *person, e boardView, sq rules.Square) {
	x, y := e.cell(sq)
	p.click(x+1, y)
}

func (h byMouse) carry(p *person, e boardView, path rules.Path) {
	if *h.drags++; *h.drags%2 == 0 {
		h.point(p, e, path.From)
		h.point(p, e, path.To)
		return
	}
	fx, fy := e.cell(path.From)
	tx, ty := e.cell(path.To)
	p.press(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<32;%d;%dM\x1b[<0;%d;%dm", fx+2, fy+1, tx+2, ty+1, tx+2, ty+1))
}

func (byMouse) pick(p *person, label string) {
	x, y := -1, -1
	p.Await(p, "the choice of "+label, func(text string) bool {
		x, y = choiceIn(text, label)
		return x >= 0
	})
	p.click(x, y)
}

// choiceIn finds the choice with the given label in a dialog, and returns the position of
// its first cell.
func choiceIn(text, label string) (x, y int) {
	for y, line := range strings.Split(text, "\n") {
		for _, shape := range []string{"[ " + label + " ]", "  " + label + "  "} {
			if before, _, found := strings.Cut(line, shape); found && strings.Contains(before, "│") {
				return len([]rune(before)) + 2, y
			}
		}
	}
	return -1, -1
}

func (p *person) click(x, y int) {
	p.Helper()
	if err := p.Click(x, y); err != nil {
		p.Fatalf("%s clicks on %d, %d: %v", p.name, x, y, err)
	}
}

// byKeys moves the cursor with the arrow keys, and confirms alternately with Enter and
// space.
type byKeys struct{ n *int }

func (h byKeys) point(p *person, e boardView, sq rules.Square) {
	p.moveCursor(e, sq)
	*h.n++
	p.press([]string{"\r", " "}[*h.n%2])
}

func (h byKeys) carry(p *person, e boardView, path rules.Path) {
	h.point(p, e, path.From)
	h.point(p, e, path.To)
}

func (byKeys) pick(p *person, label string) {
	p.See(p, label)
	p.pressUntil("[ "+label+" ]", arrowRight)
	p.press("\r")
}

var four = [rules.SeatCount]string{"Inky", "Blinky", "Pinky", "Clyde"}

// fourSizes are terminals of four sizes and of both kinds.
var fourSizes = [rules.SeatCount]sshtest.Terminal{
	{Kind: kinds[0], Width: 80, Height: 24},
	{Kind: kinds[1], Width: 100, Height: 30},
	{Kind: kinds[0], Width: 120, Height: 40},
	{Kind: kinds[1], Width: 200, Height: 60},
}

// seatFour seats four players with the given terminals at one table.
func seatFour(t *testing.T, name string, kinds [rules.SeatCount]sshtest.Terminal) *screenGame {
	t.Helper()
	e := &screenGame{T: t, server: serveFor(t), game: newGame(t, name, nil)}
	e.facts = e.game.Variant.Facts()
	for seat, kind := range kinds {
		p := newPerson(t, four[seat], kind.Width, kind.Height)
		p.term, p.env = kind.Kind, kind.Env
		e.seats[seat] = p
		p.connect(e.server.address, "")
		p.chooseName()
		if seat == 0 {
			if out, errs, status := sshtest.Run(t, p.client, "new "+name); out != "1\n" || status != 0 {
				t.Fatalf("new: %q, %q, %d", out, errs, status)
			}
		}
		p.open()
		p.Await(t, "the seats that are taken", func(text string) bool {
			return !slices.ContainsFunc(e.facts.Seats[:seat], func(word string) bool {
				return strings.Contains(text, "Sit down as "+rules.Title(word))
			})
		})
		p.sit(e.facts.Seats[seat])
	}
	for _, p := range e.all() {
		p.See(t, "Move:")
	}
	return e
}

// useSmallSquares makes all screens draw squares of 3 x 1 cells.
func (e *screenGame) useSmallSquares() {
	e.Helper()
	for _, p := range e.all() {
		p.useSmallSquares()
	}
}

// enterAll enters actions with an input method and checks all screens after each action.
// Then players resign until the game is over.
func (e *screenGame) enterAll(h inputMethod, actions []rules.Action) {
	e.Helper()
	var played []string
	e.everybodySees() // wait for the start position before the first click
	for _, a := range actions {
		played = append(played, e.plain(a))
		e.enter(h, a)
		e.everybodySees()
	}
	for !e.game.Position.Over() {
		a := e.resign(h)
		played = append(played, e.plain(a))
		e.advance(a)
	}
	e.checkResult()
	if got := e.record(); !slices.Equal(got, played) {
		e.Errorf("recorded %q, played %q", got, played)
	}
}

func (e *screenGame) plain(a rules.Action) string {
	return rules.Plain(e.facts, e.game.Variant.Actor(&e.game.Position), a)
}

func (e *screenGame) advance(a rules.Action) {
	e.Helper()
	if _, err := e.game.Play(a); err != nil {
		e.Fatalf("%s: %v", e.plain(a), err)
	}
}

// enter enters one action on the screen of the player to move.
func (e *screenGame) enter(h inputMethod, a rules.Action) {
	e.Helper()
	p := e.seats[e.game.Variant.Actor(&e.game.Position)]
	p.See(e.T, "Your move")
	switch view := e.view(p); a.Type {
	case rules.Remove:
		h.point(p, view, a.From)
	case rules.ChooseArmy:
		h.point(p, view, e.facts.Geometry.Squares[0])
		h.pick(p, e.facts.SeatTitle(a.Seat)+"'s army")
	default:
		h.carry(p, view, a.Path)
		if a.Promote != rules.NoKind && len(e.facts.Promotes) > 1 {
			word := a.Promote.Name()
			h.pick(p, strings.ToUpper(word[:1])+word[1:])
		}
	}
	e.advance(a)
}

// resign resigns for the player to move. In a team game the partner agrees.
func (e *screenGame) resign(h inputMethod) rules.Action {
	e.Helper()
	position := &e.game.Position
	seat := e.game.Variant.Actor(position)
	p := e.seats[seat]
	p.See(e.T, "Your move") // wait for the previous resignation, because its arrival would close the dialog
	p.press("!")
	h.pick(p, "Resign "+e.facts.Seats[seat])
	for partner := range rules.Seat(rules.SeatCount) {
		if e.facts.Partners(seat, partner) && position.MayAct().Has(partner) {
			e.seats[partner].See(e.T, "wants your team to resign")
			e.seats[partner].press("!")
			h.pick(e.seats[partner], "Accept: resign "+e.facts.Seats[partner])
			seat = partner
		}
	}
	return rules.Action{Type: rules.Resign, Seat: seat}
}
