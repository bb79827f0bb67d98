package game

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/game/advice"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// waiting draws the menu before the game.
type waiting struct {
	t    *Screen
	menu string // label of the selected entry; if no entry has it, the first is selected
}

// entry is one line of the menu before the game.
type entry struct {
	label       string
	brief       string         // shorter label for a narrow panel
	command     *table.Command // nil if the entry sends no command
	open        func() (kit.Step, tea.Cmd)
	reasonLabel string // label of the prompt for a reason; empty if no reason is asked for
	partner     string // name of the partner on the seat
}

const readyLabel = "I am ready"

// entries returns the entries of the menu for the viewer.
func (wa *waiting) entries() []entry {
	ready := true
	for s := range rules.Seat(rules.SeatCount) {
		if wa.t.seats.mine(s) {
			ready = ready && wa.t.View.Seats[s].Ready
		}
	}
	var list []entry
	if wa.t.seats.seated() && !ready {
		list = append(list, entry{label: readyLabel, command: &table.Command{Kind: table.Ready, Seat: wa.t.seats.home()}})
	}
	list = append(list, wa.openSeats()...)
	if wa.t.seats.seated() && ready {
		list = append(list, entry{label: "I am not ready", command: &table.Command{Kind: table.Unready, Seat: wa.t.seats.home()}})
	}
	list = slices.Concat(list, wa.chatConsent(), wa.ownSeats(), wa.bots(), wa.removable())
	return append(list, entry{label: "Back to the lobby"})
}

// openSeats returns the entries for open seats, with the partner in team games. If only one
// seat per player is allowed, a viewer who has a seat can change to an open one.
func (wa *waiting) openSeats() []entry {
	v, f := wa.t.View, wa.t.View.Variant.Facts()
	held, limit := wa.t.requests.mySeats().Count(), v.Terms.SeatLimit()
	how := "Sit down as "
	switch {
	case held > 0 && limit == 1:
		how = "Change to "
	case held >= limit:
		return nil
	}
	var list []entry
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].Open {
			list = append(list, entry{label: how + f.Seats[s], partner: wa.partnerOf(s), command: &table.Command{Kind: table.Sit, Seat: s}})
		}
	}
	return list
}

// partnerOf returns the partner of a seat, with their name if that seat is taken.
func (wa *waiting) partnerOf(s rules.Seat) string {
	f := wa.t.View.Variant.Facts()
	for p := range rules.Seat(rules.SeatCount) {
		if f.Partners(s, p) && !wa.t.View.Seats[p].Closed {
			if name := phrase.Occupant(wa.t.View, p); name != "" {
				return name + ", " + phrase.Seat(f, p)
			}
			return phrase.Seat(f, p)
		}
	}
	return ""
}

func (wa *waiting) ownSeats() []entry {
	var list []entry
	for s := range rules.Seat(rules.SeatCount) {
		if wa.t.seats.mine(s) {
			list = append(list, entry{label: "Leave seat " + wa.t.View.Variant.Facts().Seats[s], command: &table.Command{Kind: table.Stand, Seat: s}})
		}
	}
	return list
}

// chatConsent returns the entry that accepts or declines chat during the game.
func (wa *waiting) chatConsent() []entry {
	switch {
	case !advice.NeedsChatConsent(wa.t.View) || !wa.t.seats.seated():
		return nil
	case wa.t.View.Seats[wa.t.seats.home()].AcceptsChat:
		return []entry{{label: "Decline chat", command: &table.Command{Kind: table.DeclineChat, Seat: wa.t.seats.home()}}}
	}
	return []entry{{label: "Accept chat", command: &table.Command{Kind: table.AcceptChat, Seat: wa.t.seats.home()}}}
}

// removable returns the host's entries that remove bots, and players who are away or not
// ready.
func (wa *waiting) removable() []entry {
	v := wa.t.View
	if v.Host.ID != wa.t.env.Me.ID {
		return nil
	}
	var list []entry
	for s := range rules.Seat(rules.SeatCount) {
		seat := &v.Seats[s]
		bot := seat.Player.ID.Bot()
		if seat.Player.ID == "" || wa.t.seats.mine(s) || seat.Ready && seat.Present && !bot {
			continue
		}
		e := entry{label: "Remove " + phrase.Occupant(v, s), command: &table.Command{Kind: table.Unseat, Seat: s}}
		if word := v.Variant.Facts().Seats[s]; bot || v.Held(seat.Player.ID).Count() > 1 { // name the seat of a player who has several seats
			e.label += " from " + word
			e.brief = "Remove " + word
		}
		if !bot {
			e.reasonLabel = "Reason (optional):"
		}
		list = append(list, e)
	}
	return list
}

