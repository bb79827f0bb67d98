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

// The errors for refused changes of an evening.
var (
	errOver    = errors.New("that evening is over; to begin another, run \"evening new\"")
	errFixed   = errors.New("this evening keeps its four players; to let others play, begin another evening")
	errFew     = fmt.Errorf("%d people are needed for a table; to add some, run \"evening add\"", MinPeople)
	errMany    = fmt.Errorf("an evening has at most %d players", MaxPeople)
	errNotOpen = errors.New("only a moderator can add or remove players in this evening; ask a moderator")
	errWhy     = errors.New("give a reason with --reason")
)

// Begin returns the first event of an evening. The players are added later with Add, even
// for the method [Fixed].
func Begin(by player.Player, plan Plan, now time.Time) Event {
	return Event{Kind: Opened, At: now, By: &by, Plan: &plan}
}

// Add returns the event that marks people as present.
func (e *Evening) Add(by player.Player, people []player.Player, now time.Time) (Event, error) {
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case e.Method == Fixed && len(e.People) > 0:
		return Event{}, errFixed
	case e.Method == Fixed && len(people) != MinPeople:
		return Event{}, fmt.Errorf("an evening with fixed partners needs %d players", MinPeople)
	case len(e.Present())+len(people) > MaxPeople:
		return Event{}, errMany
	}
	for i, p := range people {
		switch {
		case e.IsPresent(p.ID) || slices.ContainsFunc(people[:i], func(other player.Player) bool { return other.ID == p.ID }):
			return Event{}, fmt.Errorf("%s already takes part; name each player once", shown(p))
		case e.AccountsOnly && p.ID.Guest():
			return Event{}, fmt.Errorf("%s is a guest; a rated evening is for players with a key and a name", shown(p))
		}
	}
	return Event{Kind: Added, At: now, By: &by, People: people}, nil
}

// MayJoin returns an error if players cannot join and leave the evening by themselves, or if it is
// over.
func (e *Evening) MayJoin() error {
	switch {
	case !e.Over.IsZero():
		return errOver
	case !e.Open:
		return errNotOpen
	}
	return nil
}

// Join returns the event by which a player joins an open evening.
func Join(e *Evening, p player.Player, now time.Time) (Event, error) {
	if err := e.MayJoin(); err != nil {
		return Event{}, err
	}
	return e.Add(p, []player.Player{p}, now)
}

// Leave returns the event by which a player leaves an open evening.
func Leave(e *Evening, p player.Player, now time.Time) (Event, error) {
	if err := e.MayJoin(); err != nil {
		return Event{}, err
	}
	return e.Remove(p, []player.Player{p}, now)
}

// Remove returns the event that marks people as absent. Their running games continue.
func (e *Evening) Remove(by player.Player, people []player.Player, now time.Time) (Event, error) {
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case e.Method == Fixed:
		return Event{}, errFixed
	}
	for _, p := range people {
		if !e.IsPresent(p.ID) {
			return Event{}, fmt.Errorf("%s does not take part in this evening; the players are: %s", shown(p), names(e.Present()))
		}
	}
	return Event{Kind: Removed, At: now, By: &by, People: people}, nil
}

// MayBegin returns an error if the next round cannot begin yet.
func (e *Evening) MayBegin() error {
	open := e.Unfinished()
	switch {
	case !e.Over.IsZero():
		return errOver
	case len(open) > 0:
		return fmt.Errorf(
			"round %d is not over at %s; wait, or run \"evening score\" to enter the results",
			len(e.Rounds),
			boards(open),
		)
	case len(e.Present()) < MinPeople:
		return errFew
	}
	return nil
}

// Next returns the event that begins the next round. Only the method [ByRating] uses the
// parameter `ratings`.
func (e *Evening) Next(by player.Player, ratings map[player.ID]int, now time.Time) (Event, error) {
	if err := e.MayBegin(); err != nil {
		return Event{}, err
	}
	byID := map[player.ID]player.Player{}
	for _, p := range e.Present() {
		byID[p.ID] = p
	}
	drawn := Event{Kind: Drawn, At: now, By: &by}
	r := e.draw(ratings)
	for _, board := range r.Boards {
		var seats [rules.SeatCount]player.Player
		for seat, id := range board {
			seats[seat] = byID[id]
		}
		drawn.Boards = append(drawn.Boards, seats)
	}
	for _, id := range r.Byes {
		drawn.People = append(drawn.People, byID[id])
	}
	return drawn, nil
}

