package game

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// These tests make each part from a view, a viewer and styles, without a screen.

// seenBy returns a table as a person sees it.
func seenBy(who player.Player, view *table.View) seen {
	v := seen{View: view, me: who, now: uitest.Noon, at: len(view.Moves)}
	uitest.Permit(view)
	v.words = present.For(view, v.study.viewer(who.ID))
	return v
}

func styles() *draw.Styles { return &kit.NewEnv(kit.Config{}).Styles }

func ink() *kit.Ink { return &kit.NewEnv(kit.Config{}).Ink }

// drawn returns the text that a function draws.
func drawn(width, height int, f func(g *draw.Grid)) string {
	g := draw.NewGrid(width, height, draw.Style{})
	f(g)
	var text strings.Builder
	for y := range height {
		for _, c := range g.Row(y) {
			text.WriteString(c.Text)
		}
		text.WriteString("\n")
	}
	return text.String()
}

func press(name string) tea.KeyPressMsg { return tea.KeyPressMsg(uitest.KeyNames[name]) }

func TestQuestionsPart(t *testing.T) {
	view := uitest.ViewAfter(t, nil)
	view.Offer = &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	v := seenBy(uitest.People[0], view)
	var qs questions
	text, arrived := qs.refresh(v)
	if _, again := qs.refresh(v); !arrived || again || text != "Blinky offers a draw" {
		t.Errorf("%q, arrived %v, again %v", text, arrived, again)
	}
	if got := qs.line(v); got != "Blinky offers a draw. ctrl+y yes, ctrl+n no" {
		t.Error(got)
	}
	if yes := qs.answer(v, true); yes.dialog == nil || yes.dialog.head != "Draw" || !yes.dialog.while(v.words) {
		t.Errorf("yes: %+v", yes)
	}
	if no := qs.answer(v, false); no.command == nil || no.command.Kind != table.DeclineDraw {
		t.Errorf("no: %+v", no)
	}
	view.Offer, view.Votes = nil, []table.VoteView{{By: uitest.People[2], Choice: table.Adjourn}}
	v = seenBy(uitest.People[0], view)
	if yes := qs.answer(v, true); yes.command == nil || yes.command.Kind != table.Vote || yes.command.Choice != table.Adjourn {
		t.Errorf("vote: %+v", yes)
	}
	if no := qs.answer(v, false); no.command != nil || qs.line(v) != "" {
		t.Errorf("a dismissed vote: %+v, %q", no, qs.line(v))
	}
	if none := qs.answer(v, true); none.refuse == "" {
		t.Error("there is a question to answer")
	}
}

func TestInputPart(t *testing.T) {
	v := seenBy(uitest.People[0], uitest.ViewAfter(t, nil))
	in := input{Line: kit.Line{Limit: 40}}
	in.deselect()
	m7, _ := v.facts().Geometry.Square("m7")
	k7, _ := v.facts().Geometry.Square("k7")
	if i := in.point(v, m7); i.refuse != "" || in.Selection.Lifted != m7 {
		t.Fatalf("lift: %+v", i)
	}
	i := in.point(v, k7)
	if i.play == nil || *i.play != rules.NewMove(m7, k7) {
		t.Fatalf("move: %+v", i)
	}
	if sent := v.playing(*i.play); sent.command == nil || sent.command.Kind != table.Play || sent.command.Seat != 0 {
		t.Errorf("sent: %+v", sent)
	}
	in.Line.Text = "resign"
	if i := in.enterLine(v); i.dialog == nil || len(i.dialog.choices) != 2 || in.Line.Text != "" {
		t.Errorf("resign: %+v", i)
	}
	in.Line.Text = "n"
	in.guess(v, nil, 1)
	if !strings.HasPrefix(strings.ToLower(in.Line.Text), "n") || in.Line.Text == "n" {
		t.Errorf("completed to %q", in.Line.Text)
	}
	other := seenBy(uitest.People[2], v.View)
	if i := other.playing(rules.NewMove(m7, k7)); i.command == nil || i.command.Kind != table.Premove {
		t.Errorf("premove: %+v", i)
	}
	got := drawn(40, 1, func(g *draw.Grid) { in.drawTyped(g, 0, 0, v, "! no", styles()) })
	if !strings.HasPrefix(got, "Move: n5-l6_  ! no") {
		t.Errorf("drawn %q", got)
	}
}

