package game

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/assets"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestDismissedQuestionIsAskedAgain withdraws a vote that the viewer has dismissed, and repeats
// it.
func TestDismissedQuestionIsAskedAgain(t *testing.T) {
	quiet := uitest.ViewAfter(t, nil)
	vote := *quiet
	vote.Votes = []table.VoteView{{By: uitest.People[1], Choice: table.Adjourn}}
	d := atTable(t, uitest.People[0], quiet, kit.Config{})
	for range 2 {
		d.Show(&vote)
		if q, _ := d.table().questions.first(d.table().seen()); q == nil {
			t.Fatal("the viewer is not asked")
		}
		d.Keys("ctrl+n")
		if q, _ := d.table().questions.first(d.table().seen()); q != nil {
			t.Fatal("the question was not dismissed")
		}
		d.Show(quiet)
	}
}

// TestDismissedVoteStaysDismissed has another player vote too, and withdraw the vote.
func TestDismissedVoteStaysDismissed(t *testing.T) {
	quiet := uitest.ViewAfter(t, nil)
	one, two := *quiet, *quiet
	one.Votes = []table.VoteView{{By: uitest.People[1], Choice: table.Adjourn}}
	two.Votes = append(two.Votes, one.Votes[0], table.VoteView{By: uitest.People[2], Choice: table.Adjourn})
	d := atTable(t, uitest.People[0], quiet, kit.Config{})
	for _, v := range []*table.View{&one, &two} {
		d.Show(v)
		if q, _ := d.table().questions.first(d.table().seen()); q == nil {
			t.Fatal("the viewer is not asked")
		}
		d.Keys("ctrl+n")
	}
	d.Show(&one)
	if q, _ := d.table().questions.first(d.table().seen()); q != nil {
		t.Errorf("asked again: %s", q.Text)
	}
}

// TestDragEndsWhileLookingBack turns the wheel while a piece is dragged.
func TestDragEndsWhileLookingBack(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
	v.Terms.Touch, v.Lifted = true, rules.NoSquare
	d := atTable(t, uitest.People[v.Actor], v, kit.Config{Width: 120, Height: 40})
	move, squares := v.Legal[0], v.Variant.Facts().Geometry
	x, y := d.At(squares.Name(move.From))
	d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	touched := *v
	touched.Lifted = move.From
	d.Show(&touched)
	d.Send(tea.MouseWheelMsg{X: x, Y: y, Button: tea.MouseWheelUp})
	x, y = d.At(squares.Name(move.To))
	sent := len(d.Backend.Commands)
	d.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	if list := d.Backend.Commands; len(list) != sent {
		t.Errorf("while the viewer looked back, the screen sent %+v", list[sent:])
	}
}

// TestTouchedPieceStaysSelectedAfterLookingBack checks that the viewer can still move a piece that
// they must move.
func TestTouchedPieceStaysSelectedAfterLookingBack(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
	v.Terms.Touch = true
	v.Lifted = v.Legal[0].From
	d := atTable(t, uitest.People[v.Actor], v, kit.Config{})
	d.Keys("[", "end")
	if s := d.table(); s.Input.Selection.Lifted != v.Lifted {
		t.Errorf("the selected square is %d, want %d", s.Input.Selection.Lifted, v.Lifted)
	}
}

// TestRemovalOfAnotherPlayerIsRefused has another player sit down while the host types the reason
// for a removal.
func TestRemovalOfAnotherPlayerIsRefused(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	v.Phase = table.Waiting
	v.Seats[1].Ready, v.Seats[1].Present = false, false
	d := atTable(t, uitest.People[0], v, kit.Config{})
	s := d.table()
	for _, e := range s.seen().entries(true) {
		if strings.HasPrefix(e.Label, "Remove") {
			s.waiting.menu = e.Label
		}
	}
	d.Keys("enter")
	now := *v
	now.Seats[1].Player, now.Seats[3] = now.Seats[3].Player, table.SeatView{}
	d.Show(&now)
	sent := len(d.Backend.Commands)
	d.Keys("enter")
	d.Sees("The player has left this seat; nobody was removed")
	if len(d.Backend.Commands) != sent || s.Input.prompt != nil {
		t.Errorf("commands %v", d.Backend.Commands[sent:])
	}
}

// TestAnalysisBoardIsNoTable checks that an annotated game offers no files of table 0, and does not
// give way to another table.
func TestAnalysisBoardIsNoTable(t *testing.T) {
	for i := range assets.AnnotatedGames {
		if assets.AnnotatedGames[i].Lesson {
			continue
		}
		d := inScore(t, &assets.AnnotatedGames[i], 0, kit.Config{Width: 100, Height: 30})
		d.Keys("@")
		d.Sees("The game on an analysis board is not stored")
		d.Keys(".")
		d.Sees("TV is not available on an analysis board")
		return
	}
}
