package game

import (
	"strings"
	"testing"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

func TestRematchInOneKey(t *testing.T) {
	for key, onward := range map[string]bool{"r": false, "s": true} {
		d := atTable(t, uitest.People[0], uitest.Finished(t), kit.Config{})
		d.Keys(key)
		if a := d.Backend.Commands[0]; a.Kind != table.OfferRematch || a.Rotate != onward {
			t.Errorf("%s: asked for %+v", key, a)
		}
	}
	v := uitest.Finished(t)
	v.Rematch = &table.RematchView{Rotate: true, Accepted: rules.Seats(0).With(1)}
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Blinky wants a rematch, seats rotated. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+y")
	if a := d.Backend.Commands[0]; a.Kind != table.OfferRematch || !a.Rotate {
		t.Errorf("the command is %+v", a)
	}
	d = atTable(t, uitest.People[1], v, kit.Config{Width: 120, Height: 40})
	d.Sees("You want a rematch, seats rotated; waiting for Inky, Pinky and Clyde")
	d.Keys("s")
	d.Asks(table.DeclineRematch)
	agreed := *v
	agreed.Next = 15
	d.Show(&agreed) // the rematch is agreed: the screen must switch to its table, table 15
	if next := d.Stack.Screens[len(d.Stack.Screens)-1].(*Screen); next.Id != 15 || len(d.Stack.Screens) != 2 {
		t.Errorf("at table %d, with %d screens", next.Id, len(d.Stack.Screens))
	}
}

// TestDeclinedRematchReachesTheOthers declines a rematch with a key: the question was hidden, and the others went on waiting.
func TestDeclinedRematchReachesTheOthers(t *testing.T) {
	v := uitest.Finished(t)
	v.Rematch = &table.RematchView{Accepted: rules.Seats(0).With(1)}
	d := atTable(t, uitest.People[0], v, kit.Config{Width: 120, Height: 40})
	d.Sees("Blinky wants a rematch. ctrl+y yes, ctrl+n no")
	d.Keys("ctrl+n")
	d.Asks(table.DeclineRematch)
}

func TestInviteSamePlayers(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.Finished(t), kit.Config{})
	d.Backend.Enter(uitest.People[:]...)
	d.Keys("i")
	if made := d.Backend.Created(uitest.People[2].ID); len(made) != 1 {
		t.Errorf("new tables: %+v", made)
	}
	names := make([]string, 0, 3)
	for i, p := range uitest.People {
		if i != 2 {
			names = append(names, p.Name)
		}
	}
	if note := d.Stack.Screens[len(d.Stack.Screens)-1].(*Screen).Subscription.Target.Note; note != "Invited "+present.List(names) {
		t.Errorf("the new table says %q", note)
	}
	for i, p := range uitest.People {
		if list := d.Backend.Invited(t, p.ID); (len(list) == 1) != (i != 2) {
			t.Errorf("invitations to %s: %+v", p.Name, list)
		}
	}
	d = atTable(t, uitest.People[2], uitest.Finished(t), kit.Config{})
	refused := d.Backend.Fill(t, uitest.People[2])
	d.Keys("i")
	d.Reads(present.Capital(refused.Error()))
}

// TestInviteSamePlayersSaysWhoWasNotInvited opens a table after a game whose other players have
// left, or of whom one is connected. The new table must say who was not invited.
func TestInviteSamePlayersSaysWhoWasNotInvited(t *testing.T) {
	for _, here := range []int{0, 1} {
		d := atTable(t, uitest.People[2], uitest.Finished(t), kit.Config{Width: 120, Height: 40})
		d.Backend.Enter(uitest.People[2])
		d.Backend.Enter(uitest.People[:here]...)
		d.Keys("i")
		next := d.Stack.Screens[len(d.Stack.Screens)-1].(*Screen)
		want := "Nobody was invited; not connected: "
		if here == 1 {
			want = "Invited " + uitest.People[0].Name + "; not connected: "
		}
		if note := next.Subscription.Target.Note; !strings.HasPrefix(note, want) || !strings.Contains(note, uitest.People[3].Name) {
			t.Errorf("%d connected: the new table says %q", here, note)
		}
		next.View = uitest.Waiting(t)
		if got := next.frame().notice.text; got != next.Subscription.Target.Note {
			t.Errorf("the screen shows %q", got)
		}
	}
}

// When the table of a rematch opens, the player is marked as ready without pressing a key.
func TestRematchAnnouncesReadiness(t *testing.T) {
	d := newDriver(t, kit.Config{Player: uitest.People[1], Named: true, Open: &nav.Table{ID: 12, Ready: true}})
	d.Show(uitest.Waiting(t, 0, 1, 2, 3))
	d.Asks(table.Ready)
}

func TestKeysAfterGame(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.Finished(t), kit.Config{Width: 120, Height: 40, SSHCommand: "ssh chess.example"})
	d.Sees("You won", "1st place, 3 points", "4th place, 0 points", "r rematch", "a analysis", "o another game", "@ share", "esc back")
	d.Keys("o")
	if place, ok := d.Stack.Screens[len(d.Stack.Screens)-1].(uitest.Place); !ok || place.Place != (nav.NewTable{}) {
		t.Error("o did not open the form for a new table")
	}
}

func TestKeyToRematchIsShown(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	v.Phase, v.Actor, v.Next = table.Finished, rules.NoSeat, 13
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("The rematch is at table 13. Press g to join.", "g open rematch")
	d.Lacks("r rematch")
}
