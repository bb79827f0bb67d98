package game

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// waiting shows the menu before the game.
type waiting struct {
	t    *Screen
	menu string // label of the entry that was selected last; empty at the beginning
}

// noEntry means that no entry of the menu is selected.
const noEntry = -1

// entries returns the entries of the viewer's menu.
func (wa *waiting) entries() []Entry {
	lobby := wa.t.env.Cfg.Lobby
	m := Menu{View: wa.t.View, Me: wa.t.env.Me.ID, Bots: lobby != nil && lobby.Bots()}
	return m.Entries()
}

// selected returns the index of the selected entry, or noEntry. The screen stores the label of
// the entry instead of its index, because the list changes when other players sit down or
// leave. If the entry is no longer in the list, none is selected, so that Enter does not
// execute another one. At the beginning the first entry is selected, unless the viewer has
// nothing to do, or would start the game by sitting down.
func (wa *waiting) selected(list []Entry) int {
	if wa.menu != "" {
		return slices.IndexFunc(list, func(e Entry) bool { return e.Label == wa.menu })
	}
	v := wa.t.View
	starts := v.Terms.Clock.Correspondence() && OpenSeats(v).Count() == 1
	if !wa.t.seats.seated() && !starts || list[0].Label == ReadyLabel {
		return 0
	}
	return noEntry
}

func (wa *waiting) waitingKey(key string) (kit.Step, tea.Cmd) {
	list := wa.entries()
	at := wa.selected(list)
	wa.t.Input.refuse("")
	switch d := kit.ActionOf(key, kit.WaitingKeys, kit.TableKeys); d {
	case kit.Select:
		switch {
		case wa.t.keys.afterPrompt():
			return kit.Stay, nil
		case at == noEntry:
			return kit.Stay, wa.t.Link.refuse("choose an entry with the arrow keys")
		}
		return wa.pick(list[at])
	case kit.GoBack:
		return wa.leave()
	case kit.NextCandidate:
		wa.menu = list[(at+1)%len(list)].Label
	case kit.PreviousCandidate:
		wa.menu = list[(max(at, 0)+len(list)-1)%len(list)].Label
	case kit.LargerSquares, kit.SmallerSquares, kit.RotateBoard, kit.NextPieceSet:
		wa.t.doOnBoard(d)
	case kit.OpenHelp, kit.WriteChat, kit.ReadChat, kit.TableMenu, kit.NextTable, kit.PreviousTable, kit.Television:
		return wa.t.doAtTable(d)
	default:
		if at != noEntry || slices.Contains([]string{"up", "down", "pgup", "pgdown", "home", "end"}, key) {
			wa.menu = list[kit.MoveSelection(at, len(list), key)].Label
		}
	}
	return kit.Stay, nil
}

func (wa *waiting) pick(e Entry) (kit.Step, tea.Cmd) {
	switch {
	case e.AddsBot:
		return wa.chooseBotSeat()
	case e.Command == nil:
		return wa.leave()
	case e.ReasonLabel != "":
		removed := wa.t.View.Seats[e.Command.Seat].Player.ID
		wa.t.Input.ask(&prompt{label: e.ReasonLabel, line: kit.Line{Limit: 80}, kind: e.Command.Kind, send: func(text string) tea.Cmd {
			if wa.t.View.Seats[e.Command.Seat].Player.ID != removed {
				wa.t.Input.ask(nil)
				return wa.t.Link.refuse("the player has left this seat; nobody was removed")
			}
			act := *e.Command
			act.Text = text
			return wa.t.Link.Act(act)
		}})
		return kit.Stay, nil
	}
	if e.Command.Kind == table.Sit {
		wa.menu = ReadyLabel // select the entry that the player needs next
	}
	return kit.Stay, wa.t.Link.Act(*e.Command)
}

func (wa *waiting) waitingMouse(msg tea.MouseMsg) (kit.Step, tea.Cmd) {
	if click, ok := msg.(tea.MouseClickMsg); ok && wa.t.Input.typing() == nil {
		list := wa.entries()
		s := wa.t.Picture()
		menu := s.Layout().Menu
		if i := click.Y - menu.Y; menu.Width > 0 && i >= 0 && i < len(list) && click.X >= menu.X {
			return wa.pick(list[i])
		}
	}
	return kit.Stay, nil
}