// draw returns the next round, drawn by the method of the evening.
func (e *Evening) draw(ratings map[player.ID]int) Round {
	if e.Method == ByRating {
		return DrawByRating(ranked(e, ratings), e.past(), e.Teams, e.Seed)
	}
	var ids []player.ID
	for _, p := range e.Present() {
		ids = append(ids, p.ID)
	}
	if e.Method == Rotating {
		return Draw(ids, e.past(), e.Teams, e.Seed)
	}
	return DrawFixed([rules.SeatCount]player.ID(ids), e.past(), e.Teams, e.Seed)
}

// Substitute returns the event by which a person who does not play in the current round
// replaces a player who does. A person who did not take part in the evening takes part from
// now on.
func (e *Evening) Substitute(by, replaced, substitute player.Player, now time.Time) (Event, error) {
	board := e.BoardOf(replaced.ID)
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case e.Method == Fixed:
		return Event{}, errFixed
	case board == 0:
		return Event{}, fmt.Errorf("%s has no table in this round", shown(replaced))
	case e.game(len(e.Rounds), board).State != Open:
		return Event{}, fmt.Errorf("the game at board %d already has a result", board)
	case !e.IsPresent(substitute.ID) && len(e.Present()) >= MaxPeople:
		return Event{}, errMany
	case e.BoardOf(substitute.ID) != 0:
		return Event{}, fmt.Errorf(
			"%s plays at board %d in this round; choose one of: %s",
			shown(substitute),
			e.BoardOf(substitute.ID),
			names(e.free()),
		)
	}
	return Event{Kind: Substituted, At: now, By: &by, Board: board, Replaced: &replaced, People: []player.Player{substitute}}, nil
}

// ScoreByHand returns the event that scores a game of the current round or an earlier one.
func (e *Evening) ScoreByHand(
	by player.Player,
	round, board int,
	scores [rules.SeatCount]uint8,
	why string,
	now time.Time,
) (Event, error) {
	v := Event{Kind: ScoredByHand, At: now, By: &by, Round: round, Board: board, Scores: scores, Reason: why}
	return v, e.checkGame(round, board, why)
}

// Void returns the event that excludes a game from the standings.
func (e *Evening) Void(by player.Player, round, board int, why string, now time.Time) (Event, error) {
	v := Event{Kind: Voided, At: now, By: &by, Round: round, Board: board, Reason: why}
	return v, e.checkGame(round, board, why)
}

func (e *Evening) checkGame(round, board int, why string) error {
	switch {
	case len(e.Rounds) == 0:
		return errors.New("no round has been drawn yet; run \"evening next\"")
	case round < 1 || round > len(e.Rounds):
		return fmt.Errorf("there is no round %d: this evening has %s", round, counted(len(e.Rounds), "round", "rounds"))
	case e.game(round, board) == nil:
		return fmt.Errorf(
			"there is no board %d in round %d: the round has %s",
			board,
			round,
			counted(len(e.Rounds[round-1].Games), "board", "boards"),
		)
	case why == "":
		return errWhy
	}
	return nil
}

// End returns the event that ends the evening.
func (e *Evening) End(by player.Player, now time.Time) (Event, error) {
	open := e.Unfinished()
	switch {
	case !e.Over.IsZero():
		return Event{}, errOver
	case len(open) > 0:
		return Event{}, fmt.Errorf(
			"round %d is not over at %s; wait, or run \"evening score\" to enter the results",
			len(e.Rounds),
			boards(open),
		)
	}
	return Event{Kind: Ended, At: now, By: &by}, nil
}

// Present returns the people who are present.
func (e *Evening) Present() (list []player.Player) {
	for _, p := range e.People {
		if p.Present {
			list = append(list, p.Player)
		}
	}
	return list
}

// IsPresent reports whether a person is present at the evening.
func (e *Evening) IsPresent(id player.ID) bool {
	at := e.person(id)
	return at >= 0 && e.People[at].Present
}

// BoardOf returns the number of the board at which a person plays in the current round, or 0
// if the person does not play. Boards are counted from 1.
func (e *Evening) BoardOf(id player.ID) int {
	if len(e.Rounds) == 0 {
		return 0
	}
	return 1 + slices.IndexFunc(e.Rounds[len(e.Rounds)-1].Games, func(g Game) bool {
		return slices.ContainsFunc(g.Seats[:], func(p player.Player) bool { return p.ID == id })
	})
}

// free returns the people who are present and have no board in the current round.
func (e *Evening) free() []player.Player {
	return slices.DeleteFunc(e.Present(), func(p player.Player) bool { return e.BoardOf(p.ID) != 0 })
}

// Unfinished returns the numbers of the boards of the current round whose games are not
// finished. Boards are counted from 1.
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

// boards formats a list of board numbers: "board 2", "boards 1 and 3".
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

// shown returns the display name of a person.
func shown(p player.Player) string { return p.Shown(player.MaxNameCells) }
