package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
)

// keyed is a screen whose keys the palette and the help list.
type keyed interface {
	// KeyGroups returns the keys that work now.
	KeyGroups() []kit.KeyGroup
	// Typing reports whether letters go to a line of text, so that they are no keys.
	Typing() bool
}

// commander is a screen that has commands without a key.
type commander interface {
	// Commands returns the commands that the player may give now.
	Commands() []kit.Command
	// Give gives a command with its arguments.
	Give(line string) (kit.Step, tea.Cmd)
}

// ranMsg carries what a command of `ssh HOST COMMAND` printed.
type ranMsg struct {
	line, text string
	open       *nav.Table
}

// openPalette opens the palette for the topmost screen, unless a dialog or a first screen is
// open.
func (r *root) openPalette() (tea.Cmd, bool) {
	top, ok := r.stack.Top().(keyed)
	if !ok {
		return nil, false
	}
	var commands []kit.Command
	if c, ok := top.(commander); ok {
		commands = c.Commands()
	}
	return r.stack.Push(kit.NewPalette(r.env, top.KeyGroups(), commands)), true
}

// paletteNews carries out what the player chose in the palette. It returns false if msg is
// nothing of that kind.
func (r *root) paletteNews(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case kit.PressedMsg:
		return r.take(msg.Key), true
	case kit.GiveMsg:
		if c, ok := r.stack.Top().(commander); ok {
			to, cmd := c.Give(msg.Line)
			next, quit := r.stack.Carry(r.stack.Top(), to, cmd)
			return r.ends(next, quit), true
		}
		return nil, true
	case kit.RunMsg:
		e := r.env
		if e.Cfg.Commands.Run == nil {
			return nil, true
		}
		me := e.Me
		return func() tea.Msg {
			text, open := e.Cfg.Commands.Run(e.Ctx, me, msg.Line, max(40, e.Width-4))
			return ranMsg{msg.Line, text, open}
		}, true
	case ranMsg:
		return r.ran(msg), true
	}
	return nil, false
}

// ran shows what a command printed: a single line over the screen, a longer text on a screen
// of its own.
func (r *root) ran(msg ranMsg) tea.Cmd {
	if msg.open != nil {
		return r.stack.Open(*msg.open)
	}
	text := strings.TrimSpace(msg.text)
	if text == "" {
		text = "Done"
	}
	e := r.env
	if small := e.Width < draw.NeedWidth || e.Height < draw.NeedHeight; !small && !strings.Contains(text, "\n") && len(text) < e.Width-2 {
		r.report = text
		return nil
	}
	reader := kit.NewReader(r.env, msg.line, func(width int) (lines []kit.TextLine) {
		for i, line := range strings.Split(text, "\n") {
			one := kit.TextLine{Text: line}
			if i == 0 {
				one.Copy = text
			}
			lines = append(lines, one)
		}
		return lines
	})
	reader.Whole, reader.Filter = true, true
	return r.stack.Push(reader)
}
