package game

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
)

// Screen is a table: before the game its seats, then the board.
type Screen struct {
	env    *kit.Env
	Id     table.ID
	Opens  nav.Table       // how it was asked for
	ctx    context.Context // ends when the screen goes; the watcher with it
	cancel context.CancelFunc
	Study  *kit.Study // nil: a table of the house

	room    *kit.Room
	Failed  string // why the table could not be opened
	closed  bool   // the table tells no more
	View    *table.View
	acting  bool // an act is under way
	expects int  // moves that the view will have when it shows what was played
	queue   []tea.Msg
	ticking bool // a tick is on its way

	Board       seating
	Hand        hand
	Line        kit.Line
	refusedLine string  // the line as it was refused
	prompt      *prompt // something else that is typed; nil if nothing is
	guesses     guesses
	Refusal     string // what was wrong with the last attempt
	became      string // what came of what was asked of all; until a key or a move
	past        past
	menu        string // the label selected before the game; another than those there stands for the first
	talk        talk
	questions   questions
	rehearsed   rehearsed
	judging     *judging // nil unless the game is analysed
	channel     *channel // the television; nil while one looks at this table alone
}

func New(e *kit.Env, opens nav.Table) *Screen {
	t := &Screen{env: e, Id: opens.ID, Opens: opens, Line: kit.Line{Limit: 40}}
	t.ctx, t.cancel = context.WithCancel(e.Ctx)
	return t
}

func (t *Screen) Overlay() bool { return false }

func (t *Screen) Stop() { t.cancel() }

// Messages of one table's screen.
type (
	openedMsg struct {
		t    *Screen
		room *kit.Room
		err  error
	}
	ViewMsg struct {
		T    *Screen
		View *table.View // nil: the table tells no more
	}
	ActedMsg struct {
		T   *Screen
		Act table.Act
		Err error
	}
	tickMsg struct{ t *Screen }
)

func (t *Screen) Start() tea.Cmd {
	if t.Failed != "" {
		return nil
	}
	me := t.env.Me
	open := func() tea.Msg {
		r, err := t.enter(me)
		if err == nil {
			context.AfterFunc(t.ctx, r.Watch.Close)
		}
		return openedMsg{t, r, err}
	}
	if t.Opens.Follow {
		return tea.Batch(open, t.tuneIn())
	}
	return open
}

func (t *Screen) enter(me player.Player) (*kit.Room, error) {
	if s := t.Study; s != nil {
		return t.env.Services.Study(t.ctx, me, s)
	}
	return t.env.Services.Open(t.ctx, t.Id, me)
}

func (t *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg:
		if t.busy() {
			t.later(msg)
			return kit.Stay, nil
		}
		return t.hear(msg)
	case tea.PasteMsg:
		return kit.Stay, t.paste(msg)
	case openedAnewMsg:
		return t.openedAnew(msg)
	case hopMsg:
		return t.hopped(msg)
	case ChannelMsg:
		return t.tuned(msg)
	case openedMsg:
		return kit.Stay, t.opened(msg)
	case ViewMsg:
		return t.catchUp(t.seen(msg))
	case ActedMsg:
		return t.catchUp(t.acted(msg))
	case tickMsg:
		return kit.Stay, t.ticked(msg)
	case judgedMsg:
		return kit.Stay, t.judged(msg)
	case lessonMsg:
		return kit.Stay, t.playLesson(msg)
	case leftMsg:
		return kit.Step{Leave: msg.t == t}, nil
	}
	return kit.Stay, nil
}

func (t *Screen) opened(msg openedMsg) tea.Cmd {
	switch {
	case msg.t != t:
		return nil
	case msg.err != nil:
		t.Failed = msg.err.Error()
		return nil
	}
	t.room = msg.room
	return t.wait()
}

// wait is the one Cmd that waits for the table.
func (t *Screen) wait() tea.Cmd {
	return func() tea.Msg {
		view, ok := t.room.Watch.Take(t.ctx)
		if !ok {
			view = nil
		}
		return ViewMsg{t, view}
	}
}

func (t *Screen) seen(msg ViewMsg) tea.Cmd {
	if msg.T != t {
		return nil
	}
	if msg.View == nil {
		t.closed, t.expects = true, 0
		return nil
	}
	old := t.View
	if old != nil && t.menu == "" {
		t.menu = t.entries()[0].label
	}
	t.View = msg.View
	t.settle(old)
	cmds := []tea.Cmd{t.wait(), t.arm(), t.goOnWithLesson()}
	if asked := t.listen(); t.turnCame(old) || asked && old != nil {
		cmds = append(cmds, t.env.Bell())
	}
	if old == nil && t.Opens.FromStart {
		t.look(0)
	}
	if old == nil && t.Opens.Sit {
		cmds = append(cmds, t.Act(table.Act{Do: table.Sit, Seat: t.Opens.Seat}))
	}
	return tea.Batch(cmds...)
}

// settle fits what the screen holds to a new view.
func (t *Screen) settle(old *table.View) {
	v := t.View
	if old == nil || !t.Board.chosen {
		t.Board.face(v, t.home())
	}
	begins := old != nil && old.Phase == table.Waiting && v.Phase != table.Waiting
	if old == nil || begins {
		t.Hand.Cursor = t.Drawn().Begin(t.home())
	}
	ends := old != nil && old.Phase == table.Playing && v.Phase == table.Finished
	if begins || ends { // what was typed was for what was
		t.Line.Text, t.Refusal = "", ""
	}
	if old == nil || old.Position != v.Position {
		t.guesses = guesses{}
	}
	if t.Hand.Lifted != rules.NoSquare && !t.holds(t.Hand.Lifted) {
		t.Hand.Lifted = rules.NoSquare
	}
	if t.bound() {
		t.Hand.Lifted = v.Lifted
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
func (t *Screen) takenBack() {
	t.expects = 0
	t.past.of = min(t.past.of, len(t.View.Moves))
	if t.past.looking {
		t.look(t.past.at)
	}
}

// turnCame reports whether it has become this person's turn, and not by his own
// move.
func (t *Screen) turnCame(old *table.View) bool {
	v := t.View
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
	chosen bool     // turned by hand: it stays so
	larger int      // steps away from the size that fits by itself
	At     kit.Spot // where the board was drawn, for the mouse
	menuAt kit.Spot // and the menu before the game
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
