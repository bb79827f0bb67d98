package plain

import (
	"cmp"
	"strconv"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// playing sends a player's commands to the table.
type playing struct {
	s    *session
	sent int // number of commands sent so far
	name string
}

// tableCommand returns a plain mode command with the names and the help of a table command.
func tableCommand(kind table.CommandKind, do func(rest string)) command {
	row, _ := kind.Row()
	return command{names: row.Names, usage: row.Usage(), line: row.Help, do: do}
}

// simple returns a plain mode command for a table command without arguments. The command
// applies to the player's seat that is to move, or to their first seat if none is to move.
func simple(s *session, kind table.CommandKind) command {
	return tableCommand(kind, func(string) { s.playing.do(table.Command{Kind: kind, Seat: s.playing.firstHeld()}) })
}

// firstHeld returns the seat to move if the player has it, and otherwise the player's first
// seat.
func (pl *playing) firstHeld() rules.Seat {
	if pl.myTurn() {
		return pl.s.at.table.view.Actor
	}
	return pl.held().First()
}

func playingCommands(s *session) []command {
	return []command{
		{names: []string{"resign"}, usage: "[SEAT]", line: "resign, after a confirmation", do: s.playing.resign},
		tableCommand(table.Abort, s.playing.abort),
		{
			names: []string{"play"}, usage: "MOVE", line: "play a move, like \"play m7-k7\" or \"play k7\"; you can leave out \"play\"",
			do: s.playing.typedMove,
		},
		simple(s, table.PlayOn),
		tableCommand(table.OfferDraw, s.playing.draw),
		simple(s, table.AcceptDraw),
		simple(s, table.DeclineDraw),
		{names: []string{"claim"}, line: "claim a draw, if the rules allow it now", do: s.playing.claim},
		tableCommand(table.Lift, s.playing.lift),
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
		tableCommand(table.Premove, s.playing.premove),
		tableCommand(table.CancelPremove, func(string) {
			if s.playing.do(table.Command{Kind: table.CancelPremove, Seat: rules.NoSeat}) {
				s.say("Premove cancelled")
			}
		}),
		simple(s, table.OfferTakeback),
		simple(s, table.AcceptTakeback),
		simple(s, table.DeclineTakeback),
		tableCommand(table.Vote, func(rest string) {
			s.playing.do(table.Command{Kind: table.Vote, Seat: s.playing.firstHeld(), Choice: table.Choice(strings.ToLower(rest))})
		}),
		simple(s, table.Unvote),
	}
}

func tableCommands(s *session) []command {
	return []command{
		tableCommand(table.Sit, s.playing.sitHere),
		tableCommand(table.Stand, s.playing.stand),
		simple(s, table.Ready),
		simple(s, table.Unready),
		tableCommand(table.Chat, s.playing.chat(table.Chat)),
		tableCommand(table.TeamChat, s.playing.chat(table.TeamChat)),
		simple(s, table.AcceptChat),
		simple(s, table.DeclineChat),
		tableCommand(table.OfferRematch, func(rest string) {
			s.playing.do(table.Command{Kind: table.OfferRematch, Seat: s.playing.firstHeld(), Rotate: strings.ToLower(rest) == "rotate"})
		}),
		simple(s, table.DeclineRematch),
		{
			names: []string{"another"},
			line:  "after a game: find or open a table for another game with the same terms",
			do:    s.playing.another,
		},
		{names: []string{"record"}, line: "show how to get the game as a text file", do: s.at.record},
		{names: []string{"invite"}, usage: "NAME", line: "invite a player to this table", do: s.playing.invite},
		tableCommand(table.Mute, func(rest string) { s.playing.mute(table.Mute, rest) }),
		tableCommand(table.Unmute, func(rest string) { s.playing.mute(table.Unmute, rest) }),
		tableCommand(table.AddBot, s.playing.addBot),
		tableCommand(table.Unseat, s.playing.unseat),
	}
}

// sitHere takes a seat at this table. If rest begins with a table number, it takes a seat at
// that table instead.
func (pl *playing) sitHere(rest string) {
	if rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		pl.s.lobby.sitAt(rest)
		return
	}
	pl.sit(rest)
}

// ofMine returns the seat with the name `word`. If `word` is empty, it returns the first of
// the seats `among`. If no seat has that name, it prints an error and returns false.
func (pl *playing) ofMine(word string, among rules.Seats) (rules.Seat, bool) {
	if word == "" {
		return among.First(), true
	}
	seat, err := seatCalled(pl.s.at.table.view.Variant.Facts(), word)
	if err != nil {
		pl.s.refuse(err)
	}
	return seat, err == nil
}

func (pl *playing) stand(rest string) {
	if seat, ok := pl.ofMine(rest, pl.held()); ok {
		pl.do(table.Command{Kind: table.Stand, Seat: seat})
	}
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
			pl.do(table.Command{Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}})
		}
	})
}

// abort aborts a game that has just started, after the player has confirmed it.
func (pl *playing) abort(string) {
	v := pl.s.at.table.view
	abort := func() {
		if pl.s.at.table != nil && pl.s.at.table.view.ID == v.ID {
			pl.do(table.Command{Kind: table.Abort, Seat: rules.NoSeat})
		}
	}
	if v.FirstMoves == 0 || pl.held() == 0 {
		abort() // do not ask for confirmation, because the table refuses the command and says why
		return
	}
	pl.s.confirm("Abort the game? It then has no result and is not rated.", abort)
}

