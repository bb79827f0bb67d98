package game

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/phrase"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
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

// needsChatConsent reports whether players may chat during the game only if all of them
// accept.
func (wa *waiting) needsChatConsent() bool {
	return wa.t.View.Terms.Chat && wa.t.View.Variant.Facts().ChatConsent
}

// chatConsent returns the entry that accepts or declines chat during the game.
func (wa *waiting) chatConsent() []entry {
	switch {
	case !wa.needsChatConsent() || !wa.t.seats.seated():
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
		return kit.Leave, nil
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
		return kit.Leave, nil
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
	for _, line := range wa.advice(list[at].partner, width, bottom-y-1) {
		if y+1 < bottom {
			g.Text(x, y+1, width, line, ink.Faint)
			y++
		}
	}
}

// advice returns sentences on what to do before the game, as many as fit: how a guest can
// return, who the partner is, and what the game waits for.
func (wa *waiting) advice(beside string, width, room int) []string {
	var lines []string
	if code := wa.t.env.Cfg.ReturnCode; code != "" && wa.t.seats.seated() { // a guest needs the code to return, so it comes first
		lines = append(kit.Wrap("Guest, to return to your seat:", width), kit.Wrap("ssh -t HOST return "+code, width)...)
		if len(lines) > room {
			lines = lines[1:]
		}
	}
	add := func(texts ...string) { // add appends the first text that fits.
		for _, text := range texts {
			part := kit.Wrap(text, width)
			if len(lines) > 0 {
				part = append([]string{""}, part...)
			}
			if len(lines)+len(part) <= room {
				lines = append(lines, part...)
				return
			}
		}
	}
	if beside != "" {
		add("Your partner would be " + beside + ".")
	}
	begins, talk := wa.startCondition(), ""
	if wa.needsChatConsent() {
		talk = fmt.Sprintf(" Players can chat during the game only if all accept: %d of %d so far.", wa.chatConsents(), wa.seatsInGame())
	}
	texts := []string{begins + " " + wa.seatsEach() + talk, begins + talk}
	for _, brief := range wa.startConditionShort() {
		texts = append(texts, brief+talk)
	}
	add(slices.Concat(texts, []string{begins}, wa.startConditionShort())...)
	return lines
}

// startCondition returns what the game waits for.
func (wa *waiting) startCondition() string {
	if wa.botsFill() {
		return fmt.Sprintf("When all players are ready, level %d bots take the open seats and the game starts.", wa.t.View.Terms.Bots)
	}
	return "The game starts when every seat is taken and everyone is ready."
}

// startConditionShort returns shorter forms of startCondition, the longest first.
func (wa *waiting) startConditionShort() []string {
	if wa.botsFill() {
		level := wa.t.View.Terms.Bots
		return []string{
			fmt.Sprintf("When all are ready, level %d bots take the open seats.", level),
			fmt.Sprintf("Level %d bots take the open seats.", level),
		}
	}
	return []string{"The game starts when all are ready."}
}

// botsFill reports whether bots will take the open seats when the game starts.
func (wa *waiting) botsFill() bool {
	return wa.t.View.Terms.Bots > 0 && wa.t.env.Cfg.Lobby.Bots() && wa.anyOpen()
}

// seatsEach returns how many seats a player may have, as a sentence.
func (wa *waiting) seatsEach() string {
	switch n := wa.t.View.Terms.SeatLimit(); n {
	case 1:
		return "One seat per player."
	case rules.SeatCount:
		return "A player may take several seats."
	default:
		return fmt.Sprintf("A player may take up to %d seats.", n)
	}
}

func (wa *waiting) chatConsents() int {
	n := 0
	for s := range wa.t.View.Seats {
		if wa.t.View.Seats[s].AcceptsChat {
			n++
		}
	}
	return n
}

func (wa *waiting) seatsInGame() int {
	n := 0
	for s := range wa.t.View.Seats {
		if !wa.t.View.Seats[s].Closed {
			n++
		}
	}
	return n
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
