package game

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/table"
)

// chat shows the chat of a table and opens the prompt for a new chat line.
type chat struct {
	t    *Screen
	read readState
}

// readState records which lines of the chat the viewer has seen.
type readState struct {
	lastSeen int  // number of the newest line that the viewer has seen
	drawn    bool // whether the screen shows the newest lines
}

// markSeen marks all chat lines as seen if the screen shows the newest ones. It is called
// when the viewer presses a key.
func (k *readState) markSeen(v *table.View) {
	if v != nil && k.drawn {
		k.lastSeen = newestLine(v)
	}
}

func newestLine(v *table.View) int {
	newest := 0
	for _, list := range [...][]table.ChatLine{v.Chat, v.SpectatorChat, v.TeamChat} {
		if n := len(list); n > 0 {
			newest = max(newest, list[n-1].Number)
		}
	}
	return newest
}

// isNew reports whether a chat line is newer than all lines that the viewer has seen, and was
// written by somebody else.
func (ch *chat) isNew(s *scene.Line) bool {
	return s.Number > ch.read.lastSeen && s.By.ID != ch.t.env.Me.ID
}

// wroteNew reports whether the viewer wrote a chat line that is newer than all lines marked
// as seen.
func (ch *chat) wroteNew() bool {
	return newestLine(ch.t.View) > ch.read.lastSeen && slices.ContainsFunc(scene.Chat(ch.t.View), func(s scene.Line) bool {
		return s.Number > ch.read.lastSeen && s.By.ID == ch.t.env.Me.ID
	})
}

// chats returns the chats in which the viewer can write now, each as the kind of command that
// writes in it. The chat of the viewer's team comes first.
func (ch *chat) chats() (list []table.CommandKind) {
	v, mine := ch.t.View, ch.t.requests.mySeats()
	if ch.t.Study != nil {
		return nil
	}
	if table.MayTeamChat(v, mine) {
		list = append(list, table.TeamChat)
	}
	if scene.MayChat(v, mine) {
		list = append(list, table.Chat)
	}
	return list
}

// openPrompt opens the prompt for a chat line. If the viewer has a partner, the line goes to
// the team, so that nobody tells the opponents a plan by mistake.
func (ch *chat) openPrompt() tea.Cmd {
	list := ch.chats()
	switch {
	case ch.t.Study != nil:
		return ch.t.Link.refuse("an analysis board has no chat")
	case len(list) == 0:
		return ch.t.Link.refuse("chat is off during the game")
	}
	ch.t.Input.ask(ch.prompt(list))
	return nil
}

// prompt returns the prompt for the first chat in the list. Tab switches to the next chat.
func (ch *chat) prompt(list []table.CommandKind) *prompt {
	kind, label := list[0], "Chat:"
	switch {
	case kind == table.TeamChat:
		label = "Team chat:"
	case ch.t.View.Phase == table.Playing && !ch.t.seats.seated():
		label = "Spectator chat:"
	}
	p := &prompt{label: label, line: kit.Line{Limit: scene.ChatLimit}, kind: kind, send: func(text string) tea.Cmd {
		if text == "" {
			ch.t.Input.ask(nil)
			return nil
		}
		return ch.t.Link.Act(table.Command{Kind: kind, Seat: ch.t.seats.home(), Text: text})
	}}
	if len(list) > 1 {
		p.next = func() *prompt { return ch.prompt([]table.CommandKind{list[1], list[0]}) }
		p.nextName = "to all"
		if list[1] == table.TeamChat {
			p.nextName = "to your team"
		}
	}
	return p
}

// newSign is drawn before new chat lines.
const newSign = "*"

// markNew draws the sign `newSign` before the visible chat lines that other people wrote and
// that the viewer has not seen yet.
func (ch *chat) markNew(g *draw.Grid, s *scene.Scene, l *scene.Layout) {
	s.ChatRows(l, func(x, y int, line *scene.Line) {
		if ch.isNew(line) {
			g.Text(x, y, 1, newSign, ch.t.env.Styles.Alarm)
		}
	})
}

// unreadText returns a text with the number of new chat lines that the screen does not show,
// or "" if there are none.
func (ch *chat) unreadText() string {
	if ch.read.drawn {
		return ""
	}
	n := 0
	for _, s := range scene.Chat(ch.t.View) {
		if ch.isNew(&s) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d new chat: %s", newSign, n, kit.KeyName(kit.TableKeys, kit.ReadChat))
}
