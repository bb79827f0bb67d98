package present

import (
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Channel is a chat in which a viewer can write.
type Channel uint8

// The channels.
const (
	NoChannel    Channel = iota
	TableChat            // everybody at the table reads it
	SpectatorsIn         // only spectators read it until the game ends
	TeamIn               // only the team reads it
)

// Chat says where a viewer can write now. If they can write to everybody or to the spectators, Main is that channel.
type Chat struct {
	Main Channel
	Team bool   // whether they can write to their team
	Off  string // why Main is NoChannel
}

// Chat returns where the viewer can write now. It asks the table: a player whom somebody replaced can neither
// read nor write the chat of the spectators.
func (t *Table) Chat() Chat {
	v := t.View
	if t.Viewer.Board != Ordinary {
		return Chat{Off: "an analysis board has no chat"}
	}
	c := Chat{Team: t.May(table.TeamChat)}
	switch {
	case !t.May(table.Chat):
		c.Off = t.chatOff()
	case v.Phase == table.Playing && t.Held == 0:
		c.Main = SpectatorsIn
	default:
		c.Main = TableChat
	}
	return c
}

// chatOff says why the viewer cannot write.
func (t *Table) chatOff() string {
	for i := range t.View.Muted {
		if t.View.Muted[i].ID == t.Viewer.ID {
			return "The host has muted you"
		}
	}
	switch {
	case t.View.Phase == table.Playing && t.Role == Former:
		return "You had a seat in this game: you can chat after it"
	case t.View.Phase == table.Playing:
		return "Chat is off during this game"
	}
	return "You cannot chat here now"
}

// ChatLine is a chat line that the viewer may read.
type ChatLine struct {
	table.ChatLine
	In Channel
}

// ChatLines returns the chat lines that the viewer may read, oldest first.
func ChatLines(v *table.View) []ChatLine {
	var list []ChatLine
	add := func(lines []table.ChatLine, in Channel) {
		for _, l := range lines {
			list = append(list, ChatLine{l, in})
		}
	}
	add(v.Chat, TableChat)
	add(v.SpectatorChat, SpectatorsIn)
	add(v.TeamChat, TeamIn)
	slices.SortStableFunc(list, func(a, b ChatLine) int { return a.Number - b.Number })
	return list
}

// NewestChat returns the number of the newest chat line that the viewer may read, or 0.
func NewestChat(v *table.View) int {
	newest := 0
	for _, list := range [...][]table.ChatLine{v.Chat, v.SpectatorChat, v.TeamChat} {
		if n := len(list); n > 0 {
			newest = max(newest, list[n-1].Number)
		}
	}
	return newest
}

// String returns the author and the text, for a list: "Ann: hello", "(Ann) hello" from a spectator, "Ann (team): hello".
func (l *ChatLine) String() string {
	name, text := l.By.Shown(player.MaxNameCells), player.Shown(l.Text, table.MaxLineCells)
	switch l.In {
	case SpectatorsIn:
		return "(" + name + ") " + text
	case TeamIn:
		return name + " (team): " + text
	}
	return name + ": " + text
}

// Sentence returns the author and the text, for people who hear it: "Ann says: hello", "Ann, spectator, says: hello".
func (l *ChatLine) Sentence() string {
	who := Name(l.By)
	switch l.In {
	case SpectatorsIn:
		who += ", spectator, says: "
	case TeamIn:
		who += " says to your team: "
	default:
		who += " says: "
	}
	return who + player.Shown(l.Text, table.MaxLineCells)
}
