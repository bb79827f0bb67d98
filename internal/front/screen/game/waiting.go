package game

import (
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// waiting is the menu before the game.
type waiting struct {
	menu string // label of the entry that was selected last; empty at the beginning
}

// server holds what determines the menu, apart from the table.
type server struct {
	bots       bool          // whether the server has bots
	botsIn     time.Duration // time until bots fill the empty seats of a seek; 0 if they never do
	peopleOnly bool          // whether bots stay away because a player at the table wants none
	returnCode string        // code with which a guest can return to the seat; empty for accounts
}

// noEntry means that no entry of the menu is selected.
const noEntry = -1

// entries returns the entries of the viewer's menu.
func (v seen) entries(bots bool) []Entry {
	m := Menu{View: v.View, Me: v.me.ID, Bots: bots}
	return m.Entries()
}

// selected returns the index of the selected entry, or noEntry. The screen stores the label of
// the entry instead of its index, because the list changes when other players sit down or
// leave. If the entry is no longer in the list, none is selected, so that Enter does not
// execute another one. At the beginning the first entry is selected, unless the viewer has
// nothing to do, or would start the game by sitting down.
func (wa *waiting) selected(v seen, list []Entry) int {
	if wa.menu != "" {
		return slices.IndexFunc(list, func(e Entry) bool { return e.Label == wa.menu })
	}
	starts := v.Terms.Clock.Correspondence() && OpenSeats(v.View).Count() == 1
	if !v.seated() && !starts || list[0].Label == ReadyLabel {
		return 0
	}
	return noEntry
}

// key handles a key that belongs to the menu. The parameter `sent` tells whether the key is an
// Enter that follows on the Enter that sent the line of a prompt.
func (wa *waiting) key(v seen, bots bool, key string, sent bool) intent {
	list := v.entries(bots)
	at := wa.selected(v, list)
	switch kit.ActionOf(key, kit.WaitingKeys, kit.TableKeys) {
	case kit.Select:
		switch {
		case sent:
			return intent{}
		case at == noEntry:
			return refuse("choose an entry with the arrow keys")
		}
		return wa.pick(v, list[at])
	case kit.GoBack:
		return intent{leave: true}
	case kit.NextCandidate:
		wa.menu = list[(at+1)%len(list)].Label
	case kit.PreviousCandidate:
		wa.menu = list[(max(at, 0)+len(list)-1)%len(list)].Label
	default:
		if at != noEntry || slices.Contains([]string{"up", "down", "pgup", "pgdown", "home", "end"}, key) {
			wa.menu = list[kit.MoveSelection(at, len(list), key)].Label
		}
	}
	return intent{}
}

// pick executes an entry.
func (wa *waiting) pick(v seen, e Entry) intent {
	switch {
	case e.AddsBot:
		return v.addBot()
	case e.Command == nil:
		return intent{leave: true}
	case e.ReasonLabel != "":
		return intent{prompt: v.askReason(e)}
	}
	if e.Command.Kind == table.Sit {
		wa.menu = ReadyLabel // select the entry that the player needs next
	}
	return send(*e.Command)
}

// askReason returns the prompt for the reason why the host removes a player.
func (v seen) askReason(e Entry) *prompt {
	removed := v.Seats[e.Command.Seat].Player.ID
	return &prompt{label: e.ReasonLabel, line: kit.Line{Limit: 80}, kind: e.Command.Kind, send: func(v seen, text string) intent {
		if v.Seats[e.Command.Seat].Player.ID != removed {
			return intent{refuse: "the player has left this seat; nobody was removed", dismiss: true}
		}
		command := *e.Command
		command.Text = text
		return send(command)
	}}
}

// usualLevel returns the level of a bot for which the host chooses no level.
func (v seen) usualLevel() int {
	if v.Terms.Bots > 0 {
		return v.Terms.Bots
	}
	return player.DefaultBotLevel
}

// addBot asks the host for the seat of a new bot, and then for its level. If only one seat is
// open, it asks only for the level.
func (v seen) addBot() intent {
	open := OpenSeats(v.View)
	if open.Count() == 1 {
		return intent{prompt: v.askLevel(open.First())}
	}
	d := dialog{head: "Add a bot", text: "Choose its seat.", stacked: true, while: func(now *table.View) bool {
		return now.Phase == v.Phase && OpenSeats(now) == open
	}}
	for s := range open.All() {
		label := present.Seat(v.facts(), s)
		if with := PartnerOf(v.View, s); with != "" {
			label += " (with " + with + ")"
		}
		d.choices = append(d.choices, choice{label, intent{prompt: v.askLevel(s)}})
	}
	d.choices = append(d.choices, choice{label: "Cancel"})
	return ask(d)
}

// askLevel returns the prompt for the level of a bot on a seat.
func (v seen) askLevel(s rules.Seat) *prompt {
	usual := v.usualLevel()
	return &prompt{
		label: "Level 1 to " + strconv.Itoa(player.MaxBotLevel) + " (default " + strconv.Itoa(usual) + "):",
		line:  kit.Line{Limit: 80}, kind: table.AddBot,
		send: func(_ seen, text string) intent {
			return send(table.Command{Kind: table.AddBot, Seat: s, Level: levelOf(text, usual)})
		},
	}
}

// levelOf parses the level of a bot. For an empty text, it returns `usual`. For a text that
// is not a number, it returns 0, which the table refuses.
func levelOf(text string, usual int) int {
	if text == "" {
		return usual
	}
	level, _ := strconv.Atoi(text)
	return level
}

// draw draws the menu and the advice below it, if they fit.
func (wa *waiting) draw(g *draw.Grid, b draw.Box, v seen, on *server, ink *draw.Styles) {
	if b.Width == 0 {
		return
	}
	x, y, width, bottom := b.X, b.Y, b.Width, b.Y+b.Height
	list := v.entries(on.bots)
	at := wa.selected(v, list)
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
	for _, line := range v.advice(on, partner).Lines(width, bottom-y-1) {
		if y+1 < bottom {
			g.Text(x, y+1, width, line, ink.Faint)
			y++
		}
	}
}

// advice returns the facts that determine the sentences below the menu. The parameter
// `partner` is the partner of the selected seat.
func (v seen) advice(on *server, partner string) *Advice {
	return &Advice{
		View: v.View, Seated: v.seated(), Ready: v.ready(), Bots: on.bots, BotsIn: on.botsIn, PeopleOnly: on.peopleOnly,
		ReturnCode: on.returnCode, Partner: partner,
	}
}

// ready reports whether the viewer is ready on all their seats.
func (v seen) ready() bool {
	for s := range v.held().All() {
		if !v.Seats[s].Ready {
			return false
		}
	}
	return true
}

// removedLine returns a line that says that the host or a moderator has removed the viewer
// from a seat, and why.
func (v seen) removedLine() string {
	if v.Phase != table.Waiting || v.seated() {
		return ""
	}
	for _, removal := range slices.Backward(v.Removals) {
		if removal.Player.ID == v.me.ID {
			return v.offers().Removal(&removal)
		}
	}
	return ""
}

// server returns what the menu depends on, apart from the table.
func (t *Screen) server() server {
	cfg := &t.env.Cfg
	s := server{bots: t.bots(), returnCode: cfg.ReturnCode}
	if cfg.Seeks == nil || t.View.Phase != table.Waiting || !t.View.Terms.Seek {
		return s
	}
	s.peopleOnly = cfg.Seeks.PeopleOnly(t.View.ID)
	if at := cfg.Seeks.BotsAt(t.View.ID); !at.IsZero() {
		s.botsIn = max(0, at.Sub(t.env.Now)).Round(time.Second)
	}
	return s
}

// bots reports whether the server has bots.
func (t *Screen) bots() bool { return t.env.Cfg.Lobby != nil && t.env.Cfg.Lobby.Bots() }

// waitingKey handles a key before the game.
func (t *Screen) waitingKey(key string) (kit.Step, tea.Cmd) {
	t.Input.refuse("", aboutTable)
	switch d := kit.ActionOf(key, kit.WaitingKeys, kit.TableKeys); d {
	case kit.LargerSquares, kit.SmallerSquares, kit.RotateBoard, kit.NextPieceSet:
		t.doOnBoard(d)
		return kit.Stay, nil
	case kit.OpenHelp, kit.WriteChat, kit.ReadChat, kit.TableMenu, kit.NextTable, kit.PreviousTable, kit.Television:
		return t.doAtTable(d)
	}
	return t.carryOut(t.waiting.key(t.seen(), t.bots(), key, t.Input.last.afterPrompt()))
}

// clickMenu handles a click on the menu, which is drawn in a box.
func (t *Screen) clickMenu(msg tea.MouseMsg, menu draw.Box) intent {
	click, ok := msg.(tea.MouseClickMsg)
	if !ok || t.Input.prompt != nil {
		return intent{}
	}
	v := t.seen()
	list := v.entries(t.bots())
	if i := click.Y - menu.Y; menu.Width > 0 && i >= 0 && i < len(list) && click.X >= menu.X {
		return t.waiting.pick(v, list[i])
	}
	return intent{}
}

// leave goes back to the lobby. If the viewer has a seat at the table of a seek, it ends the
// seek.
func (t *Screen) leave() (kit.Step, tea.Cmd) {
	e := t.env
	if e.Cfg.Seeks == nil || !t.View.Terms.Seek || !t.seen().seated() {
		return kit.Leave, nil
	}
	return kit.Leave, func() tea.Msg {
		_ = e.Cfg.Seeks.Cancel(e.Ctx, e.Me) // ignore the error: the lobby then shows that the player still has the seat
		return nil
	}
}
