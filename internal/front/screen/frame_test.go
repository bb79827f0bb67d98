package screen

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"quadrille/internal/front/screen/kit"
	lobbyui "quadrille/internal/front/screen/lobby"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/player"
	"quadrille/internal/player/hostile"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// scenes returns functions that make drivers of all screens and dialogs, with the given names
// wherever a name is shown.
func scenes(t testing.TB, names [rules.SeatCount]string, cfg kit.Config) map[string]func() *driver {
	t.Helper()
	who := player.Player{ID: uitest.People[0].ID, Name: names[0]}
	named := func(v *table.View) *table.View {
		for s, name := range names {
			if !v.Seats[s].Open {
				v.Seats[s].Player = player.Player{ID: uitest.People[s].ID, Name: name}
			}
		}
		v.Offer = &table.OfferView{By: who, Accepted: rules.Seats(0).With(0)}
		return v
	}
	asked := func() *table.View {
		v := named(uitest.ViewAfter(t, nil))
		v.Offer.By.ID = "SHA256:else"
		return v
	}
	at := func(who player.Player, v func() *table.View, keys ...string) func() *driver {
		return func() *driver { return pressed(atTable(t, who, v(), cfg), keys...) }
	}
	after := func(words []string) func() *table.View {
		return func() *table.View { return named(uitest.ViewAfter(t, words)) }
	}
	recorded := uitest.Recorded(t)
	list := map[string]func() *driver{
		"lobby": func() *driver {
			d, v := inLobby(t, cfg), uitest.LobbyView()
			d.Env.Me.Name = names[0]
			v.Tables[1].Seats = asked().Seats
			for _, seat := range v.Tables[1].Seats {
				v.Here = append(v.Here, view.Here{Player: seat.Player})
			}
			d.Send(lobbyui.NewsMsg{L: d.Stack.Screens[0].(*lobbyui.Screen), View: v})
			return d
		},
		"create": func() *driver {
			d := inLobby(t, cfg)
			d.Env.Me.Name = names[0]
			return pressed(d, "n")
		},
		"typed": func() *driver {
			d := visitOf(t, names[0], cfg).first()
			d.Send(tea.PasteMsg{Content: names[0]})
			return d
		},
		"table":    at(uitest.Spectator, after(recorded[:40])),
		"mine":     at(who, after(nil)),
		"waiting":  at(uitest.Spectator, func() *table.View { return named(uitest.Waiting(t, 0, 1, 2)) }),
		"finished": at(uitest.Spectator, after(recorded)),
		"draw":     at(uitest.People[1], asked, "="),
		"help":     at(uitest.Spectator, after(nil), "?"),
		"resigning": at(uitest.People[2], func() *table.View {
			v := named(uitest.GameView(t, "verney", nil, nil))
			v.Offer, v.Resigning = nil, rules.Seats(0).With(0)
			return v
		}, "!"),
	}
	for _, def := range variants.All() {
		list[def.Name] = func() *driver {
			v := named(uitest.OpeningView(t, def.Name))
			v.Offer = nil
			return atTable(t, uitest.People[v.Actor], v, cfg)
		}
	}
	for name, scene := range screenScenes {
		list["screen "+name] = func() *driver { return scene(visitOf(t, names[0], cfg)) }
	}
	return list
}

// same returns the same name for all four seats.
func same(name string) [rules.SeatCount]string {
	return [rules.SeatCount]string{name, name, name, name}
}

func TestLinesFitTerminal(t *testing.T) {
	list := map[string]*driver{}
	for name, scene := range scenes(t, same("Inky"), kit.Config{}) {
		list[name] = scene()
	}
	names := slices.Sorted(maps.Keys(list))
	rapid.Check(t, func(r *rapid.T) {
		d := list[rapid.SampledFrom(names).Draw(r, "screen")]
		width, height := rapid.IntRange(20, 220).Draw(r, "width"), rapid.IntRange(8, 70).Draw(r, "height")
		d.Send(tea.WindowSizeMsg{Width: width, Height: height})
		g := d.Draw()
		for i := range height {
			line := ""
			for _, c := range g.Row(i) {
				line += c.Text
			}
			if w := ansi.StringWidth(line); w != width || ansi.StringWidthWc(line) != width {
				r.Fatalf("line %d is %d wide in a terminal of %d: %q", i, w, width, line)
			}
		}
	})
}

