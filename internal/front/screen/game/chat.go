package game

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// chat records which lines of a table's chat the viewer has seen.
type chat struct {
	lastSeen int  // number of the newest line that the viewer has seen
	drawn    bool // whether the last frame showed the newest lines
}

// markSeen marks all chat lines as seen.
func (ch *chat) markSeen(v *table.View) { ch.lastSeen = present.NewestChat(v) }

// isNew reports whether a chat line is newer than all lines that the viewer has seen, and was
// written by somebody else.
func (ch *chat) isNew(s *present.ChatLine, me player.ID) bool {
	return s.Number > ch.lastSeen && s.By.ID != me
}

// wroteNew reports whether the viewer wrote a chat line that is newer than all lines marked
// as seen.
func (ch *chat) wroteNew(v seen) bool {
	return present.NewestChat(v.View) > ch.lastSeen && slices.ContainsFunc(present.ChatLines(v.View), func(s present.ChatLine) bool {
		return s.Number > ch.lastSeen && s.By.ID == v.me.ID
	})
}

// newSign is drawn before new chat lines.
const newSign = "*"

// markNew draws the sign `newSign` before the visible chat lines that other people wrote and
// that the viewer has not seen yet.
func (ch *chat) markNew(g *draw.Grid, s *scene.Scene, l *scene.Layout, me player.ID) {
	s.ChatRows(l, func(x, y int, line *present.ChatLine) {
		if ch.isNew(line, me) {
			g.Text(x, y, 1, newSign, s.Styles.Alarm)
		}
	})
}

// unreadText returns a text with the number of new chat lines, or "" if there are none. It is
// for a screen without room for the chat.
func (ch *chat) unreadText(v seen) string {
	n := 0
	for _, s := range present.ChatLines(v.View) {
		if ch.isNew(&s, v.me.ID) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d new chat: %s", newSign, n, kit.KeyName(kit.TableKeys, kit.ReadChat))
}

// chats returns the chats in which the viewer can write now. The chat of their team comes
// first.
func (v seen) chats() (list []present.Channel) {
	chat := v.words.Chat()
	if chat.Team {
		list = append(list, present.TeamIn)
	}
	if chat.Main != present.NoChannel {
		list = append(list, chat.Main)
	}
	return list
}

// writeChat opens the prompt for a chat line. If the viewer has a partner, the line goes to
// the team, so that nobody tells the opponents a plan by mistake.
func (v seen) writeChat() intent {
	list := v.chats()
	if len(list) == 0 {
		return refuse(v.words.Chat().Off)
	}
	return intent{prompt: chatPrompt(list)}
}

// chatPrompt returns the prompt for the first chat in the list. Tab switches to the next
// chat.
func chatPrompt(list []present.Channel) *prompt {
	kind, label := table.Chat, "Chat:"
	switch list[0] {
	case present.TeamIn:
		kind, label = table.TeamChat, "Team chat:"
	case present.SpectatorsIn:
		label = "Spectator chat:"
	}
	p := &prompt{label: label, line: kit.Line{Limit: table.MaxLineCells}, kind: kind, send: func(v seen, text string) intent {
		if text == "" {
			return intent{dismiss: true}
		}
		return send(table.Command{Kind: kind, Seat: v.home(), Text: text})
	}}
	if len(list) > 1 {
		p.next = func() *prompt { return chatPrompt([]present.Channel{list[1], list[0]}) }
		p.nextName = "to all"
		if list[1] == present.TeamIn {
			p.nextName = "to your team"
		}
	}
	return p
}

// chatTime is the format of the time of a chat line.
const chatTime = "15:04"

// readChat opens a pager of the whole chat, scrolled to the newest line.
func (t *Screen) readChat() kit.Step {
	t.chat.markSeen(t.View)
	r := kit.NewReader(t.env, "Chat", func(width int) []kit.TextLine { return chatText(t.View, width) })
	r.FromEnd = true
	return kit.Enter(r)
}

// chatText returns the whole chat, wrapped to a width.
func chatText(v *table.View, width int) []kit.TextLine {
	var lines []kit.TextLine
	for _, s := range present.ChatLines(v) {
		for i, text := range draw.Wrap(s.String(), width-len(chatTime)-6) {
			clock := strings.Repeat(" ", len(chatTime))
			if i == 0 {
				clock = s.At.UTC().Format(chatTime)
			}
			lines = append(lines, kit.TextLine{Text: clock + " " + text})
		}
	}
	if len(lines) == 0 {
		lines = append(lines, kit.TextLine{Text: "No messages yet."})
	}
	if v.SpectatorChat != nil {
		lines = append(lines, kit.TextLine{}, kit.TextLine{Text: "A name in parentheses means spectator chat."})
	}
	if v.TeamChat != nil {
		lines = append(lines, kit.TextLine{}, kit.TextLine{Text: "A name followed by (team) means team chat."})
	}
	return lines
}
