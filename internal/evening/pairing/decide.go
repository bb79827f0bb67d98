package pairing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// What an evening answers when something cannot be. Each is a sentence.
var (
	errOver  = errors.New("that evening is over; begin another with evening new")
	errFixed = errors.New("a fixed four stays as it is; end this evening and begin another to let others play")
	errFew   = fmt.Errorf("%d people are needed for a table; add some with evening add", MinPeople)
	errMany  = fmt.Errorf("%d people are the most at one evening", MaxPeople)
	errWhy   = errors.New("give a reason with --reason")
)

// Begin is the first event of an evening. The four of a fixed one are entered with
// Add.
func Begin(by player.Player, plan Plan, now time.Time) Event {
	return Event{Kind: Opened, At: now, By: &by, Plan: &plan}
}

// Add is that people are there from now on.
func (e *Evening) Add(by player.Player, people []player.Player, now time.Time) (Event, error) {
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case e.Form == Fixed && len(e.People) > 0:
		return Event{}, errFixed
	case e.Form == Fixed && len(people) != MinPeople:
		return Event{}, fmt.Errorf("a fixed four is %d people", MinPeople)
	case len(e.Present())+len(people) > MaxPeople:
		return Event{}, errMany
	}
	for i, p := range people {
		switch {
		case e.IsPresent(p.ID) || slices.ContainsFunc(people[:i], func(other player.Player) bool { return other.ID == p.ID }):
			return Event{}, fmt.Errorf("%s is there already; name each person once", shown(p))
		case e.AccountsOnly && p.ID.Guest():
			return Event{}, fmt.Errorf("%s is a guest, and this evening is rated, for people with a key and a name", shown(p))
		}
	}
	return Event{Kind: Added, At: now, By: &by, People: people}, nil
}

// Remove is that people have gone. A game that they sit at is not over by that.
func (e *Evening) Remove(by player.Player, people []player.Player, now time.Time) (Event, error) {
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case e.Form == Fixed:
		return Event{}, errFixed
	}
	for _, p := range people {
		if !e.IsPresent(p.ID) {
			return Event{}, fmt.Errorf("%s is not at this evening; those who are: %s", shown(p), names(e.Present()))
		}
	}
	return Event{Kind: Removed, At: now, By: &by, People: people}, nil
}

// Next is that another round begins.
func (e *Evening) Next(by player.Player, now time.Time) (Event, error) {
	open := e.Unfinished()
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case len(open) > 0:
		return Event{}, fmt.Errorf("round %d is not over: %s; wait, or settle it with evening score", len(e.Rounds), boards(open))
	case len(e.Present()) < MinPeople:
		return Event{}, errFew
	}
	var ids []player.ID
	called := map[player.ID]player.Player{}
	for _, p := range e.Present() {
		ids = append(ids, p.ID)
		called[p.ID] = p
	}
	drawn := Event{Kind: Drawn, At: now, By: &by}
	r := e.draw(ids)
	for _, board := range r.Boards {
		var seats [rules.SeatCount]player.Player
		for seat, id := range board {
			seats[seat] = called[id]
		}
		drawn.Boards = append(drawn.Boards, seats)
	}
	for _, id := range r.Byes {
		drawn.People = append(drawn.People, called[id])
	}
	return drawn, nil
}

// draw is the next round. The four of a fixed evening change seats, not partners:
// those are who were entered for the seats of each team.
func (e *Evening) draw(ids []player.ID) Round {
	if e.Form == Rotating {
		return Draw(ids, e.past(), e.Teams, e.Seed)
	}
	return DrawFixed([rules.SeatCount]player.ID(ids), e.past(), e.Teams, e.Seed)
}

