package decide

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// chat decides a chat message. Depending on the phase and the author, everyone or only
// spectators can read it.
func chat(d *Decision, a table.Command) error {
	kind := table.Chatted
	if d.State.Phase == table.Playing && !d.State.Involved(a.By.ID) {
		kind = table.SpectatorChatted
	}
	switch {
	case player.Contains(d.State.Chat.Muted, a.By.ID):
		return table.Refuse(table.MutedByHost)
	case kind == table.Chatted && d.State.Phase == table.Playing && (!d.State.Chat.Open || d.State.HeldBy(a.By.ID) == 0):
		return table.Refuse(table.ChatClosed)
	case tooMuchChat(d, kind, a.By.ID):
		return table.Refuse(table.ChatTooFast)
	}
	if err := d.mayChat(a.By.ID); err != nil {
		return err
	}
	text, err := player.CleanLine(a.Text, table.MaxLineCells)
	if err != nil {
		return err
	}
	return d.emit(table.Event{Kind: kind, Player: &a.By, Text: text})
}

func tooMuchChat(d *Decision, kind table.Kind, by player.ID) bool {
	list, own, all := d.State.Chat.Lines, 0, 0
	if kind == table.SpectatorChatted {
		list = d.State.Chat.Spectators
	}
	for _, l := range slices.Backward(list) {
		if d.Now.Sub(l.At) >= table.ChatWindow {
			break
		}
		all++
		if l.By.ID == by {
			own++
		}
	}
	return own >= table.LinesPerPerson || all >= table.LinesPerTable
}

// setMuted decides a host's command to mute or unmute a person.
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

// setConsent decides a player's command to agree to chat during the game, or to withdraw
// that agreement.
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
