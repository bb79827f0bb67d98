package lobby

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// TableForm is the form for a new table.
type TableForm struct {
	env      *kit.Env
	offers   []rules.Definition
	game     int
	Fields   []field // options of the game, then options of the table
	Selected int     // index of the selected line: 0 is the game, then come the fields, then the button
	asking   bool
	Refusal  string
	bots     bool          // whether the form is for a game against bots, which starts immediately
	seek     bool          // whether the form is for a seek: a game with anybody who wants to play now
	invited  player.Player // player to invite to the new table, if any
}

// field is an option and its value.
type field struct {
	Option rules.Option
	Line   kit.Line
	edited bool // whether the player typed the value; if not, the first character typed replaces the whole value
}

// suggestions lists common values for options that accept any text.
var suggestions = map[string][]string{
	"clock": {"none", "3+5", "5+10", "10+10", "15+10", "30+20", "60+30", "5d5", "10d10", "30d30", "1d", "3d", "7d"},
}

// values returns the values that the left and right keys offer.
func (c *TableForm) values(f *field) []string {
	switch {
	case f.Option.Choices != nil:
		return f.Option.Choices
	case c.seek && f.Option.Name == "clock":
		return seekClocks
	}
	return suggestions[f.Option.Name]
}

type createdMsg struct {
	c    *TableForm
	id   table.ID
	note string // who was invited
	err  error
}

func NewTableForm(e *kit.Env, asked nav.NewTable) *TableForm {
	c := &TableForm{env: e, offers: setup.Offers(), bots: asked.Bots, seek: asked.Seek, invited: asked.Invited}
	c.choose(0)
	if c.bots || c.seek { // select the button below the options, so that the player only has to press Enter
		c.Selected = len(c.Fields) + 1
	}
	return c
}

// choose selects a game and sets its options to their defaults.
func (c *TableForm) choose(game int) {
	c.game, c.Fields = game, nil
	def := &c.offers[game]
	for _, o := range slices.Concat(def.Options, setup.TableOptions(def)) {
		c.Fields = append(c.Fields, field{Option: o, Line: kit.Line{Text: o.Default, Limit: 60}})
	}
	switch {
	case c.seek:
		c.Fields = slices.DeleteFunc(c.Fields, func(f field) bool { return slices.Contains(notInSeeks, f.Option.Name) })
		for i := range c.Fields {
			if f := &c.Fields[i]; f.Option.Name == "clock" {
				f.Line.Text = seekClocks[0]
			}
		}
		if c.env.Cfg.Lobby.Bots() {
			c.Fields = append(c.Fields, field{Option: botsAfter, Line: kit.Line{Text: botsAfter.Default, Limit: 10}})
		}
	case c.bots:
		c.Fields = slices.DeleteFunc(c.Fields, func(f field) bool { return slices.Contains(notWithBots, f.Option.Name) })
		level := &c.Fields[len(c.Fields)-1]
		level.Option.Choices = slices.DeleteFunc(
			slices.Clone(level.Option.Choices),
			func(value string) bool { return value == setup.NoBots },
		)
		level.Option.Help = "the level of the bots: 1 is the weakest"
		level.Line.Text = level.Option.Choices[0]
	}
}

// notWithBots are options of a table that make no sense in a game against bots.
var notWithBots = []string{"touch", "rated", "chat", "seats-per-person", "private", setup.Vacation}

// notInSeeks lists the options of a table that the form does not offer for a seek. They keep
// their defaults.
var notInSeeks = []string{"armies", "touch", "chat", "seats-per-person", "private", setup.Vacation, "bots"}

// seekClocks are the clocks that the form suggests for a seek. A seek cannot have a
// correspondence clock.
var seekClocks = []string{"5+10", "3+5", "10+10", "15+10", "30+20", "5d5", "none"}

// botsAfter is an option of seeks: the time after which bots fill the empty seats.
var botsAfter = rules.Option{
	Name: "bots-after", Default: "30s", Choices: []string{"never", "10s", "30s", "1m", "2m", "5m"},
	Help: "how long to wait for people before bots take the empty seats",
}

func (c *TableForm) Start() tea.Cmd { return nil }

func (c *TableForm) Stop() {}

func (c *TableForm) Overlay() bool { return false }

func (c *TableForm) Title() string { return c.head() + ": Quadrille" }

func (c *TableForm) head() string {
	switch {
	case c.seek:
		return "Play now"
	case c.bots:
		return "Play against bots"
	}
	return "New table"
}

// button returns the label of the button below the options.
func (c *TableForm) button() string {
	switch {
	case c.seek:
		return "Play now"
	case c.bots:
		return "Start the game"
	}
	return "Open the table"
}

func (c *TableForm) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return c.Key(msg)
	case tea.PasteMsg:
		if f := c.field(); f != nil {
			f.replace()
			f.Line.Paste(msg)
		}
	case createdMsg:
		if msg.c == c {
			return c.created(msg)
		}
	}
	return kit.Stay, nil
}

