package game

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/present"
	"quadrille/internal/table"
)

// Screen is the screen of a table: a menu before the game, then the board.
type Screen struct {
	env     *kit.Env
	address Address
	Id      table.ID
	ctx     context.Context // cancelled when the screen closes
	Study   *study          // nil for a table of the lobby

	View  *table.View
	words [2]*present.Table // see described

	Subscription subscription
	waiting      waiting
	Input        input
	History      history
	chat         chat
	questions    questions
	news         news
	card         card
	motion       motion
	analysis     analysis
	autoplay     autoplay
	tv           television
	Board        orientation
	ticking      bool // whether a tick is scheduled

	analyseWith func(context.Context) (analysisSource, error) // if not nil, replaces the lobby; only tests set it
}

// Address identifies the screen of a table in messages to it, because several such screens
// may be open.
type Address *byte

// New returns the screen of a table. When the screen starts, it opens the table.
func New(e *kit.Env, opens nav.Table) *Screen {
	t := &Screen{
		env: e, address: new(byte), Id: opens.ID, Subscription: subscription{Target: opens}, Input: input{Line: kit.Line{Limit: 40}},
	}
	t.ctx, t.Subscription.cancel = context.WithCancel(e.Ctx)
	return t
}

func (t *Screen) Overlay() bool { return false }

func (t *Screen) Stop() { t.Subscription.cancel() }

// Viewed returns the message that shows a view of the table on the screen, or that the table
// has closed if v is nil.
func (t *Screen) Viewed(v *table.View) tea.Msg { return ViewMsg{t.address, v} }

// SeatKept says what happens to the seat of a player who leaves a running game. It returns "" for other people.
func (t *Screen) SeatKept() string {
	if t.View == nil {
		return ""
	}
	return t.seen().words.SeatKept()
}

// These are messages to the screen of one table.
type (
	openedMsg struct {
		to   Address
		room *kit.TableHandle
		err  error
	}
	ViewMsg struct {
		to   Address
		view *table.View // nil if the table has closed
	}
	actedMsg struct {
		to  Address
		act table.Command
		err error
	}
	tickMsg struct{ to Address }
)

func (t *Screen) Start() tea.Cmd {
	if t.Subscription.Failed != "" {
		return nil
	}
	e, ctx, to, id, study := t.env, t.ctx, t.address, t.Id, t.Study
	me := e.Me
	open := func() tea.Msg {
		var r *kit.TableHandle
		var err error
		if study != nil {
			r, err = study.open(ctx, me)
		} else {
			r, err = e.OpenTable(ctx, id, me)
		}
		if err == nil {
			context.AfterFunc(ctx, r.Watch.Close)
		}
		return openedMsg{to, r, err}
	}
	if t.Subscription.Target.Follow {
		return tea.Batch(open, t.follow())
	}
	return open
}

func (t *Screen) Update(msg tea.Msg) (kit.Step, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg:
		if t.Busy() {
			t.Subscription.enqueue(msg)
			return kit.Stay, nil
		}
		return t.handleInput(msg)
	case tea.PasteMsg:
		return t.carryOut(t.Input.paste(t.seen(), msg))
	case analysisMsg:
		i, cmd := t.analysis.received(msg)
		to, more := t.carryOut(i)
		return to, tea.Batch(cmd, more)
	}
	if addressOf(msg) != t.address {
		return kit.Stay, nil
	}
	switch msg := msg.(type) {
	case chosenMsg:
		return t.carryOut(msg.wants)
	case newTableMsg:
		return t.newTableOpened(msg)
	case invitedMsg:
		return t.catchUp(t.invited(msg))
	case lobbyMsg:
		return t.goToNext(msg)
	case channelMsg:
		return t.channel(msg)
	case openedMsg:
		return kit.Stay, t.openedTable(msg)
	case ViewMsg:
		if id := t.seen().agreedRematch(msg.view); id != 0 {
			return kit.MoveTo(nav.Table{ID: id, Ready: true}), nil
		}
		return t.catchUp(t.received(msg.view))
	case actedMsg:
		return t.catchUp(t.acted(msg))
	case tickMsg:
		t.ticking = false
		return kit.Stay, t.arm()
	case motionMsg:
		if t.motion.waits() != nil && msg.moves == t.motion.moves {
			t.motion.begin(t.env.Steady())
			return kit.Stay, t.scheduleMotion()
		}
		return kit.Stay, nil
	case autoplayMsg:
		return kit.Stay, t.playOn(msg)
	case lessonMsg:
		return t.carryOut(t.seen().playStep(msg))
	}
	return kit.Stay, nil
}

