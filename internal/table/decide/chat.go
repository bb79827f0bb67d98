package decide

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// asSpectator reports whether a chat message of the given person is read by spectators only.
func (d *Decision) asSpectator(id player.ID) bool {
	return d.State.Phase == table.Playing && !d.State.Involved(id)
}

func checkChat(d *Decision, a table.Command) error {
	c, spectator := &d.State.Chat, d.asSpectator(a.By.ID)
	switch {
	case player.Contains(c.Muted, a.By.ID):
		return table.Refuse(table.MutedByHost)
	case spectator:
		return d.checkLine(a, c.Spectators)
	case d.State.Phase == table.Playing && (!c.Open || d.State.HeldBy(a.By.ID) == 0):
		return table.Refuse(table.ChatClosed)
	}
	return d.checkLine(a, c.Lines)
}

// chat adds a chat message. Depending on the phase and the author, everyone or only
// spectators can read it.
func chat(d *Decision, a table.Command) error {
	if d.asSpectator(a.By.ID) {
		return addLine(d, a, table.Event{Kind: table.SpectatorChatted})
	}
	return addLine(d, a, table.Event{Kind: table.Chatted})
}

// teamSeat returns the seat whose team can read a message to the team.
func (d *Decision) teamSeat(a table.Command) rules.Seat {
	if held := d.State.HeldBy(a.By.ID); !held.Has(a.Seat) {
		return held.First()
	}
	return a.Seat
}

// checkTeamChat permits the message of an author whom the host has muted if the host plays in
// another team: hosts must not hinder their opponents.
func checkTeamChat(d *Decision, a table.Command) error {
	seat := d.teamSeat(a)
	partners := d.State.SeatsWhere(func(s *fold.Seat) bool { return !s.Closed }) & d.State.Partners(seat)
	withHost := d.State.HeldBy(d.State.Host.ID)&partners != 0
	switch {
	case !d.State.Variant.Facts().TeamChat || partners == 0:
		return table.Refuse(table.NoTeamChat)
	case withHost && player.Contains(d.State.Chat.Muted, a.By.ID):
		return table.Refuse(table.MutedByHost)
	}
	return d.checkLine(a, *d.State.TeamChat(seat))
}

// teamChat adds a chat message that only the author's team can read.
func teamChat(d *Decision, a table.Command) error {
	seat := d.teamSeat(a)
	return addLine(d, a, table.Event{Kind: table.TeamChatted, Seat: &seat})
}

// checkLine checks the author and the text of a chat line. The parameter `earlier` holds the
// previous lines of the same chat.
func (d *Decision) checkLine(a table.Command, earlier []table.ChatLine) error {
	if d.tooMuchChat(earlier, a.By.ID) {
		return table.Refuse(table.ChatTooFast)
	}
	if err := d.mayChat(a.By.ID); err != nil {
		return err
	}
	_, err := player.CleanLine(a.Text, table.MaxLineCells)
	return err
}

// addLine adds the event of a chat line.
func addLine(d *Decision, a table.Command, e table.Event) error {
	text, err := player.CleanLine(a.Text, table.MaxLineCells)
	if err != nil {
		return err
	}
	e.Player, e.Text = &a.By, text
	return d.emit(e)
}

// tooMuchChat reports whether the given person, or all people together, have written too many
// lines of a chat within ChatWindow.
func (d *Decision) tooMuchChat(lines []table.ChatLine, by player.ID) bool {
	own, all := 0, 0
	for _, l := range slices.Backward(lines) {
		if d.since(l.At) >= table.ChatWindow {
			break
		}
		all++
		if l.By.ID == by {
			own++
		}
	}
	return own >= table.LinesPerPerson || all >= table.LinesPerTable
}

func checkMuted(_ *Decision, a table.Command) error {
	if a.Target.ID == "" || a.Target.ID == a.By.ID || len(a.Target.ID) > table.MaxPlayerID {
		return table.Refuse(table.UnknownCommand)
	}
	return nil
}

// setMuted mutes or unmutes a person.
func setMuted(d *Decision, a table.Command, muted bool) error {
	if player.Contains(d.State.Chat.Muted, a.Target.ID) == muted {
		return nil
	}
	kind := table.Unmuted
	if muted {
		kind = table.Muted
	}
	target := player.Player{ID: a.Target.ID, Name: player.Shown(a.Target.Name, player.MaxNameCells)}
	return d.emit(table.Event{Kind: kind, Player: &a.By, Target: &target})
}

func checkConsent(d *Decision, _ table.Command) error {
	if !d.State.Terms.Chat || !d.State.Variant.Facts().ChatConsent {
		return table.Refuse(table.NoChatOffer)
	}
	return nil
}

// setConsent stores a player's agreement to chat during the game, or its withdrawal.
func setConsent(d *Decision, a table.Command, yes bool) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case d.State.Seats.List[held.First()].AcceptsChat == yes:
		return nil
	case yes:
		return d.emit(table.Event{Kind: table.ChatAccepted, Player: &a.By})
	}
	return d.emit(table.Event{Kind: table.ChatDeclined, Player: &a.By})
}
