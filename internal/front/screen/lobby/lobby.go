package lobby

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Screen shows the lobby: the tables, and the players who are online.
type Screen struct {
	env     *kit.Env
	ctx     context.Context
	cancel  context.CancelFunc
	news    news
	view    *view.Lobby
	list    tableList
	players playerList
	preview preview
	chat    lobbyChat
	joining bool           // whether the player joins a seek and waits for the answer
	due     []view.Waiting // tables where the player has something to do
	note    string         // text about the result of the player's last action
}

func New(e *kit.Env) *Screen {
	l := &Screen{env: e}
	l.chat = lobbyChat{l: l, line: kit.Line{Limit: table.MaxLineCells}}
	l.news, l.list, l.preview = news{l: l}, tableList{l: l}, preview{l: l}
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
)

func (l *Screen) Overlay() bool { return false }

func (l *Screen) Stop() { l.cancel() }

func (l *Screen) Title() string { return "Quadrille" }

func (l *Screen) Start() tea.Cmd {
	me := l.env.Me
	return func() tea.Msg {
		visit := l.env.Cfg.Lobby.Connect(me)
		context.AfterFunc(l.env.Ctx, visit.Leave)
		return EnteredMsg{l, l.news.subscribe()}
	}
}

func (l *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	to, cmd := l.handle(msg)
	if ask := l.preview.ask(); ask != nil {
		cmd = tea.Batch(cmd, ask)
	}
	return to, cmd
}

func (l *Screen) handle(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if l.chat.typing {
			return kit.Stay, l.chat.key(msg)
		}
		if twice := l.chat.said && msg.String() == "enter"; twice { // pressed once too often after a line of chat
			l.chat.said = false
			return kit.Stay, nil
		}
		l.chat.said = false
		return l.key(msg.String())
	case tea.PasteMsg:
		if l.chat.typing {
			l.chat.line.Paste(msg)
		}
	case saidMsg:
		if msg.l == l {
			return kit.Stay, l.chat.sent(msg)
		}
	case notedMsg:
		return kit.Stay, l.noted(msg)
	case tea.MouseClickMsg:
		return l.click(msg)
	case EnteredMsg:
		if msg.l == l {
			l.news.watch = msg.watch
			return kit.Stay, l.news.wait()
		}
	case previewMsg:
		if msg.l == l {
			return kit.Stay, l.preview.loaded(msg)
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
			l.see(msg.View, l.list.current())
			return kit.Stay, tea.Batch(l.news.wait(), l.askDue())
		}
	}
	return kit.Stay, nil
}

// see shows a new view of the lobby. The parameter `before` is the selected item, which stays
// selected.
func (l *Screen) see(view *view.Lobby, before item) {
	l.view = view
	l.players.note(view)
	l.list.arrange()
	l.list.selectAgain(before)
}

// Hide drops the view of the lobby, and stops updates of it until Show is called.
func (l *Screen) Hide() { l.news.hide() }

// Show makes the screen show the current tables again after other screens have covered it.
func (l *Screen) Show() tea.Cmd { return l.news.show() }

// ChooseTable selects a table by its number.
func (l *Screen) ChooseTable(id table.ID) {
	l.list.selectAgain(item{table: &view.Summary{ID: id}})
}

