package plain

import (
	"cmp"
	"strconv"
	"strings"

	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// playing asks the table for what a player says.
type playing struct {
	s    *session
	acts int // asked so far
	name string
}

// tableCommand is a command of the table, named and explained by its row.
func tableCommand(kind table.CommandKind, do func(rest string)) command {
	row, _ := kind.Row()
	return command{names: row.Names, usage: row.Usage(), line: row.Help, do: do}
}

// asking is a command without arguments.
func asking(s *session, kind table.CommandKind) command {
	return tableCommand(kind, func(string) { s.playing.do(table.Command{Kind: kind, Seat: s.playing.firstHeld()}) })
}

// firstHeld is a seat of this person's for acts that are about a person: the one
// that is to move, if it is his.
func (pl *playing) firstHeld() rules.Seat {
	if pl.myTurn() {
		return pl.s.at.room.view.Actor
	}
	return pl.held().First()
}

func playingCommands(s *session) []command {
	return []command{
		{names: []string{"resign"}, usage: "[SEAT]", line: "resigns, after a question", do: s.playing.resign},
		{names: []string{"play"}, usage: "on, or MOVE", line: "play on: your team does not resign; else plays the move", do: s.playing.playOn},
		tableCommand(table.OfferDraw, s.playing.draw),
		asking(s, table.AcceptDraw),
		asking(s, table.DeclineDraw),
		{names: []string{"claim"}, line: "claims a draw, where the game lets you", do: s.playing.claim},
		tableCommand(table.Lift, s.playing.lift),
		{names: []string{"keep"}, usage: "SEAT", line: "chooses whose men you keep, when the game asks you", do: s.playing.keep},
		{names: []string{"off"}, usage: "SQUARE", line: "takes a man of yours off the board, when the game asks you", do: s.playing.off},
		tableCommand(table.Premove, s.playing.later),
		tableCommand(table.CancelPremove, func(string) {
			if s.playing.do(table.Command{Kind: table.CancelPremove, Seat: rules.NoSeat}) {
				s.say("Nothing is kept for later")
			}
		}),
		asking(s, table.OfferTakeback),
		asking(s, table.AcceptTakeback),
		asking(s, table.DeclineTakeback),
		tableCommand(table.Vote, func(rest string) {
			s.playing.do(table.Command{Kind: table.Vote, Seat: s.playing.firstHeld(), Choice: table.Choice(strings.ToLower(rest))})
		}),
		asking(s, table.Unvote),
	}
}

func tableCommands(s *session) []command {
	return []command{
		tableCommand(table.Sit, s.playing.sitHere),
		tableCommand(table.Stand, s.playing.stand),
		asking(s, table.Ready),
		asking(s, table.Unready),
		tableCommand(table.Chat, s.playing.talk),
		asking(s, table.AcceptChat),
		asking(s, table.DeclineChat),
		tableCommand(table.OfferRematch, func(rest string) {
			s.playing.do(table.Command{Kind: table.OfferRematch, Seat: s.playing.firstHeld(), Rotate: strings.ToLower(rest) == "rotate"})
		}),
		asking(s, table.DeclineRematch),
		{names: []string{"record"}, line: "tells how to get the game as a text", do: s.at.record},
		{names: []string{"invite"}, usage: "NAME", line: "invites somebody who is here to this table", do: s.playing.invite},
		tableCommand(table.Mute, func(rest string) { s.playing.mute(table.Mute, rest) }),
		tableCommand(table.Unmute, func(rest string) { s.playing.mute(table.Unmute, rest) }),
		tableCommand(table.AddBot, s.playing.bringBot),
		tableCommand(table.Unseat, s.playing.unseat),
	}
}

// sitHere sits down at this table, or at another if a number is said.
func (pl *playing) sitHere(rest string) {
	if rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		pl.s.lobby.sitAt(rest)
		return
	}
	pl.sit(rest)
}

// ofMine is the seat that is said, or the first of this person's that will do.
func (pl *playing) ofMine(word string, among rules.Seats) (rules.Seat, bool) {
	if word == "" {
		return among.First(), true
	}
	seat, err := seatCalled(pl.s.at.room.view.Variant.Facts(), word)
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

// resign asks first; where a partner has a say, that is told.
func (pl *playing) resign(rest string) {
	v := pl.s.at.room.view
	inPlay := pl.held() & v.Position.InPlay()
	if rest == "" && inPlay.Has(v.Actor) {
		inPlay = rules.Seats(0).With(v.Actor) // who has several means the one that is to move
	}
	seat, ok := pl.ofMine(rest, inPlay)
	switch {
	case !ok:
		return
	case v.Phase == table.Playing && pl.held() != 0 && pl.held()&v.Position.InPlay() == 0:
		pl.s.say("%s", pl.barred(v.CannotAct(pl.s.me)))
		return
	case v.Phase != table.Playing || !(pl.held() & v.Position.InPlay()).Has(seat):
		pl.s.say("There is nothing to resign: you have no such seat in a game here")
		return
	}
	f := v.Variant.Facts()
	text := "Do you resign " + phrase.Seat(f, seat) + "? It is out at once."
	if f.Teams() {
		text = "Do you resign " + phrase.Seat(f, seat) + "? A team resigns when both partners want it."
	}
	pl.s.confirm(text, func() {
		if pl.s.at.room != nil && pl.s.at.room.view.ID == v.ID {
			pl.do(table.Command{Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}})
		}
	})
}

