package ui

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// What puzzled somebody who sat down with nothing but the README.

// The first letter on a value that was not typed begins another one: a clock of
// "none5+10" is what nobody wants.
func TestTypingReplacesADefault(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.keys("n", "down", "down", "down", "down", "5+1", "0")
	d.sees("< 5+10 >")
	d.keys("backspace", "backspace", "1")
	d.sees("< 5+1 >")
	d.keys("right", "3d", "end", "enter")
	if len(d.house.created) != 1 || d.house.created[0].Clock.String() != "3d" {
		t.Errorf("made with %+v", d.house.created)
	}
}

// A pinned man is no riddle.
func TestAPinnedManSaysWhyHeCannotMove(t *testing.T) {
	d := atTable(t, people[1], viewAfter(t, []string{"m7-k7"}), kit.Config{})
	d.click("h2")
	d.sees("The pawn on h2 cannot move: your king would be in check")
	d = atTable(t, people[1], viewAfter(t, []string{"m7-k7"}), kit.Config{})
	d.click("g1")
	d.sees("The king on g1 cannot move")
	d.lacks("would be in check", "would stay in check")
}

// What is shown as the way to write a move can be written.
func TestTheExampleOfAMoveIsOne(t *testing.T) {
	for _, game := range []string{"chess4", "verney", "quadrochess", "forchess"} {
		v, err := variants.New(game, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := atTable(t, people[0], viewOf(t, rules.NewGame(v), nil), kit.Config{Width: 120, Height: 40})
		d.keys("zz", "enter")
		_, example, found := strings.Cut(d.table().Refusal, "write it like ")
		if !found {
			t.Fatalf("%s: %q", game, d.table().Refusal)
		}
		d.keys("esc", example, "enter")
		d.plays(example)
	}
}

// A question on the screen goes when nobody asks it any more, so that Accept does
// not answer what was taken back.
func TestAQuestionGoesWithItsReason(t *testing.T) {
	offer := &table.OfferView{By: people[1], Accepted: rules.Seats(0).With(1)}
	for name, c := range map[string]struct {
		key    string
		before func(*table.View)
		after  func(*table.View)
		head   string
	}{
		"an offer declined": {"=", func(v *table.View) { v.Offer = offer }, func(*table.View) {}, "A draw?"},
		"an offer made":     {"=", func(*table.View) {}, func(v *table.View) { v.Offer = offer }, "A draw?"},
		"resigned over":     {"!", func(*table.View) {}, func(v *table.View) { v.Phase, v.Actor = table.Finished, rules.NoSeat }, "Resign?"},
	} {
		v := viewAfter(t, nil)
		c.before(v)
		d := atTable(t, people[2], v, kit.Config{})
		d.keys(c.key)
		d.sees(c.head)
		same := viewAfter(t, nil)
		c.before(same)
		d.show(same)
		d.sees(c.head)
		other := viewAfter(t, nil)
		c.after(other)
		d.show(other)
		d.lacks(c.head)
		if len(d.house.acts) != 0 {
			t.Errorf("%s: %+v", name, d.house.acts)
		}
	}
}

// That somebody else is out of the game does not take away the question whether to
// resign oneself.
func TestWhoResignsIsNotDisturbedByOthers(t *testing.T) {
	d := atTable(t, people[2], viewAfter(t, nil), kit.Config{})
	d.keys("!")
	d.sees("Resign?")
	v := viewAfter(t, nil)
	v.Position.State[0] = rules.Out
	d.show(v)
	d.sees("Resign?")
	v = viewAfter(t, nil)
	v.Position.State[2] = rules.Out
	d.show(v)
	d.lacks("Resign?")
}

// Who asked everybody is told that it came to nothing, until he goes on.
func TestWhatBecameOfAQuestionIsTold(t *testing.T) {
	offering := viewAfter(t, nil)
	offering.Offer = &table.OfferView{By: people[1], Accepted: rules.Seats(0).With(1)}
	for _, who := range []int{0, 1} {
		d := atTable(t, people[who], offering, kit.Config{})
		d.show(viewAfter(t, nil))
		d.sees("The offer of a draw stands no more")
		d.keys("up")
		d.lacks("stands no more")
	}
	d := atTable(t, people[1], undoing(t, people[1]), kit.Config{})
	d.show(viewAfter(t, recorded(t)[:5]))
	d.sees("Nothing is taken back")
	d.show(viewAfter(t, recorded(t)[:6]))
	d.lacks("Nothing is taken back")
	d = atTable(t, people[1], undoing(t, people[1]), kit.Config{})
	d.show(viewAfter(t, recorded(t)[:1]))
	d.lacks("Nothing is taken back")
}

// Esc twice, so fast that both came at once, is esc twice.
func TestEscTwiceAtOnce(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.click("m7")
	d.keys("k7")
	d.send(tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt})
	if at := d.table(); at.Line.Text != "" || at.Hand.Lifted != rules.NoSquare {
		t.Errorf("typed %q, lifted %v", at.Line.Text, at.Hand.Lifted)
	}
}

// Who came back to the lobby by esc, and presses it once more, is still there.
func TestEscDoesNotLeaveTheHouse(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.keys("down", "enter", "esc", "esc")
	d.sees("To leave Quadrille press q", "Waiting for players")
	if d.quit {
		t.Fatal("he is outside")
	}
	if d.keys("q"); !d.quit {
		t.Error("q does not leave")
	}
}

// When there is a rematch, going there is what the last line offers.
func TestTheWayToTheRematchIsShown(t *testing.T) {
	v := viewAfter(t, nil)
	v.Phase, v.Actor, v.Next = table.Finished, rules.NoSeat, 13
	d := atTable(t, people[0], v, kit.Config{})
	d.sees("The rematch is at table 13: g goes there", "g to the rematch")
	d.lacks("r rematch")
}

// Who looks on has no cursor: he can do nothing with it.
func TestAnOnlookerHasNoCursor(t *testing.T) {
	signs := func(d *driver) bool {
		return slices.ContainsFunc(d.text(), func(line string) bool { return slices.Contains([]rune(line), ']') && len(line) < 60 })
	}
	d := atTable(t, onlooker, viewAfter(t, nil), kit.Config{})
	if signs(d) {
		t.Error("there is a cursor on the board")
	}
	if d = atTable(t, people[0], viewAfter(t, nil), kit.Config{}); !signs(d) {
		t.Error("who plays has none")
	}
}

// A refusal that is longer than the room beside the move line is read whole.
func TestALongRefusalIsReadWhole(t *testing.T) {
	v := viewAfter(t, nil)
	v.Terms.Touch = true
	d := atTable(t, people[1], v, kit.Config{})
	d.keys("k", "7", "enter")
	text := strings.Join(strings.Fields(strings.Join(d.text(), " ")), " ")
	before, after, _ := strings.Cut(text, "! It is not your turn")
	if !strings.Contains(before, "To move: White") || !strings.Contains(after, "and with touch Move: k7_ and move nothing is settled before") || strings.Contains(after, "…") {
		t.Errorf("the screen shows:\n%s", strings.Join(d.text(), "\n"))
	}
}

// Who plays has no board beside the game to try moves on; who looks on has.
func TestWhoPlaysDoesNotAnalyse(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	d.keys("ctrl+a")
	d.sees("Who plays here cannot analyse here")
	if len(d.r.stack.Screens) != 2 {
		t.Errorf("%d screens are open", len(d.r.stack.Screens))
	}
}
