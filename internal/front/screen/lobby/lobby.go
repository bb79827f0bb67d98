package lobby

import (
	"context"
	"fmt"
	"slices"

	"quadrille/internal/service/view"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/rules"
)

// panelID identifies a panel that keys can go to.
type panelID int

const (
	playPanel panelID = iota
	tablesPanel
	peoplePanel
	chatPanel
	panelCount
)

// Screen shows the lobby: the ways to start a game, the tables, and the players who are
// online.
type Screen struct {
	env     *kit.Env
	ctx     context.Context
	cancel  context.CancelFunc
	watch   kit.Watcher[*view.Lobby]
	hidden  bool // whether another screen covers the lobby, which then has no view
	view    *view.Lobby
	focus   panelID
	play    playMenu
	tables  *tables
	people  *people
	preview preview
	chat    chat
	tabs    kit.Panel
	joining bool           // whether the player joins a seek and waits for the answer
	due     []view.Waiting // tables where the player has something to do
	newest  *view.Summary  // the newest open seek of another player; nil if there is none
	passed  table.ID       // the last seek that the player does not want to join
	note    string         // text about the result of the player's last action
	refused bool           // whether the note says why the action failed
	moved   bool           // whether the screen has said that a key has moved
}

func New(e *kit.Env) *Screen {
	seeks := e.Cfg.Seeks
	l := &Screen{
		env: e, tables: newTables(e.Me.ID), people: newPeople(e.Me.ID), preview: preview{me: e.Me.ID},
		play: newPlayMenu(seeks != nil && seeks.Enabled(), e.Cfg.Lobby.Bots()),
		chat: chat{line: kit.Line{Limit: table.MaxLineCells}, seen: e.Now},
	}
	l.ctx, l.cancel = context.WithCancel(e.Ctx)
	return l
}

type (
	// EnteredMsg reports that the player has entered the lobby.
	EnteredMsg struct {
		l     *Screen
		watch kit.Watcher[*view.Lobby]
	}
	// NewsMsg carries a newer view of the lobby.
	NewsMsg struct {
		L    *Screen
		View *view.Lobby
	}
	// previewMsg carries the view of the selected table, or nil if it could not be loaded.
	previewMsg struct {
		l    *Screen
		view *table.View
	}
	// saidMsg is the result of sending a line to the lobby chat.
	saidMsg struct {
		l    *Screen
		held bool
		err  error
	}
	// dueMsg carries the tables that wait for the player, most urgent first.
	dueMsg struct {
		l    *Screen
		list []view.Waiting
	}
	// joinedMsg is the result of joining an open seek.
	joinedMsg struct {
		l   *Screen
		id  table.ID
		err error
	}
	// notedMsg carries the result of an action in the lobby, as a sentence.
	notedMsg struct {
		l    *Screen
		note string
		err  error
	}
)

func (l *Screen) Overlay() bool { return false }

func (l *Screen) Stop() { l.cancel() }

func (l *Screen) Title() string { return "Quadrille" }

func (l *Screen) Start() tea.Cmd {
	me := l.env.Me
	return func() tea.Msg {
		visit := l.env.Cfg.Lobby.Connect(me)
		context.AfterFunc(l.env.Ctx, visit.Leave)
		return EnteredMsg{l, l.subscribe()}
	}
}

func (l *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	to, cmd := l.handle(msg)
	if row := l.tables.current(); row != nil && l.env.Width >= previewWidth && l.preview.wants(row.Summary) {
		cmd = tea.Batch(cmd, l.askPreview(row.ID))
	}
	return to, cmd
}

