package screen

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/rules"
)

func TestEnterKeysAreEqual(t *testing.T) {
	for _, key := range []string{"enter", "kpenter", "linefeed"} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
		d.Keys("k7", key)
		d.Plays("m7-k7")
	}
}

func TestTurnIsAnnounced(t *testing.T) {
	words := uitest.Recorded(t)
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, nil), kit.Config{})
	d.Sees("White to move", " w  Inky")
	if title := d.Model.View().Title; title != "Table 12" {
		t.Errorf("title %q", title)
	}
	d.Show(uitest.ViewAfter(t, words[:1]))
	d.Sees("Your move, Silver", " s  Blinky")
	if title := d.Model.View().Title; title != "12: YOUR MOVE" {
		t.Errorf("title %q", title)
	}
	if d.Bells != 1 {
		t.Fatalf("%d bells when the turn began", d.Bells)
	}
	d.Show(uitest.ViewAfter(t, words[:1]))
	d.Show(uitest.ViewAfter(t, words[:2]))
	d.Show(uitest.ViewAfter(t, words[:3]))
	if d.Bells != 1 {
		t.Errorf("%d bells for one turn", d.Bells)
	}
	d.Keys("ctrl+g")
	d.Sees("The bell is off")
	d.Show(uitest.ViewAfter(t, words[:5]))
	if d.Bells != 1 {
		t.Error("the bell rang although it is off")
	}
	d.Keys("ctrl+g")
	d.Sees("The bell is on")
	if d.Bells != 2 {
		t.Errorf("%d bells when it was turned on", d.Bells-1)
	}
	d.Keys("tab")
	d.Lacks("The bell is on")
}

func TestCtrlCAsksPlayers(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("ctrl+c")
	d.Sees("Leave Quadrille?", "[ Stay ]")
	if d.Quit {
		t.Fatal("no dialog opened")
	}
	d.Keys("enter")
	d.Lacks("Leave Quadrille?")
	d.Keys("ctrl+c", "ctrl+c")
	if !d.Quit {
		t.Error("the second Ctrl-C did not end the session")
	}
	d = atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("ctrl+c")
	if !d.Quit {
		t.Error("a spectator was asked to confirm")
	}
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
