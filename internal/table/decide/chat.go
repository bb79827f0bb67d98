package decide

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// chat handles a chat message. Depending on the phase and the author, everyone or only
// spectators can read it.
func chat(d *Decision, a table.Command) error {
	c, playing := &d.State.Chat, d.State.Phase == table.Playing
	switch {
	case player.Contains(c.Muted, a.By.ID):
		return table.Refuse(table.MutedByHost)
	case playing && !d.State.Involved(a.By.ID):
		return addLine(d, a, table.Event{Kind: table.SpectatorChatted}, c.Spectators)
	case playing && (!c.Open || d.State.HeldBy(a.By.ID) == 0):
		return table.Refuse(table.ChatClosed)
	}
	return addLine(d, a, table.Event{Kind: table.Chatted}, c.Lines)
}

// teamChat handles a chat message that only the author's team can read. If the host has
// muted the author, but plays in another team, the message is still permitted: hosts must
// not hinder their opponents.
func teamChat(d *Decision, a table.Command) error {
	seat := a.Seat
	if held := d.State.HeldBy(a.By.ID); !held.Has(seat) {
		seat = held.First()
	}
	partners := d.State.SeatsWhere(func(s *fold.Seat) bool { return !s.Closed }) & d.State.Partners(seat)
	withHost := d.State.HeldBy(d.State.Host.ID)&partners != 0
	switch {
	case !d.State.Variant.Facts().TeamChat || partners == 0:
		return table.Refuse(table.NoTeamChat)
	case withHost && player.Contains(d.State.Chat.Muted, a.By.ID):
		return table.Refuse(table.MutedByHost)
	}
	return addLine(d, a, table.Event{Kind: table.TeamChatted, Seat: &seat}, *d.State.TeamChat(seat))
}

// addLine checks the text of a chat line and adds an event for it. The parameter `earlier`
// holds the previous lines of the same chat.
func addLine(d *Decision, a table.Command, e table.Event, earlier []table.ChatLine) error {
	if tooMuchChat(earlier, a.By.ID, d.Now) {
		return table.Refuse(table.ChatTooFast)
	}
	if err := d.mayChat(a.By.ID); err != nil {
		return err
	}
	text, err := player.CleanLine(a.Text, table.MaxLineCells)
	if err != nil {
		return err
	}
	e.Player, e.Text = &a.By, text
	return d.emit(e)
}

// tooMuchChat reports whether the given person, or all people together, have written too many
// lines of a chat within ChatWindow.
func tooMuchChat(lines []table.ChatLine, by player.ID, now time.Time) bool {
	own, all := 0, 0
	for _, l := range slices.Backward(lines) {
		if now.Sub(l.At) >= table.ChatWindow {
			break
		}
		all++
		if l.By.ID == by {
			own++
		}
	}
	return own >= table.LinesPerPerson || all >= table.LinesPerTable
}

// setMuted handles a host's command to mute or unmute a person.
func setMuted(d *Decision, a table.Command, muted bool) error {
	kind := table.Unmuted
	if muted {
		kind = table.Muted
	}
	switch {
	case a.Target.ID == "" || a.Target.ID == a.By.ID || len(a.Target.ID) > table.MaxPlayerID:
		return table.Refuse(table.UnknownCommand)
	case player.Contains(d.State.Chat.Muted, a.Target.ID) == muted:
		return nil
	}
	target := player.Player{ID: a.Target.ID, Name: player.Shown(a.Target.Name, player.MaxNameCells)}
	return d.emit(table.Event{Kind: kind, Player: &a.By, Target: &target})
}

// setConsent handles a player's command to agree to chat during the game, or to withdraw that
// agreement.
func setConsent(d *Decision, a table.Command, yes bool) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case !d.State.Terms.Chat || !d.State.Variant.Facts().ChatConsent:
		return table.Refuse(table.NoChatOffer)
	case d.State.Seats.List[held.First()].AcceptsChat == yes:
		return nil
	case yes:
		return d.emit(table.Event{Kind: table.ChatAccepted, Player: &a.By})
	}
	return d.emit(table.Event{Kind: table.ChatDeclined, Player: &a.By})
}
