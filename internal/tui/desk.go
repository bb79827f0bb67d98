package tui

import (
	"context"
	"errors"
	"slices"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/tui/board"
)

// desk is where moderators and owners look after the house. It decides nothing:
// what may be done the house says when it is done.
type desk struct {
	env      *env
	ctx      context.Context
	cancel   context.CancelFunc
	watch    watcher[club.House]
	tab      deskTab
	rows     []deskRow
	lookedUp player.ID // who was asked for by name, with a role or without
	asking   bool      // a list is being asked for
	stale    bool      // it is not wanted any more
	there    bool      // the list is
	selected int
	top      int // lines that are scrolled away
	form     *form
	note     string // what came of the last act
	refused  bool   // nothing
	spots    []spot // where the names of the lists were drawn
}

// deskTab is one of the lists.
type deskTab int

const (
	membersTab deskTab = iota
	passesTab
	bansTab
	auditTab
	settingsTab
	tablesTab
	deskTabs
)

var deskHeads = [deskTabs]string{"Members", "Invitations", "Bans", "What was done", "Settings", "Tables"}

type (
	deskListMsg struct {
		d    *desk
		tab  deskTab
		rows []deskRow
		err  error
	}
	deskChangedMsg struct{ d *desk }
	// deskDoneMsg is what came of an act. again does it though the house asks back.
	deskDoneMsg struct {
		d          *desk
		done, code string
		found      player.ID // who was looked up
		err        error
		again      tea.Cmd
	}
)

// mayLookAfter reports whether somebody looks after the house, now.
func mayLookAfter(e *env) bool { return e.cfg.Desk != nil && e.cfg.Desk.May() }

func newDesk(e *env) *desk {
	d := &desk{env: e}
	d.ctx, d.cancel = context.WithCancel(e.ctx)
	return d
}

func (d *desk) stop()         { d.cancel() }
func (d *desk) dialog() bool  { return false }
func (d *desk) title() string { return "Admin: Quadrille" }

func (d *desk) start() tea.Cmd {
	d.watch = d.env.house.watchClub(d.env.cfg.Desk.House)
	context.AfterFunc(d.ctx, d.watch.Close)
	return tea.Batch(d.wait(), d.load())
}

// wait waits for the next change of the house.
func (d *desk) wait() tea.Cmd {
	return func() tea.Msg {
		if _, ok := d.watch.Take(d.ctx); !ok {
			return nil
		}
		return deskChangedMsg{d}
	}
}

// load asks for the list that is open, one question at a time.
func (d *desk) load() tea.Cmd {
	if d.stale = d.asking; d.stale {
		return nil // asked again when the answer is there
	}
	d.asking = true
	e, tab, who := d.env, d.tab, d.lookedUp
	return func() tea.Msg {
		if tab == tablesTab {
			return deskListMsg{d, tab, tableRows(e.house.lobbyNow()), nil}
		}
		rows, err := deskRows(e.ctx, e.cfg.Desk, tab, who)
		return deskListMsg{d, tab, rows, err}
	}
}

func (d *desk) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if d.form != nil {
			return stay, d.typed(msg)
		}
		return d.key(msg.String())
	case tea.PasteMsg:
		if d.form != nil {
			d.form.line().paste(msg)
		}
	case tea.MouseClickMsg:
		return stay, d.click(msg)
	case tea.MouseWheelMsg:
		d.choose(map[tea.MouseButton]string{tea.MouseWheelUp: "up", tea.MouseWheelDown: "down"}[msg.Button])
	case deskListMsg:
		if msg.d == d {
			return stay, d.take(msg)
		}
	case deskChangedMsg:
		if msg.d == d {
			return d.changed()
		}
	case deskDoneMsg:
		if msg.d == d {
			return d.hear(msg)
		}
	}
	return stay, nil
}

// changed looks at the house again, if this person still looks after it.
func (d *desk) changed() (step, tea.Cmd) {
	if !mayLookAfter(d.env) {
		return become(newDialog(d.env, "You look after this house no more",
			"You have another role now. Stay and play like everybody else.", choice{label: "Go on"})), d.env.bell()
	}
	return stay, tea.Batch(d.wait(), d.load())
}