func (l *Screen) key(key string) (kit.Step, tea.Cmd) {
	l.note = ""
	if l.players.on && l.view != nil {
		if to, cmd, known := l.playersKey(key); known {
			return to, cmd
		}
	}
	switch kit.ActionOf(key, kit.LobbyKeys, kit.LobbyPlaceKeys, kit.AdminKeys) {
	case kit.GoToDue:
		return l.openDue()
	case kit.Select:
		return l.open(l.list.current())
	case kit.SwitchList:
		l.players.on = !l.players.on && l.view != nil
		return kit.Stay, nil
	case kit.NewTable:
		return l.open(item{action: kit.NewTable})
	case kit.PlayNow, kit.PlayBots:
		what := kit.ActionOf(key, kit.LobbyKeys)
		if !slices.Contains(l.list.actions(), what) {
			l.note = map[kit.Action]string{kit.PlayNow: "this server has no \"play now\"", kit.PlayBots: "this server has no bots"}[what]
			return kit.Stay, l.env.Bell()
		}
		return l.open(item{action: what})
	case kit.FilterByGame:
		return l.setFilter(l.list.filter.nextGame)
	case kit.FilterByPhase:
		return l.setFilter(l.list.filter.nextPhase)
	case kit.OpenArchive:
		return kit.Visit(nav.Archive{}), nil
	case kit.Television:
		return l.television()
	case kit.OpenEvening:
		return l.openEvening()
	case kit.OpenAdmin:
		if kit.CanAdminister(l.env) {
			return kit.Visit(nav.Admin{}), nil
		}
	case kit.OpenMessages:
		return l.chat.open(nav.Messages{})
	case kit.ReadLobbyChat:
		return l.chat.open(nav.Messages{Lobby: true})
	case kit.WriteInLobby:
		return l.chat.write()
	case kit.OpenPrivateTable:
		return kit.Enter(newUnlockScreen(l.env)), nil
	case kit.OpenLadder:
		return kit.Visit(nav.Ladder{}), nil
	case kit.OpenHelp:
		return kit.Visit(l.list.game()), nil
	case kit.GoBack:
		return kit.Step{Quit: true}, nil
	}
	if key == "esc" { // players press Esc several times to return to the lobby, so it does not quit
		l.note = "press " + kit.KeyName(kit.LobbyKeys, kit.GoBack) + " to quit"
		return kit.Stay, nil
	}
	if l.view != nil {
		l.list.selected = kit.MoveSelection(l.list.selected, len(l.list.items), key)
	}
	return kit.Stay, nil
}

// television opens the most active table and turns on TV, which switches to more active tables
// automatically.
func (l *Screen) television() (kit.Step, tea.Cmd) {
	if l.view == nil || len(kit.ActiveTables(l.view)) == 0 {
		l.note = "no game is in progress"
		return kit.Stay, l.env.Bell()
	}
	return kit.Visit(nav.Table{ID: kit.ActiveTables(l.view)[0], Follow: true}), nil
}

// openEvening opens the screen of the current evening.
func (l *Screen) openEvening() (kit.Step, tea.Cmd) {
	if l.view == nil || l.view.Evening == nil {
		l.note = "no club evening is in progress"
		return kit.Stay, l.env.Bell()
	}
	return kit.Visit(nav.Evening{Evening: l.view.Evening}), nil
}

// setFilter changes which tables are listed. The same item stays selected.
func (l *Screen) setFilter(change func()) (kit.Step, tea.Cmd) {
	if l.view != nil {
		change()
		l.see(l.view, l.list.current())
	}
	return kit.Stay, nil
}

// open opens the table of an item, or the form for a new table if the item is an action. If
// the item is a seek, the player joins it.
func (l *Screen) open(i item) (kit.Step, tea.Cmd) {
	switch {
	case i.table == nil:
		return kit.Visit(nav.NewTable{Bots: i.action == kit.PlayBots, Seek: i.action == kit.PlayNow}), nil
	case isSeek(i.table) && !i.own && l.env.Cfg.Seeks != nil:
		if l.joining {
			return kit.Stay, nil
		}
		l.joining = true
		return kit.Stay, l.join(i.table)
	}
	return kit.Visit(nav.Table{ID: i.table.ID}), nil
}

// joinedMsg is the result of joining an open seek.
type joinedMsg struct {
	l   *Screen
	id  table.ID
	err error
}

// join makes the player join an open seek.
func (l *Screen) join(s *view.Summary) tea.Cmd {
	e, shown := l.env, s.ID
	return func() tea.Msg {
		id, err := tableID(e.Cfg.Seeks.Join(e.Ctx, e.Me, shown))
		return joinedMsg{l, id, err}
	}
}

// joined opens the table of the seek that the player has joined, or shows why they cannot
// join it.
func (l *Screen) joined(msg joinedMsg) (kit.Step, tea.Cmd) {
	l.joining = false
	if msg.err != nil {
		l.note = msg.err.Error()
		return kit.Stay, l.env.Bell()
	}
	return kit.Visit(nav.Table{ID: msg.id}), nil
}

// click opens the table under the mouse.
func (l *Screen) click(msg tea.MouseClickMsg) (kit.Step, tea.Cmd) {
	l.players.on = false
	at := msg.Y - l.list.box.Y
	if l.view == nil || at < 0 || at >= l.list.box.Height || at+l.list.top >= len(l.list.rows) || msg.X >= l.list.box.X+l.list.box.Width {
		return kit.Stay, nil
	}
	if i := l.list.rows[at+l.list.top].item; i >= 0 {
		l.list.selected = i
		return l.open(l.list.items[i])
	}
	return kit.Stay, nil
}
