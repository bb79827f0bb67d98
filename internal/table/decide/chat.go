package decide

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// say decides what somebody says, and to whom.
func say(d *Decision, a table.Command) error {
	kind := table.Chatted
	if d.State.Phase == table.Playing && !d.State.Involved(a.By.ID) {
		kind = table.SpectatorChatted
	}
	switch {
	case player.Contains(d.State.Chat.Muted, a.By.ID):
		return table.Refuse(table.MutedHere)
	case kind == table.Chatted && d.State.Phase == table.Playing && (!d.State.Chat.Open || d.State.HeldBy(a.By.ID) == 0):
		return table.Refuse(table.Silent)
	case tooMuchChat(d, kind, a.By.ID):
		return table.Refuse(table.TalksTooMuch)
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
		list = d.State.Chat.Gallery
	}
	for _, l := range slices.Backward(list) {
		if d.Now.Sub(l.At) >= table.Lately {
			break
		}
		all++
		if l.By.ID == by {
			own++
		}
	}
	return own >= table.LinesEach || all >= table.LinesOfAll
}

// setMuted decides whether somebody may chat at the host's table.
func setMuted(d *Decision, a table.Command, muted bool) error {
	kind := table.Unmuted
	if muted {
		kind = table.Muted
	}
	switch {
	case a.Target.ID == "" || a.Target.ID == a.By.ID || len(a.Target.ID) > table.MaxPlayerID:
		return table.Refuse(table.Unasked)
	case player.Contains(d.State.Chat.Muted, a.Target.ID) == muted:
		return nil
	}
	whom := player.Player{ID: a.Target.ID, Name: player.Shown(a.Target.Name, player.MaxNameCells)}
	return d.emit(table.Event{Kind: kind, Player: &a.By, Target: &whom})
}

// setConsent decides that a player consents to chat, or does not.
func setConsent(d *Decision, a table.Command, yes bool) error {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case !d.State.Terms.Talk || !d.State.Variant.Facts().ChatConsent:
		return table.Refuse(table.SilentTable)
	case d.State.Seats.List[held.First()].Consents == yes:
		return nil
	case yes:
		return d.emit(table.Event{Kind: table.ChatAccepted, Player: &a.By})
	}
	return d.emit(table.Event{Kind: table.ChatDeclined, Player: &a.By})
}