// selected returns the index of the selected entry. The entry is remembered by its label,
// because the list changes when others sit down or leave.
func (wa *waiting) selected(list []entry) int {
	return max(0, slices.IndexFunc(list, func(e entry) bool { return e.label == wa.menu }))
}

func (wa *waiting) waitingKey(key string) (kit.Step, tea.Cmd) {
	list := wa.entries()
	at := wa.selected(list)
	wa.t.Input.refuse("")
	switch d := kit.ActionOf(key, kit.WaitingKeys, kit.TableKeys); d {
	case kit.Select:
		return wa.pick(list[at])
	case kit.GoBack:
		return wa.leave()
	case kit.NextCandidate:
		wa.menu = list[(at+1)%len(list)].label
	case kit.PreviousCandidate:
		wa.menu = list[(at+len(list)-1)%len(list)].label
	case kit.LargerSquares, kit.SmallerSquares, kit.RotateBoard, kit.NextPieceSet:
		wa.t.doOnBoard(d)
	case kit.OpenHelp, kit.WriteChat, kit.ReadChat, kit.TableMenu, kit.NextTable, kit.PreviousTable, kit.Television:
		return wa.t.doAtTable(d)
	default:
		wa.menu = list[kit.MoveSelection(at, len(list), key)].label
	}
	return kit.Stay, nil
}

func (wa *waiting) pick(e entry) (kit.Step, tea.Cmd) {
	switch {
	case e.open != nil:
		return e.open()
	case e.command == nil:
		return wa.leave()
	case e.reasonLabel != "":
		wa.t.Input.ask(&prompt{label: e.reasonLabel, line: kit.Line{Limit: 80}, kind: e.command.Kind, send: func(text string) tea.Cmd {
			act := *e.command
			act.Text = text
			return wa.t.Link.Act(act)
		}})
		return kit.Stay, nil
	}
	if e.command.Kind == table.Sit {
		wa.menu = readyLabel // select the entry for the next step
	}
	return kit.Stay, wa.t.Link.Act(*e.command)
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

// drawMenu draws the menu and the advice below it, if the layout has room.
func (wa *waiting) drawMenu(g *board.Grid, b kit.Box) {
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
		text := sign + e.label
		if e.brief != "" && board.TextWidth(text) > width {
			text = sign + e.brief
		}
		if with := text + " (with " + e.partner + ")"; e.partner != "" && board.TextWidth(with) <= width {
			text, list[i].partner = with, ""
		}
		g.Text(x, y, width, text, look)
		y++
	}
	for _, line := range wa.advice(list[at].partner).Lines(width, bottom-y-1) {
		if y+1 < bottom {
			g.Text(x, y+1, width, line, ink.Faint)
			y++
		}
	}
}

// advice returns what the sentences below the menu depend on. partner is the partner of the
// selected seat.
func (wa *waiting) advice(partner string) *advice.Waiting {
	cfg := &wa.t.env.Cfg
	return &advice.Waiting{
		View: wa.t.View, Seated: wa.t.seats.seated(), Bots: cfg.Lobby != nil && cfg.Lobby.Bots(),
		BotsIn: wa.botsIn(), ReturnCode: cfg.ReturnCode, Partner: partner,
	}
}

// botsIn returns the time until bots fill the empty seats of a seek's table, in whole
// seconds; 0 if they do not.
func (wa *waiting) botsIn() time.Duration {
	seeks, v := wa.t.env.Cfg.Seeks, wa.t.View
	if seeks == nil || v.Phase != table.Waiting || !v.Terms.Seek {
		return 0
	}
	at := seeks.BotsAt(v.ID)
	if at.IsZero() {
		return 0
	}
	return max(0, at.Sub(wa.t.env.Now)).Round(time.Second)
}

// leave goes back to the lobby. It ends the seek of a player who waits at its table.
func (wa *waiting) leave() (kit.Step, tea.Cmd) {
	e := wa.t.env
	if e.Cfg.Seeks == nil || !wa.t.View.Terms.Seek || !wa.t.seats.seated() {
		return kit.Leave, nil
	}
	return kit.Leave, func() tea.Msg {
		_ = e.Cfg.Seeks.Cancel(e.Ctx, e.Me) // if this fails, the player still sees their seat in the lobby
		return nil
	}
}

// removedLine tells the viewer that the host or a moderator removed them from a seat,
// and why.
func (wa *waiting) removedLine() string {
	if wa.t.View.Phase != table.Waiting || wa.t.seats.seated() {
		return ""
	}
	for _, away := range slices.Backward(wa.t.View.Removals) {
		if away.Player.ID != wa.t.env.Me.ID {
			continue
		}
		return phrase.At{View: wa.t.View, Me: wa.t.env.Me.ID}.Removal(&away)
	}
	return ""
}