// field returns the selected option, or nil if the game or the button is selected.
func (c *TableForm) field() *field {
	if c.Selected >= 1 && c.Selected <= len(c.Fields) {
		return &c.Fields[c.Selected-1]
	}
	return nil
}

func (c *TableForm) Key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	rows := len(c.Fields) + 2
	switch key := msg.String(); key {
	case "esc":
		return kit.Leave, nil
	case "enter":
		if c.Selected == rows-1 {
			if terms, err := c.terms(); err == nil && terms.Private == table.ByPassword {
				return kit.Become(NewPassword(c.env, terms, c.invited)), nil
			}
			return kit.Stay, c.create()
		}
		c.Selected++
	case "tab":
		c.Selected = (c.Selected + 1) % rows
	case "shift+tab":
		c.Selected = (c.Selected + rows - 1) % rows
	case "left", "right":
		if f := c.field(); f != nil && len(c.values(f)) == 0 {
			f.key(msg)
			break
		}
		c.turn(map[string]int{"left": -1, "right": 1}[key])
	case "?":
		return kit.Visit(nav.Help{Game: c.offers[c.game].Name}), nil
	case "up", "down", "home", "end":
		c.Selected = kit.MoveSelection(c.Selected, rows, key)
	default:
		if f := c.field(); f != nil {
			f.key(msg)
			c.Refusal = ""
		}
	}
	return kit.Stay, nil
}

// key handles a key in the field. If the player has not edited the field yet, a typed
// character replaces the whole value.
func (f *field) key(msg tea.KeyPressMsg) {
	if msg.Text != "" {
		f.replace()
	}
	f.edited = f.Line.Key(msg) || f.edited
}

// replace clears a value that the player has not typed, before they type a new one.
func (f *field) replace() {
	if !f.edited {
		f.Line.Text, f.edited = "", true
	}
}

// turn changes the value of the selected line to the one that is `by` places later in the
// list of possible values.
func (c *TableForm) turn(by int) {
	c.Refusal = ""
	if c.Selected == 0 {
		c.choose((c.game + by + len(c.offers)) % len(c.offers))
		return
	}
	if f := c.field(); f != nil && len(c.values(f)) > 0 {
		values := c.values(f)
		n, at := len(values), slices.Index(values, f.Line.Text)
		f.Line.Text, f.edited = values[(max(at, 0)+by+n)%n], false
	}
}

// terms returns the chosen terms, without the options that have their default value.
func (c *TableForm) terms() (table.Terms, error) {
	given := map[string]string{}
	for i := range c.Fields {
		f := &c.Fields[i]
		if value := strings.TrimSpace(f.Line.Text); value != f.Option.Default && f.Option.Name != botsAfter.Name {
			given[f.Option.Name] = value
		}
	}
	return setup.NewTerms(&c.offers[c.game], given)
}

func (c *TableForm) create() tea.Cmd {
	if c.asking {
		return nil
	}
	terms, err := c.terms()
	if err != nil {
		c.Refusal = err.Error()
		return c.env.Bell()
	}
	c.asking, c.Refusal = true, ""
	e, me, invited := c.env, c.env.Me, c.invited
	if c.seek {
		want := c.want(terms)
		return func() tea.Msg {
			id, err := tableID(e.Cfg.Seeks.Start(e.Ctx, me, want))
			return createdMsg{c, id, "", err}
		}
	}
	if c.bots {
		return func() tea.Msg {
			id, err := tableID(e.Cfg.Seeks.PlayBots(e.Ctx, me, terms))
			return createdMsg{c, id, "", err}
		}
	}
	return func() tea.Msg {
		id, err := tableID(e.Cfg.Lobby.Create(e.Ctx, me, terms))
		note := ""
		if err == nil && invited.ID != "" {
			note = kit.Invite(e, me, id, invited)
		}
		return createdMsg{c, id, note, err}
	}
}

func (c *TableForm) created(msg createdMsg) (kit.Step, tea.Cmd) {
	c.asking = false
	if msg.err != nil {
		c.Refusal = msg.err.Error()
		return kit.Stay, c.env.Bell()
	}
	return kit.MoveTo(nav.Table{ID: msg.id, Note: msg.note}), nil
}

// want returns a seek with the given terms, and with the form's time until bots join.
func (c *TableForm) want(terms table.Terms) seek.Want {
	want := seek.Want{Terms: terms, BotsAfter: seek.Default}
	for i := range c.Fields {
		if f := &c.Fields[i]; f.Option.Name == botsAfter.Name && f.Line.Text != f.Option.Default {
			want.BotsAfter, _ = seek.ParseBotsAfter(f.Line.Text) // no error: the form offers only valid values
		}
	}
	return want
}

// tableID returns the number of a new table, given the results of the function that opened
// it.
func tableID(t *live.Table, err error) (table.ID, error) {
	if err != nil {
		return 0, err
	}
	return t.View().ID, nil
}
