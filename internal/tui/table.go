package tui

import (
	"context"

	"quadrille/internal/tui/nav"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tui/board"
	"quadrille/rules"
)

// room is an open table as its screen uses it: the table's door, and a watcher
// of its own.
type room struct {
	do    func(context.Context, table.Act) error
	watch watcher[table.View]
}

// watcher is what the screens need of a watcher. One Cmd at a time waits on it.
type watcher[T any] interface {
	Take(context.Context) (*T, bool)
	Close()
}

// tableScreen is a table: before the game its seats, then the board.
type tableScreen struct {
	env    *env
	id     table.ID
	opens  nav.Table       // how it was asked for
	ctx    context.Context // ends when the screen goes; the watcher with it
	cancel context.CancelFunc
	study  *study // nil: a table of the house

	room    *room
	failed  string // why the table could not be opened
	closed  bool   // the table tells no more
	view    *table.View
	acting  bool // an act is under way
	expects int  // moves that the view will have when it shows what was played
	queue   []tea.Msg
	ticking bool // a tick is on its way

	board       seating
	hand        hand
	line        line
	refusedLine string  // the line as it was refused
	prompt      *prompt // something else that is typed; nil if nothing is
	guesses     guesses
	refusal     string // what was wrong with the last attempt
	became      string // what came of what was asked of all; until a key or a move
	past        past
	menu        string // the label selected before the game; another than those there stands for the first
	talk        talk
	questions   questions
	rehearsed   rehearsed
	judging     *judging // nil unless the game is analysed
	channel     *channel // the television; nil while one looks at this table alone
}

func newTableScreen(e *env, opens nav.Table) *tableScreen {
	t := &tableScreen{env: e, id: opens.ID, opens: opens, line: line{limit: 40}}
	t.ctx, t.cancel = context.WithCancel(e.ctx)
	return t
}

func (t *tableScreen) dialog() bool { return false }
func (t *tableScreen) stop()        { t.cancel() }

// Messages of one table's screen.
type (
	openedMsg struct {
		t    *tableScreen
		room *room
		err  error
	}
	viewMsg struct {
		t    *tableScreen
		view *table.View // nil: the table tells no more
	}
	actedMsg struct {
		t   *tableScreen
		act table.Act
		err error
	}
	tickMsg struct{ t *tableScreen }
)

func (t *tableScreen) start() tea.Cmd {
	if t.failed != "" {
		return nil
	}
	me := t.env.me
	open := func() tea.Msg {
		r, err := t.enter(me)
		if err == nil {
			context.AfterFunc(t.ctx, r.watch.Close)
		}
		return openedMsg{t, r, err}
	}
	if t.opens.Follow {
		return tea.Batch(open, t.tuneIn())
	}
	return open
}

func (t *tableScreen) enter(me player.Player) (*room, error) {
	if s := t.study; s != nil {
		return t.env.house.study(t.ctx, me, s)
	}
	return t.env.house.open(t.ctx, t.id, me)
}

func (t *tableScreen) update(msg tea.Msg) (step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg:
		if t.busy() {
			t.later(msg)
			return stay, nil
		}
		return t.hear(msg)
	case tea.PasteMsg:
		return stay, t.paste(msg)
	case openedAnewMsg:
		return t.openedAnew(msg)
	case hopMsg:
		return t.hopped(msg)
	case channelMsg:
		return t.tuned(msg)
	case openedMsg:
		return stay, t.opened(msg)
	case viewMsg:
		return t.catchUp(t.seen(msg))
	case actedMsg:
		return t.catchUp(t.acted(msg))
	case tickMsg:
		return stay, t.ticked(msg)
	case judgedMsg:
		return stay, t.judged(msg)
	case lessonMsg:
		return stay, t.playLesson(msg)
	case leftMsg:
		return step{leave: msg.t == t}, nil
	}
	return stay, nil
}

