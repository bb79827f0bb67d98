package game

import (
	"strings"

	"quadrille/internal/draw"
	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
)

// chatTime is the format of the time of a chat line.
const chatTime = "15:04"

// newChatReader returns a pager of the whole chat, scrolled to the newest line.
func (ch *chat) newChatReader() *kit.Reader {
	ch.read.lastSeen = newestLine(ch.t.View)
	r := kit.NewReader(ch.t.env, "Chat", ch.t.composeChat)
	r.FromEnd = true
	return r
}

func (t *Screen) composeChat(width int) []kit.TextLine {
	var lines []kit.TextLine
	for _, s := range scene.Chat(t.View) {
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
	if t.View.SpectatorChat != nil {
		lines = append(lines, kit.TextLine{}, kit.TextLine{Text: "A name in parentheses means spectator chat."})
	}
	if t.View.TeamChat != nil {
		lines = append(lines, kit.TextLine{}, kit.TextLine{Text: "A name followed by (team) means team chat."})
	}
	return lines
}
