package present

import (
	"fmt"
	"strings"
	"time"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Board says what kind of board a table is for its viewer.
type Board uint8

// The kinds of boards.
const (
	Ordinary  Board = iota // a table of the club
	Analysis               // an analysis board, on which the viewer moves all armies
	Lesson                 // a lesson, in which the viewer plays the moves that it asks for
	Annotated              // a game that can only be read
)

// Viewer is the person for whom a table is described.
type Viewer struct {
	ID    player.ID // empty for a stranger
	Board Board
	Score *assets.AnnotatedGame // the annotated game or lesson; nil for other boards
}

// Student returns the viewer of a board that belongs to one person: an annotated game or a lesson
// or, if there is none, an analysis board.
func Student(id player.ID, score *assets.AnnotatedGame) Viewer {
	board := Analysis
	switch {
	case score == nil:
	case score.Lesson:
		board = Lesson
	default:
		board = Annotated
	}
	return Viewer{id, board, score}
}

// Role says how a viewer belongs to a table.
type Role uint8

// The roles.
const (
	Spectator Role = iota
	Host           // the host, without a seat
	Player         // has a seat and, in a running game, a seat that is still in the game
	Out            // all their seats are eliminated
	Former         // somebody else took their seat
)

// Table describes a table for one viewer. It is made once for each view and session, and is never
// modified; its methods word what front ends need now. Nothing in it depends on the time.
type Table struct {
	View      *table.View
	Viewer    Viewer
	Role      Role
	Held      rules.Seats // the viewer's seats
	InPlay    rules.Seats // those of them that are still in the game
	Partners  rules.Seats // the other seats of the viewer's teams
	Turn      Turn
	Seats     [rules.SeatCount]SeatLine
	Questions []Question // what other players ask the viewer, most urgent first
}

// For returns what a viewer sees of a table.
func For(v *table.View, viewer Viewer) *Table {
	t := &Table{View: v, Viewer: viewer, Held: v.Held(viewer.ID)}
	t.InPlay = t.Held & v.Position.MayAct()
	t.Partners = v.Variant.Facts().PartnersOf(t.Held)
	t.Role = t.role()
	t.Turn = t.turn()
	t.fillSeats()
	t.Questions = t.questions()
	return t
}

func (t *Table) role() Role {
	v, id := t.View, t.Viewer.ID
	switch {
	case t.Held != 0 && v.Phase == table.Playing && t.InPlay == 0:
		return Out
	case t.Held != 0:
		return Player
	case id != "" && player.Contains(v.Replaced, id):
		return Former
	case id != "" && id == v.Host.ID:
		return Host
	}
	return Spectator
}

// Plays reports whether the viewer still takes part in a running game.
func (t *Table) Plays() bool { return t.View.Phase == table.Playing && t.InPlay != 0 }

// May reports whether the viewer may now give a command of the given kind. Boards of one person take few
// commands; see [Table.Refuses].
func (t *Table) May(k table.CommandKind) bool {
	takes := true
	switch t.Viewer.Board {
	case Ordinary:
	case Analysis:
		takes = k == table.Play || k == table.OfferTakeback
	case Lesson:
		takes = k == table.Play
	case Annotated:
		takes = false
	}
	return takes && t.View.May(t.Viewer.ID, k)
}

// MayPremove reports whether a move that the viewer enters now is a premove.
func (t *Table) MayPremove() bool { return !t.Turn.Own && t.May(table.Premove) }

// CannotMove returns why the viewer cannot move now: "it is Gold's turn". It returns "" if it is
// their turn.
func (t *Table) CannotMove() string {
	v := t.View
	switch {
	case t.Viewer.Board == Annotated:
		return readOnly
	case t.Turn.Own:
		return ""
	case t.LessonOver():
		return "the lesson is complete"
	case t.Viewer.Board == Lesson:
		return "the others are moving; wait for your turn"
	}
	if err := v.CannotAct(player.Player{ID: t.Viewer.ID, Name: "?"}); err != nil {
		if r, ok := err.(*rules.Refusal); ok && r.Reason == rules.NotYourTurn {
			why := "it is not your turn; " + v.Variant.Facts().SeatTitle(v.Actor) + " is to move"
			if v.Terms.Touch {
				why += " (no premoves at touch-move tables)"
			}
			return why
		}
		return err.Error()
	}
	return ""
}

// At returns the viewer's point of view for sentences about offers.
func (t *Table) At() At { return At{View: t.View, Me: t.Viewer.ID} }

// facts returns the facts of the table's game.
func (t *Table) facts() *rules.Facts { return t.View.Variant.Facts() }

// Turn says whose turn it is.
type Turn struct {
	Seat rules.Seat // the seat to move; NoSeat if no seat is to move
	For  rules.Seat // the seat whose army moves; differs from Seat if another seat moves it
	Own  bool       // whether the viewer is to move; false while a lesson moves
}

// TurnOf says whose turn it is at a table of the club, and whether it is the given person's.
func TurnOf(v *table.View, id player.ID) Turn {
	if v.Phase != table.Playing || v.Actor == rules.NoSeat || v.Adjourned {
		return Turn{Seat: rules.NoSeat, For: rules.NoSeat}
	}
	return Turn{Seat: v.Actor, For: v.Position.Turn, Own: v.Held(id).Has(v.Actor)}
}

// turn says whose turn it is. In an annotated game it is nobody's, and while a lesson plays a move itself it is not
// the viewer's.
func (t *Table) turn() Turn {
	turn := TurnOf(t.View, t.Viewer.ID)
	switch step := t.step(); t.Viewer.Board {
	case Annotated:
		return Turn{Seat: rules.NoSeat, For: rules.NoSeat}
	case Lesson:
		turn.Own = turn.Own && step != nil && step.Prompt != ""
	}
	return turn
}

// Status returns the state of the game in a few words: "Your move, White", "Gold to move", "Waiting for players",
// "Game over", "Lesson complete".
func (t *Table) Status() string {
	if t.LessonOver() {
		return lessonComplete
	}
	return status(t.View, t.Turn.Own)
}

// status returns the state of a game in a few words. The parameter `own` says whether it is the viewer's turn.
func status(v *table.View, own bool) string {
	f := v.Variant.Facts()
	switch {
	case v.Phase == table.Waiting:
		return "Waiting for players"
	case v.Phase == table.Finished && v.Started.IsZero():
		return "Closed before the start"
	case v.Phase == table.Finished:
		return "Game over"
	case v.Adjourned:
		return "Adjourned"
	case v.Actor == rules.NoSeat:
		return ""
	}
	army := ""
	if v.Actor != v.Position.Turn {
		army = " with " + Seat(f, v.Position.Turn) + "'s army"
	}
	switch {
	case own && army != "":
		return "Your move" + army
	case own:
		return "Your move, " + Seat(f, v.Actor)
	}
	return Seat(f, v.Actor) + " to move" + army
}

// Task returns what a turn requires instead of an ordinary move: "Choose the army to keep". It returns "" for an
// ordinary turn, and for people who are not to move.
func (t *Table) Task() string {
	p, ok := t.View.Variant.(rules.Prompter)
	switch legal := t.View.Legal; {
	case !t.Turn.Own:
		return ""
	case ok:
		return Capital(p.Prompt(&t.View.Position))
	case len(legal) > 0 && legal[0].Type == rules.ChooseArmy:
		return "Choose the army to keep"
	}
	return ""
}

// TurnNotice returns what is special about a turn: the viewer's task instead of an ordinary move, or the piece that another
// player touched. It returns "" for an ordinary turn.
func (t *Table) TurnNotice() string {
	if t.Turn.Own {
		return t.Task()
	}
	return t.Touched(Style{})
}

// TurnLines returns sentences for the viewer's turn: whose move it is, a check, a task, and the time for the first move. It
// returns nil for people who are not to move.
func (t *Table) TurnLines(now time.Time) (lines []string) {
	if !t.Turn.Own {
		return nil
	}
	lines = append(lines, t.Status())
	if word, tone := t.condition(&t.Seats[t.View.Actor]); tone == Alarm {
		lines = append(lines, "You are "+word)
	}
	for _, text := range []string{t.Task(), t.FirstMove(now, table.FirstMoveTime)} {
		if text != "" {
			lines = append(lines, text)
		}
	}
	return lines
}

// TableClosed says that the server has closed a table before the end of its game.
const TableClosed = "The table is closed for now; the game is saved"

// Closed says that the table is closed if the viewer could miss something by that: not after the game.
func (t *Table) Closed() string {
	if t.View.Phase == table.Finished {
		return ""
	}
	return TableClosed
}

// LookingBack says which of the positions of a game a person looks at, and how many moves were played since they began to look
// back: "Looking back: move 5 of 10 (2 new)".
func LookingBack(at, moves, fresh int) string {
	text := fmt.Sprintf("Looking back: move %d of %d", at, moves)
	if fresh > 0 {
		text += fmt.Sprintf(" (%d new)", fresh)
	}
	return text
}

// Progress says how many moves were played, to a person who opens the table: "The game is running, 3 moves were played". It
// returns "" before the game.
func (t *Table) Progress() string {
	moves := CountWas(Moves(t.View.Moves), "move") + " played"
	switch t.View.Phase {
	case table.Playing:
		return "The game is running, " + moves
	case table.Finished:
		return moves
	case table.Waiting:
	}
	return ""
}

// Touched names the piece that was touched at a touch-move table: "You touched the pawn on h2, so it must move", "Yellow
// touched the pawn on h2". It returns "" if no piece was touched.
func (t *Table) Touched(style Style) string {
	v := t.View
	if v.Lifted == rules.NoSquare || t.Turn.Seat == rules.NoSeat {
		return ""
	}
	if t.Turn.Own {
		return "You touched " + t.piece(v.Lifted, style) + ", so it must move"
	}
	return Seat(t.facts(), t.Turn.Seat) + " touched " + t.piece(v.Lifted, style)
}

// Premove names the viewer's premoves, or says that premoves were dropped. It returns whether premoves are set.
func (t *Table) Premove() (text string, set bool) {
	var kept, dropped []string
	for i := range t.View.Premoves {
		if p := &t.View.Premoves[i]; p.Dropped {
			dropped = append(dropped, p.Plain)
		} else {
			kept = append(kept, p.Plain)
		}
	}
	switch {
	case len(dropped) > 1:
		return "Premoves " + strings.Join(dropped, ", ") + " were not legal and were cancelled", false
	case len(dropped) > 0:
		return "Premove " + dropped[0] + " was not legal and was cancelled", false
	case len(kept) > 0:
		return "Premove " + strings.Join(kept, ", "), true
	}
	return "", false
}

// WindowTitle returns the state of the table for the title of a window: "12: YOUR MOVE".
func (t *Table) WindowTitle() string {
	v, what := t.View, ""
	switch {
	case t.LessonOver():
		return lessonComplete
	case v.Phase == table.Finished:
		what = "over"
	case v.Adjourned:
		what = "adjourned"
	case v.Actor == rules.NoSeat:
		what = "waiting"
	case t.Turn.Own:
		what = "YOUR MOVE"
	case t.Viewer.Board == Ordinary:
		return "Table " + itoa(int(v.ID))
	default:
		what = Capital(t.facts().Name)
	}
	if t.Viewer.Board != Ordinary {
		return "Analysis board: " + what
	}
	return itoa(int(v.ID)) + ": " + what
}
