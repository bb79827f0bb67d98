package plain

import (
	"errors"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

// playing sends a player's commands to the table.
type playing struct {
	s    *session
	sent int // number of commands sent so far
	name string
}

// firstHeld returns the seat to move if the player has it, and otherwise the player's first
// seat.
func (pl *playing) firstHeld() rules.Seat {
	if pl.myTurn() {
		return pl.s.at.table.view.Actor
	}
	return pl.held().First()
}

// playingCommands returns the commands that stand for a move, such as a resignation, and those
// that concern the table as a whole.
func playingCommands(s *session) []command {
	return []command{
		{names: []string{"resign"}, usage: "[SEAT]", line: "resign, after a confirmation", do: s.playing.resign},
		{
			names: []string{"play"}, usage: "MOVE", line: "play a move, like \"play m7-k7\" or \"play k7\"; you can leave out \"play\"",
			do: s.playing.typedMove,
		},
		{names: []string{"claim"}, line: "claim a draw, if the rules allow it now", do: s.playing.claim},
		{
			names: []string{"keep"},
			usage: "SEAT",
			line:  "choose the seat whose pieces you keep, when the game asks you to",
			do:    s.playing.keep,
		},
		{
			names: []string{"off"},
			usage: "SQUARE",
			line:  "remove one of your pieces, when you cannot move and the game asks you to",
			do:    s.playing.off,
		},
		{
			names: []string{"another"},
			line:  "after a game: find or open a table for another game with the same terms",
			do:    s.playing.another,
		},
		{names: []string{"record"}, line: "show how to get the game as a text file", do: s.at.record},
		{names: []string{"invite"}, usage: "NAME", line: "invite a player to this table", do: s.playing.invite},
	}
}

// tableCommands returns the commands of [table.Commands], except the one for moves.
func tableCommands(s *session) (list []command) {
	for i := range table.Commands {
		if row := &table.Commands[i]; row.Kind != table.Play {
			list = append(list, command{row.Names, row.Usage(), row.Help, func(rest string) { s.playing.give(row, rest) }})
		}
	}
	return list
}

// give sends a command to the table. If the table would carry it out and its row has a question,
// give asks the question first.
func (pl *playing) give(row *table.CommandRow, rest string) {
	if row.Kind == table.Sit && rest != "" && rest[0] >= '0' && rest[0] <= '9' { // a seat at another table
		pl.s.lobby.sitAt(rest)
		return
	}
	v := pl.s.at.table.view
	by := play.Typist{Player: pl.s.me, View: v, Find: pl.present}
	c, err := by.Command(row, rest)
	if err != nil {
		pl.s.refuse(err)
		return
	}
	c.By, c.Answers = pl.s.me, len(v.Moves)
	send := func() {
		if pl.s.at.table != nil && pl.s.at.table.view.ID == v.ID && pl.do(c) {
			pl.done(row, c.Target)
		}
	}
	if row.Confirm == "" || pl.s.at.table.table.Check(pl.s.ctx, c) != nil { // the table refuses the command and says why
		send()
		return
	}
	pl.s.confirm(row.Confirm, send)
}

// done says that the table has carried out a command, if nothing else says so.
func (pl *playing) done(row *table.CommandRow, target player.Player) {
	switch {
	case row.Done != "":
		pl.s.say("%s", row.Answer(target))
	case row.Kind == table.Sit && pl.s.at.table.view.Phase == table.Waiting:
		pl.s.report.advise()
	}
}

// ofMine returns the seat with the name `word`. If `word` is empty, it returns the first of
// the seats `among`. If no seat has that name, it prints an error and returns false.
func (pl *playing) ofMine(word string, among rules.Seats) (rules.Seat, bool) {
	if word == "" {
		return among.First(), true
	}
	seat, err := pl.s.at.table.view.Variant.Facts().ParseSeat(word)
	if err != nil {
		pl.s.refuse(err)
	}
	return seat, err == nil
}

// resign resigns a seat after the player has confirmed it.
func (pl *playing) resign(rest string) {
	v := pl.s.at.table.view
	inPlay := pl.held() & v.Position.InPlay()
	if rest == "" && inPlay.Has(v.Actor) {
		inPlay = rules.Seats(0).With(v.Actor) // if one of the player's seats is to move, resign that seat
	}
	seat, ok := pl.ofMine(rest, inPlay)
	switch {
	case !ok:
		return
	case v.Phase == table.Playing && pl.held() != 0 && pl.held()&v.Position.InPlay() == 0:
		pl.s.say("%s", pl.barred(v.CannotAct(pl.s.me)))
		return
	case v.Phase != table.Playing || !(pl.held() & v.Position.InPlay()).Has(seat):
		pl.s.say("You can resign only your own seat in a running game")
		return
	}
	f := v.Variant.Facts()
	text := "Resign " + present.Seat(f, seat) + "?"
	if f.Teams() {
		text = "Resign " + present.Seat(f, seat) + "? Your team resigns when your partner accepts."
	}
	pl.s.confirm(text, func() {
		if pl.s.at.table != nil && pl.s.at.table.view.ID == v.ID {
			pl.do(table.Command{Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}, Answers: -1})
		}
	})
}

func (pl *playing) claim(string) {
	if !pl.myTurn() {
		pl.s.say("You can claim a draw only when it is your turn")
		return
	}
	pl.play(rules.Action{Type: rules.DrawClaimed})
}

// keep plays the action that chooses which army to keep.
func (pl *playing) keep(rest string) {
	seat, err := pl.s.at.table.view.Variant.Facts().ParseSeat(rest)
	if err != nil {
		pl.s.refuse(err)
		return
	}
	pl.typedMove("army:" + pl.s.at.table.view.Variant.Facts().Seats[seat])
}

// off plays the action that removes one of the player's pieces from the board. In some games
// a player who cannot move must remove a piece.
func (pl *playing) off(rest string) {
	if sq, ok := pl.s.board.squareCalled(rest); ok {
		pl.typedMove(pl.s.at.table.view.Variant.Facts().Geometry.Name(sq) + "-x")
	}
}

// present returns the connected player with the given name, wherever they are.
func (pl *playing) present(name string) (player.Player, error) {
	for _, h := range pl.s.Lobby.ViewFor(pl.s.me.ID).Here {
		if player.Fold(h.Player.Name) == player.Fold(name) {
			return h.Player, nil
		}
	}
	return player.Player{}, errors.New("no player of that name is connected: to list who is here, type \"people\"")
}

func (pl *playing) invite(rest string) {
	other, err := pl.present(rest)
	if err == nil {
		err = pl.s.Lobby.Invite(pl.s.me, pl.s.at.table.view.ID, rules.NoSeat, other.ID)
	}
	if err != nil {
		pl.s.refuse(err)
		return
	}
	pl.s.say("%s is invited", present.Name(other))
}
