package kit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/list"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/draw"
	"quadrille/internal/present"
)

// Command describes a command that the palette offers: a command of `ssh HOST COMMAND`, or one
// that people type at a table.
type Command struct {
	Name, Usage, Short string
	Key                string // the key of the screen that gives the command; empty if there is none
}

// These messages go to the root of the screens, because a palette closes before its entry is
// carried out.
type (
	// PressedMsg acts as if the player had pressed a key.
	PressedMsg struct{ Key tea.KeyPressMsg }
	// RunMsg runs a command of `ssh HOST COMMAND`.
	RunMsg struct{ Line string }
	// GiveMsg gives a command to the screen below the palette.
	GiveMsg struct{ Line string }
)

// Palette lists everything that a player can do now: the keys of the screen below it, its
// commands, and the commands of `ssh HOST COMMAND`. It is searched by typing.
type Palette struct {
	env      *Env
	entries  []paletteEntry
	shown    []list.Rank // the entries that match the typed text, best match first
	selected int
	top      int
	line     Line
	rows     draw.Box // where the entries were drawn
}

// paletteEntry is something that a player can do.
type paletteEntry struct {
	name  string // what it does, in a few words, or the name of the command
	usage string // arguments of a command
	about string
	key   string // its key as shown
	press string // the key to press; empty for a command
	table bool   // whether the command is one of the screen below
}

// NewPalette returns the palette of a screen with the given keys and commands.
func NewPalette(e *Env, groups []KeyGroup, commands []Command) *Palette {
	p := &Palette{env: e, line: Line{Limit: 200}}
	taken := map[string]bool{}
	addKeys := func(list []Binding) {
		for i := range list {
			command := list[i].Command
			if entry, ok := e.keyEntry(&list[i]); ok && !taken[entry.press] && (command == "" || !taken["command "+command]) {
				taken[entry.press], taken["command "+command] = true, true
				p.entries = append(p.entries, entry)
			}
		}
	}
	for _, group := range groups {
		addKeys(group.Keys)
	}
	for _, one := range commands {
		if one.Key == "" || !taken[one.Key] {
			p.entries = append(p.entries, paletteEntry{name: one.Name, usage: one.Usage, about: one.Short, table: true})
		}
	}
	addKeys(CommonKeys)
	if e.Cfg.Commands.List != nil {
		for _, one := range e.Cfg.Commands.List(e.Me) {
			if !taken["command "+one.Name] {
				p.entries = append(p.entries, paletteEntry{name: one.Name, usage: one.Usage, about: one.Short})
			}
		}
	}
	p.match()
	return p
}

// scrolling lists the actions that only move something on the screen. The palette omits them.
var scrolling = []Action{NoAction, CursorUp, CursorDown, CursorLeft, CursorRight, PageUp, OpenPalette, goToPart}

// keyEntry returns the entry of a key. The binding of a key without a description has none.
func (e *Env) keyEntry(b *Binding) (paletteEntry, bool) {
	hint := b.Help()
	if hint.Key == "" || len(b.Keys()) == 0 || slices.Contains(scrolling, b.Action) {
		return paletteEntry{}, false
	}
	shown, _, _ := strings.Cut(hint.Key, ", ")
	entry := paletteEntry{name: hint.Desc, about: e.does(b), key: shown, press: b.Keys()[0]}
	if entry.name == "" {
		entry.name, entry.about = entry.about, ""
	}
	return entry, entry.name != ""
}

func (p *Palette) Start() tea.Cmd { return nil }

func (p *Palette) Stop() {}

func (p *Palette) Overlay() bool { return true }

func (p *Palette) Title() string { return "Commands: Quadrille" }

func (p *Palette) Update(msg tea.Msg) (Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return p.key(msg)
	case tea.PasteMsg:
		p.line.Paste(msg)
		p.match()
	case tea.MouseClickMsg:
		if at := p.top + msg.Y - p.rows.Y; p.rows.Has(msg.X, msg.Y) && at < len(p.shown) {
			p.selected = at
			return p.run()
		}
	case tea.MouseWheelMsg:
		p.selected, _ = Moved(p.selected, len(p.shown), 1, wheelKeys[msg.Button])
	}
	return Stay, nil
}

func (p *Palette) key(msg tea.KeyPressMsg) (Step, tea.Cmd) {
	switch key := msg.String(); key {
	case "esc", "ctrl+p":
		return Leave, nil
	case "enter":
		return p.run()
	case "tab":
		if entry, ok := p.current(); ok && entry.press == "" {
			p.complete(entry)
		}
	case "up", "down", "pgup", "pgdown":
		p.selected, _ = Moved(p.selected, len(p.shown), max(1, p.rows.Height-1), key)
	case "backspace":
		if p.line.Text == "" {
			return Leave, nil
		}
		fallthrough
	default:
		if p.line.Key(msg) {
			p.match()
		}
	}
	return Stay, nil
}

// complete types the name of a command.
func (p *Palette) complete(entry *paletteEntry) {
	p.line.Text = entry.name + " "
	p.match()
}

func (p *Palette) current() (*paletteEntry, bool) {
	if p.selected >= len(p.shown) {
		return nil, false
	}
	return &p.entries[p.shown[p.selected].Index], true
}

// run carries out the selected entry. If a command lacks arguments, run lets the player type
// them.
func (p *Palette) run() (Step, tea.Cmd) {
	entry, ok := p.current()
	if !ok {
		return Stay, p.env.Bell()
	}
	if entry.press != "" {
		press := PressedMsg{pressKey(entry.press)}
		return Leave, func() tea.Msg { return press }
	}
	line := strings.TrimSpace(p.line.Text)
	if rest, typed := strings.CutPrefix(strings.ToLower(line), entry.name); !typed || rest != "" && rest[0] != ' ' {
		if needsArguments(entry.usage) {
			p.complete(entry)
			return Stay, nil
		}
		line = entry.name
	}
	if entry.table {
		return Leave, func() tea.Msg { return GiveMsg{line} }
	}
	return Leave, func() tea.Msg { return RunMsg{line} }
}