func (l *Screen) handle(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return l.key(msg)
	case tea.PasteMsg:
		if l.chat.typing {
			l.chat.line.Paste(msg)
		}
		l.tables.list.Paste(msg)
		l.people.list.Paste(msg)
	case tea.MouseClickMsg:
		return l.click(msg)
	case tea.MouseWheelMsg:
		if l.people.list.Has(msg.X, msg.Y) && l.shows(peoplePanel) {
			l.people.list.Wheel(msg)
		} else if l.shows(tablesPanel) {
			l.tables.list.Wheel(msg)
		}
	case saidMsg:
		if msg.l == l {
			return kit.Stay, l.said(msg)
		}
	case notedMsg:
		if msg.l == l {
			return kit.Stay, l.say(msg.note, msg.err)
		}
	case EnteredMsg:
		if msg.l == l {
			l.watch = msg.watch
			return kit.Stay, l.wait()
		}
	case previewMsg:
		if msg.l == l {
			l.preview.loaded(msg.view)
		}
	case joinedMsg:
		if msg.l == l {
			return l.joined(msg)
		}
	case dueMsg:
		if msg.l == l {
			return kit.Stay, l.takeDue(msg.list)
		}
	case NewsMsg:
		if msg.L == l {
			l.see(msg.View)
			return kit.Stay, tea.Batch(l.wait(), l.askDue())
		}
	}
	return kit.Stay, nil
}

// say shows the result of an action, or why it failed.
func (l *Screen) say(note string, err error) tea.Cmd {
	l.note, l.refused = note, err != nil
	if err != nil {
		l.note = err.Error()
		return l.env.Bell()
	}
	return nil
}

// refuse shows why a key does nothing.
func (l *Screen) refuse(note string) (kit.Step, tea.Cmd) {
	l.note, l.refused = note, true
	return kit.Stay, l.env.Bell()
}

// see shows a new view of the lobby. In the first view, keys go to the player's own tables if
// there are any, and otherwise to the ways to start a game.
func (l *Screen) see(view *view.Lobby) {
	first := l.view == nil && !l.hidden
	l.view = view
	l.people.see(view)
	l.newest = l.newestSeek()
	l.tables.see(view, l.due, l.env.Now)
	if row := l.tables.current(); first && row != nil && row.own {
		l.focus = tablesPanel
	}
}

func (l *Screen) key(msg tea.KeyPressMsg) (kit.Step, tea.Cmd) {
	key := msg.String()
	if l.chat.typing {
		l.note = ""
		if l.chat.key(msg) {
			return kit.Stay, l.send()
		}
		return kit.Stay, nil
	}
	twice := l.chat.said && key == "enter" // pressed once too often after a line of chat
	if l.chat.said = false; twice {
		return kit.Stay, nil
	}
	l.note, l.refused = "", false
	if l.view != nil && l.panelKey(msg) {
		return kit.Stay, nil
	}
	return l.act(key)
}

// panelKey gives a key to the panel that has the focus. It reports whether the panel uses
// the key.
func (l *Screen) panelKey(msg tea.KeyPressMsg) bool {
	key := msg.String()
	switch l.focus {
	case playPanel:
		used, below := l.play.key(key)
		if below {
			l.focus = tablesPanel
			l.tables.list.Update(tea.KeyPressMsg{Code: tea.KeyHome})
		}
		if key == "/" {
			l.focus = tablesPanel
			return l.tables.list.Update(msg)
		}
		return used
	case tablesPanel:
		if at, _ := l.tables.list.At(); at == 0 && !l.tables.list.Typing() && (key == "up" || key == "k") {
			l.focus = playPanel
			return true
		}
		if used := l.tables.list.Update(msg); used {
			if key == "g" && !l.tables.list.Typing() && !l.moved {
				l.note, l.moved = "the archive is now opened by "+kit.KeyName(kit.LobbyKeys, kit.OpenArchive), true
			}
			return true
		}
	case peoplePanel:
		if l.people.list.Update(msg) {
			return true
		}
		if key == "esc" {
			l.focus = tablesPanel
			return true
		}
	case chatPanel:
		if key == "esc" {
			l.focus = tablesPanel
			return true
		}
	}
	return false
}

