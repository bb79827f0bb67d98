package screen

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

func TestPinnedPieceIsExplained(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, []string{"m7-k7"}), kit.Config{})
	d.Click("h2")
	d.Sees("The pawn on h2 cannot move: the king would be in check")
	d = atTable(t, uitest.People[1], uitest.ViewAfter(t, []string{"m7-k7"}), kit.Config{})
	d.Click("g1")
	d.Sees("The king on g1 cannot move")
	d.Lacks("would be in check", "would stay in check")
}

// TestExampleOfMoveIsLegal checks that a screen that refuses a typed move shows an example of
// a legal move.
func TestExampleOfMoveIsLegal(t *testing.T) {
	for _, def := range variants.All() {
		game := def.Name
		v, err := def.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		d := atTable(t, uitest.People[0], uitest.ViewOf(t, rules.NewGame(v), nil), kit.Config{Width: 120, Height: 40})
		d.Keys("zz", "enter")
		_, example, found := strings.Cut(tableOf(d).Input.Refusal, "write it like ")
		if !found {
			t.Fatalf("%s: %q", game, tableOf(d).Input.Refusal)
		}
		d.Keys("esc", example, "enter")
		d.Plays(example)
	}
}

// The dialog about a draw closes when somebody offers a draw, and when this offer ends, so
// that a player cannot answer a different question by mistake. The resign dialog closes when
// the game ends.
func TestQuestionClosesWithItsReason(t *testing.T) {
	offer := &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	for name, c := range map[string]struct {
		key    string
		before func(*table.View)
		after  func(*table.View)
		head   string
	}{
		"an offer declined": {"=", func(v *table.View) { v.Offer = offer }, func(*table.View) {}, "[ Play on ]"},
		"an offer made":     {"=", func(*table.View) {}, func(v *table.View) { v.Offer = offer }, "[ Play on ]"},
		"resigned over": {
			"!", func(*table.View) {}, func(v *table.View) { v.Phase, v.Actor = table.Finished, rules.NoSeat },
			"Resign?",
		},
	} {
		v := uitest.ViewAfter(t, nil)
		c.before(v)
		d := atTable(t, uitest.People[2], v, kit.Config{})
		d.Keys(c.key)
		d.Sees(c.head)
		same := uitest.ViewAfter(t, nil)
		c.before(same)
		d.Show(same)
		d.Sees(c.head)
		other := uitest.ViewAfter(t, nil)
		c.after(other)
		d.Show(other)
		d.Lacks(c.head)
		if len(d.Backend.Commands) != 0 {
			t.Errorf("%s: %+v", name, d.Backend.Commands)
		}
	}
}

// The resign dialog stays open when another player is eliminated.
func TestResignDialogIgnoresOthers(t *testing.T) {
	d := atTable(t, uitest.People[2], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("!")
	d.Sees("Resign?")
	v := uitest.ViewAfter(t, nil)
	v.Position.State[0] = rules.Eliminated
	d.Show(v)
	d.Sees("Resign?")
	v = uitest.ViewAfter(t, nil)
	v.Position.State[2] = rules.Eliminated
	d.Show(v)
	d.Lacks("Resign?")
}

// TestEndedOfferIsReported checks that the screen reports that a player's offer has ended
// without agreement. The report stays until the next key press.
func TestEndedOfferIsReported(t *testing.T) {
	offering := uitest.ViewAfter(t, nil)
	offering.Offer = &table.OfferView{By: uitest.People[1], Accepted: rules.Seats(0).With(1)}
	ended := uitest.ViewAfter(t, nil)
	ended.Recent = []table.Notable{{Number: 9, Kind: table.DrawLapse, Player: uitest.People[1]}}
	for who, says := range []string{"Blinky's draw offer ended", "Your draw offer ended"} {
		d := atTable(t, uitest.People[who], offering, kit.Config{})
		d.Show(ended)
		d.Sees(says)
		d.Keys("up")
		d.Lacks(says)
		d.Show(ended)
		d.Lacks(says)
	}
	declined := uitest.ViewAfter(t, uitest.Recorded(t)[:5])
	declined.Recent = []table.Notable{{Number: 9, Kind: table.TakebackDecline, Player: uitest.People[1], By: uitest.People[2]}}
	d := atTable(t, uitest.People[1], uitest.TakingBack(t, uitest.People[1]), kit.Config{})
	d.Show(declined)
	d.Sees("Pinky declined your takeback")
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)[:6]))
	d.Lacks("Pinky declined your takeback")
}

// TestEscTwiceAtOnce checks that two presses of Esc that arrive together count as two.
func TestEscTwiceAtOnce(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Click("m7")
	d.Keys("k7")
	d.Send(tea.KeyPressMsg{Code: tea.KeyEscape, Mod: tea.ModAlt})
	if at := tableOf(d); at.Input.Line.Text != "" || at.Input.Selection.Lifted != rules.NoSquare {
		t.Errorf("move line %q, lifted %v", at.Input.Line.Text, at.Input.Selection.Lifted)
	}
}

func TestKeyToRematchIsShown(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	v.Phase, v.Actor, v.Next = table.Finished, rules.NoSeat, 13
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees("The rematch is at table 13. Press g to join.", "g open rematch")
	d.Lacks("r rematch")
}

func TestSpectatorHasNoCursor(t *testing.T) {
	cursor := regexp.MustCompile(`\[[a-zA-Z]*\]`) // not the keys [ ]
	signs := func(d *driver) bool { return slices.ContainsFunc(d.Text(), cursor.MatchString) }
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	if signs(d) {
		t.Error("the spectator has a cursor")
	}
	if d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{}); !signs(d) {
		t.Error("the player has no cursor")
	}
}

// TestLongRefusalIsShownInFull checks that a refusal begins one line higher if it is too long
// for the space beside the move line.
func TestLongRefusalIsShownInFull(t *testing.T) {
	v := uitest.ViewAfter(t, nil)
	v.Terms.Touch = true
	d := atTable(t, uitest.People[1], v, kit.Config{})
	d.Keys("k", "7", "enter")
	text := strings.Join(strings.Fields(strings.Join(d.Text(), " ")), " ")
	before, after, _ := strings.Cut(text, "! It is not your turn")
	if !strings.Contains(before, "White to move") || !strings.Contains(after, "(no premoves at Move: k7_ touch-move tables)") ||
		strings.Contains(after, "…") {
		t.Errorf("the screen shows:\n%s", strings.Join(d.Text(), "\n"))
	}
}

// Players of a running game cannot open an analysis board; spectators can.
func TestPlayersCannotAnalyse(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	d.Keys("ctrl+a")
	d.Sees("Players cannot analyse before")
	if len(d.Stack.Screens) != 2 {
		t.Errorf("%d screens are open", len(d.Stack.Screens))
	}
}