func (d *desk) take(msg deskListMsg) tea.Cmd {
	d.asking = false
	if d.stale || msg.tab != d.tab {
		return d.load()
	}
	if msg.err != nil {
		return d.refuse(msg.err)
	}
	chosen := d.chosen().key
	d.rows, d.there = msg.rows, true
	d.choose("")
	for i := range d.rows {
		if d.rows[i].key == chosen {
			d.selected = i
		}
	}
	return nil
}

// hear takes what came of an act: the list comes by itself when the house has
// changed.
func (d *desk) hear(msg deskDoneMsg) (step, tea.Cmd) {
	e := d.env
	caught := (*club.Caught)(nil)
	switch {
	case errors.As(msg.err, &caught):
		d.form = nil
		return enter(newDialog(e, "Keep out all from there?", capital(caught.Who())+" would be kept out too.",
			choice{label: "Do not ban"}, choice{label: "Ban all the same", do: func() tea.Cmd { return msg.again }})), e.bell()
	case msg.err != nil:
		return stay, d.refuse(msg.err)
	}
	if msg.found != "" {
		d.form, d.lookedUp, d.selected = nil, msg.found, 0
		d.rows = nil // he is the first, and selected
		return stay, d.load()
	}
	d.form, d.note, d.refused = nil, player.Shown(msg.done, deskNoteCells), false
	if msg.code != "" {
		d.note = ""
		return enter(newDialog(e, e.cfg.Way+" join "+msg.code, capital(msg.done)+".", choice{label: "I have noted it"})), nil
	}
	return stay, nil
}

// deskNoteCells is how much of what was done is told.
const deskNoteCells = 150

// refuse says why something was not done. What was typed stays, to be mended.
func (d *desk) refuse(err error) tea.Cmd {
	if d.form != nil {
		d.form.sent = false
	}
	d.note, d.refused = player.Shown(err.Error(), 2*deskNoteCells), true
	if errors.Is(err, club.ErrNoReason) {
		d.note = "say why: it is kept, and moderators can read it"
	}
	return d.env.bell()
}

func (d *desk) key(key string) (step, tea.Cmd) {
	d.note = ""
	switch deed := deedOf(key, deskKeys[d.tab], deskListKeys); deed {
	case goBack:
		return leave, nil
	case openHelp:
		return visit(nav.Help{Game: d.env.house.offers()[0].Name}), nil
	case nextList:
		return stay, d.turn((d.tab + 1) % deskTabs)
	case listBefore:
		return stay, d.turn((d.tab + deskTabs - 1) % deskTabs)
	case listNumber:
		return stay, d.turn(deskTab(key[0] - '1'))
	case none:
		d.choose(key)
	default:
		if d.form = d.formFor(deed); d.form == nil {
			return stay, d.env.bell()
		}
	}
	return stay, nil
}

// turn opens another list.
func (d *desk) turn(to deskTab) tea.Cmd {
	d.tab, d.rows, d.there, d.selected = to, nil, false, 0
	return d.load()
}

func (d *desk) choose(key string) { d.selected = choose(d.selected, max(1, len(d.rows)), key) }

// chosen is the line that is selected, an empty one if there is none.
func (d *desk) chosen() deskRow {
	if d.selected < len(d.rows) {
		return d.rows[d.selected]
	}
	return deskRow{}
}

func (d *desk) click(msg tea.MouseClickMsg) tea.Cmd {
	if d.form != nil {
		return nil
	}
	if i := slices.IndexFunc(d.spots, func(s spot) bool { return msg.Y == s.y && msg.X >= s.x && msg.X < s.x+s.width }); i >= 0 {
		return d.turn(deskTab(i))
	}
	if i := msg.Y - deskTop + d.top; msg.Y >= deskTop && msg.Y < deskTop+d.room() && i < len(d.rows) {
		d.selected = i
	}
	return nil
}

func (d *desk) foot(g *board.Grid, y int) {
	text := "> " + d.chosen().text
	if d.form != nil {
		text = d.form.asks[d.form.at].what + ": " + d.form.line().text + "_"
	}
	g.Text(0, y, g.Width, text, d.env.ink.text)
}
