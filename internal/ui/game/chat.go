package game

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/game/scene"
	"quadrille/internal/ui/kit"
)

// chat shows and opens the table's chat.
type chat struct {
	t    *Screen
	read readState
}

// talk is what this person knows of what was said.
type readState struct {
	lastSeen int  // the number of the newest line that he has seen, as far as the screen knows
	drawn    bool // there was room for the newest lines
}

// markSeen notes that somebody sits before the screen: what stands on it is seen.
func (k *readState) markSeen(v *table.View) {
	if v != nil && k.drawn {
		k.lastSeen = newestLine(v)
	}
}

func newestLine(v *table.View) int {
	newest := 0
	for _, list := range [...][]table.ChatLine{v.Chat, v.SpectatorChat} {
		if n := len(list); n > 0 {
			newest = max(newest, list[n-1].Number)
		}
	}
	return newest
}

// isNew reports whether a line came since a key was pressed last.
func (ch *chat) isNew(s *scene.Line) bool {
	return s.Number > ch.read.lastSeen && s.By.ID != ch.t.env.Me.ID
}

// mayChat reports whether what this person says is lastSeen by anybody now.
func (ch *chat) mayChat() bool {
	return ch.t.Study == nil && scene.MayChat(ch.t.View, ch.t.requests.mySeats())
}

// openPrompt begins a line of talk.
func (ch *chat) openPrompt() tea.Cmd {
	switch {
	case ch.t.Study != nil:
		return ch.t.Link.refuse("nobody else is here")
	case !ch.mayChat():
		return ch.t.Link.refuse("talk is off while the game is on")
	}
	label := "Say:"
	if ch.t.View.Phase == table.Playing && !ch.t.seats.seated() {
		label = "To those who look on:"
	}
	ch.t.Input.refuse("")
	ch.t.Input.ask(&prompt{label: label, line: kit.Line{Limit: scene.ChatLimit}, kind: table.Chat, send: func(text string) tea.Cmd {
		if text == "" {
			ch.t.Input.ask(nil)
			return nil
		}
		return ch.t.Link.Act(table.Command{Kind: table.Chat, Seat: ch.t.seats.home(), Text: text})
	}})
	return nil
}

// newSign stands beside lines that this player has not seen yet.
const newSign = "*"

// markNew marks the lines of chat that came since a key was pressed last.
func (ch *chat) markNew(g *board.Grid, s *scene.Scene, l *scene.Layout) {
	s.ChatRows(l, func(x, y int, line *scene.Line) {
		if ch.isNew(line) {
			g.Text(x, y, 1, newSign, ch.t.env.Styles.Alarm)
		}
	})
}

// unreadText is how many lines came since a key was pressed last, where there is no
// room for them.
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
	return fmt.Sprintf("%s %d said: %s", newSign, n, kit.KeyName(kit.TableKeys, kit.ReadChat))
}