// addressOf returns the address of the screen to which a message belongs, or nil.
func addressOf(msg tea.Msg) Address {
	switch msg := msg.(type) {
	case chosenMsg:
		return msg.to
	case newTableMsg:
		return msg.to
	case invitedMsg:
		return msg.to
	case lobbyMsg:
		return msg.to
	case channelMsg:
		return msg.to
	case openedMsg:
		return msg.to
	case ViewMsg:
		return msg.to
	case actedMsg:
		return msg.to
	case tickMsg:
		return msg.to
	case lessonMsg:
		return msg.to
	case motionMsg:
		return msg.to
	case autoplayMsg:
		return msg.to
	}
	return nil
}

// openedTable takes the connection to the table, or the reason why it could not be opened.
func (t *Screen) openedTable(msg openedMsg) tea.Cmd {
	if msg.err != nil {
		t.Subscription.Failed = msg.err.Error()
		return nil
	}
	t.Subscription.handle = msg.room
	return t.wait()
}

// wait returns a command that receives the next view of the table. While the table is open,
// exactly one such command is running.
func (t *Screen) wait() tea.Cmd {
	return kit.WaitForValue(t.env, t.Subscription.handle.Watch, t.Viewed)
}

// arm schedules a tick for the time when a text on the screen changes next: a clock, the time
// that a player has been away, or the time until bots fill the empty seats. At most one tick
// is scheduled at a time.
func (t *Screen) arm() tea.Cmd {
	if t.ticking || t.View == nil {
		return nil
	}
	wait, ok := present.UntilChange(t.View, t.env.Now)
	if on := t.server(); on.BotsIn > 0 {
		wait, ok = time.Second, true
	}
	if !ok {
		return nil
	}
	t.ticking = true
	return t.env.After(wait, tickMsg{t.address})
}

// received takes a new view, or nil if the table has closed.
func (t *Screen) received(now *table.View) tea.Cmd {
	if now == nil {
		t.Subscription.close()
		return nil
	}
	old := t.View
	if old != nil && t.waiting.menu == "" {
		t.waiting.menu = t.seen().entries(t.bots())[0].Label
	}
	t.View, t.words = now, [2]*present.Table{t.described(now)}
	cmds := []tea.Cmd{t.updateParts(old), t.wait(), t.arm(), t.scheduleStep(), t.scheduleMotion()}
	if old != nil {
		return tea.Batch(cmds...)
	}
	v, target := t.seen(), &t.Subscription.Target
	if target.FromStart || v.reading() {
		t.look(0)
	}
	if target.Ready && v.Phase == table.Waiting && v.words.Held != 0 {
		cmds = append(cmds, t.Act(table.Command{Kind: table.Ready, Seat: v.home()}))
	}
	if target.Sit {
		t.waiting.menu = present.ReadyLabel // select the menu entry that marks the player as ready
		cmds = append(cmds, t.Act(table.Command{Kind: table.Sit, Seat: target.Seat}))
	}
	return tea.Batch(cmds...)
}

// updateParts passes a new view to the parts of the screen, and alerts the viewer if it says
// something that they must know.
func (t *Screen) updateParts(old *table.View) tea.Cmd {
	back := old != nil && shortened(old.Moves, t.View.Moves)
	if back {
		t.Subscription.expectedMoves = 0
	}
	t.History.updated(t.View, back)
	v := t.seen()
	t.Board.orient(v.View, v.home())
	if old == nil || old.Phase == table.Waiting && v.Phase != table.Waiting {
		t.Input.Selection.Cursor = t.Drawn().Begin(v.home())
	}
	t.Input.updated(old, v)
	fresh, began := t.news.updated(old, v), t.news.turnBegan(v)
	if began := t.motion.updated(old, v, t.env.Steady()); began && !t.env.Motion() {
		t.motion = motion{}
	}
	opened := t.card.updated(old, v)
	question, asked := t.questions.refresh(v)
	if asked {
		t.Input.refuse("", aboutTable)
	}
	if v.study != nil {
		if v.words.LessonOver() {
			return t.env.CompleteLesson(v.study.score.Title)
		}
		return nil
	}
	task, _ := v.Task(v.me.ID)
	t.env.LearnTask(t.Id, task, len(v.Moves))
	alert := v.words.Alert(fresh)
	switch {
	case old == nil:
	case began:
		return t.env.Alert(v.words.At().YourTurn())
	case asked:
		return t.env.Alert(question)
	case alert != "":
		return t.env.Alert(alert)
	case opened:
		return t.env.Alert(t.card.now.Line())
	}
	return nil
}

// shortened reports whether moves were taken back, so that the new list of moves does not
// continue the old one.
func shortened(old, now []table.MoveView) bool {
	n := len(old)
	return len(now) < n || n > 0 && now[n-1].Action != old[n-1].Action
}
