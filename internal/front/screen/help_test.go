package screen

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"quadrille/docs"
	"quadrille/internal/draw/board"
	"quadrille/internal/front/screen/game"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// The help lists its parts, and a key scrolls to each of them.
func TestHelpHasParts(t *testing.T) {
	for _, def := range variants.All() {
		d := atTable(t, uitest.People[0], uitest.OpeningView(t, def.Name), kit.Config{})
		d.Keys("?")
		d.Sees("Keys at a table")
		d.Keys("home")
		d.Sees("Contents", "1 contents", "/ filter", "(two minutes)")
		parts := map[string]string{}
		for _, line := range d.Text() {
			if number, name, ok := strings.Cut(strings.Trim(line, "│ "), "   "); ok && len(number) == 1 {
				parts[number] = strings.TrimSpace(name)
			}
		}
		if len(parts) < 6 || parts["2"] != "Keys at a table" || !strings.HasPrefix(parts["5"], "Rules of ") ||
			!strings.HasPrefix(parts["f"], "Your first game") {
			t.Errorf("%s has the pages %v", def.Name, parts)
		}
		for number, name := range parts {
			if number == "f" {
				continue
			}
			d.Keys("home", number)
			if head := strings.Trim(d.Text()[2], "│ "); head != name {
				t.Errorf("%s opens %q, not %q", number, head, name)
			}
		}
		d.Keys("9", "1")
		d.Sees("Contents")
		lesson, _ := rootOf(d).make(d.Stack.Screens[2].(*kit.Reader).Lesson).(*game.Screen)
		if lesson == nil || lesson.Subscription.Failed != "" {
			t.Errorf("%s: the lesson did not open: %v", def.Name, lesson)
		}
	}
}

// The help of every game names its seats and describes every key.
func TestHelpDescribesEveryKey(t *testing.T) {
	d := inLobby(t, kit.Config{})
	d.Keys("?")
	d.Sees("Keys in the lobby")
	all := ""
	for _, l := range d.Stack.Screens[1].(*kit.Reader).Lines {
		all += strings.Join(strings.Fields(l.Text), " ") + " "
	}
	for _, list := range [][]kit.Binding{
		kit.TableKeys, kit.FinishedKeys, kit.LobbyKeys, kit.LobbyPlaceKeys, kit.ArchiveKeys,
		kit.CommonKeys,
	} {
		for _, b := range list {
			if b.Long != "" && !strings.Contains(all, strings.Join(strings.Fields(b.Help().Key+" "+b.Long), " ")) {
				t.Errorf("help lacks %s, %s", b.Help().Key, b.Long)
			}
		}
	}
}

func TestSearchInText(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Stack.Push(kit.NewReader(d.Env, "Rules", func(width int) []kit.TextLine { return page(docs.Rules("chess4"), width) }))
	d.Keys("/", "STALEMATE")
	d.Sees("Find: STALEMATE_")
	d.Keys("enter")
	first := d.Stack.Screens[2].(*kit.Reader).Found
	d.Sees("n next")
	d.Keys("n")
	second := d.Stack.Screens[2].(*kit.Reader).Found
	if first == 0 || second == first {
		t.Errorf("found on line %d, then on line %d", first, second)
	}
	for range 30 {
		d.Keys("n")
		r := d.Stack.Screens[2].(*kit.Reader)
		top, end := r.Visible()
		if at := r.Found - 1; !strings.Contains(strings.ToLower(r.Lines[at].Text), "stalemate") || at < top || at >= end {
			t.Fatalf("line %d, seen from %d: %q", at, top, r.Lines[at].Text)
		}
	}
	d.Keys("/", "esc", "/", "zugzwang", "enter")
	d.Sees(`"zugzwang" not found`)
	if d.Bells != 1 {
		t.Errorf("%d bells", d.Bells)
	}
	d.Keys("/")
	d.Send(tea.PasteMsg{Content: "\x1b[31mC1"})
	d.Keys("enter", "/", "enter")
	d.Send(tea.WindowSizeMsg{Width: 60, Height: 20})
	d.Keys("/", "en")
	d.Sees("Find: en_")
	d.Keys("esc")
	d.Sees("esc back")
}

