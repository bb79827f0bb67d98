package present

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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
func LastNotice(v *table.View) int {
	if n := len(v.Recent); n > 0 {
		return v.Recent[n-1].Number
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
		text, _ := t.OwnResult()
		return cmp.Or(text, "You lost") + ": " + Result(f, &o)
	}
	return Result(f, &o)
}

// outWords says how a player was eliminated, to themselves and after their name. {by} is the seat that did it.
var outWords = map[rules.Termination]struct{ own, others string }{
	rules.ByCheckmate:   {"Checkmated by {by}", "is out: checkmated by {by}"},
	rules.ByStalemate:   {"Stalemated by {by}", "is out: stalemated by {by}"},
	rules.ByKingTaken:   {"{by} captured your king", "is out: {by} captured the king"},
	rules.ByResignation: {"You resigned", "resigned and is out"},
	rules.ByFlag:        {"Your time ran out", "is out: time ran out"},
}

// outOwn words the elimination of the viewer: "Checkmated by Gold in round 11".
func (t *Table) outOwn(n *table.Notable) string {
	text, in := outWords[n.How].own, "round "+itoa(round(t.View, n.Move))
	if text == "" {
		return "You are out since " + in
	}
	return strings.Replace(text, "{by}", Seat(t.facts(), n.BySeat), 1) + " in " + in
}

// out words the elimination of another player: "White is out: checkmated by Gold".
func out(f *rules.Facts, n *table.Notable) string {
	text := cmp.Or(outWords[n.How].others, "is out")
	return Seat(f, n.Seat) + " " + strings.Replace(text, "{by}", Seat(f, n.BySeat), 1)
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

// offerWords says what somebody did: to themselves, after "You", and to others, after their name. {whose} is the
// possessive of the player whom they answer.
var offerWords = map[table.NotableKind]struct{ own, others string }{
	table.DrawOffer:        {"offered a draw", "offers a draw"},
	table.DrawAccept:       {"accepted the draw", "accepts the draw"},
	table.DrawDecline:      {"declined {whose} draw", "declined {whose} draw"},
	table.DrawWithdraw:     {"withdrew your draw offer", "withdrew the draw offer"},
	table.TakebackOffer:    {"asked to take back ", "asks to take back "},
	table.TakebackAccept:   {"accepted the takeback", "accepts the takeback"},
	table.TakebackDecline:  {"declined {whose} takeback", "declined {whose} takeback"},
	table.TakebackWithdraw: {"withdrew your takeback", "withdrew the takeback"},
	table.ResignOffer:      {"offered to resign; waiting for ", "wants your team to resign"},
	table.ResignDecline:    {"declined to resign", "declined to resign"},
	table.ResignWithdraw:   {"no longer want to resign", "no longer wants to resign"},
	table.VoteCast:         {"voted ", "votes "},
	table.VoteWithdrawn:    {"withdrew your vote", "withdrew a vote"},
	table.PlayerLeft:       {"are away", "is away"},
	table.PlayerReturned:   {"are back", "is back"},
	table.RematchOffer:     {"want a rematch", "wants a rematch"},
	table.RematchAccept:    {"accepted the rematch", "accepts the rematch"},
	table.RematchDecline:   {"declined the rematch", "declined the rematch"},
	table.RematchWithdraw:  {"no longer want a rematch", "no longer wants a rematch"},
}

// offerSentences says what happened by itself, or by several people.
var offerSentences = map[table.NotableKind]string{
	table.DrawLapse:      "{whose} draw offer ended: not everybody accepted in time",
	table.TakebackLapse:  "{whose} takeback ended: not everybody accepted in time",
	table.MovesTakenBack: "all accepted the takeback",
	table.WaitAgreed:     "the players agreed to wait longer",
	table.GameAdjourned:  "the game is adjourned: the clocks are stopped until all are back, or enough players vote to resume",
	table.GameContinued:  "the game continues",
	table.PremoveDrop:    "your premove was not legal and was cancelled",
}

// offerNotice words offers, answers, votes and absences.
func (t *Table) offerNotice(n *table.Notable, mine, byMe bool) string {
	whose := Name(n.Player) + "'s"
	switch {
	case mine:
		whose = "your"
	case n.Player.ID == "":
		whose = "the"
	}
	if text, ok := offerSentences[n.Kind]; ok {
		return Capital(strings.Replace(text, "{whose}", whose, 1))
	}
	words, ok := offerWords[n.Kind]
	if !ok {
		return RematchAt(n.Table)
	}
	who := n.By
	if n.Kind == table.PlayerLeft || n.Kind == table.PlayerReturned {
		who = n.Player
	}
	text := strings.Replace(t.At().person(who, words.own, words.others), "{whose}", whose, 1)
	switch {
	case n.Kind == table.ResignOffer && byMe:
		text += t.partnerNames()
	case n.Kind == table.TakebackOffer:
		text += WithMarks(n.Text)
	case n.Kind == table.VoteCast:
		text += Choice(t.View, table.Choice(n.Text))
	case n.Kind == table.RematchOffer:
		text += t.rematchKind(n.Rotate)
	}
	return text
}

// RematchAt says at which table the rematch of a game is.
func RematchAt(id table.ID) string { return "The rematch is at table " + itoa(int(id)) }

// rematchKind says how a rematch differs from the game.
func (t *Table) rematchKind(rotate bool) string {
	switch {
	case !rotate:
		return ""
	case t.facts().RematchOption != "":
		return ", next seat moves first"
	}
	return ", seats rotated"
}