func TestWaitingPart(t *testing.T) {
	v := seenBy(uitest.People[1], uitest.Waiting(t, 0))
	var wa waiting
	if i := wa.key(v, false, "down", false); i.command != nil || wa.menu != "Sit down as Black" {
		t.Errorf("down: %+v, %q", i, wa.menu)
	}
	if i := wa.key(v, false, "enter", true); i.command != nil {
		t.Errorf("an Enter too many: %+v", i)
	}
	if i := wa.key(v, false, "enter", false); i.command == nil || i.command.Kind != table.Sit || i.command.Seat != 2 {
		t.Errorf("enter: %+v", i)
	}
	if i := wa.key(v, false, "esc", false); !i.leave {
		t.Errorf("esc: %+v", i)
	}
	host := seenBy(uitest.People[0], uitest.Waiting(t, 0))
	i := host.addBot()
	if i.dialog == nil || len(i.dialog.choices) != 4 {
		t.Fatalf("add a bot: %+v", i)
	}
	level := i.dialog.choices[0].wants.prompt
	if got := level.send(host, "7").command; got == nil || got.Kind != table.AddBot || got.Level != 7 {
		t.Errorf("the bot: %+v", got)
	}
	text := drawn(22, 12, func(g *draw.Grid) {
		wa.draw(g, draw.Box{Width: 22, Height: 12}, v, present.Server{Return: "ssh -t HOST return k7f3"}, invitation{}, ink())
	})
	if !strings.Contains(text, "Sit down as Silver") || strings.Contains(text, "Start") {
		t.Error(text)
	}
	text = drawn(23, 18, func(g *draw.Grid) {
		wa.draw(g, draw.Box{Width: 23, Height: 18}, v, present.Server{}, invitation{"ssh -t chess.example.org watch 12", ""}, ink())
	})
	for _, want := range []string{"Start", "Sit down as Silver", "Sit down as Gold", "every seat is", "Invite", "watch 12"} {
		if !strings.Contains(text, want) {
			t.Errorf("the narrow panels lack %q:\n%s", want, text)
		}
	}
	text = drawn(44, 30, func(g *draw.Grid) {
		wa.draw(g, draw.Box{Width: 44, Height: 30}, v, present.Server{}, invitation{"ssh -t chess.example.org watch 12", ""}, ink())
	})
	for _, want := range []string{"Start", "1 of 4 seats, 0 ready", "Invite", "watch 12", "i invite", "y copy"} {
		if !strings.Contains(text, want) {
			t.Errorf("the panels lack %q:\n%s", want, text)
		}
	}
}

func TestChatPart(t *testing.T) {
	view := uitest.Chatting(t, uitest.Line(7, uitest.People[1], "hello"), uitest.Line(8, uitest.People[0], "hi"))
	v := seenBy(uitest.People[0], view)
	var ch chat
	if got := ch.unreadText(v); !strings.HasPrefix(got, "* 1 new chat") || !ch.wroteNew(v) {
		t.Errorf("unread %q", got)
	}
	ch.markSeen(view)
	if got := ch.unreadText(v); got != "" || ch.wroteNew(v) {
		t.Errorf("unread %q", got)
	}
	p := v.writeChat().prompt
	if p == nil || p.label != "Chat:" {
		t.Fatalf("prompt %+v", p)
	}
	if got := p.send(v, "good luck").command; got == nil || got.Kind != table.Chat || got.Text != "good luck" {
		t.Errorf("sent %+v", got)
	}
	if got := p.send(v, ""); !got.dismiss {
		t.Errorf("an empty line: %+v", got)
	}
	in := input{prompt: p}
	if i := in.promptKey(v, press("esc")); i.command != nil || in.prompt != nil {
		t.Errorf("esc: %+v", i)
	}
	if text := chatText(view, 60); len(text) != 2 || !strings.HasSuffix(text[0].Text, "Blinky: hello") {
		t.Errorf("%+v", text)
	}
}

func TestHistoryPart(t *testing.T) {
	words := uitest.Recorded(t)
	view := uitest.ViewAfter(t, words[:8])
	var h history
	h.updated(view, false)
	h.look(view, 5)
	if !h.back || h.lookedAt(8) != 5 || h.shown().Position != uitest.ViewAfter(t, words[:5]).Position {
		t.Errorf("looks at %d", h.lookedAt(8))
	}
	newer := uitest.ViewAfter(t, words[:10])
	h.updated(newer, false)
	if got := h.line(newer); got != "Looking back: move 5 of 10 (2 new). Press End to return." {
		t.Error(got)
	}
	h.updated(uitest.ViewAfter(t, words[:3]), true)
	if h.back {
		t.Error("looks at a move that was taken back")
	}
}

