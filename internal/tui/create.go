package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// create settles what a new table is for.
type create struct {
	env      *env
	offers   []rules.Offer
	game     int
	fields   []field // the game's options, then the table's
	selected int     // 0 the game, then the fields, then the button
	asking   bool
	refusal  string
}

// field is one option as it is being chosen.
type field struct {
	option rules.Option
	line   line
}

// tableOptions are the options that are the table's own.
func tableOptions() []rules.Option {
	return []rules.Option{{
		Name: "clock", Default: "none",
		Choices: []string{"none", "3+5", "5+10", "10+10", "15+10", "30+20", "60+30"},
		Line:    "time for each: minutes, and seconds more with every move; or none",
		Check:   func(value string) error { _, err := table.ParseClock(value); return err },
	}}
}

type createdMsg struct {
	c   *create
	id  table.ID
	err error
}

func newCreate(e *env) *create {
	c := &create{env: e, offers: e.house.offers()}
	c.choose(0)
	return c
}

// choose takes a game and the defaults of its options.
func (c *create) choose(game int) {
	c.game, c.fields = game, nil
	for _, o := range append(slices.Clone(c.offers[game].Options), tableOptions()...) {
		c.fields = append(c.fields, field{o, line{text: o.Default, limit: 60}})
	}
}

func (c *create) start() tea.Cmd { return nil }
func (c *create) stop()          {}
func (c *create) dialog() bool   { return false }
func (c *create) title() string  { return "New table: Quadrille" }

func (c *create) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.key(msg)
	case tea.PasteMsg:
		if f := c.field(); f != nil {
			f.line.paste(msg)
		}
	case createdMsg:
		if msg.c == c {
			return c.created(msg)
		}
	}
	return stay, nil
}

// field is the selected option, nil on the game and on the button.
func (c *create) field() *field {
	if c.selected >= 1 && c.selected <= len(c.fields) {
		return &c.fields[c.selected-1]
	}
	return nil
}

func (c *create) key(msg tea.KeyPressMsg) (step, tea.Cmd) {
	rows := len(c.fields) + 2
	switch key := msg.String(); key {
	case "esc":
		return leave, nil
	case "enter":
		if c.selected == rows-1 {
			return stay, c.create()
		}
		c.selected++
	case "tab":
		c.selected = (c.selected + 1) % rows
	case "shift+tab":
		c.selected = (c.selected + rows - 1) % rows
	case "left":
		c.turn(-1)
	case "right":
		c.turn(1)
	case "?":
		return enter(newHelp(c.env, gameOf{name: c.offers[c.game].Name})), nil
	case "up", "down", "home", "end":
		c.selected = choose(c.selected, rows, key)
	default:
		if f := c.field(); f != nil && f.line.key(msg) {
			c.refusal = ""
		}
	}
	return stay, nil
}

// turn goes to the next value of what is selected.
func (c *create) turn(by int) {
	c.refusal = ""
	if c.selected == 0 {
		c.choose((c.game + by + len(c.offers)) % len(c.offers))
		return
	}
	if f := c.field(); f != nil && len(f.option.Choices) > 0 {
		n := len(f.option.Choices)
		at := slices.Index(f.option.Choices, f.line.text)
		f.line.text = f.option.Choices[(at+by+n)%n]
	}
}

// terms is what was chosen; what has its default is left out.
func (c *create) terms() (table.Terms, error) {
	terms := table.Terms{Game: c.offers[c.game].Name}
	own := len(c.offers[c.game].Options)
	for i := range c.fields {
		f := &c.fields[i]
		value := strings.TrimSpace(f.line.text)
		switch {
		case i >= own:
			clock, err := table.ParseClock(value)
			if err != nil {
				return terms, err
			}
			terms.Clock = clock
		case value != f.option.Default:
			if terms.Options == nil {
				terms.Options = map[string]string{}
			}
			terms.Options[f.option.Name] = value
		}
	}
	_, err := c.offers[c.game].New(terms.Options)
	return terms, err
}

func (c *create) create() tea.Cmd {
	if c.asking {
		return nil
	}
	terms, err := c.terms()
	if err != nil {
		c.refusal = err.Error()
		return c.env.bell()
	}
	c.asking, c.refusal = true, ""
	e, me := c.env, c.env.me
	return func() tea.Msg {
		id, err := e.house.create(e.ctx, me, terms)
		return createdMsg{c, id, err}
	}
}

func (c *create) created(msg createdMsg) (step, tea.Cmd) {
	c.asking = false
	if msg.err != nil {
		c.refusal = msg.err.Error()
		return stay, c.env.bell()
	}
	return become(newTableScreen(c.env, msg.id, nil)), nil
}

func (c *create) draw(g *board.Grid) {
	e := c.env
	e.header(g, "New table", shown(e.me.Name, 20))
	offer := &c.offers[c.game]
	y := 3
	y += c.drawField(g, y, 0, "game", offer.Title, offer.Line, len(c.offers) > 1)
	for i := range c.fields {
		f := &c.fields[i]
		y += c.drawField(g, y, i+1, f.option.Name, f.line.text, f.option.Line, len(f.option.Choices) > 0)
	}
	look, label := e.ink.text, "  Open the table  "
	if c.selected == len(c.fields)+1 {
		look, label = e.ink.chosen.With(board.Bold), "[ Open the table ]"
	}
	g.Text(3, y+1, 30, label, look)
	for i, text := range wrap(capital(c.refusal), min(g.Width-6, 76)) {
		g.Text(3, y+3+i, g.Width-4, text, e.ink.alarm)
	}
	e.hints(g, 1, [2]string{"up down", "choose"}, [2]string{"left right", "change"}, [2]string{"letters", "type"},
		[2]string{"enter", "next"}, [2]string{"esc", "back"})
}

// drawField draws an option with its line of explanation below, and returns the
// lines used.
func (c *create) drawField(g *board.Grid, y, row int, name, value, explained string, turns bool) int {
	ink := c.env.ink
	sign, look := "  ", ink.strong
	if row == c.selected {
		sign, look = "> ", ink.chosen
		switch {
		case turns:
			value = "< " + value + " >"
		case row > 0:
			value += "_"
		}
	}
	g.Text(1, y, 20, sign+name, ink.text)
	g.Text(16, y, g.Width-18, value, look)
	lines := wrap(explained, g.Width-18)
	for i, text := range lines {
		g.Text(16, y+1+i, g.Width-18, text, ink.faint)
	}
	return len(lines) + 2
}

func (c *create) foot(g *board.Grid, y int) {
	text := "Open the table"
	if c.selected == 0 {
		text = "game: " + c.offers[c.game].Title
	} else if f := c.field(); f != nil {
		text = f.option.Name + ": " + f.line.text + "_"
	}
	if c.refusal != "" {
		text = fmt.Sprintf("%s  %s", text, c.refusal)
	}
	g.Text(0, y, g.Width, text, c.env.ink.text)
}
