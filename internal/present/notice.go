package present

import (
	"slices"
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// itoa formats a number.
func itoa(n int) string { return strconv.Itoa(n) }

// Notice says what happened at a table, from the viewer's side.
type Notice struct {
	Number int // number of the event; larger than that of earlier notices
	Kind   table.NotableKind
	Text   string // a sentence without a full stop: "Ada declined your draw"
	Mine   bool   // whether it happened to the viewer, or answers them
	ByMe   bool   // whether the viewer caused it
}

// Notices returns what happened after the event with the given number, oldest first. A session remembers the
// number of the last notice that it has shown.
func (t *Table) Notices(after int) []Notice {
	if t.Viewer.Board != Ordinary {
		return nil
	}
	var list []Notice
	for i := range t.View.Recent {
		if n := &t.View.Recent[i]; n.Number > after {
			list = append(list, t.notice(n))
		}
	}
	return list
}

// LastNotice returns the number of the newest notable event, with which a session starts that has just opened
// the table.
func (t *Table) LastNotice() int {
	if n := len(t.View.Recent); n > 0 {
		return t.View.Recent[n-1].Number
	}
	return 0
}

func (t *Table) notice(n *table.Notable) Notice {
	id := t.Viewer.ID
	me := func(p *player.Player) bool { return id != "" && p.ID == id }
	one := Notice{Number: n.Number, Kind: n.Kind, Mine: me(&n.Player), ByMe: me(&n.By)}
	switch {
	case n.Kind <= table.GameAdjudicated:
		one.Text = t.gameNotice(n, one.Mine)
		one.Mine = one.Mine || n.Kind >= table.GameWon && t.Held != 0
	case n.Kind <= table.PersonUnmuted:
		one.Text = t.seatNotice(n, one.Mine, one.ByMe)
	default:
		one.Text = t.offerNotice(n, one.Mine, one.ByMe)
	}
	switch {
	case !leaves(n) || !t.left():
	case n.Kind == table.GameAborted && n.By.ID != "" && !one.ByMe:
		one.Text += "; you were away, which counts as leaving a game"
	case one.Mine:
		one.Text += "; this counts as leaving a game"
	}
	return one
}

// leaves reports whether a player may have left the game by this event, so that it counts for a pause.
func leaves(n *table.Notable) bool {
	switch n.Kind {
	case table.GameAborted, table.SeatForfeited, table.SeatReplaced:
		return true
	case table.SeatOut:
		return n.How == rules.ByFlag
	}
	return false
}

// left reports whether the viewer left the game, and this counts.
func (t *Table) left() bool {
	return t.Viewer.ID != "" && slices.ContainsFunc(t.View.Left, func(l table.Leave) bool { return l.Player == t.Viewer.ID })
}

// your prefixes a sentence with the seat that it concerns if the viewer has several seats.
func (t *Table) your(n *table.Notable, text string) string {
	if t.Held.Count() > 1 {
		return Seat(t.facts(), n.Seat) + ": " + text
	}
	return text
}

// gameNotice words checkmates, eliminations and the end of the game.
func (t *Table) gameNotice(n *table.Notable, mine bool) string {
	v, f := t.View, t.facts()
	switch n.Kind {
	case table.GameStarted:
		return "The game starts"
	case table.SeatMated:
		switch by := Seat(f, n.BySeat); {
		case mine:
			return t.your(n, "You are in checkmate by "+by+"; you are not out yet")
		case t.Held.Has(n.BySeat):
			return "You checkmate " + Seat(f, n.Seat)
		default:
			return Seat(f, n.Seat) + " is in checkmate by " + by
		}
	case table.SeatReleased:
		if mine {
			return t.your(n, "You are no longer in checkmate")
		}
		return Seat(f, n.Seat) + " is no longer in checkmate"
	case table.SeatOut:
		if mine {
			return t.your(n, t.outOwn(n))
		}
		return out(f, n)
	case table.GameAborted:
		return t.aborted(n.By, n.Seat)
	case table.GameClosed:
		return closed(v)
	case table.GameAdjudicated:
		return "A moderator ended the game: " + player.Shown(n.Text, table.MaxReasonCells)
	}
	o := rules.Outcome{Termination: n.How, Winners: n.Seats}
	switch {
	case n.Kind == table.GameDrawn || t.Held == 0:
		return Result(f, &o)
	case t.Held&^n.Seats == 0:
		return "You won " + ending(f.Endings, n.How)
	case t.Held&n.Seats == 0:
		return "You lost: " + Result(f, &o)
	}
	return Result(f, &o)
}

// outOwn words the elimination of the viewer: "Checkmated by Gold in round 11".
func (t *Table) outOwn(n *table.Notable) string {
	in, by := " in round "+itoa(round(t.View, n.Move)), Seat(t.facts(), n.BySeat)
	switch n.How {
	case rules.ByCheckmate:
		return "Checkmated by " + by + in
	case rules.ByStalemate:
		return "Stalemated by " + by + in
	case rules.ByKingTaken:
		return by + " captured your king" + in
	case rules.ByResignation:
		return "You resigned" + in
	case rules.ByFlag:
		return "Your time ran out" + in
	}
	return "You are out since round " + itoa(round(t.View, n.Move))
}

// out words the elimination of another player: "White is out: checkmated by Gold".
func out(f *rules.Facts, n *table.Notable) string {
	who, by := Seat(f, n.Seat), Seat(f, n.BySeat)
	switch n.How {
	case rules.ByCheckmate:
		return who + " is out: checkmated by " + by
	case rules.ByStalemate:
		return who + " is out: stalemated by " + by
	case rules.ByKingTaken:
		return who + " is out: " + by + " captured the king"
	case rules.ByResignation:
		return who + " resigned and is out"
	case rules.ByFlag:
		return who + " is out: time ran out"
	}
	return who + " is out"
}

// seatNotice words what happened to the players of seats.
func (t *Table) seatNotice(n *table.Notable, mine, byMe bool) string {
	f := t.facts()
	switch n.Kind {
	case table.SeatReplaced:
		switch {
		case mine:
			return "You were replaced by " + Name(n.By) + " as " + Seat(f, n.Seat)
		case byMe:
			return "You took over " + Seat(f, n.Seat) + " from " + Name(n.Player)
		}
		return Name(n.By) + " replaces " + Name(n.Player) + " as " + Seat(f, n.Seat)
	case table.SeatVacated:
		if mine {
			return "Your seat, " + Seat(f, n.Seat) + ", is open to others until you return"
		}
		return "The seat of " + Seat(f, n.Seat) + " is open to others until " + Name(n.Player) + " returns"
	case table.SeatForfeited:
		if mine {
			return "The other players voted to resign for you"
		}
		return "The players voted to resign for " + Name(n.Player)
	case table.SeatRemoved:
		return t.At().Removal(&table.RemovalView{Player: n.Player, By: n.By, Seat: n.Seat, Reason: n.Text})
	}
	verb := " muted "
	if n.Kind == table.PersonUnmuted {
		verb = " unmuted "
	}
	switch {
	case byMe:
		return "You" + verb + Name(n.Player)
	case mine:
		return "The host" + verb + "you"
	}
	return "The host" + verb + Name(n.Player)
}

// offerNotice words offers, answers, votes and absences.
func (t *Table) offerNotice(n *table.Notable, mine, byMe bool) string {
	at := t.At()
	by := func(own, others string) string { return at.person(n.By, own, others) }
	whose := func(thing string) string {
		switch {
		case mine:
			return " your " + thing
		case n.Player.ID == "":
			return " the " + thing
		}
		return " " + Name(n.Player) + "'s " + thing
	}
	switch n.Kind {
	case table.DrawOffer:
		return by("offered", "offers") + " a draw"
	case table.DrawAccept:
		return by("accepted", "accepts") + " the draw"
	case table.DrawDecline:
		return by("declined", "declined") + whose("draw")
	case table.DrawWithdraw:
		return by("withdrew your", "withdrew the") + " draw offer"
	case table.DrawLapse:
		return Capital(whose("draw offer")[1:]) + " ended: not everybody accepted in time"
	case table.TakebackOffer:
		return by("asked", "asks") + " to take back a move"
	case table.TakebackAccept:
		return by("accepted", "accepts") + " the takeback"
	case table.TakebackDecline:
		return by("declined", "declined") + whose("takeback")
	case table.TakebackWithdraw:
		return by("withdrew your", "withdrew the") + " takeback"
	case table.TakebackLapse:
		return Capital(whose("takeback")[1:]) + " ended: not everybody accepted in time"
	case table.MovesTakenBack:
		return "All accepted the takeback"
	case table.ResignOffer:
		if byMe {
			return "You offered to resign; waiting for " + t.partnerNames()
		}
		return Name(n.By) + " wants your team to resign"
	case table.ResignDecline:
		return by("declined", "declined") + " to resign"
	case table.ResignWithdraw:
		return by("no longer want", "no longer wants") + " to resign"
	case table.VoteCast:
		return by("voted", "votes") + " " + Choice(t.View, table.Choice(n.Text))
	case table.VoteWithdrawn:
		return by("withdrew your", "withdrew a") + " vote"
	case table.WaitAgreed:
		return "The players agreed to wait longer"
	case table.GameAdjourned:
		return "The game is adjourned: the clocks are stopped until all are back, or enough players vote to resume"
	case table.GameContinued:
		return "The game continues"
	case table.PlayerLeft:
		return at.person(n.Player, "are away", "is away")
	case table.PlayerReturned:
		return at.person(n.Player, "are back", "is back")
	case table.PremoveDrop:
		return "Your premove was not legal and was cancelled"
	}
	return t.rematchNotice(n)
}

func (t *Table) rematchNotice(n *table.Notable) string {
	by := func(own, others string) string { return t.At().person(n.By, own, others) }
	switch n.Kind {
	case table.RematchOffer:
		return by("want", "wants") + t.rematchKind(n.Rotate)
	case table.RematchAccept:
		return by("accepted", "accepts") + " the rematch"
	case table.RematchDecline:
		return by("declined", "declined") + " the rematch"
	case table.RematchWithdraw:
		return by("no longer want", "no longer wants") + " a rematch"
	}
	return RematchAt(n.Table)
}

// RematchAt says at which table the rematch of a game is.
func RematchAt(id table.ID) string { return "The rematch is at table " + itoa(int(id)) }

func (t *Table) rematchKind(rotate bool) string {
	switch {
	case !rotate:
		return " a rematch"
	case t.facts().RematchOption != "":
		return " a rematch, next seat moves first"
	}
	return " a rematch, seats rotated"
}
