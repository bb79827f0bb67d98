package lobby

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/seek"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// TableForm is the form for a new table: for people, against bots, or for whoever wants to play
// now. Its first field is the game; the others are options of the game and of the table.
type TableForm struct {
	kit.FormScreen
	nav.NewTable
	offers  []rules.Definition
	Options []rules.Option // of the fields after the first
}

// NewTableForm returns the form for a new table.
func NewTableForm(e *kit.Env, asked nav.NewTable) *TableForm {
	c := &TableForm{NewTable: asked, offers: setup.Offers()}
	c.FormScreen = kit.FormScreen{Env: e, Send: c.create, Turned: c.turned, Side: c.drawGame, Keys: []kit.KeyHint{kit.Hint("?", "rules")}}
	switch {
	case c.Seek:
		c.Place, c.Head, c.Button = "Play now", "Play now", "Play now"
	case c.Bots:
		c.Place, c.Head, c.Button = "Against bots", "Play against bots", "Start the game"
	default:
		c.Place, c.Head, c.Button = "New table", "New table", "Open the table"
	}
	c.Verb = c.Button
	if c.Invited.ID != "" {
		c.Head += " with " + kit.Shown(c.Invited.Name, player.MaxNameCells)
	}
	game := kit.Field{Label: "Game", Strict: true}
	for i := range c.offers {
		game.Choices, game.Words = append(game.Choices, strconv.Itoa(i)), append(game.Words, c.offers[i].Title)
	}
	game.Line.Text = game.Choices[0]
	c.Fields = []kit.Field{game}
	c.choose()
	if c.Bots || c.Seek { // select the button below the options, so that the player only has to press Enter
		c.At = len(c.Fields)
	}
	return c
}

// game returns the chosen game.
func (c *TableForm) game() *rules.Definition {
	at, _ := strconv.Atoi(c.Fields[0].Line.Text) // no error: the choices are numbers
	return &c.offers[at]
}

// choose sets the options of the chosen game to their defaults.
func (c *TableForm) choose() {
	def := c.game()
	c.Fields[0].Help = def.Summary
	c.Options = c.Options[:0]
	for _, o := range slices.Concat(def.Options, setup.TableOptions(def)) {
		if !c.omits(o.Name) {
			c.Options = append(c.Options, c.adapted(o))
		}
	}
	if c.Seek && c.Env.Cfg.Lobby.Bots() {
		c.Options = append(c.Options, botsAfter)
	}
	c.Fields = c.Fields[:1]
	for i := range c.Options {
		c.Fields = append(c.Fields, c.field(&c.Options[i]))
	}
}

// omits reports whether the form does not offer an option, which keeps its default.
func (c *TableForm) omits(name string) bool {
	return c.Bots && slices.Contains(notWithBots, name) || c.Seek && slices.Contains(notInSeeks, name)
}

// adapted returns an option with the values that this form offers.
func (c *TableForm) adapted(o rules.Option) rules.Option {
	switch {
	case o.Name == "clock" && c.Seek:
		o.Choices, o.Default = seekClocks, seekClocks[0]
		check := o.Check
		o.Check = func(value string) error {
			if err := check(value); err != nil {
				return err
			}
			clock, _ := table.ParseClock(value) // no error: the value was checked
			return seek.CheckClock(clock)
		}
	case o.Name == "clock":
		o.Choices = clocks
	case o.Name == "bots" && c.Bots:
		o.Choices = slices.DeleteFunc(slices.Clone(o.Choices), func(value string) bool { return value == setup.NoBots })
		o.Help, o.Default = "the level of the bots: 1 is the weakest", o.Choices[0]
	}
	return o
}

// field returns the field for an option. Values are typed if the option can check them.
func (c *TableForm) field(o *rules.Option) kit.Field {
	f := kit.Field{
		Label: o.Title(), Help: o.Help, Line: kit.Line{Text: o.Default, Limit: 60}, Replace: true,
		Choices: o.Choices, Strict: o.Check == nil, Check: o.Check,
	}
	for _, value := range o.Choices {
		f.Words = append(f.Words, o.Word(value))
		f.Help = strings.ReplaceAll(f.Help, value+":", o.Word(value)+":")
	}
	return f
}

