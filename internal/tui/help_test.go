package tui

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/rules/variants"
)

// Help has a table of its parts, and each part is one key away.
func TestHelpIsDividedInParts(t *testing.T) {
	for _, offer := range variants.All() {
		d := atTable(t, people[0], openingView(t, offer.Name), Config{})
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
		lesson, _ := d.r.make(d.r.stack[2].(*reader).leads).(*tableScreen)
		if lesson == nil || lesson.failed != "" {
			t.Errorf("%s: no first game is opened: %v", offer.Name, lesson)
		}
	}
}

// Every game has the names of its seats among the signs, and every key of the key
// map is told somewhere.
func TestHelpTellsEveryKey(t *testing.T) {
	d := inLobby(t, Config{})
	d.keys("?")
	d.sees("What is here")
	all := ""
	for _, l := range d.r.stack[1].(*reader).lines {
		all += strings.Join(strings.Fields(l.text), " ") + " "
	}
	for _, list := range [][]binding{tableKeys, afterKeys, lobbyKeys, houseKeys, shelfKeys, commonKeys} {
		for _, b := range list {
			if b.help != "" && !strings.Contains(all, strings.Join(strings.Fields(b.name+" "+b.help), " ")) {
				t.Errorf("help does not tell of %s, %s", b.name, b.help)
			}
		}
	}
}

func TestWordsAreLookedForInHelp(t *testing.T) {
	d := atTable(t, people[0], viewAfter(t, nil), Config{})
	d.keys("?", "/", "STALEMATE")
	d.sees("Look for: STALEMATE_")
	d.keys("enter")
	first := d.r.stack[2].(*reader).found
	d.sees("n next")
	d.keys("n")
	second := d.r.stack[2].(*reader).found
	if first == 0 || second == first {
		t.Errorf("found on line %d, then %d", first, second)
	}
	for range 30 {
		d.keys("n")
		if r := d.r.stack[2].(*reader); !strings.Contains(strings.ToLower(r.lines[r.found-1].text), "stalemate") ||
			r.found-1 < r.top || r.found-1 >= r.top+r.room() {
			t.Fatalf("line %d, seen from %d: %q", r.found-1, r.top, r.lines[r.found-1].text)
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
		d := atTable(t, people[0], viewAfter(t, nil), Config{Width: width, Height: 24})
		d.keys("?")
		d.sees("What is here")
		for _, l := range d.r.stack[2].(*reader).lines {
			if room := d.r.stack[2].(*reader).width - 5; len([]rune(l.text)) > room && !l.head {
				t.Errorf("%d wide, and a line of %d: %q", width, len(l.text), l.text)
			}
		}
	}
}
