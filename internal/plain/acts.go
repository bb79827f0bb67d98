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

// asking is a command that asks one thing of the table, and no more.
func asking(do table.Do, line string, names ...string) command {
	return command{names: names, line: line, do: func(s *session, _ string) {
		s.do(table.Act{Do: do, Seat: s.firstHeld()})
	}}
}

// firstHeld is a seat of this person's for acts that are about a person: the one
// that is to move, if it is his.
func (s *session) firstHeld() rules.Seat {
	if s.myTurn() {
		return s.room.view.Actor
	}
	return first(s.held())
}

func playingCommands() []command {
	return []command{
		{names: []string{"resign"}, usage: "[SEAT]", line: "resigns, after a question", do: (*session).resign},
		{names: []string{"play"}, usage: "on, or MOVE", line: "play on: your team does not resign; else plays the move", do: (*session).playOn},
		{names: []string{"draw"}, line: "offers a draw, after a question", do: (*session).draw},
		asking(table.Accept, "accepts the draw that is offered", "accept"),
		asking(table.Decline, "declines the draw that is offered, or takes your offer back", "decline"),
		{names: []string{"claim"}, line: "claims a draw, where the game lets you", do: (*session).claim},
		{names: []string{"lift"}, usage: "SQUARE", line: "lifts a man, where touch and move holds: then it must move", do: (*session).lift},
		{names: []string{"keep"}, usage: "SEAT", line: "chooses whose men you keep, when the game asks you", do: (*session).keep},
		{names: []string{"off"}, usage: "SQUARE", line: "takes a man of yours off the board, when the game asks you", do: (*session).off},
		{names: []string{"later"}, usage: "MOVE", line: "keeps a move to be played when your turn comes", do: (*session).later},
		{names: []string{"recall"}, line: "takes back what you keep for later", do: func(s *session, _ string) {
			if s.do(table.Act{Do: table.Recall, Seat: rules.NoSeat}) {
				s.say("Nothing is kept for later")
			}
		}},
		asking(table.AskUndo, "asks to take your last move back", "undo"),
		asking(table.AgreeUndo, "agrees to take a move back", "agree"),
		asking(table.RefuseUndo, "refuses to take a move back, or does not ask any more", "refuse"),
		{names: []string{"vote"}, usage: "WORD", line: "votes how to go on without who is gone: wait, adjourn, replace, end, or go-on", do: func(s *session, rest string) {
			s.do(table.Act{Do: table.Vote, Seat: s.firstHeld(), Choice: table.Choice(strings.ToLower(rest))})
		}},
		asking(table.Unvote, "takes your vote back", "unvote"),
	}
}

func tableCommands() []command {
	return []command{
		{names: []string{"sit"}, usage: "[SEAT]", line: "sits down here", do: (*session).sitHere},
		{names: []string{"stand"}, usage: "[SEAT]", line: "stands up, before the game", do: (*session).stand},
		asking(table.Ready, "says that you are ready; when all are, the game begins", "ready"),
		asking(table.Unready, "says that you are not ready", "unready"),
		{names: []string{"say"}, usage: "TEXT", line: "says something to all, or while you look on to those who look on", do: (*session).talk},
		asking(table.Consent, "agrees that the players may talk, before the game", "consent"),
		asking(table.Dissent, "takes that back", "dissent"),
		{names: []string{"rematch"}, usage: "[onward]", line: "asks to play again; onward: with seats or first move one further", do: func(s *session, rest string) {
			s.do(table.Act{Do: table.Rematch, Seat: s.firstHeld(), Onward: strings.ToLower(rest) == "onward"})
		}},
		asking(table.NoRematch, "does not want to play again", "enough"),
		{names: []string{"record"}, line: "tells how to get the game as a text", do: (*session).record},
		{names: []string{"invite"}, usage: "NAME", line: "invites somebody who is here to this table", do: (*session).invite},
		{names: []string{"mute"}, usage: "NAME", line: "lets somebody say nothing more here, if you are the host", do: func(s *session, rest string) { s.mute(table.Mute, rest) }},
		{names: []string{"unmute"}, usage: "NAME", line: "lets him talk again", do: func(s *session, rest string) { s.mute(table.Unmute, rest) }},
		{names: []string{"bot"}, usage: "[SEAT] [LEVEL]", line: "lets a bot sit down, if you are the host; how well it plays is from 1 to 6", do: (*session).bringBot},
		{names: []string{"unseat"}, usage: "SEAT", line: "asks who is not ready to leave a seat, if you are the host", do: (*session).unseat},
	}
}

// sitHere sits down at this table, or at another if a number is said.
func (s *session) sitHere(rest string) {
	if rest != "" && rest[0] >= '0' && rest[0] <= '9' {
		s.sitAt(rest)
		return
	}
	s.sit(rest)
}

// ofMine is the seat that is said, or the first of this person's that will do.
func (s *session) ofMine(word string, among rules.Seats) (rules.Seat, bool) {
	if word == "" {
		return first(among), true
	}
	seat, err := seatCalled(s.room.view.Variant.Facts(), word)
	if err != nil {
		s.refuse(err)
	}
	return seat, err == nil
}

func (s *session) stand(rest string) {
	if seat, ok := s.ofMine(rest, s.held()); ok {
		s.do(table.Act{Do: table.Stand, Seat: seat})
	}
}