func (t *tableScreen) opened(msg openedMsg) tea.Cmd {
	switch {
	case msg.t != t:
		return nil
	case msg.err != nil:
		t.failed = msg.err.Error()
		return nil
	}
	t.room = msg.room
	return t.wait()
}

// wait is the one Cmd that waits for the table.
func (t *tableScreen) wait() tea.Cmd {
	return func() tea.Msg {
		view, ok := t.room.watch.Take(t.ctx)
		if !ok {
			view = nil
		}
		return viewMsg{t, view}
	}
}

func (t *tableScreen) seen(msg viewMsg) tea.Cmd {
	if msg.t != t {
		return nil
	}
	if msg.view == nil {
		t.closed, t.expects = true, 0
		return nil
	}
	old := t.view
	if old != nil && t.menu == "" {
		t.menu = t.entries()[0].label
	}
	t.view = msg.view
	t.settle(old)
	cmds := []tea.Cmd{t.wait(), t.arm(), t.goOnWithLesson()}
	if asked := t.listen(); t.turnCame(old) || asked && old != nil {
		cmds = append(cmds, t.env.bell())
	}
	if old == nil && t.opens.FromStart {
		t.look(0)
	}
	if old == nil && t.opens.Sit {
		cmds = append(cmds, t.act(table.Act{Do: table.Sit, Seat: t.opens.Seat}))
	}
	return tea.Batch(cmds...)
}

// settle fits what the screen holds to a new view.
func (t *tableScreen) settle(old *table.View) {
	v := t.view
	if old == nil || !t.board.chosen {
		t.board.face(v, t.home())
	}
	begins := old != nil && old.Phase == table.Waiting && v.Phase != table.Waiting
	if old == nil || begins {
		t.hand.cursor = t.drawn().Begin(t.home())
	}
	ends := old != nil && old.Phase == table.Playing && v.Phase == table.Finished
	if begins || ends { // what was typed was for what was
		t.line.text, t.refusal = "", ""
	}
	if old == nil || old.Position != v.Position {
		t.guesses = guesses{}
	}
	if t.hand.lifted != rules.NoSquare && !t.holds(t.hand.lifted) {
		t.hand.lifted = rules.NoSquare
	}
	if t.bound() {
		t.hand.lifted = v.Lifted
	}
	t.past.now = standing(v.Variant, &v.Position)
	if old != nil && tookBack(old.Moves, v.Moves) {
		t.takenBack()
	}
	t.note(old)
}

// tookBack reports whether moves do not go on from what they were.
func tookBack(old, now []table.MoveView) bool {
	n := len(old)
	return len(now) < n || n > 0 && now[n-1].Action != old[n-1].Action
}

// takenBack fits the screen to a game of which something was taken back.
func (t *tableScreen) takenBack() {
	t.expects = 0
	t.past.of = min(t.past.of, len(t.view.Moves))
	if t.past.looking {
		t.look(t.past.at)
	}
}

// turnCame reports whether it has become this person's turn, and not by his own
// move.
func (t *tableScreen) turnCame(old *table.View) bool {
	v := t.view
	if old == nil || v.Actor == rules.NoSeat || !t.mine(v.Actor) {
		return false
	}
	if old.Actor == v.Actor && len(old.Moves) == len(v.Moves) {
		return false
	}
	return old.Actor == rules.NoSeat || !t.mine(old.Actor)
}

// seating is how the board lies before this person.
type seating struct {
	turned int
	chosen bool // turned by hand: it stays so
	larger int  // steps away from the size that fits by itself
	at     spot // where the board was drawn, for the mouse
	menuAt spot // and the menu before the game
}

func (b *seating) face(v *table.View, s rules.Seat) {
	b.turned = board.Toward(v.Variant.Facts().Home[s])
}

// nameOf is who sits there, harmless to draw.
func nameOf(v *table.View, s rules.Seat, cells int) string {
	if v.Seats[s].Player == (player.Player{}) {
		return ""
	}
	return v.Seats[s].Player.Shown(cells)
}