// drawMenu draws the menu and the advice below it, if they fit.
func (wa *waiting) drawMenu(g *draw.Grid, b draw.Box) {
	if b.Width == 0 {
		return
	}
	x, y, width, bottom := b.X, b.Y, b.Width, b.Y+b.Height
	ink := wa.t.env.Styles
	list := wa.entries()
	at := wa.selected(list)
	for i, e := range list {
		look, sign := ink.Text, "  "
		if i == at {
			look, sign = ink.Chosen, "> "
		}
		text := sign + e.Label
		if e.Brief != "" && draw.TextWidth(text) > width {
			text = sign + e.Brief
		}
		if with := text + " (with " + e.Partner + ")"; e.Partner != "" && draw.TextWidth(with) <= width {
			text, list[i].Partner = with, ""
		}
		g.Text(x, y, width, text, look)
		y++
	}
	partner := ""
	if at != noEntry {
		partner = list[at].Partner
	}
	for _, line := range wa.advice(partner).Lines(width, bottom-y-1) {
		if y+1 < bottom {
			g.Text(x, y+1, width, line, ink.Faint)
			y++
		}
	}
}

// advice returns the facts that determine the sentences below the menu. The parameter
// `partner` is the partner of the selected seat.
func (wa *waiting) advice(partner string) *Advice {
	cfg := &wa.t.env.Cfg
	return &Advice{
		View: wa.t.View, Seated: wa.t.seats.seated(), Ready: wa.ready(), Bots: cfg.Lobby != nil && cfg.Lobby.Bots(),
		BotsIn: wa.botsIn(), PeopleOnly: wa.inSeek() && cfg.Seeks.PeopleOnly(wa.t.View.ID), ReturnCode: cfg.ReturnCode, Partner: partner,
	}
}

// ready reports whether the viewer is ready on all their seats.
func (wa *waiting) ready() bool {
	for s := range wa.t.requests.mySeats().All() {
		if !wa.t.View.Seats[s].Ready {
			return false
		}
	}
	return true
}

// inSeek reports whether the table was opened by a seek and still waits for players.
func (wa *waiting) inSeek() bool {
	return wa.t.env.Cfg.Seeks != nil && wa.t.View.Phase == table.Waiting && wa.t.View.Terms.Seek
}

// botsIn returns the time until bots fill the empty seats of a seek, in whole seconds. It
// returns 0 if bots will not fill them.
func (wa *waiting) botsIn() time.Duration {
	if !wa.inSeek() {
		return 0
	}
	at := wa.t.env.Cfg.Seeks.BotsAt(wa.t.View.ID)
	if at.IsZero() {
		return 0
	}
	return max(0, at.Sub(wa.t.env.Now)).Round(time.Second)
}

// leave goes back to the lobby. If the viewer has a seat at the table of a seek, it ends the
// seek.
func (wa *waiting) leave() (kit.Step, tea.Cmd) {
	e := wa.t.env
	if e.Cfg.Seeks == nil || !wa.t.View.Terms.Seek || !wa.t.seats.seated() {
		return kit.Leave, nil
	}
	return kit.Leave, func() tea.Msg {
		_ = e.Cfg.Seeks.Cancel(e.Ctx, e.Me) // ignore the error: the lobby then shows that the player still has the seat
		return nil
	}
}

// noteLine returns the sentence with which the table was opened, such as who was invited.
func (wa *waiting) noteLine() string {
	if wa.t.View.Phase != table.Waiting {
		return ""
	}
	return wa.t.Link.Target.Note
}

// removedLine returns a line that says that the host or a moderator has removed the viewer
// from a seat, and why.
func (wa *waiting) removedLine() string {
	if wa.t.View.Phase != table.Waiting || wa.t.seats.seated() {
		return ""
	}
	for _, away := range slices.Backward(wa.t.View.Removals) {
		if away.Player.ID != wa.t.env.Me.ID {
			continue
		}
		return present.At{View: wa.t.View, Me: wa.t.env.Me.ID}.Removal(&away)
	}
	return ""
}
