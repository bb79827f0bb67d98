package game

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
)

// entry is one line of the menu before the game.
type entry struct {
	label  string
	brief  string     // the same where there is no room for that
	act    *table.Act // nil, and opens too: back to the lobby
	opens  func() (kit.Step, tea.Cmd)
	why    string // the act needs a text, and is asked for it like this
	beside string // whose partner one would be
}

const readyLabel = "I am ready"

// entries is what this person can do before the game.
func (t *Screen) entries() []entry {
	ready := true
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) {
			ready = ready && t.View.Seats[s].Ready
		}
	}
	var list []entry
	if t.seated() && !ready {
		list = append(list, entry{label: readyLabel, act: &table.Act{Do: table.Ready, Seat: t.home()}})
	}
	list = append(list, t.openSeats()...)
	if t.seated() && ready {
		list = append(list, entry{label: "Wait, I am not ready", act: &table.Act{Do: table.Unready, Seat: t.home()}})
	}
	list = slices.Concat(list, t.consent(), t.ownSeats(), t.bots(), t.idlers())
	return append(list, entry{label: "Back to the lobby"})
}

// openSeats is the seats that can be taken: beside whom one sits then is said
// where people are partners. Who may have one seat changes to another.
func (t *Screen) openSeats() []entry {
	v, f := t.View, t.View.Variant.Facts()
	held, limit := t.mySeats().Count(), v.Terms.SeatLimit()
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
			list = append(list, entry{label: how + f.Seats[s], beside: t.besideWhom(s), act: &table.Act{Do: table.Sit, Seat: s}})
		}
	}
	return list
}

// besideWhom is a seat's partner.
func (t *Screen) besideWhom(s rules.Seat) string {
	f := t.View.Variant.Facts()
	for p := range rules.Seat(rules.SeatCount) {
		if f.Partners(s, p) && !t.View.Seats[p].Closed {
			if name := nameOf(t.View, p, 20); name != "" {
				return name + ", " + board.SeatWord(f, p)
			}
			return board.SeatWord(f, p)
		}
	}
	return ""
}

func (t *Screen) ownSeats() []entry {
	var list []entry
	for s := range rules.Seat(rules.SeatCount) {
		if t.mine(s) {
			list = append(list, entry{label: "Stand up from " + t.View.Variant.Facts().Seats[s], act: &table.Act{Do: table.Stand, Seat: s}})
		}
	}
	return list
}

// consents reports whether the players may talk during the game only if all of
// them agree before.
func (t *Screen) consents() bool {
	return t.View.Terms.Talk && t.View.Variant.Facts().TalkConsent
}

// consent agrees that players may talk, or takes that back.
func (t *Screen) consent() []entry {
	switch {
	case !t.consents() || !t.seated():
		return nil
	case t.View.Seats[t.home()].Consents:
		return []entry{{label: "No talk after all", act: &table.Act{Do: table.Dissent, Seat: t.home()}}}
	}
	return []entry{{label: "Agree to talk", act: &table.Act{Do: table.Consent, Seat: t.home()}}}
}

// idlers is, for the host, whom he can send away because they keep the others
// waiting.
func (t *Screen) idlers() []entry {
	v := t.View
	if v.Host.ID != t.env.Me.ID {
		return nil
	}
	var list []entry
	for s := range rules.Seat(rules.SeatCount) {
		seat := &v.Seats[s]
		bot := seat.Player.ID.Bot()
		if seat.Player.ID == "" || t.mine(s) || seat.Ready && seat.Present && !bot {
			continue
		}
		e := entry{label: "Send " + nameOf(v, s, 20) + " away", act: &table.Act{Do: table.Unseat, Seat: s}}
		if word := v.Variant.Facts().Seats[s]; bot || v.Held(seat.Player.ID).Count() > 1 { // several seats have one name
			e.label += " from " + word
			e.brief = "Send " + word + " away"
		}
		if !bot {
			e.why = "Why (nothing is fine too):"
		}
		list = append(list, e)
	}
	return list
}

// onMenu is which of the entries is chosen: the one of that label. Others who sit
// down and stand up move the lines about, and Enter must not do what stands there
// now.
func (t *Screen) onMenu(list []entry) int {
	return max(0, slices.IndexFunc(list, func(e entry) bool { return e.label == t.menu }))
}

func (t *Screen) waitingKey(key string) (kit.Step, tea.Cmd) {
	list := t.entries()
	at := t.onMenu(list)
	t.Refusal = ""
	switch d := kit.ActionOf(key, kit.WaitingKeys, kit.TableKeys); d {
	case kit.DoHere:
		return t.pick(list[at])
	case kit.GoBack:
		return kit.Leave, nil
	case kit.GuessNext:
		t.menu = list[(at+1)%len(list)].label
	case kit.GuessBack:
		t.menu = list[(at+len(list)-1)%len(list)].label
	case kit.LargerSquares, kit.SmallerSquares, kit.TurnBoard, kit.NextMen:
		t.boardDeed(d)
	case kit.OpenHelp, kit.TalkLine, kit.TalkScreen, kit.TableMenu, kit.TableNext, kit.TableBefore, kit.FollowLiveliest:
		return t.tableDeed(d)
	default:
		t.menu = list[kit.MoveSelection(at, len(list), key)].label
	}
	return kit.Stay, nil
}