var (
	// notWithBots are options of a table that make no sense in a game against bots.
	notWithBots = []string{"touch", "rated", "chat", "seats-per-person", "private", setup.Vacation}
	// notInSeeks are the options that the form does not offer for a seek.
	notInSeeks = []string{"armies", "touch", "chat", "seats-per-person", "private", setup.Vacation, "bots"}
	// clocks are the clocks that the form suggests. A seek cannot have a correspondence clock.
	clocks     = []string{"none", "3+5", "5+10", "10+10", "15+10", "30+20", "60+30", "5d5", "10d10", "30d30", "1d", "3d", "7d"}
	seekClocks = []string{"5+10", "3+5", "10+10", "15+10", "30+20", "5d5", "none"}
)

// botsAfter is an option of seeks: the time after which bots fill the empty seats.
var botsAfter = rules.Option{
	Name: "bots-after", Label: "Bots join after", Default: "30s", Choices: []string{"never", "10s", "30s", "1m", "2m", "5m"},
	Help: "how long to wait for people before bots take the empty seats",
}

// turned follows a choice: another game has other options, and two choices may exclude each
// other.
func (c *TableForm) turned(at int) {
	if at == 0 {
		c.choose()
	}
	if err := c.check(c.Answers()); err != nil {
		c.Refusal = err.Error()
	}
}

// check returns why the form would be refused now, or nil.
func (c *TableForm) check(answers []string) error {
	terms, err := c.terms(answers)
	if err != nil {
		return err
	}
	e := c.Env
	switch {
	case c.Seek:
		want := c.want(terms, answers)
		err = e.Cfg.Seeks.Check(e.Me.ID, &want)
	case c.Bots:
		err = e.Cfg.Seeks.CheckBots(terms)
	}
	if err != nil {
		return err
	}
	return e.Cfg.Lobby.Check(e.Me, terms)
}

// terms returns the chosen terms, without the options that have their default value.
func (c *TableForm) terms(answers []string) (table.Terms, error) {
	given, defaults := map[string]string{}, map[string]string{}
	for _, o := range slices.Concat(c.game().Options, setup.TableOptions(c.game())) {
		defaults[o.Name] = o.Default
	}
	for i := range c.Options {
		name, value := c.Options[i].Name, answers[i+1]
		if usual, ok := defaults[name]; ok && value != usual {
			given[name] = value
		}
	}
	return setup.NewTerms(c.game(), given)
}

// create opens the table, or a form for its password.
func (c *TableForm) create(answers []string) (func() kit.Step, error) {
	terms, err := c.terms(answers)
	if err != nil {
		return nil, err
	}
	e, id := c.Env, table.ID(0)
	switch {
	case terms.Private == table.ByPassword:
		return func() kit.Step { return kit.Become(newPassword(e, terms, c.Invited)) }, nil
	case c.Seek:
		id, err = tableID(e.Cfg.Seeks.Start(e.Ctx, e.Me, c.want(terms, answers)))
	case c.Bots:
		id, err = tableID(e.Cfg.Seeks.PlayBots(e.Ctx, e.Me, terms))
	default:
		id, err = tableID(e.Cfg.Lobby.Create(e.Ctx, e.Me, terms))
	}
	if err != nil {
		return nil, err
	}
	return opened(e, id, c.Invited), nil
}

// want returns a seek with the given terms, and with the form's time until bots join.
func (c *TableForm) want(terms table.Terms, answers []string) seek.Want {
	want := seek.Want{Terms: terms, BotsAfter: seek.Default}
	for i := range c.Options {
		if o := &c.Options[i]; o.Name == botsAfter.Name && answers[i+1] != o.Default {
			want.BotsAfter, _ = seek.ParseBotsAfter(answers[i+1]) // no error: the form offers only valid values
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

func (c *TableForm) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	if key, ok := msg.(tea.KeyPressMsg); ok && key.String() == "?" {
		return kit.Visit(nav.Help{Game: c.game().Name}), nil
	}
	return c.FormScreen.Update(msg)
}

// drawGame draws the beginning of the chosen game beside the form.
func (c *TableForm) drawGame(g *draw.Grid, b draw.Box) {
	e, def := c.Env, c.game()
	p := kit.Panel{Title: def.Title}
	inner := p.Draw(g, b, &e.Ink)
	g.Prose(inner.Below(e.DrawOpening(g, inner, def)+1), present.Capital(def.Summary), e.Ink.Text)
}