// act carries out the action of a key.
func (l *Screen) act(key string) (kit.Step, tea.Cmd) {
	switch what := kit.ActionOf(key, kit.LobbyKeys, kit.LobbyPlaceKeys, kit.AdminKeys); what {
	case kit.GoToDue:
		if len(l.due) > 0 {
			return kit.Visit(nav.Table{ID: l.due[0].Table}), nil
		}
		return kit.Stay, nil
	case kit.Select:
		return l.choose()
	case kit.SwitchList:
		if l.view != nil {
			l.turn(map[string]panelID{"tab": 1, "shift+tab": panelCount - 1}[key])
		}
	case kit.PlayNow, kit.PlayBots, kit.NewTable, kit.OpenArchive:
		return l.start(what)
	case kit.FilterByGame:
		l.setFilter(l.tables.filter.nextGame)
	case kit.FilterByPhase:
		l.setFilter(l.tables.filter.nextPhase)
	case kit.Television:
		return l.television()
	case kit.OpenEvening:
		if l.view == nil || l.view.Evening == nil {
			return l.refuse("no club evening is in progress")
		}
		return kit.Visit(nav.Evening{Evening: l.view.Evening}), nil
	case kit.OpenAdmin:
		if kit.CanAdminister(l.env) {
			return kit.Visit(nav.Admin{}), nil
		}
	case kit.OpenMessages:
		return l.openMessages(nav.Messages{})
	case kit.ReadLobbyChat:
		return l.openMessages(nav.Messages{Lobby: true})
	case kit.WriteInLobby:
		return l.write()
	case kit.OpenPrivateTable:
		return kit.Enter(newUnlockScreen(l.env)), nil
	case kit.OpenLadder:
		return kit.Visit(nav.Ladder{}), nil
	case kit.OpenHelp:
		return kit.Visit(nav.Help{Game: l.game()}), nil
	case kit.GoBack:
		return kit.Step{Quit: true}, nil
	}
	switch kit.ActionOf(key, kit.CommonKeys) { // only if there is no invitation
	case kit.AcceptInvitation:
		if s := l.seek(); s != nil {
			return l.open(tableRow{Summary: s})
		}
	case kit.DeclineInvitation:
		if s := l.seek(); s != nil {
			l.passed = s.ID
		}
	}
	if key == "esc" { // players press Esc several times to return to the lobby, so it does not quit
		l.note = "press " + kit.KeyName(kit.LobbyKeys, kit.GoBack) + " to quit"
	}
	return kit.Stay, nil
}

// turn moves the focus to another panel. In a small terminal the panel with the focus is the
// one that is shown.
func (l *Screen) turn(by panelID) {
	for {
		l.focus = (l.focus + by) % panelCount
		if l.focus != chatPanel || l.env.Cfg.Messages != nil {
			return
		}
	}
}

// choose opens what is selected in the panel that has the focus.
func (l *Screen) choose() (kit.Step, tea.Cmd) {
	switch l.focus {
	case playPanel:
		return l.start(l.play.current().action)
	case peoplePanel:
		if one, ok := l.people.list.Selected(); ok {
			return l.playerMenu(one.Player)
		}
	case chatPanel:
		return l.write()
	default:
		if row := l.tables.current(); row != nil {
			return l.open(*row)
		}
	}
	return kit.Stay, nil
}

// start opens the form for a new game, or the lessons.
func (l *Screen) start(what kit.Action) (kit.Step, tea.Cmd) {
	if what == kit.OpenArchive {
		return kit.Visit(nav.Archive{}), nil
	}
	if err := l.check(what); err != nil {
		return kit.Stay, l.say("", err)
	}
	return kit.Visit(nav.NewTable{Bots: what == kit.PlayBots, Seek: what == kit.PlayNow}), nil
}

