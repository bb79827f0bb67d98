package tui

import (
	"slices"
	"strings"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
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
	invited  player.Player // who is invited to it when it is there; zero for nobody
}

// field is one option as it is being chosen.
type field struct {
	option rules.Option
	line   line
	edited bool // by typing: until then a letter begins another value
}

// suggestions are values to go through of options that may be anything.
var suggestions = map[string][]string{
	"clock": {"none", "3+5", "5+10", "10+10", "15+10", "30+20", "60+30", "5d5", "10d10", "30d30", "1d", "3d", "7d"},
}

// values are what left and right go through.
func (f *field) values() []string {
	if f.option.Choices != nil {
		return f.option.Choices
	}
	return suggestions[f.option.Name]
}

type createdMsg struct {
	c   *create
	id  table.ID
	err error
}

func newCreate(e *env, asked nav.NewTable) *create {
	c := &create{env: e, offers: e.house.offers(), invited: asked.Invited}
	c.choose(0)
	return c
}

// choose takes a game and the defaults of its options.
func (c *create) choose(game int) {
	c.game, c.fields = game, nil
	offer := &c.offers[game]
	for _, o := range slices.Concat(offer.Options, lobby.TableOptions(offer)) {
		c.fields = append(c.fields, field{option: o, line: line{text: o.Default, limit: 60}})
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
			f.anew()
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
			if terms, err := c.terms(); err == nil && terms.Private == table.ByPassword {
				return become(newPasswordScreen(c.env, terms, c.invited)), nil
			}
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
		return visit(nav.Help{Game: c.offers[c.game].Name}), nil
	case "up", "down", "home", "end":
		c.selected = choose(c.selected, rows, key)
	default:
		if f := c.field(); f != nil {
			f.key(msg)
			c.refusal = ""
		}
	}
	return stay, nil
}

// key edits the value. The first letter begins another one, where what stands
// there was not typed: nobody wants "none5+10".
func (f *field) key(msg tea.KeyPressMsg) {
	if msg.Text != "" {
		f.anew()
	}
	f.edited = f.line.key(msg) || f.edited
}

func (f *field) anew() {
	if !f.edited {
		f.line.text, f.edited = "", true
	}
}

// turn goes to the next value of what is selected.
func (c *create) turn(by int) {
	c.refusal = ""
	if c.selected == 0 {
		c.choose((c.game + by + len(c.offers)) % len(c.offers))
		return
	}
	if f := c.field(); f != nil && len(f.values()) > 0 {
		n, at := len(f.values()), slices.Index(f.values(), f.line.text)
		f.line.text, f.edited = f.values()[(max(at, 0)+by+n)%n], false
	}
}

// terms is what was chosen; what has its default is left out.
func (c *create) terms() (table.Terms, error) {
	given := map[string]string{}
	for i := range c.fields {
		f := &c.fields[i]
		if value := strings.TrimSpace(f.line.text); value != f.option.Default {
			given[f.option.Name] = value
		}
	}
	return lobby.NewTerms(&c.offers[c.game], given)
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
	e, me, whom := c.env, c.env.me, c.invited
	return func() tea.Msg {
		id, err := e.house.create(e.ctx, me, terms)
		if err == nil && whom.ID != "" {
			_ = e.house.invite(me, id, rules.NoSeat, whom.ID) // the table is there in any case
		}
		return createdMsg{c, id, err}
	}
}

func (c *create) created(msg createdMsg) (step, tea.Cmd) {
	c.asking = false
	if msg.err != nil {
		c.refusal = msg.err.Error()
		return stay, c.env.bell()
	}
	return moveTo(nav.Table{ID: msg.id}), nil
}