func (t *Screen) pick(e entry) (kit.Step, tea.Cmd) {
	switch {
	case e.opens != nil:
		return e.opens()
	case e.act == nil:
		return kit.Leave, nil
	case e.why != "":
		t.prompt = &prompt{label: e.why, line: kit.Line{Limit: 80}, does: e.act.Do, send: func(text string) tea.Cmd {
			act := *e.act
			act.Text = text
			return t.Act(act)
		}}
		return kit.Stay, nil
	}
	if e.act.Do == table.Sit {
		t.menu = readyLabel // what comes next
	}
	return kit.Stay, t.Act(*e.act)
}

func (t *Screen) waitingMouse(msg tea.MouseMsg) (kit.Step, tea.Cmd) {
	if click, ok := msg.(tea.MouseClickMsg); ok && t.prompt == nil {
		list := t.entries()
		if i := click.Y - t.Board.menuAt.Y; i >= 0 && i < len(list) && click.X >= t.Board.menuAt.X {
			return t.pick(list[i])
		}
	}
	return kit.Stay, nil
}

func (t *Screen) drawMenu(g *board.Grid, x, y, width, bottom int) {
	ink := t.env.Styles
	t.Board.menuAt = kit.Spot{X: x, Y: y}
	list := t.entries()
	at := t.onMenu(list)
	for i, e := range list {
		look, sign := ink.Text, "  "
		if i == at {
			look, sign = ink.Chosen, "> "
		}
		text := sign + e.label
		if e.brief != "" && board.TextWidth(text) > width {
			text = sign + e.brief
		}
		if with := text + " (with " + e.beside + ")"; e.beside != "" && board.TextWidth(with) <= width {
			text, list[i].beside = with, ""
		}
		g.Text(x, y, width, text, look)
		y++
	}
	for _, line := range t.advice(list[at].beside, width, bottom-y-1) {
		if y+1 < bottom {
			g.Text(x, y+1, width, line, ink.Faint)
			y++
		}
	}
}

// advice tells a guest how he gets back, which must have room; whose partner one
// would be on the seat that is chosen, if that is not said yet; and what is waited
// for, as far as whole sentences fit.
func (t *Screen) advice(beside string, width, room int) []string {
	var lines []string
	if code := t.env.Cfg.ReturnCode; code != "" && t.seated() { // first: without it the seat is lost
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
	begins, talk := t.beginsWhen(), ""
	if t.consents() {
		talk = fmt.Sprintf(" Players may talk during the game only if all agree: %d of %d do.", t.consenting(), t.seatsInGame())
	}
	texts := []string{begins + " " + t.seatsEach() + talk, begins + talk} // the menu shows the seats
	for _, brief := range t.beginsBriefly() {
		texts = append(texts, brief+talk)
	}
	add(slices.Concat(texts, []string{begins}, t.beginsBriefly())...)
	return lines
}

// beginsWhen says what the game waits for.
func (t *Screen) beginsWhen() string {
	if t.botsFill() {
		return fmt.Sprintf("Once all who sit are ready, bots of level %d take the open seats, and the game begins.", t.View.Terms.Bots)
	}
	return "The game begins when every seat is taken and everybody is ready."
}

// beginsBriefly is the same for a narrow panel, and for one with hardly any room.
func (t *Screen) beginsBriefly() []string {
	if t.botsFill() {
		level := t.View.Terms.Bots
		return []string{
			fmt.Sprintf("Once all are ready, bots of level %d take the open seats.", level),
			fmt.Sprintf("Bots of level %d take the open seats.", level),
		}
	}
	return []string{"It begins when all are ready."}
}

// botsFill reports whether bots take what is open when the game begins.
func (t *Screen) botsFill() bool {
	return t.View.Terms.Bots > 0 && t.env.Services.Bots() && t.anyOpen()
}

// seatsEach says how many seats one person may have.
func (t *Screen) seatsEach() string {
	switch n := t.View.Terms.SeatLimit(); n {
	case 1:
		return "Each person has one seat."
	case rules.SeatCount:
		return "One person may hold several seats."
	default:
		return fmt.Sprintf("One person may hold %d seats.", n)
	}
}

func (t *Screen) consenting() int {
	n := 0
	for s := range t.View.Seats {
		if t.View.Seats[s].Consents {
			n++
		}
	}
	return n
}

func (t *Screen) seatsInGame() int {
	n := 0
	for s := range t.View.Seats {
		if !t.View.Seats[s].Closed {
			n++
		}
	}
	return n
}

// sentAwayLine tells the person that the host or a moderator removed them from a
// seat, and why.
func (t *Screen) sentAwayLine() string {
	if t.View.Phase != table.Waiting || t.seated() {
		return ""
	}
	for _, away := range slices.Backward(t.View.SentAway) {
		if away.Player.ID != t.env.Me.ID {
			continue
		}
		text := kit.Capital(t.View.Unseater(&away)) + " sent you away from " + board.SeatWord(t.View.Variant.Facts(), away.Seat)
		if away.Why != "" {
			text += ": " + player.Shown(away.Why, 80)
		}
		return text
	}
	return ""
}