// check returns why no game can be started in a certain way now, or nil.
func (l *Screen) check(what kit.Action) error {
	seeks := l.env.Cfg.Seeks
	switch {
	case what != kit.PlayNow && what != kit.PlayBots:
		return nil
	case seeks == nil:
		return seek.Off.Refuse()
	case what == kit.PlayNow:
		return seeks.Check(l.env.Me.ID, &seek.Want{})
	}
	return seeks.CheckBots(table.Terms{})
}

// game returns the game of the selected table, or the server's first game.
func (l *Screen) game() string {
	if row := l.tables.current(); row != nil {
		return row.Terms.Game
	}
	return kit.DefaultGame()
}

// television opens the most active table and turns on TV, which switches to more active tables
// automatically.
func (l *Screen) television() (kit.Step, tea.Cmd) {
	if l.view == nil || len(kit.ActiveTables(l.view)) == 0 {
		return l.refuse("no game is in progress")
	}
	return kit.Visit(nav.Table{ID: kit.ActiveTables(l.view)[0], Follow: true}), nil
}

// setFilter changes which tables are listed.
func (l *Screen) setFilter(change func()) {
	if l.view != nil {
		change()
		l.see(l.view)
	}
}

// open opens a table. If it is a seek of somebody else, the player joins it.
func (l *Screen) open(row tableRow) (kit.Step, tea.Cmd) {
	if !row.IsSeek() || row.own || l.env.Cfg.Seeks == nil {
		return kit.Visit(nav.Table{ID: row.ID}), nil
	}
	if l.joining {
		return kit.Stay, nil
	}
	l.joining = true
	e, shown := l.env, row.ID
	return kit.Stay, func() tea.Msg {
		id, err := tableID(e.Cfg.Seeks.Join(e.Ctx, e.Me, shown))
		return joinedMsg{l, id, err}
	}
}

// joined opens the table of the seek that the player has joined, or shows why they cannot
// join it.
func (l *Screen) joined(msg joinedMsg) (kit.Step, tea.Cmd) {
	l.joining = false
	if msg.err != nil {
		return kit.Stay, l.say("", msg.err)
	}
	return kit.Visit(nav.Table{ID: msg.id}), nil
}

// seek returns the newest open seek of another player that the player has not passed over,
// or nil.
func (l *Screen) seek() *view.Summary {
	if l.view == nil || l.newest == nil || l.newest.ID <= l.passed {
		return nil
	}
	return l.newest
}

// newestSeek returns the newest seek of another player that the player may join, or nil.
func (l *Screen) newestSeek() (newest *view.Summary) {
	if l.env.Cfg.Seeks == nil {
		return nil
	}
	for _, s := range l.view.Tables {
		newer := s.IsSeek() && !s.IsOwn(l.env.Me.ID) && (newest == nil || s.ID > newest.ID)
		if newer && l.env.Cfg.Seeks.CheckJoin(l.env.Me.ID, s.ID) == nil {
			newest = s
		}
	}
	return newest
}

// click opens what is under the mouse.
func (l *Screen) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	if l.view == nil {
		return kit.Stay, nil
	}
	if what, ok := l.play.click(msg.X, msg.Y); ok {
		l.focus = playPanel
		return l.start(what)
	}
	switch i := l.tabs.TabAt(msg.X, msg.Y); {
	case i == messagesTab:
		return l.openMessages(nav.Messages{})
	case i >= 0:
		l.focus = tablesPanel + panelID(i)
		return kit.Stay, nil
	}
	switch {
	case l.shows(tablesPanel) && l.tables.list.Click(msg.X, msg.Y):
		l.focus = tablesPanel
		return l.choose()
	case l.shows(peoplePanel) && l.people.list.Click(msg.X, msg.Y):
		l.focus = peoplePanel
		return l.choose()
	}
	return kit.Stay, nil
}

