package kit

import (
	"fmt"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/player"
)

// KeyHint is the name of a key and what the key does.
type KeyHint = key.Help

// Frame holds the parts of a screen around its panels: the title bar, a line about what
// happened, and the keys.
type Frame struct {
	Place      string   // which screen this is
	What       string   // what it shows, such as the name of an evening
	Link       string   // address of a web page, drawn if there is room
	State      []string // short texts at the right end of the title bar; the first are omitted if there is no room
	Status     string
	StatusKeys []KeyHint // keys that answer what the status says, drawn if there is room
	Refused    bool      // whether the status says why something failed
	Keys       []KeyHint
	Typing     *Line  // the line that the player is typing in place of the keys; nil if none
	Prompt     string // text before that line
}

// Frame draws the title bar, the status and the keys. It returns the part of the screen
// between them.
func (e *Env) Frame(g *draw.Grid, f *Frame) draw.Box {
	e.titleBar(g, f)
	e.keyLines = 1
	if f.Typing == nil && g.Width >= draw.NeedWidth && g.Height >= draw.NeedHeight && keysWidth(f.Keys) > g.Width-2 {
		e.keyLines = 2
	}
	bottom := g.Height - e.keyLines
	e.keySpots = e.keySpots[:0]
	if f.Typing != nil {
		e.drawTyping(g, f)
	} else {
		e.drawKeys(g, bottom, f.Keys)
	}
	if f.Status != "" || g.Height >= RoomyHeight {
		bottom--
		look := e.Ink.Good
		if f.Refused {
			look = e.Ink.Alarm
		}
		x := 1 + g.Text(1, bottom, g.Width-2, f.Status, look)
		for _, h := range f.StatusKeys {
			if x+keyGap+hintWidth(h) < g.Width {
				x = e.drawHint(g, x+keyGap, bottom, h)
			}
		}
	}
	return draw.Box{Y: 1, Width: g.Width, Height: max(0, bottom-1)}
}

// RoomyHeight is the height of a terminal in which the line for the status is never used for
// anything else.
const RoomyHeight = 30

// titleBar draws the first line of the screen.
func (e *Env) titleBar(g *draw.Grid, f *Frame) {
	ink := &e.Ink
	name := Shown(e.Me.Name, player.MaxNameCells)
	end := g.Width - 1
	put := func(text string, look draw.Style) {
		if width := draw.TextWidth(text); text != "" && end-width > 14 {
			g.Text(end-width, 0, width, text, look)
			end -= width + 3
		}
	}
	put(name, ink.Strong)
	if e.Unread > 0 {
		put(fmt.Sprintf(" %d unread ", e.Unread), ink.Badge)
	}
	x := 1 + g.Text(1, 0, end-1, ink.Signs.Brand+" ", ink.Accent)
	if g.Width >= draw.NeedWidth || f.Place == "" {
		x += 3 + g.Text(x, 0, end-x, "Quadrille", ink.Accent)
	}
	x += 3 + g.Text(x, 0, end-x, f.Place, ink.Faint)
	if f.What != "" {
		x += 3 + g.Text(x, 0, end-x, f.What, ink.Text)
	}
	for i := len(f.State) - 1; i >= 0; i-- {
		if width := draw.TextWidth(f.State[i]); end-width > x {
			g.Text(end-width, 0, width, f.State[i], ink.Faint)
			end -= width + 3
		}
	}
	if f.Link != "" {
		ink.DrawLink(g, x, 0, end-x, f.Link, ink.Faint)
	}
}

// keyGap is the number of cells between two keys in the last line.
const keyGap = 3

func keysWidth(keys []KeyHint) int {
	width := -keyGap
	for _, h := range keys {
		width += hintWidth(h) + keyGap
	}
	return width
}

func hintWidth(h KeyHint) int { return draw.TextWidth(h.Key) + 1 + draw.TextWidth(h.Desc) }

// drawKeys draws key hints in the last lines of the screen, from the line y. It omits the
// last ones if they do not fit.
func (e *Env) drawKeys(g *draw.Grid, y int, keys []KeyHint) {
	x := 1
	for _, h := range keys {
		if x+hintWidth(h) > g.Width-1 {
			if y++; y >= g.Height {
				return
			}
			x = 1
		}
		x = e.drawHint(g, x, y, h) + keyGap
	}
}

// drawHint draws a key hint, which can be clicked. It returns the column after the hint.
func (e *Env) drawHint(g *draw.Grid, x, y int, h KeyHint) int {
	e.keySpots = append(e.keySpots, keySpot{draw.Spot{X: x, Y: y, Width: hintWidth(h)}, h.Key})
	x += g.Text(x, y, g.Width-x, h.Key, e.Ink.Strong) + 1
	return x + g.Text(x, y, g.Width-x, h.Desc, e.Ink.Faint)
}

// keySpot is a place where a key hint was drawn.
type keySpot struct {
	draw.Spot
	key string
}

// KeyAt returns the press of the key whose hint was drawn at x, y.
func (e *Env) KeyAt(x, y int) (msg tea.KeyPressMsg, ok bool) {
	for _, spot := range e.keySpots {
		if !spot.Has(x, y) {
			continue
		}
		name := strings.Fields(spot.key)[0]
		if name == "arrows" || name == "1-9" {
			break
		}
		return pressKey(strings.TrimSuffix(name, ",")), true
	}
	return msg, false
}

// drawTyping draws the line that the player is typing, in the last line of the screen.
func (e *Env) drawTyping(g *draw.Grid, f *Frame) {
	y, room := g.Height-1, g.Width-2
	if hints := keysWidth(f.Keys); hints+30 < g.Width {
		at := g.Width - 1 - hints
		for _, h := range f.Keys {
			at = e.drawHint(g, at, y, h) + keyGap
		}
		room -= hints + 2
	}
	x := 1 + g.Text(1, y, room, f.Prompt, e.Ink.Faint)
	f.Typing.Draw(g, x, y, room-x+1, e.Ink.Strong)
}

// Ago returns a short text for a time that has passed, or that is left, such as "4m", "7h" or
// "2d". For less than a minute it returns "now", so that a list does not change every second.
func Ago(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d < 60*day:
		return fmt.Sprintf("%dd", d/day)
	case d < 730*day:
		return fmt.Sprintf("%dmo", d/(30*day))
	}
	return fmt.Sprintf("%dy", d/(365*day))
}
