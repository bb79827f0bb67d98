package present

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Dialog asks a person what to do at a table.
type Dialog struct {
	Title, Text string
	Options     []Option // the first one changes nothing
}

// Option is an answer to a dialog.
type Option struct {
	Label   string
	Command *table.Command // nil if the option only closes the dialog
}

// Same reports whether two dialogs ask the same.
func (d *Dialog) Same(other *Dialog) bool {
	return d.Title == other.Title && d.Text == other.Text &&
		slices.EqualFunc(d.Options, other.Options, func(a, b Option) bool { return a.Label == b.Label })
}

// Question returns the dialog in one line: "Resign white? A team resigns together."
func (d *Dialog) Question() string { return d.Title + " " + d.Text }

func (d *Dialog) add(label string, c table.Command) {
	d.Options = append(d.Options, Option{label, &c})
}

// command returns the command of the given kind for all seats of the viewer.
func command(kind table.CommandKind) table.Command {
	return table.Command{Kind: kind, Seat: rules.NoSeat}
}

// Resignation returns the command with which a seat resigns.
func Resignation(seat rules.Seat) table.Command {
	return table.Command{Kind: table.Play, Seat: seat, Action: rules.Action{Type: rules.Resign, Seat: seat}, Answers: -1}
}

// Confirmation returns the dialog in which the viewer confirms a command before they give it. It
// returns nil for a command that needs no confirmation.
func (t *Table) Confirmation(c *table.Command) *Dialog {
	var d Dialog
	switch {
	case c.Kind == table.Abort:
		d = t.askAbort()
	case c.Kind == table.OfferDraw:
		d = t.AskDraw()
	case c.Kind == table.Lift && t.View.Position.Board[c.Square].IsPiece():
		d = Dialog{Text: TouchRule, Options: []Option{{Label: "Cancel"}}}
		d.add("Lift "+rules.DescribePiece(t.facts(), t.View.Position.Board[c.Square], c.Square), *c)
	case c.Kind == table.Play && c.Action.Type == rules.Resign:
		d = t.askResign(rules.Seats(0).With(c.Seat))
	}
	for _, o := range d.Options {
		if o.Command != nil && o.Command.Kind == c.Kind {
			if d.Options = []Option{d.Options[0], {o.Label, c}}; c.Kind != table.Abort {
				d.Title = o.Label + "?"
			}
			return &d
		}
	}
	return nil
}

// TouchRule is the sentence with which a player confirms that they lift a piece at a touch-move table.
const TouchRule = "A touched piece must move."

// DrawRule says what an offered draw needs.
const DrawRule = "The game is drawn if all remaining players accept in the same round."

// askAbort returns the dialog in which a player aborts the game.
func (t *Table) askAbort() Dialog {
	d := Dialog{
		Title: "Abort the game?", Text: "Not every seat has moved. An aborted game has no result and is not rated.",
		Options: []Option{{Label: "Cancel"}},
	}
	if t.View.FirstMoves != 0 {
		d.add("Abort", command(table.Abort))
	}
	return d
}

// AskEnd returns the dialog in which a player aborts the game or, once every seat has moved, resigns one
// of their seats.
func (t *Table) AskEnd() Dialog {
	if t.View.FirstMoves != 0 && t.View.Resigning&(t.Held|t.Partners) == 0 {
		return t.askAbort()
	}
	return t.askResign(t.InPlay)
}

// askResign returns the dialog in which a player resigns one of the given seats. If a partner has
// proposed to resign, the dialog answers the proposal; if the viewer has, it withdraws it.
func (t *Table) askResign(seats rules.Seats) Dialog {
	if t.View.Resigning&(t.Held|t.Partners) != 0 {
		return t.answerResignation()
	}
	f := t.facts()
	d := Dialog{
		Title: "Resign?", Text: "You will be eliminated. Your pieces stay on the board and no longer move.",
		Options: []Option{{Label: "Cancel"}},
	}
	if f.Teams() {
		d.Text = "A team resigns together. Your partner is asked first."
	}
	for s := range seats.All() {
		label, text := rules.Leaving(t.View.Variant, &t.View.Position, s)
		if text != "" {
			d.Text = text
		}
		if label == "" {
			d.add("Resign "+f.Seats[s], Resignation(s))
			continue
		}
		d.Title = rules.Title(label) + "?"
		d.add(rules.Title(label), Resignation(s))
	}
	return d
}

// answerResignation returns the dialog that answers the proposal of a partner to resign, or withdraws the viewer's own.
func (t *Table) answerResignation() Dialog {
	f := t.facts()
	if t.Proposal() != "" {
		d := Dialog{Title: "Resign?", Text: t.Proposal() + "."}
		d.Options = []Option{{Label: "Keep waiting"}}
		d.add("Withdraw", command(table.PlayOn))
		return d
	}
	by := (t.View.Resigning & t.Partners).First()
	d := Dialog{Title: "Resign?", Text: t.At().TeamResignation(by) + ".", Options: []Option{{Label: "Close"}}}
	for s := range (f.PartnersOf(rules.Seats(0).With(by)) & t.Held).All() {
		d.add("Accept: resign "+f.Seats[s], Resignation(s))
	}
	d.add("Decline", command(table.PlayOn))
	return d
}