func (pl *playing) draw(string) {
	v := pl.s.at.table.view
	switch {
	case !pl.s.at.table.inGame(pl.s.me.ID):
		pl.s.say("Only players can offer a draw")
	case v.Offer != nil && v.Offer.By.ID == pl.s.me.ID:
		pl.s.say("Your draw offer is open: to withdraw it, type \"decline\"")
	case v.Offer != nil:
		pl.s.say("%s offers a draw: type \"accept\" or \"decline\"", present.Name(v.Offer.By))
	default:
		pl.s.confirm("Offer a draw?", func() {
			if pl.s.at.table != nil && pl.s.at.table.view.ID == v.ID {
				pl.do(table.Command{Kind: table.OfferDraw, Seat: pl.firstHeld()})
			}
		})
	}
}

func (pl *playing) claim(string) {
	if !pl.myTurn() {
		pl.s.say("You can claim a draw only when it is your turn")
		return
	}
	pl.play(rules.Action{Type: rules.DrawClaimed})
}

// lift asks the player for confirmation, because a lifted piece must be moved, and then lifts
// the piece.
func (pl *playing) lift(rest string) {
	v := pl.s.at.table.view
	sq, ok := pl.s.board.squareCalled(rest)
	switch {
	case !ok:
		return
	case !v.Terms.Touch || !pl.myTurn() || len(pl.s.board.legalLines(sq)) == 0:
		// do not ask for confirmation, because the table refuses the command and says why
		pl.do(table.Command{Kind: table.Lift, Seat: pl.firstHeld(), Square: sq})
		return
	}
	seat := v.Actor
	pl.s.confirm("Lift "+pl.s.report.pieceOn(sq)+"? It must then move.", func() {
		if pl.stillAt(v) {
			pl.do(table.Command{Kind: table.Lift, Seat: seat, Square: sq})
		}
	})
}

// keep plays the action that chooses which army to keep.
func (pl *playing) keep(rest string) {
	seat, err := seatCalled(pl.s.at.table.view.Variant.Facts(), rest)
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

// premove enters a premove. If the player has several seats, the premove is for the seat
// that moves the piece on the square from which the premove starts.
func (pl *playing) premove(rest string) {
	v := pl.s.at.table.view
	a, err := rules.ParsePremove(v.Variant, &v.Position, pl.held(), rest)
	if err != nil {
		pl.s.refuse(err)
		return
	}
	seat := pl.firstHeld()
	if mover := v.Variant.Controller(&v.Position, a.From); pl.held().Has(mover) {
		seat = mover
	}
	pl.do(table.Command{Kind: table.Premove, Seat: seat, Action: a})
}

// chat returns a function that sends a line of chat with a table command of the given kind.
func (pl *playing) chat(kind table.CommandKind) func(rest string) {
	return func(rest string) {
		if pl.do(table.Command{Kind: kind, Seat: pl.firstHeld(), Text: rest}) {
			pl.s.say("Sent")
		}
	}
}

// present returns the connected player with the given name, wherever they are. If there is
// none, it prints an error and returns false.
func (pl *playing) present(name string) (player.Player, bool) {
	for _, h := range pl.s.Lobby.ViewFor(pl.s.me.ID).Here {
		if player.Fold(h.Player.Name) == player.Fold(name) {
			return h.Player, true
		}
	}
	pl.s.say("No player of that name is connected: to list who is here, type \"people\"")
	return player.Player{}, false
}

func (pl *playing) invite(rest string) {
	other, ok := pl.present(rest)
	if !ok {
		return
	}
	if err := pl.s.Lobby.Invite(pl.s.me, pl.s.at.table.view.ID, rules.NoSeat, other.ID); err != nil {
		pl.s.refuse(err)
		return
	}
	pl.s.say("%s is invited", present.Name(other))
}

func (pl *playing) mute(do table.CommandKind, rest string) {
	other, ok := pl.present(rest)
	if !ok || !pl.do(table.Command{Kind: do, Seat: pl.firstHeld(), Target: other}) {
		return
	}
	if do == table.Mute {
		pl.s.say("%s is muted at this table", present.Name(other))
		return
	}
	pl.s.say("%s can chat again", present.Name(other))
}

// addBot seats a bot. The argument may contain a seat and a level, in any order. Without a
// level, the bot gets the level of the table's bots, or the default level if the table has
// none.
func (pl *playing) addBot(rest string) {
	act := table.Command{Kind: table.AddBot, Seat: rules.NoSeat, Level: cmp.Or(pl.s.at.table.view.Terms.Bots, player.DefaultBotLevel)}
	for _, word := range strings.Fields(rest) {
		if level, err := strconv.Atoi(word); err == nil {
			act.Level = level
			continue
		}
		seat, err := seatCalled(pl.s.at.table.view.Variant.Facts(), word)
		if err != nil {
			pl.s.refuse(err)
			return
		}
		act.Seat = seat
	}
	pl.do(act)
}

func (pl *playing) unseat(rest string) {
	seat, err := seatCalled(pl.s.at.table.view.Variant.Facts(), rest)
	if err != nil {
		pl.s.refuse(err)
		return
	}
	pl.do(table.Command{Kind: table.Unseat, Seat: seat})
}