// resign asks first; where a partner has a say, that is told.
func (s *session) resign(rest string) {
	v := s.room.view
	inPlay := s.held() & v.Position.InPlay()
	if rest == "" && inPlay.Has(v.Actor) {
		inPlay = rules.Seats(0).With(v.Actor) // who has several means the one that is to move
	}
	seat, ok := s.ofMine(rest, inPlay)
	switch {
	case !ok:
		return
	case v.Phase == table.Playing && s.held() != 0 && s.held()&v.Position.InPlay() == 0:
		s.say("%s", s.barred(v.Bars(s.me)))
		return
	case v.Phase != table.Playing || !(s.held() & v.Position.InPlay()).Has(seat):
		s.say("There is nothing to resign: you have no such seat in a game here")
		return
	}
	f := v.Variant.Facts()
	text := "Do you resign " + phrase.Seat(f, seat) + "? It is out at once."
	if f.Teams() {
		text = "Do you resign " + phrase.Seat(f, seat) + "? A team resigns when both partners want it."
	}
	s.confirm(text, func() {
		if s.room != nil && s.room.view.ID == v.ID {
			s.do(table.Act{Do: table.Play, Seat: seat, Action: rules.Action{Verb: rules.Resign, Seat: seat}})
		}
	})
}

func (s *session) playOn(rest string) {
	if strings.ToLower(rest) == "on" {
		s.do(table.Act{Do: table.PlayOn, Seat: s.firstHeld()})
		return
	}
	s.typedMove(rest)
}

func (s *session) draw(string) {
	v := s.room.view
	switch {
	case !s.room.inGame(s.me.ID):
		s.say("Only who plays can offer a draw")
	case v.Offer != nil && v.Offer.By.ID == s.me.ID:
		s.say("You have offered a draw: say decline to take it back")
	case v.Offer != nil:
		s.say("%s offers a draw: say accept or decline", phrase.Name(v.Offer.By))
	default:
		s.confirm("Do you offer a draw?", func() {
			if s.room != nil && s.room.view.ID == v.ID {
				s.do(table.Act{Do: table.Offer, Seat: s.firstHeld()})
			}
		})
	}
}

func (s *session) claim(string) {
	if !s.myTurn() {
		s.say("Only who is to move can claim a draw")
		return
	}
	s.play(rules.Action{Verb: rules.DrawClaimed})
}

// lift asks first: what is lifted must move.
func (s *session) lift(rest string) {
	v := s.room.view
	sq, ok := s.squareCalled(rest)
	switch {
	case !ok:
		return
	case !v.Terms.Touch || !s.myTurn() || len(s.legalLines(sq)) == 0:
		s.do(table.Act{Do: table.Lift, Seat: s.firstHeld(), Square: sq}) // which says why not
		return
	}
	seat := v.Actor
	s.confirm("Everybody will hear it, and "+s.manOn(sq)+" must move then. Do you lift it?", func() {
		if s.stillAt(v) {
			s.do(table.Act{Do: table.Lift, Seat: seat, Square: sq})
		}
	})
}

// keep chooses an army.
func (s *session) keep(rest string) {
	seat, err := seatCalled(s.room.view.Variant.Facts(), rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.typedMove("army:" + s.room.view.Variant.Facts().Seats[seat])
}

// off takes a man off the board.
func (s *session) off(rest string) {
	if sq, ok := s.squareCalled(rest); ok {
		s.typedMove(s.room.view.Variant.Facts().Geometry.Name(sq) + "-x")
	}
}

// later keeps a move for the seat that moves the man on its first square.
func (s *session) later(rest string) {
	v := s.room.view
	a, err := rules.ReadAhead(v.Variant, &v.Position, s.held(), inPlain(v.Variant.Facts(), rest))
	if err != nil {
		s.refuse(err)
		return
	}
	seat := s.firstHeld()
	if mover := v.Variant.Controller(&v.Position, a.From); s.held().Has(mover) {
		seat = mover
	}
	s.do(table.Act{Do: table.Premove, Seat: seat, Action: a})
}

func (s *session) talk(rest string) {
	if s.do(table.Act{Do: table.Say, Seat: s.firstHeld(), Text: rest}) {
		s.say("Said")
	}
}

// present is somebody who is here, by his name.
func (s *session) present(name string) (player.Player, bool) {
	for _, h := range s.Lobby.Seen(s.me.ID).Here {
		if player.Fold(h.Player.Name) == player.Fold(name) {
			return h.Player, true
		}
	}
	s.say("Nobody of that name is here now: say people to hear who is")
	return player.Player{}, false
}

func (s *session) invite(rest string) {
	whom, ok := s.present(rest)
	if !ok {
		return
	}
	if err := s.Lobby.Invite(s.me, s.room.view.ID, rules.NoSeat, whom.ID); err != nil {
		s.refuse(err)
		return
	}
	s.say("%s is invited", phrase.Name(whom))
}

func (s *session) mute(do table.Do, rest string) {
	whom, ok := s.present(rest)
	if !ok || !s.do(table.Act{Do: do, Seat: s.firstHeld(), Whom: whom}) {
		return
	}
	if do == table.Mute {
		s.say("%s says nothing more here", phrase.Name(whom))
		return
	}
	s.say("%s may talk again", phrase.Name(whom))
}

// bringBot takes a seat and a level in any order; neither has to be said: the level is
// that of the bots which take what is open when the game begins, if any do.
func (s *session) bringBot(rest string) {
	act := table.Act{Do: table.BringBot, Seat: rules.NoSeat, Level: cmp.Or(s.room.view.Terms.Bots, player.UsualBot)}
	for _, word := range strings.Fields(rest) {
		if level, err := strconv.Atoi(word); err == nil {
			act.Level = level
			continue
		}
		seat, err := seatCalled(s.room.view.Variant.Facts(), word)
		if err != nil {
			s.refuse(err)
			return
		}
		act.Seat = seat
	}
	s.do(act)
}

func (s *session) unseat(rest string) {
	seat, err := seatCalled(s.room.view.Variant.Facts(), rest)
	if err != nil {
		s.refuse(err)
		return
	}
	s.do(table.Act{Do: table.Unseat, Seat: seat})
}
