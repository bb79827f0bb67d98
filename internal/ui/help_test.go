package ui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/rules/variants"
)

// Help has a table of its parts, and each part is one key away.
func TestHelpIsDividedInParts(t *testing.T) {
	for _, offer := range variants.All() {
		d := atTable(t, people[0], openingView(t, offer.Name), kit.Config{})
		d.keys("?")
		d.sees("What is here", "1-9 parts", "/ look for", ", in two minutes")
		parts := map[string]string{}
		for _, line := range d.text() {
			if number, name, ok := strings.Cut(strings.TrimSpace(line), "   "); ok && len(number) == 1 {
				parts[number] = strings.TrimSpace(name)
			}
		}
		if len(parts) < 6 || parts["2"] != "Keys at a table" || !strings.HasPrefix(parts["7"], "The rules of ") || !strings.HasPrefix(parts["f"], "Your first game") {
			t.Errorf("%s has the parts %v", offer.Name, parts)
		}
		for number, name := range parts {
			if number == "f" {
				continue
			}
			d.keys("home", number)
			if head := strings.TrimSpace(d.text()[2]); head != name {
				t.Errorf("%s leads to %q, not to %q", number, head, name)
			}
		}
		d.keys("9", "1")
		d.sees("What is here")
		lesson, _ := d.r.make(d.r.stack.Screens[2].(*kit.Reader).Leads).(*game.Screen)
		if lesson == nil || lesson.Failed != "" {
			t.Errorf("%s: no first game is opened: %v", offer.Name, lesson)
		}
	}
}

// Every game has the names of its seats among the signs, and every key of the key
// map is told somewhere.
func TestHelpTellsEveryKey(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.keys("?")
	d.sees("What is here")
	all := ""
	for _, l := range d.r.stack.Screens[1].(*kit.Reader).Lines {
		all += strings.Join(strings.Fields(l.Text), " ") + " "
	}
	for _, list := range [][]kit.Binding{kit.TableKeys, kit.AfterKeys, kit.LobbyKeys, kit.HouseKeys, kit.ShelfKeys, kit.CommonKeys} {
		for _, b := range list {
			if b.Help != "" && !strings.Contains(all, strings.Join(strings.Fields(b.Name+" "+b.Help), " ")) {
				t.Errorf("help does not tell of %s, %s", b.Name, b.Help)
			}
		}
	}
}

func TestWordsAreLookedForInHelp(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), kit.Config{})
	d.keys("?", "/", "STALEMATE")
	d.sees("Look for: STALEMATE_")
	d.keys("enter")
	first := d.r.stack.Screens[2].(*kit.Reader).Found
	d.sees("n next")
	d.keys("n")
	second := d.r.stack.Screens[2].(*kit.Reader).Found
	if first == 0 || second == first {
		t.Errorf("found on line %d, then %d", first, second)
	}
	for range 30 {
		d.keys("n")
		if r := d.r.stack.Screens[2].(*kit.Reader); !strings.Contains(strings.ToLower(r.Lines[r.Found-1].Text), "stalemate") ||
			r.Found-1 < r.Top || r.Found-1 >= r.Top+r.Room() {
			t.Fatalf("line %d, seen from %d: %q", r.Found-1, r.Top, r.Lines[r.Found-1].Text)
		}
	}
	d.keys("/", "esc", "/", "zugzwang", "enter")
	d.sees(`"zugzwang" is not in this text`)
	if d.bells != 1 {
		t.Errorf("%d beeps", d.bells)
	}
	d.keys("/")
	d.send(tea.PasteMsg{Content: "\x1b[31mC1"})
	d.keys("enter", "/", "enter")
	d.send(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.keys("/", "en")
	d.sees("Look for: en_")
	d.keys("esc")
	d.sees("Help: esc goes back.")
}

// Whatever the width, no line of help is lost or cut.
func TestHelpFitsAnyWidth(t *testing.T) {
	for _, width := range []int{80, 81, 120, 200} {
		d := atTable(t, people[0], viewAfter(t, nil), kit.Config{Width: width, Height: 24})
		d.keys("?")
		d.sees("What is here")
		for _, l := range d.r.stack.Screens[2].(*kit.Reader).Lines {
			if room := d.r.stack.Screens[2].(*kit.Reader).Width - 5; len([]rune(l.Text)) > room && !l.Head {
				t.Errorf("%d wide, and a line of %d: %q", width, len(l.Text), l.Text)
			}
		}
	}
}
