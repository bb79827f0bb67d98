package screen

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/front/screen/welcome"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
)

// painted is a cell as a terminal displays it.
type painted struct {
	text  string
	look  uv.Style
	width int
}

// paintingOf returns the cells of a terminal that shows a screen, row by row.
func paintingOf(e *vt.Emulator, d *driver) (cells []painted) {
	_, _ = e.WriteString(d.Content())
	for y := range e.Height() {
		for x := range e.Width() {
			c := e.CellAt(x, y)
			one := painted{strings.TrimSpace(c.Content), c.Style, c.Width}
			if one.text == "" && c.Style.Attrs&uv.AttrReverse == 0 { // the colour and the weight of a blank are not visible
				one.look.Fg, one.look.Attrs = nil, one.look.Attrs&^(uv.AttrBold|uv.AttrFaint)
			}
			cells = append(cells, one)
		}
	}
	return cells
}

// sizesOfScreens lists the sizes of terminals. The first size is too small for the whole
// screen.
var sizesOfScreens = [][2]int{{46, 16}, {80, 24}, {120, 40}, {200, 60}}

// TestUnsanitisedTextStaysInItsLines checks that typed and pasted text, refusals and the
// terms of tables change only their own lines, whatever characters they contain.
func TestUnsanitisedTextStaysInItsLines(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	all, step := os.Getenv("QUADRILLE_SOAK") != "", 2*len(sizesOfScreens)
	for at, size := range sizesOfScreens {
		e, harmless := vt.NewEmulator(size[0], size[1]), map[string][]painted{}
		for as, d := range typedScreens(t, "harmless", size) {
			harmless[as] = paintingOf(e, d.driver)
		}
		for i, raw := range hostile.Strings {
			if !all && i%step != at {
				continue
			}
			for as, d := range typedScreens(t, raw, size) {
				was, is := harmless[as], paintingOf(e, d.driver)
				for i, c := range is {
					y := i / size[0]
					if own := y >= d.from && y <= d.to || size[1] < draw.NeedHeight && y == size[1]-1; c != was[i] && !own {
						t.Fatalf("%v: %s with %q: cell %d,%d is %+v, was %+v", size, as, raw, i%size[0], y, c, was[i])
					}
				}
			}
		}
	}
}

// typed is a screen on which text was typed. The text may change only the screen lines with
// the indexes `from` to `to`.
type typed struct {
	*driver
	from, to int
}

func typedScreens(t *testing.T, raw string, size [2]int) map[string]typed {
	t.Helper()
	cfg := kit.Config{Width: size[0], Height: size[1]}
	paste := tea.PasteMsg{Content: raw}

	name := newDriver(t, kit.Config{Width: size[0], Height: size[1], Player: player.Player{ID: "SHA256:new"}})
	name.Send(paste)
	_, refusal := player.CleanName(raw)
	if refusal == nil {
		refusal = player.Taken.Refuse(raw)
	}
	name.Stack.Screens[0].(*welcome.Name).Refuse(refusal.Error())
	nameLine := max(0, slices.IndexFunc(name.Text(), func(line string) bool { return strings.Contains(line, "Name  ") }))

	move := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), cfg)
	move.Send(tea.PasteMsg{Content: "z"}) // begin the line with a letter, so that the pasted text is not a command
	move.Send(paste)
	move.Keys("enter")

	terms := uitest.ViewAfter(t, nil)
	terms.Terms.Options = map[string]string{raw: raw}

	form := inLobby(t, cfg)
	form.Keys("n", "down")
	form.Send(paste)
	form.Stack.Screens[1].(*lobbyui.TableForm).Refusal = fmt.Sprintf("%s=%s is not valid; the choices are on, off", raw, raw)
	return map[string]typed{
		"name":   {name, nameLine, nameLine + 6},
		"move":   {move, size[1] - 2, size[1] - 1}, // a refusal that needs two lines begins one line higher
		"terms":  {atTable(t, uitest.People[0], terms, cfg), 0, 0},
		"create": {form, 1, size[1] - 1}, // a longer refusal moves the form up
	}
}