// needsArguments reports whether a usage such as "N [--json]" contains an argument that cannot
// be omitted.
func needsArguments(usage string) bool {
	depth := 0
	for _, r := range usage {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		default:
			if depth == 0 && unicode.IsUpper(r) {
				return true
			}
		}
	}
	return false
}

// match finds the entries that match the typed text: those whose names contain it, then those whose
// descriptions contain it, and then those whose names contain its letters in this order. The best matches
// are first in each group. A command whose arguments are typed is the first of all.
func (p *Palette) match() {
	wanted := strings.ToLower(strings.TrimSpace(p.line.Text))
	names := make([]string, len(p.entries))
	var named, described, lettered []list.Rank
	for i := range p.entries {
		e := &p.entries[i]
		names[i] = strings.ToLower(e.name)
		switch {
		case e.press == "" && strings.HasPrefix(wanted, e.name+" "):
			named = append(named, list.Rank{Index: i})
		case strings.Contains(strings.ToLower(e.about), wanted):
			described = append(described, list.Rank{Index: i})
		}
	}
	recovered(func() {
		for _, rank := range list.DefaultFilter(wanted, names) {
			if strings.Contains(names[rank.Index], wanted) {
				named = append(named, rank)
			} else {
				lettered = append(lettered, rank)
			}
		}
	})
	p.shown, p.selected, p.top = nil, 0, 0
	for _, rank := range slices.Concat(named, described, lettered) {
		if !slices.ContainsFunc(p.shown, func(r list.Rank) bool { return r.Index == rank.Index }) {
			p.shown = append(p.shown, rank)
		}
	}
}

const paletteWidth, paletteRows = 76, 16

func (p *Palette) Draw(g *draw.Grid) {
	ink := &p.env.Ink
	width, height := min(g.Width-2, paletteWidth), min(g.Height-2, paletteRows+4)
	box := draw.Box{X: (g.Width - width) / 2, Y: (g.Height - height) / 2, Width: width, Height: height}
	panel := Panel{Title: "Commands", State: "esc", Focus: true, Over: true}
	in := panel.Draw(g, box, ink)
	x := in.X + g.Text(in.X, in.Y, in.Width, ": ", ink.Accent)
	p.line.Draw(g, x, in.Y, in.X+in.Width-x, ink.Strong)
	divide(g, box, in.Y+1, true, ink)
	p.rows = draw.Box{X: in.X - 1, Y: in.Y + 2, Width: in.Width + 2, Height: in.Height - 2}
	p.top = draw.Window(p.selected, len(p.shown), p.rows.Height)
	lines := []string{lip(ink.Faint).Render(" Nothing matches.")}
	for i, rank := range p.shown[p.top:min(p.top+p.rows.Height, len(p.shown))] {
		lines = append(lines[:i], p.entries[rank.Index].render(p.rows.Width, rank.MatchedIndexes, p.top+i == p.selected, ink))
	}
	place(g, p.rows.X, p.rows.Y, strings.Join(lines, "\n"), ink.Text)
}

// render returns an entry as a line: its name and arguments, what it does, and its key. The letters of the
// name that match have another colour.
func (e *paletteEntry) render(width int, matched []int, lit bool, ink *Ink) string {
	const nameWidth, aboutWidth = 20, 16
	look, mark, name := func(s draw.Style) draw.Style { return s }, " ", e.name
	if lit {
		look, mark = ink.Over, ink.Signs.Chosen
	}
	if e.press != "" {
		name = present.Capital(name)
	}
	text := lipgloss.StyleRunes(name, matched, lip(look(ink.Accent)), lip(look(ink.Strong)))
	if arguments := strings.TrimSpace(strings.TrimPrefix(e.usage, e.name)); arguments != "" {
		text += lip(look(ink.Faint)).Render(" " + arguments)
	}
	keyWidth := max(7, draw.TextWidth(e.key)+1)
	room, about := width-2-keyWidth, ""
	if e.about != "" && room >= nameWidth+aboutWidth { // the name is more important
		about = lip(look(ink.Text)).Render(" ") + column(e.about, room-nameWidth-1, look(ink.Faint))
		room = nameWidth
	}
	return column(mark, 1, look(ink.Accent)) + lip(look(ink.Text)).Width(room).Render(ansi.Truncate(text, room, "…")) + about +
		lip(look(ink.Accent)).Width(keyWidth).Align(lipgloss.Right).Render(e.key) + lip(look(ink.Text)).Render(" ")
}

func (p *Palette) DrawCompact(g *draw.Grid, y int) {
	text := ": " + p.line.Marked()
	if e, ok := p.current(); ok {
		text += "  " + e.name
	}
	g.Text(0, y, g.Width, text, p.env.Ink.Text)
}

// pressKey returns the press of a key, given the name that [tea.KeyPressMsg.String] returns.
func pressKey(name string) tea.KeyPressMsg {
	if code, ok := namedKeys[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		r, _ := utf8.DecodeRuneInString(rest)
		return tea.KeyPressMsg{Code: r, Mod: tea.ModCtrl}
	}
	if rest, ok := strings.CutPrefix(name, "shift+"); ok {
		return tea.KeyPressMsg{Code: namedKeys[rest], Mod: tea.ModShift}
	}
	r, _ := utf8.DecodeRuneInString(name)
	return tea.KeyPressMsg{Code: r, Text: name}
}

var namedKeys = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace, "backspace": tea.KeyBackspace,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "delete": tea.KeyDelete,
}
