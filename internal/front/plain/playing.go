package plain

import (
	"errors"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

// playingCommands returns the commands that stand for a move, such as a resignation, and those
// that concern the table as a whole.
func playingCommands(s *session) []command {
	return []command{
		{names: []string{"resign"}, usage: "[SEAT]", line: "resign, after a confirmation", do: s.resign},
		{
			names: []string{"play"}, usage: "MOVE", line: "play a move, like \"play m7-k7\" or \"play k7\"; you can leave out \"play\"",
			do: s.typedMove,
		},
		{names: []string{"claim"}, line: "claim a draw, if the rules allow it now", do: s.claim},
		{
			names: []string{"keep"},
			usage: "SEAT",
			line:  "choose the seat whose pieces you keep, when the game asks you to",
			do:    s.keep,
		},
		{
			names: []string{"off"},
			usage: "SQUARE",
			line:  "remove one of your pieces, when you cannot move and the game asks you to",
			do:    s.off,
		},
		{
			names: []string{"another"},
			line:  "after a game: find or open a table for another game with the same terms",
			do:    s.another,
		},
	}
}

// tableCommands returns the commands of [table.Commands], except the one for moves.
func tableCommands(s *session) (list []command) {
	for i := range table.Commands {
		if row := &table.Commands[i]; row.Kind != table.Play {
			list = append(list, command{names: row.Names, usage: row.Usage(), line: row.Help, do: func(rest string) { s.give(row, rest) }})
		}
	}
	return list
}

// give gives a command at the table.
func (s *session) give(row *table.CommandRow, rest string) {
	if row.Kind == table.Sit && rest != "" && rest[0] >= '0' && rest[0] <= '9' { // a seat at another table
		s.sitAt(rest)
		return
	}
	v := s.table.view
	by := play.Typist{Player: s.me, View: v, Find: s.connected}
	c, err := by.Command(row, rest)
	if err != nil {
		s.refuse(err)
		return
	}
	c.Answers = len(v.Moves)
	if row.Kind == table.OfferDraw && s.table.view.Offer != nil {
		s.tell((*teller).tellDraw)
		return
	}
	s.confirmed(c, func() { s.done(row) })
}

// confirmed sends a command and calls the function `done` if the table has carried it out. If the
// command needs a confirmation, and the table would carry it out, the player confirms it first.
func (s *session) confirmed(c table.Command, done func()) {
	v := s.table.view
	send := func() {
		if s.table != nil && s.table.view.ID == v.ID && s.do(c) {
			done()
		}
	}
	d := s.described().Confirmation(&c)
	if c.By = s.me; d == nil || s.table.table.Check(s.ctx, c) != nil { // the table refuses the command and says why
		send()
		return
	}
	s.confirm(d.Question(), send)
}

// done says that the table has carried out a command, if nothing else says so.
func (s *session) done(row *table.CommandRow) {
	switch {
	case row.Done != "":
		s.say("%s", row.Done)
	case row.Kind == table.Sit && s.table.view.Phase == table.Waiting:
		s.tell((*teller).advise)
	}
}

// resign resigns a seat after the player has confirmed it. It asks a player who has several seats in
// the game which of them resigns.
func (s *session) resign(rest string) {
	t := s.described()
	f, seat := t.View.Variant.Facts(), t.InPlay.First()
	switch {
	case rest != "":
		named, err := f.ParseSeat(rest)
		if err != nil {
			s.refuse(err)
			return
		}
		seat = named
	case t.InPlay.Count() > 1:
		s.ask("Which seat resigns: "+strings.Join(present.Seats(f, t.InPlay), ", ")+"? Type \"no\" to cancel.", func(answer string) {
			if answer == "" || strings.EqualFold(answer, "no") || s.table == nil || s.table.view.ID != t.View.ID {
				s.say("Cancelled")
				return
			}
			s.resign(answer)
		})
		return
	case seat == rules.NoSeat:
		seat = t.Held.First()
	}
	s.confirmed(present.Resignation(seat), func() {})
}

func (s *session) claim(string) {
	s.play(rules.Action{Type: rules.DrawClaimed})
}

// keep plays the action that chooses which army to keep.
func (s *session) keep(rest string) {
	seat, err := s.table.view.Variant.Facts().ParseSeat(rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.typedMove("army:" + s.table.view.Variant.Facts().Seats[seat])
}

// off plays the action that removes one of the player's pieces from the board. In some games
// a player who cannot move must remove a piece.
func (s *session) off(rest string) {
	t := s.teller()
	sq, ok := t.squareCalled(rest)
	if s.print(t); ok {
		s.typedMove(s.table.view.Variant.Facts().Geometry.Name(sq) + "-x")
	}
}

// connected returns the connected player with the given name, wherever they are.
func (s *session) connected(name string) (player.Player, error) {
	p, found := s.Lobby.ViewFor(s.me.ID).Connected(name)
	if !found {
		return p, errors.New("no player of that name is connected: to list who is here, type \"people\"")
	}
	return p, nil
}
