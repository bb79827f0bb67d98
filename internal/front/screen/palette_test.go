package screen

import (
	"context"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/profile"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
)

func withCommands(ran *string) kit.Config {
	return kit.Config{Commands: kit.Commands{
		List: func(player.Player) []kit.Command {
			return []kit.Command{
				{Name: "about", Usage: "about", Short: "print the club's name"},
				{Name: "record", Usage: "record N [--format NAME]", Short: "print the record of a game"},
				{Name: "settings", Usage: "settings", Short: "list your settings"},
			}
		},
		Run: func(_ context.Context, _ player.Player, line string, _ int) (string, *nav.Table) {
			*ran = line
			return "it said " + line, nil
		},
	}}
}

// The palette lists each thing once: the command "settings" is the key ctrl+s.
func TestPaletteFindsKeysAndCommands(t *testing.T) {
	ran := ""
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), withCommands(&ran))
	d.Keys(":")
	d.Sees("Commands")
	d.Keys("setti")
	d.Sees("Settings", "ctrl+s")
	if n := strings.Count(strings.ToLower(strings.Join(d.Text(), "\n")), "list your settings"); n != 0 {
		t.Error("settings occur twice")
	}
	d.Keys("enter")
	if _, ok := d.Stack.Top().(*profile.Settings); !ok {
		t.Errorf("the palette opened %T", d.Stack.Top())
	}
	d.Keys("esc", "ctrl+p", "about", "enter")
	d.Sees("it said about")
	d.Keys(":", "rec", "enter") // lacks the number of the table
	d.Sees(": record _")
	d.Keys("7", "enter")
	d.Sees("it said record 7")
}

// TestPaletteSaysWhatKeysDo checks that no description only repeats the name of its key.
func TestPaletteSaysWhatKeysDo(t *testing.T) {
	for name, want := range map[string]string{
		"quit": "leave Quadrille", "help": "keys, signs and the rules", "open it": "open the table that waits",
	} {
		d := inLobby(t, withCommands(new(string)))
		d.Keys(":", name)
		d.Sees(want)
	}
}

// TestPaletteNamesEachThingOnce checks that keys without a hint in the footer have short names too, and that two keys for
// the same command are listed once.
func TestPaletteNamesEachThingOnce(t *testing.T) {
	d := inLobby(t, withCommands(new(string)))
	d.Keys(":", "bell")
	d.Sees("Bell", "turn the bell on or off", "ctrl+g")
	d.Keys("esc", ":", "messages")
	if n := strings.Count(strings.Join(d.Text(), "\n"), "read and write direct messages"); n != 1 {
		t.Errorf("messages are listed %d times", n)
	}
}

func TestPaletteGivesCommandsOfTheTable(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys(":", "resign")
	d.Sees("Resign", "!")
	d.Keys("enter")
	d.Sees("Resign")
	d.Keys("esc", "k", ":") // no palette while a move is typed
	d.Lacks("Commands ")
}

func TestPaletteFitsASmallTerminal(t *testing.T) {
	ran := ""
	cfg := withCommands(&ran)
	cfg.Width, cfg.Height = 46, 16
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), cfg)
	d.Keys("ctrl+p", "about")
	d.Sees("about")
	d.Keys("enter")
	d.Sees("it said about")
}

func TestFooterKeyCanBeClicked(t *testing.T) {
	d := atTable(t, uitest.Spectator, uitest.ViewAfter(t, nil), kit.Config{})
	lines := d.Text()
	last := lines[len(lines)-1]
	x := strings.Index(last, "? help")
	if x < 0 {
		t.Fatalf("no help in %q", last)
	}
	d.Send(tea.MouseClickMsg{X: len([]rune(last[:x])) + 3, Y: len(lines) - 1, Button: tea.MouseLeft})
	d.Sees("Keys at a table")
}

// TestKeyOfTheStatusCanBeClicked clicks the key that answers a seek, above the keys of the lobby. A terminal without room for
// the hint does not show a part of it.
func TestKeyOfTheStatusCanBeClicked(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := busyLobby(t, kit.Config{Width: size[0], Height: size[1], Player: uitest.Spectator})
		d.Sees("ctrl+x dismiss")
		lines := d.Text()
		y := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "ctrl+x") })
		x := len([]rune(lines[y][:strings.Index(lines[y], "ctrl+x")]))
		d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		d.Lacks("ctrl+x")
	}
	d := busyLobby(t, kit.Config{Width: 46, Height: 16, Player: uitest.Spectator})
	d.Sees("Blinky seeks Chess4 5+10", "ctrl+e join")
	d.Lacks("ctr…")
	d.Lacks("ctrl+x")
}

// A player with a Russian keyboard layout presses д for l, and the screen says so once.
func TestKeysOfOtherLayoutsActByTheirPlace(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("д")
	if _, ok := d.Stack.Top().(*profile.Ladder); !ok {
		t.Errorf("д opened %T, not the ladder", d.Stack.Top())
	}
	d.Sees("work by their place: д is l")
	d.Keys("esc")
	d.Lacks("work by their place")
	d.Keys("д")
	d.Lacks("work by their place")
	g := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	g.Keys("л7", "enter")
	g.Plays("m7-k7")
}

// TestPaletteShowsWholeKeys looks for a row whose keys were cut with room beside them.
func TestPaletteShowsWholeKeys(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	d.Keys("ctrl+p", "look back")
	d.Sees("[ ]  pgup pgdn")
}
