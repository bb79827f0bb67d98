package lobby

import (
	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
)

// playMenu lists the ways to start a game.
type playMenu struct {
	entries  []playEntry
	selected int
	spots    []draw.Spot
}

// playEntry is a way to start a game, or to learn to play.
type playEntry struct {
	action             kit.Action
	label, brief, text string
}

var playEntries = []playEntry{
	{
		kit.PlayNow, "Play now", "find players; bots after 30 s",
		"Find players for a game now. Bots fill empty seats after a while.",
	},
	{
		kit.PlayBots, "Against bots", "start at once, levels 1 to 10",
		"Start a game against bots at once. You choose the game, the clock and their level.",
	},
	{kit.NewTable, "New table", "game, clock and seats", "Choose a game and its settings, then wait for players or invite them."},
	{kit.OpenArchive, "Learn", "lessons and all games", "Lessons of two minutes, annotated games, and all finished games of this server."},
}

// newPlayMenu returns the menu of a server that offers `play now` and bots, or lacks them.
func newPlayMenu(seeks, bots bool) playMenu {
	m := playMenu{}
	for _, e := range playEntries {
		if e.action == kit.PlayNow && !seeks || e.action == kit.PlayBots && !bots {
			continue
		}
		m.entries = append(m.entries, e)
	}
	return m
}

func (m *playMenu) current() playEntry { return m.entries[m.selected] }

// key moves the selection. If the player moves on from the last entry, below is true.
func (m *playMenu) key(key string) (used, below bool) {
	switch key {
	case "left":
		key = "up"
	case "right":
		key = "down"
	}
	if at := m.selected; (key == "down" || key == "j") && at == len(m.entries)-1 {
		return true, true
	}
	m.selected, used = kit.Moved(m.selected, len(m.entries), len(m.entries), key)
	return used, false
}

// click returns the entry that was drawn at x, y.
func (m *playMenu) click(x, y int) (kit.Action, bool) {
	for i, s := range m.spots {
		if s.Has(x, y) {
			m.selected = i
			return m.entries[i].action, true
		}
	}
	return 0, false
}

// draw draws the menu, one entry a line.
func (m *playMenu) draw(g *draw.Grid, b draw.Box, ink *kit.Ink, focus bool) {
	const column = 15
	m.spots = m.spots[:0]
	for i := range m.entries[:min(len(m.entries), b.Height)] {
		e, y := &m.entries[i], b.Y+i
		name, brief, key := ink.Strong, ink.Faint, ink.Accent
		if i == m.selected && focus {
			g.Bar(b.X-1, y, b.Width+2, ink.Over(ink.Text))
			g.Set(b.X-1, y, ink.Signs.Chosen, ink.Over(ink.Accent))
			name, brief, key = ink.Over(name), ink.Over(brief), ink.Over(key)
		}
		g.Text(b.X+1, y, b.Width-1, e.label, name)
		g.Text(b.X+1+column, y, b.Width-column-4, e.brief, brief)
		g.Text(b.X+b.Width-1, y, 1, keyOf(e.action), key)
		m.spots = append(m.spots, draw.Spot{X: b.X - 1, Y: y, Width: b.Width + 2})
	}
}

// drawLine draws the menu in one line.
func (m *playMenu) drawLine(g *draw.Grid, x, y int, ink *kit.Ink, focus bool) {
	m.spots = m.spots[:0]
	for i := range m.entries {
		e := &m.entries[i]
		name, key := ink.Text, ink.Accent
		from := x
		if i == m.selected && focus {
			name = ink.Chosen.With(draw.Bold)
			g.Set(x-1, y, ink.Signs.Chosen, ink.Accent)
		}
		if g.Width >= draw.NeedWidth {
			x += 1 + g.Text(x, y, g.Width-x, keyOf(e.action), key)
		}
		x += g.Text(x, y, g.Width-x, e.label, name)
		m.spots = append(m.spots, draw.Spot{X: from, Y: y, Width: x - from})
		if x += 2; g.Width >= draw.NeedWidth {
			x++
		}
	}
}

// keyOf returns the name of the key of an action in the lobby.
func keyOf(a kit.Action) string { return kit.KeyName(kit.LobbyKeys, a) }
