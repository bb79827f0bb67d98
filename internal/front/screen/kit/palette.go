package kit

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

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
	shown    []int // indices of the entries that match the typed text, best match first
	selected int
	top      int
	line     Line
	spots    []draw.Spot
	rows     draw.Box
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
			if entry, ok := keyEntry(&list[i]); ok && !taken[entry.press] {
				taken[entry.press], taken["command "+list[i].Command] = true, true
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
func keyEntry(b *Binding) (paletteEntry, bool) {
	hint := b.Help()
	if hint.Key == "" || len(b.Keys()) == 0 || slices.Contains(scrolling, b.Action) {
		return paletteEntry{}, false
	}
	shown, _, _ := strings.Cut(hint.Key, ", ")
	entry := paletteEntry{name: hint.Desc, about: b.Long, key: shown, press: b.Keys()[0]}
	if entry.name == "" {
		entry.name, entry.about = b.Long, ""
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
		if i := spotAt(p.spots, msg.X, msg.Y); i >= 0 {
			p.selected = p.top + i
			return p.run()
		}
	case tea.MouseWheelMsg:
		key := map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button]
		p.selected, _ = Moved(p.selected, len(p.shown), 1, key)
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
	return &p.entries[p.shown[p.selected]], true
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

// match finds the entries that match the typed text.
func (p *Palette) match() {
	type found struct{ entry, score int }
	var list []found
	wanted := strings.ToLower(strings.TrimSpace(p.line.Text))
	for i := range p.entries {
		if score := p.entries[i].score(wanted); score > 0 {
			list = append(list, found{i, score})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	p.shown, p.selected, p.top = p.shown[:0], 0, 0
	for _, f := range list {
		p.shown = append(p.shown, f.entry)
	}
}

// The scores of matches, from worst to best.
const (
	noMatch = iota
	letters // the letters occur in this order
	described
	contained
	wordStart
	nameStart
	exact
)

// score returns how well an entry matches a typed text in lower case.
func (e *paletteEntry) score(wanted string) int {
	name := strings.ToLower(e.name)
	switch {
	case wanted == "":
		return letters
	case wanted == name, e.press == "" && strings.HasPrefix(wanted, name+" "):
		return exact
	case strings.HasPrefix(name, wanted):
		return nameStart
	case strings.Contains(name, " "+wanted):
		return wordStart
	case strings.Contains(name, wanted):
		return contained
	case strings.Contains(strings.ToLower(e.about), wanted):
		return described
	case inOrder(name, wanted):
		return letters
	}
	return noMatch
}

// inOrder reports whether the letters of `wanted` occur in a text in this order.
func inOrder(text, wanted string) bool {
	for _, r := range wanted {
		if r == ' ' {
			continue
		}
		at := strings.IndexRune(text, r)
		if at < 0 {
			return false
		}
		text = text[at+utf8.RuneLen(r):]
	}
	return true
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
	p.rows = draw.Box{X: in.X, Y: in.Y + 2, Width: in.Width, Height: in.Height - 2}
	p.top = window(p.selected, len(p.shown), p.rows.Height)
	p.spots = p.spots[:0]
	if len(p.shown) == 0 {
		g.Text(in.X, p.rows.Y, in.Width, "Nothing matches.", ink.Faint)
	}
	for i := p.top; i < len(p.shown) && i-p.top < p.rows.Height; i++ {
		p.drawEntry(g, p.rows.Y+i-p.top, &p.entries[p.shown[i]], i == p.selected)
	}
}

// drawEntry draws an entry: its name and arguments, what it does, and its key.
func (p *Palette) drawEntry(g *draw.Grid, y int, e *paletteEntry, lit bool) {
	b, ink := p.rows, &p.env.Ink
	look := func(s draw.Style) draw.Style { return s }
	if lit {
		look = ink.Over
		g.Bar(b.X-1, y, b.Width+2, ink.Over(ink.Text))
		g.Set(b.X-1, y, ink.Signs.Chosen, ink.Over(ink.Accent))
	}
	p.spots = append(p.spots, draw.Spot{X: b.X - 1, Y: y, Width: b.Width + 2})
	const nameWidth, aboutWidth = 20, 16
	keyWidth := draw.TextWidth(e.key)
	room := b.Width - max(7, keyWidth+1)
	name, column := present.Capital(e.name), room
	if e.press == "" {
		name = e.name
	}
	about := e.about
	if room < nameWidth+aboutWidth { // the name is more important
		about = ""
	}
	if about != "" {
		column = nameWidth
	}
	x := b.X + g.Text(b.X, y, column, name, look(ink.Strong))
	if arguments := strings.TrimSpace(strings.TrimPrefix(e.usage, e.name)); arguments != "" && x+1 < b.X+column {
		x += 1 + g.Text(x+1, y, b.X+column-x-1, arguments, look(ink.Faint))
	}
	if at := max(b.X+column, x) + 1; about != "" && at < b.X+room {
		g.Text(at, y, b.X+room-at, about, look(ink.Faint))
	}
	g.Text(b.X+b.Width-keyWidth, y, keyWidth, e.key, look(ink.Accent))
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