// write lets the player write a line of lobby chat.
func (l *Screen) write() (kit.Step, tea.Cmd) {
	if l.env.Cfg.Messages == nil {
		return l.refuse(noMessages)
	}
	if !l.shows(chatPanel) {
		if l.env.Height < kit.RoomyHeight && l.env.Width >= previewWidth {
			return kit.Visit(nav.Messages{Lobby: true, Write: true}), nil
		}
		l.focus = chatPanel
	}
	l.chat.typing = true
	return kit.Stay, nil
}

const noMessages = "this server does not offer lobby chat or messages"

// openMessages opens the screen of messages.
func (l *Screen) openMessages(at nav.Messages) (kit.Step, tea.Cmd) {
	if l.env.Cfg.Messages == nil {
		return l.refuse(noMessages)
	}
	return kit.Visit(at), nil
}

// send sends the typed line of lobby chat.
func (l *Screen) send() tea.Cmd {
	e, text := l.env, l.chat.line.Text
	return func() tea.Msg {
		m, err := e.Cfg.Messages.Say(e.Ctx, e.Me, text)
		return saidMsg{l, m.Held, err}
	}
}

func (l *Screen) said(msg saidMsg) tea.Cmd {
	l.chat.sent(msg.err == nil)
	note := ""
	if msg.held {
		note = "your chat line will be delivered after the game"
	}
	return l.say(note, msg.err)
}

// lines returns the lobby chat that the player may read now.
func (l *Screen) lines() []messages.Line {
	if l.env.Cfg.Lobby.InLiveGame(l.env.Me.ID) {
		return nil
	}
	return l.env.Notices.Mail.Lobby
}

// playerMenu opens the menu of a player who is online.
func (l *Screen) playerMenu(p player.Player) (kit.Step, tea.Cmd) {
	e := l.env
	if p.ID == e.Me.ID {
		return kit.Visit(nav.Profile{Player: p}), nil
	}
	name := kit.Shown(p.Name, player.MaxNameCells)
	choices := []kit.Choice{{Label: "Cancel"}, {Label: "View profile", To: kit.Visit(nav.Profile{Player: p})}}
	if e.Cfg.Messages != nil && !p.ID.Guest() {
		choices = append(choices, kit.Choice{Label: "Send a message", To: kit.Visit(nav.Messages{To: p, Write: true})})
	}
	for _, s := range l.view.Tables {
		if e.Cfg.Lobby.CheckInvite(e.Me, s.ID, rules.NoSeat, p.ID) != nil {
			continue
		}
		choices = append(choices, kit.Choice{
			Label: fmt.Sprintf("Invite to table %d, %s", s.ID, s.Title),
			Do: func() tea.Cmd {
				return l.report("invited "+name, func() error { return e.Cfg.Lobby.Invite(e.Me, s.ID, rules.NoSeat, p.ID) })
			},
		})
	}
	choices = append(choices, kit.Choice{Label: "Invite to a new table", To: kit.Visit(nav.NewTable{Invited: p})})
	muted := l.people.muted[p.ID]
	label, done := present.MuteInvitations(p, muted)
	choices = append(choices, kit.Choice{Label: label, Do: func() tea.Cmd {
		l.people.muted[p.ID] = !muted
		return l.report(done, func() error { return e.Cfg.Lobby.MuteInvitations(e.Me.ID, p.ID, !muted) })
	}})
	if kit.CanReport(e) {
		choices = append(choices, kit.Choice{Label: "Report to the moderators", To: kit.Enter(kit.NewReportDialog(e, p, 0))})
	}
	d := kit.NewDialog(e, name, "An invitation appears on the player's screen. They may decline.", choices...)
	d.Below = true
	return kit.Enter(d), nil
}

// report calls a function and shows the sentence `done`, or the error.
func (l *Screen) report(done string, do func() error) tea.Cmd {
	return func() tea.Msg { return notedMsg{l, done, do()} }
}

// askDue requests the list of tables that wait for the player.
func (l *Screen) askDue() tea.Cmd {
	e := l.env
	return func() tea.Msg { return dueMsg{l, e.Cfg.Lobby.WaitingFor(e.Me.ID)} }
}