// TestResizeRedrawsEverything checks that a terminal that was resized several times shows the
// same frame as a new terminal of the final size.
func TestResizeRedrawsEverything(t *testing.T) {
	resized, fresh := scenes(t, same("Inky"), kit.Config{}), scenes(t, same("Inky"), kit.Config{Width: 80, Height: 24})
	for name, scene := range resized {
		d := scene()
		for _, size := range [][2]int{{200, 60}, {20, 8}, {120, 40}, {1, 1}, {0, 0}, {80, 24}} {
			d.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			d.Draw()
		}
		if got, want := strings.Join(d.Text(), "\n"), strings.Join(fresh[name]().Text(), "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestHostileNamesStayInTheirBox checks that a hostile name changes only the cells that belong to names, on
// terminals of different sizes. All other cells have the same text and style as with a harmless name.
// Screens with a name in their first line alone are left out: that line is the same on all screens.
func TestHostileNamesStayInTheirBox(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	sizes := []kit.Config{{Width: 80, Height: 24}, {Width: 46, Height: 16}, {Width: 120, Height: 40}}
	// At these widths, the length of a name decides where the rest of the screen is.
	moves := map[int][]string{
		80: {"resigning"}, 46: {"screen admin", "screen admin-audit", "screen admin-tables"}, 120: {"screen evening"},
	}
	for i, cfg := range sizes {
		screen := vt.NewEmulator(cfg.Width, cfg.Height) // making one takes longer than drawing on it
		tame := tameScreens(t, screen, cfg)
		part := 0
		for names := range slices.Chunk(hostile.Strings, rules.SeatCount) {
			if part++; part%len(sizes) != i && os.Getenv("QUADRILLE_SOAK") == "" {
				continue
			}
			four := same("tame")
			copy(four[:], names)
			for name, scene := range scenes(t, four, cfg) {
				if tame[name] == nil || slices.Contains(moves[cfg.Width], name) {
					continue
				}
				if why := tame[name].strays(cellsOf(screen, scene())); why != "" {
					t.Errorf("%dx%d, %.200q: %s: %s", cfg.Width, cfg.Height, four, name, why)
				}
			}
		}
	}
}

// cellsOf returns the lines of cells that a terminal displays.
func cellsOf(screen *vt.Emulator, d *driver) (lines [][]uv.Cell) {
	_, _ = screen.WriteString(d.Content())
	for y := range screen.Height() {
		line := make([]uv.Cell, screen.Width())
		for x := range line {
			line[x] = *screen.CellAt(x, y)
		}
		lines = append(lines, line)
	}
	return lines
}

// tameScreens returns the frames of all screens that show names.
func tameScreens(t *testing.T, screen *vt.Emulator, cfg kit.Config) map[string]*tameFrames {
	t.Helper()
	frames := map[string][][][]uv.Cell{}
	// in lists, names of the second length also move the names of others
	for _, length := range []int{player.MaxNameCells, player.MaxNameCells - 3, 0} {
		for name, scene := range scenes(t, same(strings.Repeat("N", length)), cfg) {
			frames[name] = append(frames[name], cellsOf(screen, scene()))
		}
	}
	tame := map[string]*tameFrames{}
	for name, list := range frames {
		if f := framesOf(list); f.named > 0 && name != "screen ladder-name" { // the name decides which players this list contains
			tame[name] = f
		}
	}
	return tame
}

// tameFrames are frames of a screen with harmless names of different lengths.
type tameFrames struct {
	list  [][][]uv.Cell
	looks []map[uv.Style]bool // the styles of each line
	named int                 // the last line with a name; the first line is that of all screens
}

func framesOf(list [][][]uv.Cell) *tameFrames {
	f := &tameFrames{list: list}
	for y := range list[0] {
		f.looks = append(f.looks, map[uv.Style]bool{})
		for x := range list[0][y] {
			for _, cells := range list {
				f.looks[y][cells[y][x].Style] = true
			}
			if f.differ(x, y) {
				f.named = y
			}
		}
	}
	return f
}

// differ reports whether a cell depends on the names.
func (f *tameFrames) differ(x, y int) bool {
	a := &f.list[0][y][x]
	return slices.ContainsFunc(f.list[1:], func(cells [][]uv.Cell) bool { return !alike(a, &cells[y][x]) })
}

// alike reports whether two cells look the same.
func alike(a, b *uv.Cell) bool { return a.Equal(b) || empty(a) && empty(b) }

// strays describes the first cell that hostile names have changed outside of names, or
// returns "" if there is none. In a line with a name, the cells after the start of the name
// may move but must keep their style.
func (f *tameFrames) strays(lines [][]uv.Cell) string {
	for y, line := range lines {
		named := false
		for x := range line {
			c, a := &line[x], &f.list[0][y][x]
			named = named || f.differ(x, y)
			if !named && !alike(c, a) {
				return fmt.Sprintf("cell %d,%d is %q, was %q", x, y, c.Content, a.Content)
			}
			blank := strings.TrimSpace(c.Content) == "" && c.Style.IsZero() // left by a name that the terminal draws narrower
			if named && c.Width > 0 && !blank && !f.looks[y][c.Style] {
				return fmt.Sprintf("cell %d,%d has a look that this line never has", x, y)
			}
		}
	}
	return ""
}

// empty reports whether a cell shows only the background of the terminal.
func empty(c *uv.Cell) bool {
	return strings.TrimSpace(c.Content) == "" && c.Style.Bg == nil && c.Style.Attrs&^(uv.AttrBold|uv.AttrFaint) == 0
}

// Random keys cause no panic, and Update never blocks.
func TestRandomKeys(t *testing.T) {
	var keys []string
	for name := range uitest.KeyNames {
		if name != "ctrl+c" {
			keys = append(keys, name)
		}
	}
	keys = append(keys, strings.Split("abk7NQOx-=!?/+[]<>#%~@q89 ", "")...)
	rapid.Check(t, func(r *rapid.T) {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, uitest.Recorded(t)[:rapid.IntRange(0, 9).Draw(r, "plies")]), kit.Config{})
		for _, key := range rapid.SliceOfN(rapid.SampledFrom(keys), 1, 40).Draw(r, "keys") {
			d.Keys(key)
			if d.Quit {
				return
			}
			d.Draw()
		}
	})
}

// TestProgramEndsWithSession checks that each Cmd that is still waiting ends when the session
// ends.
func TestProgramEndsWithSession(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cfg := kit.Config{Player: uitest.People[0], Named: true, Open: &nav.Table{ID: 12}, Width: 80, Height: 24, Context: ctx}
	h := uitest.NewBackend(t, cfg)
	cfg.Lobby = h.Lobby
	e := kit.NewEnv(cfg)
	h.Hold(e)
	opened, open := make(chan struct{}), e.OpenTable
	e.OpenTable = func(ctx context.Context, id table.ID, me player.Player) (*kit.TableHandle, error) {
		defer close(opened)
		return open(ctx, id, me)
	}
	p := uitest.Run(ctx, newRoot(e), 80, 24, colorprofile.ANSI256, io.Discard)
	<-opened
	cancel()
	<-p.Ended
	if got := <-h.Closed; got != "table" {
		t.Errorf("%s was closed", got)
	}
	watch := h.Lobby.Watch()
	defer watch.Close()
	for here := true; here; { // wait until the player has left the lobby
		v, _ := watch.Take(t.Context())
		here = len(v.Here) > 0
	}
}