// OffersDraw reports whether the viewer has offered a draw, and so can withdraw it.
func (t *Table) OffersDraw() bool { return t.View.Offer != nil && t.View.Offer.By.ID == t.Viewer.ID }

// AskDraw returns the dialog in which a player offers a draw, answers or withdraws an offer, or claims
// a draw.
func (t *Table) AskDraw() Dialog {
	d := Dialog{
		Title: "Draw", Text: DrawRule, Options: []Option{{Label: "Play on"}},
	}
	switch offer := t.View.Offer; {
	case offer == nil:
		d.add("Offer a draw", command(table.OfferDraw))
	case t.OffersDraw():
		d.add("Withdraw the offer", command(table.DeclineDraw))
	default:
		d.Text = t.At().DrawOffer() + ". " + d.Text
		d.add("Accept", command(table.AcceptDraw))
		d.add("Decline", command(table.DeclineDraw))
	}
	if t.View.CanClaim && t.Turn.Own {
		claim := rules.Action{Type: rules.DrawClaimed}
		d.add("Claim a draw", table.Command{Kind: table.Play, Seat: t.Turn.Seat, Action: claim})
	}
	return d
}

// SeatKept says what happens to the seat of a player who leaves a running game for the lobby. It
// returns "" for other people.
func (t *Table) SeatKept() string {
	if t.Viewer.Board != Ordinary || !t.Plays() {
		return ""
	}
	return "You keep your seat, and your clock keeps running"
}

// AskLeave returns the dialog in which a player of a running game confirms that they go back to the lobby: the second option
// leaves. It returns nil for other people, who leave at once.
func (t *Table) AskLeave() *Dialog {
	kept := t.SeatKept()
	if kept == "" {
		return nil
	}
	return &Dialog{
		Title: "Back to the lobby?", Text: kept + ". Open the table again to play.", Options: []Option{{Label: "Stay"}, {Label: "Leave"}},
	}
}

// Menu returns the menu of a table: votes, open seats, bots and mutes. The parameter `bots` tells
// whether the server has bots.
func (t *Table) Menu(now time.Time, bots bool) Dialog {
	d := Dialog{Title: "Table menu", Text: t.aboutVotes(now), Options: []Option{{Label: "Cancel"}}}
	t.addVotes(&d, now)
	t.addVacant(&d, bots)
	if t.Viewer.Board != Ordinary || t.View.Host.ID != t.Viewer.ID {
		return d
	}
	for _, p := range t.Chatters() {
		label, c := "Mute ", table.Command{Kind: table.Mute, Seat: rules.NoSeat, Target: p}
		if player.Contains(t.View.Muted, p.ID) {
			label, c.Kind = "Unmute ", table.Unmute
		}
		d.add(label+p.Shown(player.MaxNameCells), c)
	}
	return d
}

// addVotes adds the votes that the viewer can cast.
func (t *Table) addVotes(d *Dialog, now time.Time) {
	mine := t.MyVote()
	for _, choice := range t.Choices(now) {
		if choice == mine {
			continue
		}
		label, c := "Vote "+Choice(t.View, choice), command(table.Vote)
		if n := t.votesFor(choice); n > 0 {
			label += fmt.Sprintf(" (%d so far)", n)
		}
		c.Choice = choice
		d.add(label, c)
	}
	if mine != "" {
		d.add("Withdraw my vote "+Choice(t.View, mine), command(table.Unvote))
	}
}

// addVacant adds open seats, which spectators take over and players give to bots.
func (t *Table) addVacant(d *Dialog, bots bool) {
	for s := range t.Vacant().All() {
		name := Seat(t.facts(), s)
		switch {
		case t.Held == 0:
			d.add("Take over "+name+" from "+Occupant(t.View, s), table.Command{Kind: table.Sit, Seat: s})
		case bots && t.View.Terms.AdmitsBots():
			d.add("Add a bot as "+name, table.Command{Kind: table.AddBot, Seat: s, Level: t.View.Terms.BotLevel()})
		}
	}
}

// maxChatters is the maximum number of people in the menu of a table. Muted people come first, then
// players, then those who wrote in the chat most recently; further people are omitted.
const maxChatters = 6

// Chatters returns the people whom the host may mute and the viewer may report: muted people,
// players, and people who wrote in the chat.
func (t *Table) Chatters() []player.Player {
	list := slices.Clone(t.View.Muted)
	add := func(p player.Player) {
		if p.ID != "" && !p.ID.Bot() && p.ID != t.Viewer.ID && !player.Contains(list, p.ID) {
			list = append(list, p)
		}
	}
	for s := range t.View.Seats {
		add(t.View.Seats[s].Player)
	}
	lines := slices.Concat(t.View.Chat, t.View.SpectatorChat, t.View.TeamChat)
	slices.SortStableFunc(lines, func(a, b table.ChatLine) int { return cmp.Compare(b.Number, a.Number) })
	for i := range lines {
		add(lines[i].By)
	}
	return list[:min(len(list), maxChatters)]
}
