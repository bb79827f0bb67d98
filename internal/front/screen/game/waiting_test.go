package game

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// TestAdviceHasWholeSentences checks that the advice below the menu leaves out sentences that
// do not fit, and shortens none.
func TestAdviceHasWholeSentences(t *testing.T) {
	b := seenBy(uitest.People[3], uitest.Waiting(t, 0)).beforeGame(present.Server{})
	for _, width := range []int{24, 33} {
		whole := fitting(b, "", width, 20)
		if len(whole) < 2 {
			t.Fatalf("width %d: %q", width, whole)
		}
		less := fitting(b, "", width, len(whole)-1)
		if got := strings.Join(less, " "); len(less) >= len(whole) || got != b.Starts()[0] {
			t.Errorf("width %d: %q, where only %d lines of %q fit", width, got, len(whole)-1, whole)
		}
	}
}

// TestCountdownUntilBotsJoin draws the time that is left as a bar for a player of a seek, in themes with and without colours.
func TestCountdownUntilBotsJoin(t *testing.T) {
	for _, theme := range []string{"dark", "mono"} {
		set := player.Settings{}.With(player.Choice{Setting: player.Theme, Value: theme})
		d := atTable(t, uitest.People[0], uitest.Waiting(t, 0), kit.Config{Width: 120, Height: 40, Settings: set})
		ink := &d.Env.Ink
		bar := func(left time.Duration) (cells int) {
			g := draw.NewGrid(60, 20, ink.Text)
			d.table().waiting.draw(g, draw.Box{Width: 60, Height: 20}, d.table().seen(), present.Server{BotsIn: left}, invitation{}, ink)
			for y := range g.Height {
				for x := range g.Width {
					if cell := g.At(x, y); cell.Text == ink.Signs.Bar && cell.Style.Fg == ink.Accent.Fg {
						cells++
					}
				}
			}
			return cells
		}
		all, half := bar(30*time.Second), bar(15*time.Second)
		if all < 20 || half < all/2-1 || half > all/2+1 || bar(0) != 0 {
			t.Errorf("%s: %d cells for 30 seconds, %d for 15, %d for none", theme, all, half, bar(0))
		}
	}
}

// In every game and at every size of the terminal, the advice on the waiting screen says which
// bots will play.
func TestAdviceAboutBots(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	for _, def := range variants.All() {
		for _, options := range choicesOf(def) {
			for _, seat := range []int{0, 3} {
				for _, size := range [][2]int{{80, 24}, {120, 40}} {
					v := uitest.GameView(t, def.Name, options, nil)
					v.Seats = uitest.Waiting(t, seat).Seats
					v.Phase, v.Actor, v.Legal, v.Terms.Bots = table.Waiting, rules.NoSeat, nil, 6
					v.Terms.Chat = size[0] == 80
					d := atTable(t, uitest.People[seat], v, kit.Config{Width: size[0], Height: size[1]})
					d.Sees("▸ " + present.ReadyLabel)
					if text := d.belowMenu(); !strings.Contains(text, "evel 6 bots take the open seats") || !strings.HasSuffix(text, ".") {
						t.Errorf("%s %v, %d, %v: %q", def.Name, options, seat, size, text)
					}
					for range d.table().seen().entries(d.table().bots()) {
						d.Keys("down")
						if text := d.belowMenu(); text != "" && !strings.HasSuffix(text, ".") {
							t.Errorf("%s %v, %d, %v, on %q: %q", def.Name, options, seat, size, d.table().waiting.menu, text)
						}
					}
				}
			}
		}
	}
}

// choicesOf returns sets of options. The first set is nil, which means the defaults. Each
// further set contains a single option, with one of its values.
func choicesOf(def rules.Definition) []map[string]string {
	list := []map[string]string{nil}
	for _, o := range def.Options {
		for _, c := range o.Choices {
			list = append(list, map[string]string{o.Name: c})
		}
	}
	return list
}

// belowMenu returns the text below the entries of the menu, without the panel that follows.
func (d *driver) belowMenu() string {
	l, _ := d.layout()
	n := len(d.table().seen().entries(d.table().bots()))
	box := entriesIn(l.Menu, n)
	text := ""
	for _, line := range d.Text()[box.Y+n : box.Y+box.Height] {
		if row := []rune(line); len(row) > box.X {
			if row[box.X] == '─' {
				break
			}
			text += " " + strings.TrimSpace(string(row[box.X:min(len(row), box.X+box.Width)]))
		}
	}
	return strings.TrimSpace(text)
}

// TestChatWithoutLinesHasBorderBeforeTheGame looks for a title of the chat that stood without a border below the invitation.
func TestChatWithoutLinesHasBorderBeforeTheGame(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {200, 60}} {
		d := atTable(t, uitest.People[0], uitest.Waiting(t, 0), kit.Config{Width: size[0], Height: size[1]})
		d.Sees("' chat")
		for _, line := range d.Text() {
			if strings.Contains(line, " Chat ") && !strings.Contains(line, "╭─ Chat ") && !strings.Contains(line, "├─ Chat ") {
				t.Errorf("%v: %q", size, line)
			}
		}
	}
}

// TestMovesHaveWholeBorderBelowResult looks at the line below the result card, which covers the line that both parts share.
func TestMovesHaveWholeBorderBelowResult(t *testing.T) {
	d := atTable(t, uitest.People[1], uitest.ViewAfter(t, uitest.Recorded(t)[:39]), kit.Config{Width: 80, Height: 24})
	d.Show(uitest.ViewAfter(t, uitest.Recorded(t)))
	lines := d.Text()
	for i := 1; i < len(lines); i++ {
		if strings.Contains(lines[i-1], "╰─") && strings.Contains(lines[i], "├─ Moves") {
			t.Errorf("%q below %q", lines[i], lines[i-1])
		}
	}
	d.Sees("╭─ Moves ")
}

// TestTableHasTheSignsOfTheTerminal draws tables on a terminal that may show no characters outside of ASCII: the lobby had borders of
// ASCII, the table had round ones.
func TestTableHasTheSignsOfTheTerminal(t *testing.T) {
	ready := uitest.Waiting(t, 0, 1)
	ready.Seats[1].Ready = true
	for name, v := range map[string]*table.View{"before": ready, "play": uitest.ViewAfter(t, nil), "after": uitest.Finished(t)} {
		cfg := kit.Config{Width: 120, Height: 40, Term: "vt100"}
		cfg.Settings = cfg.Settings.With(player.Choice{Setting: player.Pieces, Value: "letters"})
		cfg.Settings = cfg.Settings.With(player.Choice{Setting: player.Colour, Value: "none"})
		text := strings.Join(atTable(t, uitest.People[0], v, cfg).Text(), "\n")
		for _, r := range text {
			if r > unicode.MaxASCII {
				t.Errorf("%s: the screen contains %q:\n%s", name, r, text)
				break
			}
		}
	}
}
