package admin

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
)

// Screen is the admin screen.
type Screen struct {
	env        *kit.Env
	ctx        context.Context
	cancel     context.CancelFunc
	watch      kit.Watcher[struct{}]
	tab        tabID
	list       kit.List[listRow]
	panel      kit.Panel
	shownFirst player.ID      // the member whom the viewer last found by name; listed first
	asking     bool           // whether a query is running
	stale      bool           // whether to query again when the running query returns
	counts     *[tabCount]int // how many rows each tab has; nil until they are known
	loaded     bool           // whether the rows of the current tab have been loaded
	form       *kit.Form
	note       string // result of the last action
	refused    bool   // whether the last action failed
}

// tabID identifies a tab of the admin screen. Each tab shows one list.
type tabID int

const (
	membersTab tabID = iota
	invitationsTab
	bansTab
	auditTab
	settingsTab
	tablesTab
	tabCount
)

var tabNames = [tabCount]string{"Members", "Invitations", "Bans", "Audit", "Settings", "Tables"}

// rowTitles stand before the number of a row in the title of its details.
var rowTitles = [tabCount]string{invitationsTab: "Invitation ", bansTab: "Ban ", auditTab: "Entry ", tablesTab: "Table "}

// detailLabels name the detail of a row. A detail without a name speaks for itself.
var detailLabels = [tabCount]string{membersTab: "Keys", auditTab: "Reason", tablesTab: "Players"}

type (
	listMsg struct {
		d    *Screen
		tab  tabID
		rows []listRow
		err  error

		counts *[tabCount]int // how many rows each tab has; nil in case of an error
	}
	ChangedMsg struct{ D *Screen }
	// doneMsg carries the result of an action.
	doneMsg struct {
		d          *Screen
		done, code string
		found      player.ID // the account that the action found by name
		err        error
		again      tea.Cmd // command that repeats the action without asking for confirmation
	}
)

func New(e *kit.Env) *Screen {
	d := &Screen{env: e}
	d.list = newList(membersTab)
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

// wait returns a command that waits for the next change of the club.
func (d *Screen) wait() tea.Cmd {
	return d.env.Wait(d.watch, func() tea.Msg {
		if _, ok := d.watch.Take(d.ctx); !ok {
			return nil
		}
		return ChangedMsg{d}
	})
}

// load loads the list of the open tab and counts the rows of the others. Only one query runs at a time.
func (d *Screen) load() tea.Cmd {
	if d.stale = d.asking; d.stale {
		return nil // because stale is set, the list is queried again when the running query returns
	}
	d.asking = true
	e, open, who := d.env, d.tab, d.shownFirst
	rowsOf := func(tab tabID) ([]listRow, error) {
		if tab == tablesTab {
			return tableRows(e.Cfg.Lobby.ViewFor(e.Me.ID)), nil
		}
		return listRows(e.Ctx, e.Cfg.Admin, tab, who)
	}
	return func() tea.Msg {
		msg := listMsg{d: d, tab: open}
		if msg.rows, msg.err = rowsOf(open); msg.err != nil {
			return msg
		}
		var counts [tabCount]int
		for tab := range tabCount {
			rows := msg.rows
			if tab != open {
				if rows, msg.err = rowsOf(tab); msg.err != nil {
					break
				}
			}
			counts[tab] = len(rows)
		}
		if msg.err == nil {
			msg.counts = &counts
		}
		return msg
	}
}

func (d *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if d.form != nil {
			return kit.Stay, d.typed(msg)
		}
		return d.key(msg)
	case tea.PasteMsg:
		if d.form != nil {
			d.form.Paste(msg)
		} else {
			d.list.Paste(msg)
		}
	case tea.MouseClickMsg:
		return kit.Stay, d.click(msg)
	case tea.MouseWheelMsg:
		d.list.Wheel(msg)
	case listMsg:
		if msg.d == d {
			return kit.Stay, d.take(msg)
		}
	case ChangedMsg:
		if msg.D == d {
			return d.changed()
		}
	case doneMsg:
		if msg.d == d {
			return d.finish(msg)
		}
	}
	return kit.Stay, nil
}

// changed handles a change of the club: it loads the list again or, if the player has lost
// their role, closes the screen.
func (d *Screen) changed() (kit.Step, tea.Cmd) {
	if !kit.CanAdminister(d.env) {
		return kit.Become(kit.NewDialog(d.env, "Your role has changed",
			"You are no longer a moderator or owner, so the admin screen was closed.", kit.Choice{Label: "OK"})), d.env.Bell()
	}
	return kit.Stay, tea.Batch(d.wait(), d.load())
}

