package game

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
)

// waiting is the menu before the game.
type waiting struct {
	menu    string        // label of the entry that was selected last; empty at the beginning
	longest time.Duration // the longest time until bots join that the viewer has seen
}

// noEntry means that no entry of the menu is selected.
const noEntry = -1

// beforeGame describes the table before its game.
func (v seen) beforeGame(on present.Server) *present.BeforeGame {
	return &present.BeforeGame{Table: v.words, Server: on}
}

// entries returns the entries of the viewer's menu.
func (v seen) entries(bots bool) []present.Entry {
	return v.beforeGame(present.Server{Bots: bots}).Entries()
}

// selected returns the index of the selected entry, or noEntry. The screen stores the label of
// the entry instead of its index, because the list changes when other players sit down or
// leave. If the entry is no longer in the list, none is selected, so that Enter does not
// execute another one. At the beginning the first entry is selected, unless the viewer has
// nothing to do, or would start the game by sitting down.
func (wa *waiting) selected(v seen, list []present.Entry) int {
	if wa.menu != "" {
		return slices.IndexFunc(list, func(e present.Entry) bool { return e.Label == wa.menu })
	}
	starts := v.Terms.Clock.Correspondence() && v.words.Open().Count() == 1
	if v.words.Held == 0 && !starts || list[0].Label == present.ReadyLabel {
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
			to, _ := kit.Moved(at, len(list), 10, key)
			wa.menu = list[max(0, min(to, len(list)-1))].Label
		}
	}
	return intent{}
}

// pick executes an entry.
func (wa *waiting) pick(v seen, e present.Entry) intent {
	switch {
	case e.AddsBot:
		return v.addBot()
	case e.Command == nil:
		return intent{leave: true}
	case e.ReasonLabel != "":
		return intent{prompt: v.askReason(e)}
	}
	if e.Command.Kind == table.Sit {
		wa.menu = present.ReadyLabel // select the entry that the player needs next
	}
	return send(*e.Command)
}