// Substitute is that somebody plays for somebody else in this round: one who sits
// out, or who has just come.
func (e *Evening) Substitute(by, out, in player.Player, now time.Time) (Event, error) {
	board := e.BoardOf(out.ID)
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case e.Form == Fixed:
		return Event{}, errFixed
	case board == 0:
		return Event{}, fmt.Errorf("%s sits at no table in this round", shown(out))
	case e.game(len(e.Rounds), board).State != Open:
		return Event{}, fmt.Errorf("the game at board %d is settled already", board)
	case !e.IsPresent(in.ID):
		return Event{}, fmt.Errorf("%s is not at this evening; say evening add first", shown(in))
	case e.BoardOf(in.ID) != 0:
		return Event{}, fmt.Errorf("%s plays at board %d in this round; name one who sits out: %s", shown(in), e.BoardOf(in.ID), names(e.free()))
	}
	return Event{Kind: Substituted, At: now, By: &by, Board: board, Replaced: &out, People: []player.Player{in}}, nil
}

// Rule is that a person scored a game, of this round or one before.
func (e *Evening) ScoreByHand(by player.Player, round, board int, scores [rules.SeatCount]uint8, why string, now time.Time) (Event, error) {
	v := Event{Kind: ScoredByHand, At: now, By: &by, Round: round, Board: board, Scores: scores, Reason: why}
	return v, e.mayRule(round, board, why)
}

// Void is that a game does not count.
func (e *Evening) Void(by player.Player, round, board int, why string, now time.Time) (Event, error) {
	v := Event{Kind: Voided, At: now, By: &by, Round: round, Board: board, Reason: why}
	return v, e.mayRule(round, board, why)
}

func (e *Evening) mayRule(round, board int, why string) error {
	switch {
	case round < 1 || round > len(e.Rounds):
		return fmt.Errorf("there is no round %d: this evening has %d", round, len(e.Rounds))
	case e.game(round, board) == nil:
		return fmt.Errorf("there is no board %d in round %d: it has %d", board, round, len(e.Rounds[round-1].Games))
	case why == "":
		return errWhy
	}
	return nil
}

// End is that the evening is over.
func (e *Evening) End(by player.Player, now time.Time) (Event, error) {
	open := e.Unfinished()
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case len(open) > 0:
		return Event{}, fmt.Errorf("round %d is not over: %s; wait, or settle it with evening score", len(e.Rounds), boards(open))
	}
	return Event{Kind: Ended, At: now, By: &by}, nil
}

// Present is who is there now.
func (e *Evening) Present() (list []player.Player) {
	for _, p := range e.People {
		if p.Present {
			list = append(list, p.Player)
		}
	}
	return list
}

// IsPresent reports whether somebody is there now.
func (e *Evening) IsPresent(id player.ID) bool {
	at := e.person(id)
	return at >= 0 && e.People[at].Present
}

// BoardOf is where somebody sits in this round, from 1; 0 if nowhere.
func (e *Evening) BoardOf(id player.ID) int {
	if len(e.Rounds) == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(e.Rounds[len(e.Rounds)-1].Games, func(g Game) bool {
		return slices.ContainsFunc(g.Seats[:], func(p player.Player) bool { return p.ID == id })
	})
}

// free is who is there and sits at no table in this round.
func (e *Evening) free() []player.Player {
	return slices.DeleteFunc(e.Present(), func(p player.Player) bool { return e.BoardOf(p.ID) != 0 })
}

// Unfinished is the boards of this round whose games are not over, from 1.
func (e *Evening) Unfinished() (open []int) {
	if len(e.Rounds) == 0 {
		return nil
	}
	for i, g := range e.Rounds[len(e.Rounds)-1].Games {
		if g.State == Open {
			open = append(open, i+1)
		}
	}
	return open
}

// boards is "board 2" or "boards 1 and 3".
func boards(list []int) string {
	if len(list) == 1 {
		return fmt.Sprintf("board %d", list[0])
	}
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return "boards " + strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func names(people []player.Player) string {
	if len(people) == 0 {
		return "nobody"
	}
	words := make([]string, len(people))
	for i, p := range people {
		words[i] = shown(p)
	}
	return strings.Join(words, ", ")
}

// shown is the name of somebody where it is drawn.
func shown(p player.Player) string { return p.Shown(player.MaxNameCells) }