// The help lists only what matches the filter, with its headings.
func TestHelpIsFiltered(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("?", "/", "take back")
	d.Sees("Keys at a table", "ctrl+z", "/ take back_")
	d.Lacks("move the cursor")
	d.Keys("enter")
	d.Sees("ctrl+z", "/ take back")
	d.Keys("/", "nowhere to be found")
	d.Sees("Nothing matches")
	d.Keys("esc")
	d.Sees("Contents")
	d.Keys("esc")
	d.Lacks("Contents")
}

// A wide terminal shows the help in two columns.
func TestHelpHasTwoColumns(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 40})
	d.Keys("?")
	d.Sees("Keys at a table", "Keys on every screen")
}

// The help shows all of its text at every width.
func TestHelpFitsAnyWidth(t *testing.T) {
	for _, width := range []int{80, 81, 120, 200} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: width, Height: 24})
		d.Keys("?")
		d.Sees("Keys at a table")
		for _, l := range d.Stack.Screens[2].(*kit.Reader).Lines {
			if room := d.Stack.Screens[2].(*kit.Reader).Width - 5; len([]rune(l.Text)) > room && !l.Head {
				t.Errorf("%d wide, and a line of %d: %q", width, len(l.Text), l.Text)
			}
		}
	}
}

func TestHelpHasTheRulesOfEveryGame(t *testing.T) {
	for _, def := range variants.All() {
		d := atTable(t, uitest.People[0], uitest.GameView(t, def.Name, nil, nil), kit.Config{Width: 100, Height: 400})
		d.Keys("?")
		all := strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(d.Text(), " "), "│", "")), " ")
		for _, line := range page(docs.Rules(def.Name), 60) {
			if want := strings.Join(strings.Fields(line.Text), " "); !strings.Contains(all, want) {
				t.Errorf("%s: help lacks %q", def.Name, want)
				break
			}
		}
		facts := d.Stack.Screens[1].(*game.Screen).View.Variant.Facts()
		for s := range rules.Seat(rules.SeatCount) {
			if facts.Zones != nil && !strings.Contains(all, board.SeatSign(facts, s)+" "+facts.Seats[s]) {
				t.Errorf("%s: help lacks the sign of %s", def.Name, facts.Seats[s])
			}
		}
	}
}

func TestHelpDescribesInertPieces(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("?")
	for range 40 {
		if strings.Contains(strings.Join(d.Text(), "\n"), "inert: its seat is in checkmate") {
			return
		}
		d.Keys("pgdown")
	}
	t.Error("help does not explain *")
}

func TestHelpShowsReturnCode(t *testing.T) {
	d := inLobby(t, kit.Config{ReturnCode: "k7f3-2222"})
	d.Keys("?", "home", "2")
	d.Sees("return k7f3-2222")
}

// The lines of tables and diagrams are neither joined nor wrapped.
func TestHelpKeepsTablesAndDiagrams(t *testing.T) {
	const text = "# Rules\n\n**V1** One\ntwo.\n\n| zone | seat |\n| --- | --- |\n| left | Red |\n\n```\n x .\n . x\n```\n"
	var got []string
	for _, l := range page(text, 40) {
		got = append(got, strings.TrimSpace(l.Number+" ")+l.Text)
	}
	want := []string{"Rules", "V1One two.", "", "zone, seat", "left, Red", "", " x .", " . x", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHelpHasRulesOfGame(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Keys("?")
	d.Sees("Keys at a table", "move the cursor")
	all := ""
	for range 40 {
		all += strings.Join(d.Text(), "\n")
		d.Keys("pgdown")
	}
	for _, want := range []string{"C1 ", "C31 ", "king in checkmate", "silver's pieces", "G4 ", "Board and start"} {
		if !strings.Contains(all, want) {
			t.Errorf("help lacks %q", want)
		}
	}
	d.Keys("home")
	d.Sees("Keys at a table")
	d.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	d.Keys("up", "down", "end", "pgup", "q")
	d.Sees("Your move")
	for _, key := range []string{"ctrl+t", "ctrl+t", "ctrl+t", "ctrl+t", "ctrl+l"} {
		d.Keys(key)
		d.Sees("Your move")
	}
}