func TestNewsPart(t *testing.T) {
	old, view := uitest.ViewAfter(t, nil), uitest.ViewAfter(t, nil)
	view.Recent = []table.Notable{
		{Number: 3, Kind: table.DrawDecline, By: uitest.People[2], Player: uitest.People[0]},
		{Number: 4, Kind: table.PlayerLeft, Player: uitest.People[1]},
	}
	var n news
	n.updated(nil, seenBy(uitest.People[0], old))
	n.updated(old, seenBy(uitest.People[0], view))
	if n.text != "Pinky declined your draw" || n.last != 4 {
		t.Errorf("%q, %d", n.text, n.last)
	}
	n.updated(view, seenBy(uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:1])))
	if n.text != "" {
		t.Errorf("after a move: %q", n.text)
	}
	fresh := news{}
	fresh.updated(nil, seenBy(uitest.People[0], view))
	if fresh.text != "" {
		t.Errorf("a new session gets old news: %q", fresh.text)
	}
}

// TestTurnIsAnnouncedOnce shows some of the views of a game to a player. Their turn is announced also if the views between two
// turns were missed, and after an adjournment, but not if their last turn was the one before.
func TestTurnIsAnnouncedOnce(t *testing.T) {
	after := func(moves int) *table.View { return uitest.ViewAfter(t, uitest.Recorded(t)[:moves]) }
	adjourned, both := after(4), after(1)
	adjourned.Adjourned, both.Seats[1].Player = true, uitest.People[0]
	for name, c := range map[string]struct {
		views []*table.View
		want  []bool
	}{
		"all views":   {[]*table.View{after(3), after(4), after(4), after(5), after(8)}, []bool{false, true, false, false, true}},
		"missed":      {[]*table.View{after(0), after(4), after(8)}, []bool{true, true, true}},
		"adjourned":   {[]*table.View{after(4), adjourned, after(4)}, []bool{true, false, true}},
		"taken back":  {[]*table.View{after(4), after(6), after(4)}, []bool{true, false, true}},
		"two seats":   {[]*table.View{after(0), both}, []bool{true, false}},
		"second seat": {[]*table.View{both}, []bool{true}},
	} {
		var n news
		for i, view := range c.views {
			if got := n.turnBegan(seenBy(uitest.People[0], view)); got != c.want[i] {
				t.Errorf("%s, view %d: %v", name, i, got)
			}
		}
	}
}

func TestTelevisionPart(t *testing.T) {
	list := []table.ID{3, 5, 8}
	for _, c := range []struct {
		at   table.ID
		by   int
		want table.ID
	}{{3, 1, 5}, {3, -1, 8}, {8, 1, 3}, {4, 1, 3}, {4, -1, 8}} {
		if got := beside(list, c.at, c.by); got != c.want {
			t.Errorf("from %d by %d: %d, want %d", c.at, c.by, got, c.want)
		}
	}
	if got := beside([]table.ID{3}, 3, 1); got != 0 {
		t.Errorf("from the only table to %d", got)
	}
	var tv television
	if to, again := tv.next(3, uitest.Noon, false); to != 0 || again != 0 {
		t.Errorf("without a view: %d, %v", to, again)
	}
}

func TestCardPart(t *testing.T) {
	v := seenBy(uitest.People[1], outView(t, 1))
	var c card
	if !c.updated(nil, v) || c.updated(v.View, v) {
		t.Fatal("the card does not open once")
	}
	f := &frame{seen: v, ink: &kit.NewEnv(kit.Config{}).Ink}
	f.layout.Panel, f.layout.Free = draw.Box{X: 2, Y: 1, Width: 36, Height: 14}, draw.Box{X: 2, Y: 5, Width: 36, Height: 10}
	if got := drawn(40, 16, func(g *draw.Grid) { c.laidOut(f).draw(g, f) }); !strings.Contains(got, " You are out ") ||
		!strings.Contains(got, "Checkmated by Gold in round 10") {
		t.Error(got)
	}
	f.layout.Panel.Height = 3
	if got := c.laidOut(f).line(); !strings.HasPrefix(got, "You are out. Checkmated by Gold") {
		t.Errorf("in one line: %q", got)
	}
	if !c.close() || c.close() || c.laidOut(f).line() != "" {
		t.Error("the card does not close once")
	}
}

func TestNoticePart(t *testing.T) {
	for kind, text := range map[noticeKind]string{plainNotice: "plain", alarmNotice: "alarm", faintNotice: "faint"} {
		n := notice{x: 3, text: text, kind: kind}
		if got := drawn(20, 1, func(g *draw.Grid) { n.draw(g, 0, styles()) }); strings.TrimSpace(got) != text {
			t.Errorf("drawn %q", got)
		}
	}
}

func TestOrientationPart(t *testing.T) {
	v := seenBy(uitest.People[1], uitest.ViewAfter(t, nil))
	var b orientation
	b.orient(v.View, 1)
	turned := b.turned
	b.turn(v.facts().Geometry)
	b.orient(v.View, 1)
	if b.turned == turned || !b.turnedByHand {
		t.Error("a board that was turned by hand turns back")
	}
}
