package game

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw/scene"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Screen is the screen of a table: a menu before the game, then the board.
type Screen struct {
	env   *kit.Env
	Id    table.ID
	ctx   context.Context // cancelled when the screen closes
	Study *study          // nil for a table of the lobby

	View *table.View

	Link     link
	seats    seats
	waiting  waiting
	Input    input
	keys     lastKey
	Premoves premoves
	clocks   clocks
	History  history
	chat     chat
	requests requests
	analysis analysis
	lesson   lesson
	tv       television
	foot     foot
	Board    orientation
}

// New returns the screen of a table. When the screen starts, it opens the table.
func New(e *kit.Env, opens nav.Table) *Screen {
	t := &Screen{env: e, Id: opens.ID}
	t.Link = link{t: t, Target: opens}
	t.ctx, t.Link.cancel = context.WithCancel(e.Ctx)
	t.seats = seats{t: t}
	t.waiting = waiting{t: t}
	t.Input = input{t: t, Line: kit.Line{Limit: 40}}
	t.Premoves = premoves{t: t}
	t.clocks = clocks{t: t}
	t.History = history{t: t}
	t.chat = chat{t: t}
	t.requests = requests{t: t}
	t.analysis = analysis{t: t}
	t.lesson = lesson{t: t}
	t.tv = television{t: t}
	t.foot = foot{t: t}
	t.Board = orientation{t: t}
	return t
}

func (t *Screen) Overlay() bool { return false }

func (t *Screen) Stop() { t.Link.cancel() }

// These are messages to the screen of one table.
type (
	openedMsg struct {
		t    *Screen
		room *kit.TableHandle
		err  error
	}
	ViewMsg struct {
		T    *Screen
		View *table.View // nil if the table has closed
	}
	ActedMsg struct {
		T   *Screen
		Act table.Command
		Err error
	}
	tickMsg struct{ t *Screen }
)

func (t *Screen) Start() tea.Cmd {
	if t.Link.Failed != "" {
		return nil
	}
	me := t.env.Me
	open := func() tea.Msg {
		r, err := t.Link.enter(me)
		if err == nil {
			context.AfterFunc(t.ctx, r.Watch.Close)
		}
		return openedMsg{t, r, err}
	}
	if t.Link.Target.Follow {
		return tea.Batch(open, t.tv.follow())
	}
	return open
}

func (li *link) enter(me player.Player) (*kit.TableHandle, error) {
	if s := li.t.Study; s != nil {
		return s.open(li.t.ctx, me)
	}
	return li.t.env.OpenTable(li.t.ctx, li.t.Id, me)
}

func (t *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg:
		if t.Link.busy() {
			t.Link.enqueue(msg)
			return kit.Stay, nil
		}
		return t.Link.handleInput(msg)
	case tea.PasteMsg:
		return kit.Stay, t.paste(msg)
	case newTableMsg:
		return t.requests.newTableOpened(msg)
	case lobbyMsg:
		return t.tv.goToNext(msg)
	case ChannelMsg:
		return t.tv.handle(msg)
	case openedMsg:
		return kit.Stay, t.Link.opened(msg)
	case ViewMsg:
		if id := t.requests.agreedRematch(msg); id != 0 {
			return kit.Become(New(t.env, nav.Table{ID: id, Ready: true})), nil
		}
		return t.Link.catchUp(t.received(msg))
	case ActedMsg:
		return t.Link.catchUp(t.Link.acted(msg))
	case tickMsg:
		return kit.Stay, t.clocks.ticked(msg)
	case analysisMsg:
		return kit.Stay, t.analysis.received(msg)
	case lessonMsg:
		return kit.Stay, t.lesson.playStep(msg)
	case leaveMsg:
		return kit.Step{Leave: msg.t == t}, nil
	}
	return kit.Stay, nil
}

func (li *link) opened(msg openedMsg) tea.Cmd {
	switch {
	case msg.t != li.t:
		return nil
	case msg.err != nil:
		li.Failed = msg.err.Error()
		return nil
	}
	li.room = msg.room
	return li.wait()
}

