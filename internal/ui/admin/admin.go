package admin

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/phrase"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
)

// Screen is where moderators and owners look after the house. It decides nothing:
// what may be done the house says when it is done.
type Screen struct {
	env      *kit.Env
	ctx      context.Context
	cancel   context.CancelFunc
	watch    kit.Watcher[struct{}]
	tab      deskTab
	Rows     []deskRow
	lookedUp player.ID // who was asked for by name, with a role or without
	Asking   bool      // a list is being asked for
	stale    bool      // it is not wanted any more
	there    bool      // the list is
	selected int
	top      int // lines that are scrolled away
	form     *kit.Form
	note     string     // what came of the last act
	refused  bool       // nothing
	spots    []kit.Spot // where the names of the lists were drawn
}

// deskTab is one of the lists.
type deskTab int

const (
	MembersTab deskTab = iota
	passesTab
	bansTab
	auditTab
	settingsTab
	tablesTab
	deskTabs
)

var deskHeads = [deskTabs]string{"Members", "Invitations", "Bans", "What was done", "Settings", "Tables"}

type (
	DeskListMsg struct {
		D    *Screen
		Tab  deskTab
		Rows []deskRow
		err  error
	}
	DeskChangedMsg struct{ D *Screen }
	// deskDoneMsg is what came of an act. again does it though the house asks back.
	deskDoneMsg struct {
		d          *Screen
		done, code string
		found      player.ID // who was looked up
		err        error
		again      tea.Cmd
	}
)

func New(e *kit.Env) *Screen {
	d := &Screen{env: e}
	d.ctx, d.cancel = context.WithCancel(e.Ctx)
	return d
}

func (d *Screen) Stop() { d.cancel() }

func (d *Screen) Overlay() bool { return false }

func (d *Screen) Title() string { return "Admin: Quadrille" }

func (d *Screen) Start() tea.Cmd {
	d.watch = kit.WatchClub(d.env.Cfg.Admin.Club)
	context.AfterFunc(d.ctx, d.watch.Close)
	return tea.Batch(d.wait(), d.load())
}

// wait waits for the next change of the house.
func (d *Screen) wait() tea.Cmd {
	return func() tea.Msg {
		if _, ok := kit.Take(d.ctx, d.env, d.watch); !ok {
			return nil
		}
		return DeskChangedMsg{d}
	}
}

// load asks for the list that is open, one question at a time.
func (d *Screen) load() tea.Cmd {
	if d.stale = d.Asking; d.stale {
		return nil // asked again when the answer is there
	}
	d.Asking = true
	e, tab, who := d.env, d.tab, d.lookedUp
	return func() tea.Msg {
		if tab == tablesTab {
			return DeskListMsg{d, tab, tableRows(e.Cfg.Lobby.ViewFor(e.Me.ID)), nil}
		}
		rows, err := deskRows(e.Ctx, e.Cfg.Admin, tab, who)
		return DeskListMsg{d, tab, rows, err}
	}
}

func (d *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if d.form != nil {
			return kit.Stay, d.typed(msg)
		}
		return d.key(msg.String())
	case tea.PasteMsg:
		if d.form != nil {
			d.form.Line().Paste(msg)
		}
	case tea.MouseClickMsg:
		return kit.Stay, d.click(msg)
	case tea.MouseWheelMsg:
		d.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case DeskListMsg:
		if msg.D == d {
			return kit.Stay, d.take(msg)
		}
	case DeskChangedMsg:
		if msg.D == d {
			return d.changed()
		}
	case deskDoneMsg:
		if msg.d == d {
			return d.hear(msg)
		}
	}
	return kit.Stay, nil
}

// changed looks at the house again, if this person still looks after it.
func (d *Screen) changed() (kit.Step, tea.Cmd) {
	if !kit.CanAdminister(d.env) {
		return kit.Become(kit.NewDialog(d.env, "You look after this house no more",
			"You have another role now. Stay and play like everybody else.", kit.Choice{Label: "Go on"})), d.env.Bell()
	}
	return kit.Stay, tea.Batch(d.wait(), d.load())
}

