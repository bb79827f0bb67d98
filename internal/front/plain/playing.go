package plain

import (
	"errors"

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
		{names: []string{"invite"}, usage: "NAME", line: "invite a player to this table", do: s.invite},
	}
}

// tableCommands returns the commands of [table.Commands], except the one for moves.
func tableCommands(s *session) (list []command) {
	for i := range table.Commands {
		if row := &table.Commands[i]; row.Kind != table.Play {
			list = append(list, command{row.Names, row.Usage(), row.Help, func(rest string) { s.give(row, rest) }})
		}
	}
	return list
}

// give sends a command to the table. If the table would carry it out and its row has a question,
// give asks the question first.
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
	c.By, c.Answers = s.me, len(v.Moves)
	if row.Kind == table.OfferDraw && s.table.view.Offer != nil {
		s.tell((*teller).tellDraw)
		return
	}
	send := func() {
		if s.table != nil && s.table.view.ID == v.ID && s.do(c) {
			s.done(row)
		}
	}
	if row.Confirm == "" || s.table.table.Check(s.ctx, c) != nil { // the table refuses the command and says why
		send()
		return
	}
	s.confirm(row.Confirm, send)
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

// ofMine returns the seat with the name `word`. If `word` is empty, it returns the first of
// the seats `among`. If no seat has that name, it prints an error and returns false.
func (s *session) ofMine(word string, among rules.Seats) (rules.Seat, bool) {
	if word == "" {
		return among.First(), true
	}
	seat, err := s.table.view.Variant.Facts().ParseSeat(word)
	if err != nil {
		s.refuse(err)
	}
	return seat, err == nil
}

// resign resigns a seat after the player has confirmed it.
func (s *session) resign(rest string) {
	v := s.table.view
	inPlay := s.held() & v.Position.InPlay()
	if rest == "" && inPlay.Has(v.Actor) {
		inPlay = rules.Seats(0).With(v.Actor) // if one of the player's seats is to move, resign that seat
	}
	seat, ok := s.ofMine(rest, inPlay)
	switch {
	case !ok:
		return
	case v.Phase == table.Playing && s.held() != 0 && s.held()&v.Position.InPlay() == 0:
		s.say("%s", s.teller().at.CannotMove())
		return
	case v.Phase != table.Playing || !(s.held() & v.Position.InPlay()).Has(seat):
		s.say("You can resign only your own seat in a running game")
		return
	}
	f := v.Variant.Facts()
	text := "Resign " + present.Seat(f, seat) + "?"
	if f.Teams() {
		text = "Resign " + present.Seat(f, seat) + "? Your team resigns when your partner accepts."
	}
	s.confirm(text, func() {
		if s.table != nil && s.table.view.ID == v.ID {
			s.do(table.Command{Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}, Answers: -1})
		}
	})
}

func (s *session) claim(string) {
	if !s.myTurn() {
		s.say("You can claim a draw only when it is your turn")
		return
	}
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
	if sq, ok := s.teller().squareCalled(rest); ok {
		s.typedMove(s.table.view.Variant.Facts().Geometry.Name(sq) + "-x")
	}
}

// present returns the connected player with the given name, wherever they are.
func (s *session) connected(name string) (player.Player, error) {
	for _, h := range s.Lobby.ViewFor(s.me.ID).Here {
		if player.Fold(h.Player.Name) == player.Fold(name) {
			return h.Player, nil
		}
	}
	return player.Player{}, errors.New("no player of that name is connected: to list who is here, type \"people\"")
}

func (s *session) invite(rest string) {
	other, err := s.connected(rest)
	if err == nil {
		err = s.Lobby.Invite(s.me, s.table.view.ID, rules.NoSeat, other.ID)
	}
	if err != nil {
		s.refuse(err)
		return
	}
	s.say("%s is invited", present.Name(other))
}