// wait returns a command that receives the next view of the table. While the table is open,
// exactly one such command is running.
func (li *link) wait() tea.Cmd {
	return kit.WaitForValue(li.t.env, li.room.Watch, func(v *table.View) tea.Msg { return ViewMsg{li.t, v} })
}

func (t *Screen) received(msg ViewMsg) tea.Cmd {
	if msg.T != t {
		return nil
	}
	if msg.View == nil {
		t.Link.closed, t.Link.expectedMoves = true, 0
		return nil
	}
	old := t.View
	if old != nil && t.waiting.menu == "" {
		t.waiting.menu = t.waiting.entries()[0].Label
	}
	t.View = msg.View
	t.keys.moved(old, t.View, t.env.Me.ID)
	t.applyView(old)
	cmds := []tea.Cmd{t.Link.wait(), t.clocks.arm(), t.lesson.scheduleStep(), t.alert(old)}
	if old == nil && t.Link.Target.FromStart {
		t.History.look(0)
	}
	if old == nil && t.Link.Target.Ready && t.View.Phase == table.Waiting && t.seats.seated() {
		cmds = append(cmds, t.Link.Act(table.Command{Kind: table.Ready, Seat: t.seats.home()}))
	}
	if old == nil && t.Link.Target.Sit {
		t.waiting.menu = ReadyLabel // select the menu entry that marks the player as ready
		cmds = append(cmds, t.Link.Act(table.Command{Kind: table.Sit, Seat: t.Link.Target.Seat}))
	}
	return tea.Batch(cmds...)
}

// applyView updates the parts of the screen after a new view has arrived.
func (t *Screen) applyView(old *table.View) {
	v := t.View
	if old == nil || !t.Board.turnedByHand {
		t.Board.orient(v, t.seats.home())
	}
	begins := old != nil && old.Phase == table.Waiting && v.Phase != table.Waiting
	if old == nil || begins {
		t.Input.Selection.Cursor = t.Board.Drawn().Begin(t.seats.home())
	}
	ends := old != nil && old.Phase == table.Playing && v.Phase == table.Finished
	if begins || ends { // discard what the viewer typed in the previous phase
		t.Input.Line.Text, t.Input.Refusal = "", ""
	}
	if old == nil || old.Position != v.Position {
		t.Input.guesses = guesses{}
	}
	if t.Input.Selection.Lifted != rules.NoSquare && !t.Input.canLift(t.Input.Selection.Lifted) {
		t.Input.Selection.Lifted = rules.NoSquare
	}
	if t.Input.mustMove() {
		t.Input.Selection.Lifted = v.Lifted
	}
	t.History.past.current = scene.PositionOf(v.Variant, &v.Position)
	if old != nil && shortened(old.Moves, v.Moves) {
		t.afterTakeback()
	}
	t.requests.note(old)
}

// shortened reports whether moves were taken back, so that the new list of moves does not
// continue the old one.
func shortened(old, now []table.MoveView) bool {
	n := len(old)
	return len(now) < n || n > 0 && now[n-1].Action != old[n-1].Action
}

// afterTakeback updates the screen after moves were taken back.
func (t *Screen) afterTakeback() {
	t.Link.expectedMoves = 0
	t.History.past.movesThen = min(t.History.past.movesThen, len(t.View.Moves))
	if t.History.past.looking {
		t.History.look(t.History.past.at)
	}
}

// turnBegan reports whether the viewer's turn has just begun. It returns false if the
// previous turn was the viewer's, too.
func (t *Screen) turnBegan(old *table.View) bool {
	v := t.View
	if old == nil || v.Actor == rules.NoSeat || !t.seats.mine(v.Actor) {
		return false
	}
	if old.Actor == v.Actor && len(old.Moves) == len(v.Moves) {
		return false
	}
	return old.Actor == rules.NoSeat || !t.seats.mine(old.Actor)
}
