package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
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
