package game

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// TestTypingReplacesRefusedLine checks that the next letter after a refused move starts a new
// move, but that editing keys edit the refused move. After any other refusal, the typed line
// stays.
func TestTypingReplacesRefusedLine(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("m7-z9", "enter")
	d.Sees("Move: m7-z9_", "! ")
	d.Keys("m8")
	d.Sees("Move: m8_")

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("m7-z9", "enter", "backspace", "backspace", "k7")
	d.Sees("Move: m7-k7_")

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("m7-z9", "enter")
	d.Send(tea.PasteMsg{Content: "m7-k7"})
	d.Sees("Move: m7-k7_")

	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Backend.Answer = func(table.Command) error { return errors.New("that was another position") }
	d.Keys("m7-", "ctrl+z")
	d.Sees("Move: m7-_", "! ")
	d.Keys("k7")
	d.Sees("Move: m7-k7_")
	d.Keys("enter", "n")
	d.Sees("Move: n_")
}

// When a chat line is full, an error says that no more text fits.
func TestFullChatLineIsReported(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("'")
	d.Send(tea.PasteMsg{Content: strings.Repeat("x", table.MaxLineCells)})
	d.Lacks("t most 300 characters")
	d.Keys("y")
	d.Sees("! At most 300 characters", "xx_")
	d.Keys("backspace")
	d.Lacks("t most 300 characters")
	d.Keys("y")
	d.Lacks("t most 300 characters")
	d.Send(tea.PasteMsg{Content: "zz"})
	d.Sees("t most 300 characters", "xy_")
	if d.Bells != 2 {
		t.Errorf("%d bells", d.Bells)
	}
}

// The move line becomes empty when the game ends.
func TestMoveLineEndsWithGame(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:8])
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("m7-z9", "enter")
	d.Sees("Move: m7-z9_", "! ")
	over := *v
	over.Phase = table.Finished
	d.Show(&over)
	d.Lacks("Move: ", "! ")
}

// After the viewer moves, the board shows the newest position again.
func TestOwnMoveEndsLookingBack(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:8]), kit.Config{})
	d.Keys("pgup")
	d.Sees("Looking back")
	v := d.table().View
	d.Keys(rules.Plain(v.Variant.Facts(), v.Actor, v.Legal[0]), "enter")
	d.Lacks("Looking back")
}

// Round numbers of three digits are shown in full, and the moves stay in their columns.
func TestRoundNumbersAbove99(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
	round := v.Moves
	for range 101 {
		v.Moves = append(v.Moves[:len(v.Moves):len(v.Moves)], round...)
	}
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Sees(" 99 k7     Nk3", "100 k7     Nk3", "101 k7     Nk3")
}

// If the terminal is too small, a sentence says which size is needed. Narrow terminals show it
// in full.
func TestNeededSizeIsShownInFull(t *testing.T) {
	for width := 12; width < draw.NeedWidth; width++ {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: width, Height: 12})
		said := strings.Join(strings.Fields(strings.Join(d.Text()[:5], " ")), " ")
		if want := fmt.Sprintf("Quadrille needs 32 x 16. This terminal has %d x 12.", width); !strings.HasPrefix(said, want) {
			t.Errorf("at %d: %q", width, said)
		}
	}
	d := atTable(t, uitest.People[0], uitest.OpeningView(t, "quadrochess"), kit.Config{Width: 36, Height: 16})
	d.Sees("Quadrille needs 37 x 13.")
}

func TestBotsCannotBeMuted(t *testing.T) {
	v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
	v.Host = uitest.People[0]
	v.Seats[2].Player = player.Bot(3, 2)
	d := atTable(t, uitest.People[0], v, kit.Config{})
	d.Keys("ctrl+o")
	d.Sees("Mute Blinky")
	d.Lacks("Mute Bot")
}

func TestHintsOmitRefusedKeys(t *testing.T) {
	for _, c := range []struct{ talk, touch, rated bool }{{}, {talk: true}, {touch: true}, {talk: true, touch: true}, {rated: true}} {
		v := uitest.ViewAfter(t, uitest.Recorded(t)[:4])
		v.ChatOpen, v.Terms.Touch, v.Terms.Rated = c.talk, c.touch, c.rated
		d := atTable(t, uitest.People[0], v, kit.Config{Width: 200, Height: 60})
		last := strings.Join(d.Text()[55:], "\n")
		if strings.Contains(last, "' chat") != c.talk || strings.Contains(last, "ctrl+z takeback") == (c.touch || c.rated) {
			t.Errorf("%+v: %s", c, last)
		}
	}
}
