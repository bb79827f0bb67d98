package live_test

import (
	"slices"
	"testing"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
)

// TestChatOfBlockedPeopleIsHidden checks that a person does not see the chat of people whom
// they have blocked, neither in views nor in events. A report by this person to the
// moderators must contain that chat.
func TestChatOfBlockedPeopleIsHidden(t *testing.T) {
	b := newUncheckedTable(t, openChat)
	b.blocked = func(by player.ID) map[player.ID]bool {
		if by == sue.ID {
			return map[player.ID]bool{inky.ID: true}
		}
		return nil
	}
	b.open()
	first, second, other := b.Watch(sue), b.Watch(sue), b.Watch(funky)
	b.do(chatCommand(inky, "rude words"))
	b.do(chatCommand(blinky, "hello"))
	for _, w := range []*live.Watcher{first, second} {

		v, _ := w.Take(t.Context())
		if got := chatText(v.Chat); got != "Blinky: hello" {
			t.Errorf("a person who blocks reads %q", got)
		}
		w.Close()
	}
	v, _ := other.Take(t.Context())
	other.Close()
	const all = "Inky: rude words; Blinky: hello"
	if got := chatText(v.Chat); got != all {
		t.Errorf("others read %q", got)
	}
	if got, whole := chatText(b.Seen(sue.ID).Chat), chatText(b.Reportable(sue.ID).Chat); got != "Blinky: hello" || whole != all {
		t.Errorf("seen %q, in a report %q", got, whole)
	}
	var numbered []table.Numbered
	for i, e := range b.events() {
		numbered = append(numbered, table.Numbered{Seq: i + 1, Event: e})
	}
	by := func(id player.ID) func(table.Numbered) bool {
		return func(e table.Numbered) bool { return e.Kind == table.Chatted && e.Player.ID == id }
	}
	if list := b.Shown(sue.ID, numbered); slices.ContainsFunc(list, by(inky.ID)) || !slices.ContainsFunc(list, by(blinky.ID)) {
		t.Errorf("events: %+v", list)
	}
}