// askPreview loads the selected table.
func (l *Screen) askPreview(id table.ID) tea.Cmd {
	e := l.env
	return func() tea.Msg {
		t, err := e.Cfg.Lobby.TableFor(l.ctx, e.Me.ID, id)
		if err != nil {
			return previewMsg{l, nil}
		}
		return previewMsg{l, t.View()}
	}
}

// takeDue replaces the list of tables that wait for the player, and alerts the player if the
// list contains new tables. The first list causes no alert.
func (l *Screen) takeDue(list []view.Waiting) (cmd tea.Cmd) {
	first := l.due == nil
	l.due = append([]view.Waiting{}, list...)
	for i := range list {
		d := &list[i]
		if l.env.LearnTask(d.Table, d.Task, d.Moves) && !first {
			cmd = tea.Batch(cmd, l.env.Alert(present.DueLine(d, l.env.Now)))
		}
	}
	if l.view != nil {
		l.tables.see(l.view, l.due, l.env.Now)
	}
	return cmd
}

// subscription is a watcher that is closed when the screen stops.
type subscription struct {
	*lobby.Watcher
	stop func() bool
}

func (l *Screen) subscribe() subscription {
	watch := l.env.Cfg.Lobby.WatchFor(l.env.Me.ID)
	return subscription{watch, context.AfterFunc(l.ctx, watch.Close)}
}

func (s subscription) Close() {
	s.stop()
	s.Watcher.Close()
}

func (l *Screen) wait() tea.Cmd {
	watch := l.watch
	return l.env.Wait(watch, func() tea.Msg {
		view, ok := watch.Take(l.ctx)
		if !ok {
			return nil
		}
		return NewsMsg{l, view}
	})
}

// Hide drops the view and closes the subscription, to save memory: a view can contain
// hundreds of tables, and every change at a table makes a new view.
func (l *Screen) Hide() {
	if l.hidden || l.watch == nil {
		return
	}
	l.hidden = true
	l.watch.Close()
	l.watch, l.view = nil, nil
	l.tables.list.Hide()
	l.people.list.Hide()
}

// Show subscribes to the views of the lobby again and shows the current view, after other
// screens have covered the lobby.
func (l *Screen) Show() tea.Cmd {
	if !l.hidden {
		return nil
	}
	l.watch = l.subscribe()
	view, ok := l.watch.Take(l.ctx) // Take does not block, because a new watcher already has a view
	if !ok {
		return nil
	}
	l.see(view)
	l.hidden = false
	return tea.Batch(l.wait(), l.askDue())
}

// actions returns the actions that get key hints, most important first.
func (l *Screen) actions() []kit.Action {
	list := []kit.Action{kit.Select}
	if kit.CanAdminister(l.env) {
		list = append(list, kit.OpenAdmin)
	}
	if l.env.Height < roomForPlay || l.env.Width < draw.NeedWidth {
		for i := range l.play.entries {
			list = append(list, l.play.entries[i].action)
		}
	}
	list = append(list, kit.SearchText, kit.OpenPalette, kit.SwitchList)
	if l.env.Cfg.Messages != nil {
		list = append(list, kit.WriteInLobby, kit.OpenMessages)
	}
	list = append(list, kit.OpenHelp, kit.GoBack, kit.OpenLadder)
	if l.env.Width >= wideWidth {
		list = append(list, kit.OpenSettings, kit.Television)
	}
	return list
}

// KeyGroups returns the keys of the lobby.
func (l *Screen) KeyGroups() []kit.KeyGroup {
	group := kit.InLobby
	if kit.CanAdminister(l.env) {
		group.Keys = slices.Concat(group.Keys, kit.AdminKeys)
	}
	return []kit.KeyGroup{group}
}

// Typing reports whether the player is typing a line of chat or a filter.
func (l *Screen) Typing() bool {
	return l.chat.typing || l.tables.list.Typing() || l.people.list.Typing()
}