func (pl *playing) playOn(rest string) {
	if strings.ToLower(rest) == "on" {
		pl.do(table.Command{Kind: table.PlayOn, Seat: pl.firstHeld()})
		return
	}
	pl.typedMove(rest)
}

func (pl *playing) draw(string) {
	v := pl.s.at.room.view
	switch {
	case !pl.s.at.room.inGame(pl.s.me.ID):
		pl.s.say("Only who plays can offer a draw")
	case v.Offer != nil && v.Offer.By.ID == pl.s.me.ID:
		pl.s.say("You have offered a draw: say decline to take it back")
	case v.Offer != nil:
		pl.s.say("%s offers a draw: say accept or decline", phrase.Name(v.Offer.By))
	default:
		pl.s.confirm("Do you offer a draw?", func() {
			if pl.s.at.room != nil && pl.s.at.room.view.ID == v.ID {
				pl.do(table.Command{Kind: table.OfferDraw, Seat: pl.firstHeld()})
			}
		})
	}
}

func (pl *playing) claim(string) {
	if !pl.myTurn() {
		pl.s.say("Only who is to move can claim a draw")
		return
	}
	pl.play(rules.Action{Type: rules.DrawClaimed})
}

// lift asks first: what is lifted must move.
func (pl *playing) lift(rest string) {
	v := pl.s.at.room.view
	sq, ok := pl.s.board.squareCalled(rest)
	switch {
	case !ok:
		return
	case !v.Terms.Touch || !pl.myTurn() || len(pl.s.board.legalLines(sq)) == 0:
		pl.do(table.Command{Kind: table.Lift, Seat: pl.firstHeld(), Square: sq}) // which says why not
		return
	}
	seat := v.Actor
	pl.s.confirm("Everybody will hear it, and "+pl.s.report.manOn(sq)+" must move then. Do you lift it?", func() {
		if pl.stillAt(v) {
			pl.do(table.Command{Kind: table.Lift, Seat: seat, Square: sq})
		}
	})
}

// keep chooses an army.
func (pl *playing) keep(rest string) {
	seat, err := seatCalled(pl.s.at.room.view.Variant.Facts(), rest)
	if err != nil {
		pl.s.refuse(err)
		return
	}
	pl.typedMove("army:" + pl.s.at.room.view.Variant.Facts().Seats[seat])
}

// off takes a man off the board.
func (pl *playing) off(rest string) {
	if sq, ok := pl.s.board.squareCalled(rest); ok {
		pl.typedMove(pl.s.at.room.view.Variant.Facts().Geometry.Name(sq) + "-x")
	}
}

// later keeps a move for the seat that moves the man on its first square.
func (pl *playing) later(rest string) {
	v := pl.s.at.room.view
	a, err := rules.ParsePremove(v.Variant, &v.Position, pl.held(), inPlain(v.Variant.Facts(), rest))
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

func (pl *playing) talk(rest string) {
	if pl.do(table.Command{Kind: table.Chat, Seat: pl.firstHeld(), Text: rest}) {
		pl.s.say("Said")
	}
}

// present is somebody who is here, by his name.
func (pl *playing) present(name string) (player.Player, bool) {
	for _, h := range pl.s.Lobby.ViewFor(pl.s.me.ID).Here {
		if player.Fold(h.Player.Name) == player.Fold(name) {
			return h.Player, true
		}
	}
	pl.s.say("Nobody of that name is here now: say people to hear who is")
	return player.Player{}, false
}

func (pl *playing) invite(rest string) {
	whom, ok := pl.present(rest)
	if !ok {
		return
	}
	if err := pl.s.Lobby.Invite(pl.s.me, pl.s.at.room.view.ID, rules.NoSeat, whom.ID); err != nil {
		pl.s.refuse(err)
		return
	}
	pl.s.say("%s is invited", phrase.Name(whom))
}

func (pl *playing) mute(do table.CommandKind, rest string) {
	whom, ok := pl.present(rest)
	if !ok || !pl.do(table.Command{Kind: do, Seat: pl.firstHeld(), Target: whom}) {
		return
	}
	if do == table.Mute {
		pl.s.say("%s says nothing more here", phrase.Name(whom))
		return
	}
	pl.s.say("%s may talk again", phrase.Name(whom))
}

// bringBot takes a seat and a level in any order; neither has to be said: the level is
// that of the bots which take what is open when the game begins, if any do.
func (pl *playing) bringBot(rest string) {
	act := table.Command{Kind: table.AddBot, Seat: rules.NoSeat, Level: cmp.Or(pl.s.at.room.view.Terms.Bots, player.DefaultBotLevel)}
	for _, word := range strings.Fields(rest) {
		if level, err := strconv.Atoi(word); err == nil {
			act.Level = level
			continue
		}
		seat, err := seatCalled(pl.s.at.room.view.Variant.Facts(), word)
		if err != nil {
			pl.s.refuse(err)
			return
		}
		act.Seat = seat
	}
	pl.do(act)
}

func (pl *playing) unseat(rest string) {
	seat, err := seatCalled(pl.s.at.room.view.Variant.Facts(), rest)
	if err != nil {
		pl.s.refuse(err)
		return
	}
	pl.do(table.Command{Kind: table.Unseat, Seat: seat})
}
