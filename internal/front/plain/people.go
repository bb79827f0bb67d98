package plain

import (
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

func (rp *reporter) at() present.At { return present.At{View: rp.s.at.table.view, Me: rp.s.me.ID} }

// tellPeople reports changes of seats, readiness and presence.
func (rp *reporter) tellPeople(old *table.View) {
	v := rp.s.at.table.view
	f := v.Variant.Facts()
	reported := map[player.ID]bool{} // report a player with several seats only once
	for seat := range rules.Seat(rules.SeatCount) {
		was, is := &old.Seats[seat], &v.Seats[seat]
		word := present.Seat(f, seat)
		switch {
		case was.Player.ID != is.Player.ID && is.Player.ID != "":
			rp.s.say("%s as %s", rp.at().Person(is.Player, "sit down", "sits down"), word)
			rp.tellReturnCode(is.Player)
		case was.Player.ID != is.Player.ID:
			rp.s.say("%s from %s", rp.at().Person(was.Player, "stand up", "stands up"), word)
		case v.Phase == table.Waiting && is.Ready && !was.Ready:
			rp.s.say("%s", rp.at().Person(is.Player, "are ready as "+word, "is ready as "+word))
		case v.Phase == table.Waiting && !is.Ready && was.Ready && !is.Present:
			rp.s.say("%s", rp.at().Person(is.Player, "are away and no longer ready", "is away and no longer ready"))
		case v.Phase == table.Waiting && !is.Ready && was.Ready:
			rp.s.say("%s", rp.at().Person(is.Player, "are no longer ready", "is no longer ready"))
		case is.AwaySince.IsZero() != was.AwaySince.IsZero() && !reported[is.Player.ID]:
			reported[is.Player.ID] = true
			rp.tellAway(is)
		}
		if !is.Vacation.Equal(was.Vacation) && !reported[is.Player.ID] {
			reported[is.Player.ID] = true
			rp.tellVacation(is)
		}
		if is.Vacant && !was.Vacant {
			rp.s.say("The seat of %s is open to others until %s returns", word, present.Name(is.Player))
		}
		if is.AcceptsChat && !was.AcceptsChat {
			rp.s.say("%s", rp.at().Person(is.Player, "agree to chat during the game", "agrees to chat during the game"))
		}
	}
	for _, away := range v.Removals[min(len(old.Removals), len(v.Removals)):] {
		rp.s.say("%s", rp.at().Removal(&away))
	}
}

func (rp *reporter) tellVacation(seat *table.SeatView) {
	if !seat.Vacation.After(rp.s.clock()) {
		rp.s.say("%s", rp.at().Person(seat.Player, "are back from vacation", "is back from vacation"))
		return
	}
	until := club.Minute(seat.Vacation, rp.s.Club.Settings.Zone())
	rp.s.say("%s", rp.at().Person(seat.Player, "are on vacation until "+until, "is on vacation until "+until))
}

func (rp *reporter) tellAway(seat *table.SeatView) {
	if seat.AwaySince.IsZero() {
		rp.s.say("%s", rp.at().Person(seat.Player, "are back", "is back"))
		return
	}
	rp.s.say("%s", rp.at().Person(seat.Player, "are away", "is away"))
}

// tellReturnCode tells a guest who has taken a seat how they can return to the seat later.
func (rp *reporter) tellReturnCode(p player.Player) {
	if p.ID == rp.s.me.ID && rp.s.ReturnCode != "" {
		rp.s.say("You are a guest: to return later, write down the code %s", rp.s.ReturnCode)
		rp.s.say("To return to your seat later, run: ssh HOST return %s", rp.s.ReturnCode)
	}
}

// tellSeats lists the seats and their players.
func (rp *reporter) tellSeats() {
	v := rp.s.at.table.view
	f := v.Variant.Facts()
	for seat := range rules.Seat(rules.SeatCount) {
		if text := rp.seatLine(seat); text != "" {
			rp.s.say("%s: %s", present.Seat(f, seat), text)
		}
	}
}

func (rp *reporter) seatLine(seat rules.Seat) string {
	v := rp.s.at.table.view
	is := &v.Seats[seat]
	text := present.Name(is.Player)
	switch {
	case is.Closed:
		return ""
	case is.Open && is.Player.ID == "":
		return "open"
	case is.Player.ID == rp.s.me.ID:
		text = "you"
	}
	for other := range rules.Seat(rules.SeatCount) {
		if v.Variant.Facts().Partners(seat, other) && rp.s.playing.held().Has(other) && !rp.s.playing.held().Has(seat) {
			text += ", your partner"
			break
		}
	}
	switch {
	case v.Phase == table.Waiting && is.Ready:
		text += ", ready"
	case v.Phase == table.Waiting:
		text += ", not ready"
	case v.Position.State[seat] == rules.Eliminated:
		text += ", eliminated"
	case v.Variant.Mated(&v.Position).Has(seat):
		text += ", in checkmate"
	case v.Variant.InCheck(&v.Position).Has(seat):
		text += ", in check"
	}
	switch {
	case v.Phase == table.Playing && is.Vacation.After(rp.s.clock()):
		text += ", on vacation until " + club.Minute(is.Vacation, rp.s.Club.Settings.Zone())
	case v.Phase != table.Finished && is.Player.ID != rp.s.me.ID && !is.Present:
		text += ", away"
	}
	return text
}

// advise tells the player what they can do before the game.
func (rp *reporter) advise() {
	v := rp.s.at.table.view
	held := rp.s.playing.held()
	ready := true
	for seat := range rules.Seat(rules.SeatCount) {
		ready = ready && (!held.Has(seat) || v.Seats[seat].Ready)
	}
	switch {
	case held == 0:
		rp.s.say("Type \"sit\" and a seat, for example \"sit %s\"", v.Variant.Facts().Seats[max(0, rp.firstOpen())])
	case !ready && v.Terms.Bots > 0 && rp.s.Lobby.Bots() && rp.anyOpen():
		rp.s.say("When you are ready, type \"ready\": bots of level %d fill the open seats when everybody is ready", v.Terms.Bots)
	case !ready:
		rp.s.say("When you are ready, type \"ready\"")
	default:
		rp.s.say("The game starts when every seat is taken and everybody is ready")
	}
}

func (rp *reporter) anyOpen() bool { return rp.firstOpen() >= 0 }

// firstOpen returns the first open seat, or -1 if there is none.
func (rp *reporter) firstOpen() int {
	for seat := range rp.s.at.table.view.Seats {
		if rp.s.at.table.view.Seats[seat].Open {
			return seat
		}
	}
	return -1
}