func (d *Screen) take(msg DeskListMsg) tea.Cmd {
	d.Asking = false
	if d.stale || msg.Tab != d.tab {
		return d.load()
	}
	if msg.err != nil {
		return d.refuse(msg.err)
	}
	chosen := d.chosen().key
	d.Rows, d.there = msg.Rows, true
	d.choose("")
	for i := range d.Rows {
		if d.Rows[i].key == chosen {
			d.selected = i
		}
	}
	return nil
}

// hear takes what came of an act: the list comes by itself when the house has
// changed.
func (d *Screen) hear(msg deskDoneMsg) (kit.Step, tea.Cmd) {
	e := d.env
	caught := (*club.Caught)(nil)
	switch {
	case errors.As(msg.err, &caught):
		d.form = nil
		return kit.Enter(kit.NewDialog(e, "Keep out all from there?", phrase.Capital(caught.Who())+" would be kept out too.",
			kit.Choice{Label: "Do not ban"}, kit.Choice{Label: "Ban all the same", Do: func() tea.Cmd { return msg.again }})), e.Bell()
	case msg.err != nil:
		return kit.Stay, d.refuse(msg.err)
	}
	if msg.found != "" {
		d.form, d.lookedUp, d.selected = nil, msg.found, 0
		d.Rows = nil // he is the first, and selected
		return kit.Stay, d.load()
	}
	d.form, d.note, d.refused = nil, player.Shown(msg.done, deskNoteCells), false
	if msg.code != "" {
		d.note = ""
		return kit.Enter(kit.NewDialog(e, e.Cfg.SSHCommand+" join "+msg.code, phrase.Capital(msg.done)+".", kit.Choice{Label: "I have noted it"})), nil
	}
	return kit.Stay, nil
}

// deskNoteCells is how much of what was done is told.
const deskNoteCells = 150

// refuse says why something was not done. What was typed stays, to be mended.
func (d *Screen) refuse(err error) tea.Cmd {
	if d.form != nil {
		d.form.Sent = false
	}
	d.note, d.refused = player.Shown(err.Error(), 2*deskNoteCells), true
	if refusal.Of(err) == club.NoReason {
		d.note = "say why: it is kept, and moderators can read it"
	}
	return d.env.Bell()
}

func (d *Screen) key(key string) (kit.Step, tea.Cmd) {
	d.note = ""
	switch action := kit.ActionOf(key, deskKeys[d.tab], deskListKeys); action {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: kit.DefaultGame()}), nil
	case kit.NextList:
		return kit.Stay, d.turn((d.tab + 1) % deskTabs)
	case kit.PreviousList:
		return kit.Stay, d.turn((d.tab + deskTabs - 1) % deskTabs)
	case kit.ListByNumber:
		return kit.Stay, d.turn(deskTab(key[0] - '1'))
	case kit.NoAction:
		d.choose(key)
	default:
		if d.form = d.formFor(action); d.form == nil {
			return kit.Stay, d.env.Bell()
		}
	}
	return kit.Stay, nil
}

// turn opens another list.
func (d *Screen) turn(to deskTab) tea.Cmd {
	d.tab, d.Rows, d.there, d.selected = to, nil, false, 0
	return d.load()
}

func (d *Screen) choose(key string) {
	d.selected = kit.MoveSelection(d.selected, max(1, len(d.Rows)), key)
}

// chosen is the line that is selected, an empty one if there is none.
func (d *Screen) chosen() deskRow {
	if d.selected < len(d.Rows) {
		return d.Rows[d.selected]
	}
	return deskRow{}
}

func (d *Screen) click(msg tea.MouseClickMsg) tea.Cmd {
	if d.form != nil {
		return nil
	}
	if i := slices.IndexFunc(d.spots, func(s kit.Spot) bool { return msg.Y == s.Y && msg.X >= s.X && msg.X < s.X+s.Width }); i >= 0 {
		return d.turn(deskTab(i))
	}
	if i := msg.Y - DeskTop + d.top; msg.Y >= DeskTop && msg.Y < DeskTop+d.room() && i < len(d.Rows) {
		d.selected = i
	}
	return nil
}

func (d *Screen) DrawCompact(g *board.Grid, y int) {
	text := "> " + d.chosen().text
	if d.form != nil {
		text = d.form.Fields[d.form.At].Label + ": " + d.form.Line().Marked()
	}
	g.Text(0, y, g.Width, text, d.env.Styles.Text)
}