// askReason returns the prompt for the reason why the host removes a player.
func (v seen) askReason(e present.Entry) *prompt {
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

// addBot asks the host for the seat of a new bot, and then for its level. If only one seat is
// open, it asks only for the level.
func (v seen) addBot() intent {
	open := v.words.Open()
	if open.Count() == 1 {
		return intent{prompt: v.askLevel(open.First())}
	}
	d := dialog{head: "Add a bot", text: "Choose its seat.", stacked: true, while: func(now *present.Table) bool {
		return now.View.Phase == v.Phase && now.Open() == open
	}}
	for s := range open.All() {
		label := present.Seat(v.facts(), s)
		if with := v.words.PartnerOf(s); with != "" {
			label += " (with " + with + ")"
		}
		d.choices = append(d.choices, choice{label, intent{prompt: v.askLevel(s)}})
	}
	d.choices = append(d.choices, choice{label: "Cancel"})
	return ask(d)
}

// askLevel returns the prompt for the level of a bot on a seat.
func (v seen) askLevel(s rules.Seat) *prompt {
	usual := v.Terms.BotLevel()
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

// panelWidth is the least width of the menu as a panel, and adviceHeight the least number of lines for
// the advice in it.
const panelWidth, adviceHeight = 23, 4

// entriesIn returns the place of the entries of the menu, which is drawn in a box: inside of a panel if
// there is room for one.
func entriesIn(b draw.Box, entries int) draw.Box {
	if b.Width < panelWidth || b.Height < entries+adviceHeight+2 {
		return b
	}
	inner := draw.Inside(b)
	inner.Width++ // the entries are left-aligned, so a long one may touch the border
	return inner
}

// draw draws the menu, and where they fit the advice below it and the ways to invite somebody.
func (wa *waiting) draw(g *draw.Grid, b draw.Box, v seen, on present.Server, to invitation, ink *kit.Ink) {
	if b.Width == 0 {
		return
	}
	list, before := v.entries(on.Bots), v.beforeGame(on)
	inner, at := entriesIn(b, len(list)), wa.selected(v, list)
	labels, partner := labelsOf(list, at, inner.Width, ink)
	room, width := inner.Height-len(list)-1, inner.Width
	framed := inner != b
	if framed {
		width = draw.Inside(b).Width
	}
	advice := fitting(before, partner, width, room)
	if framed {
		ways := to.lines(width)
		if shorter := fitting(before, partner, width, room-len(ways)-2); len(shorter) > 0 && v.words.Open() != 0 {
			advice = shorter
		}
		p, start := kit.Panel{Title: "Start", Focus: true}, b
		if state := before.Taken(); draw.TextWidth(p.Title+state)+8 <= b.Width {
			p.State = state
		}
		start.Height = len(list) + 2
		if len(advice) > 0 {
			start.Height += 1 + len(advice)
		}
		p.Draw(g, start, ink)
		b.Y, b.Height = b.Y+start.Height, b.Height-start.Height
		if b.Height >= len(ways)+2 && v.words.Open() != 0 {
			b.Height = min(b.Height, len(ways)+3)
			to.draw(g, b, ways, ink)
		}
	}
	for i, text := range labels {
		look := ink.Text
		if i == at {
			look = ink.Chosen
		}
		g.Text(inner.X, inner.Y+i, inner.Width, text, look)
	}
	for i, line := range advice {
		x, y := inner.X, inner.Y+len(list)+1+i
		x += g.Text(x, y, inner.Width, line, ink.Faint) + 1
		if v.words.Held != 0 && line == present.SeekBots(on.BotsIn, on.PeopleOnly)+"." { // the frames of spectators are shared
			wa.drawCountdown(g, draw.Spot{X: x, Y: y, Width: inner.X + width - x}, on.BotsIn, ink)
		}
	}
}

// drawCountdown draws how much of the time until bots join is left, if there is room for a bar.
func (wa *waiting) drawCountdown(g *draw.Grid, at draw.Spot, left time.Duration, ink *kit.Ink) {
	const least = 6
	wa.longest = max(wa.longest, left)
	if left <= 0 || at.Width < least {
		return
	}
	ink.Meter(g, at.X, at.Y, at.Width, int(left/time.Second), max(1, int(wa.longest/time.Second)), ink.Accent, nil)
}

// labelsOf returns the texts of the entries of the menu. The parameter `partner` is the partner of the
// selected seat if its text does not name them.
func labelsOf(list []present.Entry, selected, width int, ink *kit.Ink) (labels []string, partner string) {
	for i, e := range list {
		sign := "  "
		if i == selected {
			sign, partner = ink.Signs.Chosen+" ", e.Partner
		}
		text := sign + e.Label
		if e.Brief != "" && draw.TextWidth(text) > width {
			text = sign + e.Brief
		}
		if with := text + " (with " + e.Partner + ")"; e.Partner != "" && draw.TextWidth(with) <= width {
			text = with
			if i == selected {
				partner = ""
			}
		}
		labels = append(labels, text)
	}
	return labels, partner
}

// invitation is how somebody opens a table: by a command in their shell, and on its web page.
type invitation struct{ command, page string }

func (t *Screen) invitation() invitation {
	return invitation{t.env.Command("-t", "watch "+strconv.Itoa(int(t.View.ID))), t.env.PageOf(t.View)}
}

// lines returns the lines of an invitation. It omits the address of the page if it does not fit.
func (to invitation) lines(width int) []string {
	lines := draw.Wrap(to.command, width)
	if to.page != "" && draw.TextWidth(to.page) <= width {
		lines = append(lines, to.page)
	}
	return lines
}

// draw draws the lines of an invitation, and the keys that invite somebody if there is room.
func (to invitation) draw(g *draw.Grid, b draw.Box, lines []string, ink *kit.Ink) {
	p := kit.Panel{Title: "Invite"}
	inner := p.Draw(g, b, ink)
	for i, line := range lines {
		if line == to.page {
			ink.DrawLink(g, inner.X, inner.Y+i, inner.Width, line, ink.Text)
		} else {
			g.Text(inner.X, inner.Y+i, inner.Width, line, ink.Text)
		}
	}
	if inner.Height <= len(lines) {
		return
	}
	x := inner.X
	for _, h := range kit.HintsOf(kit.WaitingKeys, kit.InviteByName, kit.CopyInvitation) {
		x += g.Text(x, inner.Y+len(lines), inner.Width, h.Key+" ", ink.Accent)
		x += g.Text(x, inner.Y+len(lines), inner.Width, h.Desc+"   ", ink.Faint)
	}
}

// askGuest opens the prompt for the name of a player to invite.
func askGuest() intent {
	send := func(_ seen, text string) intent {
		if strings.TrimSpace(text) == "" {
			return refuse("type the name of a player who is connected")
		}
		return intent{invite: text}
	}
	return intent{prompt: &prompt{label: "Invite (name):", line: kit.Line{Limit: player.MaxNameCells}, send: send}}
}

// invitedMsg tells whether a player was invited.
type invitedMsg struct {
	to    Address
	guest player.Player
	err   error
}

// invite invites a connected player to an open seat.
func (t *Screen) invite(name string) tea.Cmd {
	if t.Subscription.running {
		return nil
	}
	t.begin()
	places, me, id, to := t.env.Cfg.Lobby, t.env.Me, t.View.ID, t.address
	return func() tea.Msg {
		guest, found := places.ViewFor(me.ID).Connected(name)
		if !found {
			return invitedMsg{to: to, err: lobby.NotConnected.Refuse()}
		}
		return invitedMsg{to, guest, places.Invite(me, id, rules.NoSeat, guest.ID)}
	}
}

// invited takes the answer to an invitation. After a refusal, the prompt stays open.
func (t *Screen) invited(msg invitedMsg) tea.Cmd {
	t.Subscription.running = false
	if msg.err != nil {
		return t.refuse(msg.err.Error(), aboutTable)
	}
	t.Input.prompt, t.news.text = nil, "Invited "+present.Name(msg.guest)
	return nil
}

// fitting returns the lines of the advice below the menu that fit into a box. It leaves out
// sentences for which there is no room.
func fitting(b *present.BeforeGame, partner string, width, room int) (lines []string) {
	if b.Return != "" && b.Held != 0 { // a guest can return only with this code, so the code comes first
		lines = append(draw.Wrap("To return to your seat, run:", width), draw.Wrap(b.Return, width)...)
		if len(lines) > room {
			lines = lines[1:]
		}
	}
	for _, forms := range b.Advice(partner) {
		for _, text := range forms {
			part := draw.Wrap(text, width)
			if len(lines) > 0 {
				part = append([]string{""}, part...)
			}
			if len(lines)+len(part) <= room {
				lines = append(lines, part...)
				break
			}
		}
	}
	return lines
}

// server returns what the menu depends on, apart from the table.
func (t *Screen) server() present.Server {
	cfg := &t.env.Cfg
	s := present.Server{Bots: t.bots(), Return: t.env.ReturnCommand()}
	if cfg.Seeks == nil || t.View.Phase != table.Waiting || !t.View.Terms.Seek {
		return s
	}
	s.PeopleOnly, s.BotsIn = cfg.Seeks.PeopleOnly(t.View.ID), cfg.Seeks.BotsIn(t.View.ID, t.env.Now)
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
	case kit.InviteByName:
		return t.carryOut(askGuest())
	case kit.CopyInvitation:
		note, cmd := t.env.Copy(t.invitation().command)
		t.news.text = present.Capital(note)
		return kit.Stay, cmd
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
	menu = entriesIn(menu, len(list))
	if i := click.Y - menu.Y; menu.Width > 0 && i >= 0 && i < len(list) && click.X >= menu.X {
		return t.waiting.pick(v, list[i])
	}
	return intent{}
}

// leave goes back to the lobby. If the viewer has a seat at the table of a seek, it ends the
// seek.
func (t *Screen) leave() (kit.Step, tea.Cmd) {
	e := t.env
	if e.Cfg.Seeks == nil || !t.seen().words.LeavingEndsSeek() {
		return kit.Leave, nil
	}
	return kit.Leave, func() tea.Msg {
		_ = e.Cfg.Seeks.Cancel(e.Ctx, e.Me) // ignore the error: the lobby then shows that the player still has the seat
		return nil
	}
}
