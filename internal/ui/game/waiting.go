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

// waiting is the menu before and after the game, and what it opens.
type waiting struct {
	t    *Screen
	menu string // the label selected before the game; another than those there stands for the first
}

// entry is one line of the menu before the game.
type entry struct {
	label       string
	brief       string         // the same where there is no room for that
	command     *table.Command // nil, and opens too: back to the lobby
	open        func() (kit.Step, tea.Cmd)
	reasonLabel string // the act needs a text, and is asked for it like this
	partner     string // whose partner one would be
}

const readyLabel = "I am ready"

// entries is what this person can do before the game.
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
		list = append(list, entry{label: "Wait, I am not ready", command: &table.Command{Kind: table.Unready, Seat: wa.t.seats.home()}})
	}
	list = slices.Concat(list, wa.chatConsent(), wa.ownSeats(), wa.bots(), wa.removable())
	return append(list, entry{label: "Back to the lobby"})
}

// openSeats is the seats that can be taken: beside whom one sits then is said
// where people are partners. Who may have one seat changes to another.
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

// partnerOf is a seat's partner.
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
			list = append(list, entry{label: "Stand up from " + wa.t.View.Variant.Facts().Seats[s], command: &table.Command{Kind: table.Stand, Seat: s}})
		}
	}
	return list
}

// needsChatConsent reports whether the players may talk during the game only if all of
// them agree before.
func (wa *waiting) needsChatConsent() bool {
	return wa.t.View.Terms.Chat && wa.t.View.Variant.Facts().ChatConsent
}

// chatConsent agrees that players may talk, or takes that back.
func (wa *waiting) chatConsent() []entry {
	switch {
	case !wa.needsChatConsent() || !wa.t.seats.seated():
		return nil
	case wa.t.View.Seats[wa.t.seats.home()].AcceptsChat:
		return []entry{{label: "No talk after all", command: &table.Command{Kind: table.DeclineChat, Seat: wa.t.seats.home()}}}
	}
	return []entry{{label: "Agree to talk", command: &table.Command{Kind: table.AcceptChat, Seat: wa.t.seats.home()}}}
}

// removable is, for the host, whom he can send away because they keep the others
// waiting.
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
		e := entry{label: "Send " + phrase.Occupant(v, s) + " away", command: &table.Command{Kind: table.Unseat, Seat: s}}
		if word := v.Variant.Facts().Seats[s]; bot || v.Held(seat.Player.ID).Count() > 1 { // several seats have one name
			e.label += " from " + word
			e.brief = "Send " + word + " away"
		}
		if !bot {
			e.reasonLabel = "Why (nothing is fine too):"
		}
		list = append(list, e)
	}
	return list
}

// selected is which of the entries is chosen: the one of that label. Others who sit
// down and stand up move the lines about, and Enter must not do what stands there
// now.
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
		wa.menu = readyLabel // what comes next
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

// drawMenu draws what one can do before the game, where there is a place for it.
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

// advice tells a guest how he gets back, which must have room; whose partner one
// would be on the seat that is chosen, if that is not said yet; and what is waited
// for, as far as whole sentences fit.
func (wa *waiting) advice(beside string, width, room int) []string {
	var lines []string
	if code := wa.t.env.Cfg.ReturnCode; code != "" && wa.t.seats.seated() { // first: without it the seat is lost
		lines = append(kit.Wrap("Guest: come back to your seat:", width), kit.Wrap("ssh -t HOST return "+code, width)...)
		if len(lines) > room {
			lines = lines[1:]
		}
	}
	add := func(texts ...string) { // the first of them that fits
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
		add("Your partner there would be " + beside + ".")
	}
	begins, talk := wa.startCondition(), ""
	if wa.needsChatConsent() {
		talk = fmt.Sprintf(" Players may talk during the game only if all agree: %d of %d do.", wa.chatConsents(), wa.seatsInGame())
	}
	texts := []string{begins + " " + wa.seatsEach() + talk, begins + talk} // the menu shows the seats
	for _, brief := range wa.startConditionShort() {
		texts = append(texts, brief+talk)
	}
	add(slices.Concat(texts, []string{begins}, wa.startConditionShort())...)
	return lines
}

// startCondition says what the game waits for.
func (wa *waiting) startCondition() string {
	if wa.botsFill() {
		return fmt.Sprintf("Once all who sit are ready, bots of level %d take the open seats, and the game begins.", wa.t.View.Terms.Bots)
	}
	return "The game begins when every seat is taken and everybody is ready."
}

// startConditionShort is the same for a narrow panel, and for one with hardly any room.
func (wa *waiting) startConditionShort() []string {
	if wa.botsFill() {
		level := wa.t.View.Terms.Bots
		return []string{
			fmt.Sprintf("Once all are ready, bots of level %d take the open seats.", level),
			fmt.Sprintf("Bots of level %d take the open seats.", level),
		}
	}
	return []string{"It begins when all are ready."}
}

// botsFill reports whether bots take what is open when the game begins.
func (wa *waiting) botsFill() bool {
	return wa.t.View.Terms.Bots > 0 && wa.t.env.Cfg.Lobby.Bots() && wa.anyOpen()
}

// seatsEach says how many seats one person may have.
func (wa *waiting) seatsEach() string {
	switch n := wa.t.View.Terms.SeatLimit(); n {
	case 1:
		return "Each person has one seat."
	case rules.SeatCount:
		return "One person may hold several seats."
	default:
		return fmt.Sprintf("One person may hold %d seats.", n)
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

// removedLine tells the person that the host or a moderator removed them from a
// seat, and why.
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
