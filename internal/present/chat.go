package present

import "quadrille/internal/table"

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