func (d *Screen) take(msg listMsg) tea.Cmd {
	d.asking = false
	if d.stale || msg.tab != d.tab {
		return d.load()
	}
	if msg.err != nil {
		return d.refuse(msg.err)
	}
	d.loaded = true
	if msg.counts != nil {
		d.counts = msg.counts
	}
	d.list.Set(msg.rows)
	return nil
}

// finish shows the result of an action. The list is loaded again when the club reports the
// change.
func (d *Screen) finish(msg doneMsg) (kit.Step, tea.Cmd) {
	e := d.env
	caught := (*club.Caught)(nil)
	switch {
	case errors.As(msg.err, &caught):
		d.form = nil
		return kit.Enter(kit.NewDialog(e, "Ban this whole range?", "The ban would include "+caught.Whose()+".",
			kit.Choice{Label: "Cancel"}, kit.Choice{Label: "Ban anyway", Do: func() tea.Cmd { return msg.again }})), e.Bell()
	case msg.err != nil:
		return kit.Stay, d.refuse(msg.err)
	}
	if msg.found != "" {
		d.form, d.shownFirst = nil, msg.found
		d.list = newList(d.tab) // load the rows again: the member found by name is listed first and selected
		return kit.Stay, d.load()
	}
	d.form, d.note, d.refused = nil, player.Shown(msg.done, noteCells), false
	if msg.code != "" {
		d.note = ""
		return kit.Enter(
			kit.NewDialog(e, e.Cfg.SSHCommand+" join "+msg.code, present.Capital(msg.done)+".", kit.Choice{Label: "Close"}),
		), nil
	}
	return kit.Stay, nil
}

// noteCells is the maximum width of the text about the last action, in cells.
const noteCells = 150

// refuse shows why an action failed. The form stays open, with the text that was typed.
func (d *Screen) refuse(err error) tea.Cmd {
	d.note, d.refused = player.Shown(err.Error(), 2*noteCells), true
	if refusal.Of(err) == club.NoReason {
		d.note = "enter a reason: it is kept in the audit log"
	}
	if d.form != nil {
		d.form.Refuse(d.note)
		d.note = ""
	}
	return d.env.Bell()
}

func (d *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	key := msg.String()
	d.note = ""
	if d.list.Update(msg) {
		return kit.Stay, nil
	}
	switch action := kit.ActionOf(key, tabKeys[d.tab], commonKeys); action {
	case kit.GoBack:
		return kit.Leave, nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: kit.DefaultGame()}), nil
	case kit.NextList:
		return kit.Stay, d.turn((d.tab + 1) % tabCount)
	case kit.PreviousList:
		return kit.Stay, d.turn((d.tab + tabCount - 1) % tabCount)
	case kit.ListByNumber:
		return kit.Stay, d.turn(tabID(key[0] - '1'))
	case kit.NoAction:
	default:
		if err := d.check(action); err != nil {
			return kit.Stay, d.refuse(err)
		}
		if d.form = d.formFor(action); d.form == nil {
			return kit.Stay, d.env.Bell()
		}
	}
	return kit.Stay, nil
}

// check returns why the moderator cannot act on the selected row now, or nil.
func (d *Screen) check(what kit.Action) error {
	row := d.chosen()
	if d.tab != membersTab || row.id == "" || what == kit.SearchText {
		return nil
	}
	return d.env.Cfg.Admin.Check(row.id)
}

// turn switches to another tab.
func (d *Screen) turn(to tabID) tea.Cmd {
	d.tab, d.list, d.loaded = to, newList(to), false
	return d.load()
}

// chosen returns the selected row, or an empty row if the list is empty.
func (d *Screen) chosen() listRow {
	row, _ := d.list.Selected()
	return row
}

func (d *Screen) click(msg tea.MouseClickMsg) tea.Cmd {
	if d.form != nil {
		d.form.Click(msg.X, msg.Y)
		return nil
	}
	if i := d.panel.TabAt(msg.X, msg.Y); i >= 0 {
		return d.turn(tabID(i))
	}
	d.list.Click(msg.X, msg.Y)
	return nil
}

func (d *Screen) DrawCompact(g *draw.Grid, y int) {
	text := "> " + strings.Join(d.chosen().cells, "  ")
	if d.form != nil {
		text = d.form.Compact()
	}
	g.Text(0, y, g.Width, text, d.env.Ink.Text)
}
