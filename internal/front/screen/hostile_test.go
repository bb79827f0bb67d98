package screen

import (
	"context"
	"fmt"
	"maps"
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
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// sameNameLobby is a real lobby in which all players have the same name. The name contains
// characters that a real server would refuse. The players sit at tables of every game and
// every phase.
type sameNameLobby struct {
	*testing.T
	directory *lobby.Lobby
	who       [rules.SeatCount]player.Player
	guest     player.Player
	tables    map[string]*live.Table
	taken     error // the error for a seat that is taken; it contains the name of the player on the seat
}

func openSameNameLobby(t *testing.T, name string) *sameNameLobby {
	t.Helper()
	directory, err := lobby.Open(t.Context(), lobby.Config{Store: logtest.NewMemory()})
	if err != nil {
		t.Fatal(err)
	}
	n := &sameNameLobby{
		T:         t,
		directory: directory,
		guest:     player.Player{ID: uitest.Spectator.ID, Name: name},
		tables:    map[string]*live.Table{},
	}
	directory.Connect(n.guest)
	for s := range n.who {
		n.who[s] = player.Player{ID: uitest.People[s].ID, Name: name}
		directory.Connect(n.who[s])
	}
	for i, def := range variants.All() {
		n.sit(def.Name, n.open(def.Name, i%len(n.who)), 4)
	}
	n.sit("waiting", n.open("chess4", 0), 3)
	n.taken = n.tables["waiting"].Do(t.Context(), table.Command{By: n.guest, Kind: table.Sit, Seat: 0})
	n.sit("draw", n.open("chess4", 1), 4)
	n.do("draw", table.Command{By: n.who[1], Kind: table.OfferDraw, Seat: 1})
	n.sit("wish", n.open("verney", 2), 4)
	n.do("wish", table.Command{By: n.who[2], Kind: table.Play, Seat: 2, Action: rules.Action{Type: rules.Resign, Seat: 2}, Answers: -1})
	n.sit("finished", n.open("chess4", 3), 4)
	for s := range rules.Seat(3) {
		n.do(
			"finished",
			table.Command{By: n.who[s], Kind: table.Play, Seat: s, Action: rules.Action{Type: rules.Resign, Seat: s}, Answers: -1},
		)
	}
	return n
}

func (n *sameNameLobby) open(game string, host int) *live.Table {
	n.Helper()
	t, err := n.directory.Create(n.Context(), n.who[host], table.Terms{Game: game})
	if err != nil {
		n.Fatalf("%s for %q: %v", game, n.who[host].Name, err)
	}
	return t
}

// sit seats players on the given number of seats and marks them as ready. The game starts when
// all seats are taken.
func (n *sameNameLobby) sit(as string, t *live.Table, seats int) {
	n.Helper()
	n.tables[as] = t
	for s := range seats {
		n.do(as, table.Command{By: n.who[s], Kind: table.Sit, Seat: rules.Seat(s)})
		n.do(as, table.Command{By: n.who[s], Kind: table.Ready, Seat: rules.Seat(s)})
	}
}

func (n *sameNameLobby) do(as string, a table.Command) {
	n.Helper()
	if err := n.tables[as].Do(n.Context(), a); err != nil {
		n.Fatalf("%s: %v", as, err)
	}
}

func (n *sameNameLobby) close() {
	if err := n.directory.Close(context.Background()); err != nil {
		n.Error(err)
	}
}

// screens holds a driver (a screen under test) for every screen and dialog that can show a
// name. Tests show several lobbies on the same drivers, one after the other.
type screens struct {
	list map[string]*driver
	size [2]int
}

func newScreens(t *testing.T, size [2]int, all bool) *screens {
	t.Helper()
	cfg := kit.Config{Width: size[0], Height: size[1]}
	s := &screens{
		size: size,
		list: map[string]*driver{"lobby": inLobby(t, cfg), "lobby, at a table": inLobby(t, cfg), "create": inLobby(t, cfg)},
	}
	for as, who := range viewerOf {
		game := "chess4"
		if i := slices.IndexFunc(variants.All(), func(o rules.Definition) bool { return o.Name == as }); i >= 0 {
			if game = as; !all && size != sizesOfScreens[1+i%3] {
				continue
			}
		}
		if as == "wish" || as == "wished" {
			game = "verney"
		}
		s.list[as] = atTable(t, who, uitest.GameView(t, game, nil, nil), cfg)
	}
	return s
}

// viewerOf maps each name in screens.list that is a table's screen to the viewer.
var viewerOf = map[string]player.Player{
	"chess4": uitest.People[0], "verney": uitest.People[1], "quadrochess": uitest.People[2], "forchess": uitest.People[3],
	"waiting": uitest.People[0], "taken": uitest.Spectator, "draw": uitest.People[0], "drawn": uitest.People[1], "asked": uitest.People[2],
	"wish": uitest.People[0], "wished": uitest.People[0], "finished": uitest.Spectator, "leave": uitest.People[3],
}

// fill makes each screen show tables or players of the lobby `n`.
func (s *screens) fill(n *sameNameLobby) {
	for as, d := range s.list {
		d.Env.Me.Name = n.guest.Name
		switch as {
		case "lobby", "lobby, at a table", "create":
			l := d.Stack.Screens[0].(*lobbyui.Screen)
			d.Send(lobbyui.NewsMsg{L: l, View: n.directory.View()})
			if as == "lobby, at a table" {
				d.ToTable(n.directory.View().Tables[1].ID)
			}
		case "taken":
			d.Show(n.tables["waiting"].View())
			d.Backend.Answer = func(table.Command) error { return n.taken }
			d.Do(tableOf(d).Act(table.Command{Kind: table.Sit}))
		case "drawn", "asked":
			d.Show(n.tables["draw"].View())
		case "wished":
			d.Show(n.tables["wish"].View())
		case "leave":
			d.Show(n.tables["verney"].View())
		default:
			d.Show(n.tables[as].View())
		}
		if key := dialogKeys[as]; key != "" {
			d.Stack.Screens = d.Stack.Screens[:min(len(d.Stack.Screens), 2)]
			if as == "create" {
				d.Stack.Screens = d.Stack.Screens[:1]
			}
			d.Keys(key)
		}
	}
}

// dialogKeys maps each name in screens.list that is a dialog to the key that opens it.
var dialogKeys = map[string]string{"create": "n", "drawn": "=", "asked": "=", "wished": "!", "leave": "ctrl+c"}

// painting is a frame as a terminal displays it.
type painting struct {
	cells []painted
	width int
	title string
}

type painted struct {
	text  string
	look  uv.Style
	width int
}

func paintingOf(e *vt.Emulator, d *driver) *painting {
	return paintingOfFrame(e, d.Model.View().Title, d.Content())
}

// paintingOfFrame returns what a terminal displays that gets a title and a frame.
func paintingOfFrame(e *vt.Emulator, title, frame string) *painting {
	p := &painting{width: e.Width(), title: title}
	_, _ = e.WriteString(frame)
	p.cells = make([]painted, 0, e.Width()*e.Height())
	for y := range e.Height() {
		for x := range e.Width() {
			c := e.CellAt(x, y)
			p.cells = append(p.cells, painted{c.Content, c.Style, c.Width})
		}
	}
	return p
}

// strange describes the first cell that differs from the frames with harmless names, apart
// from the cells of the name itself, or returns "". The frames in `harmless` show different
// names: a cell in which these frames differ from each other belongs to the name.
func (p *painting) strange(harmless []*painting) string {
	if p.title != harmless[0].title {
		return fmt.Sprintf("the window is called %q, was %q", p.title, harmless[0].title)
	}
	for i, c := range p.cells {
		was := harmless[0].cells[i]
		box := false
		for _, other := range harmless[1:] {
			box = box || other.cells[i] != was
		}
		if c != was && !box || c.look != was.look && c.width > 0 {
			return fmt.Sprintf("cell %d,%d is %+v, was %+v", i%p.width, i/p.width, c, was)
		}
	}
	return ""
}

// harmlessNames returns ordinary names of the given width in cells, to compare with hostile
// ones: some with narrow letters, some with wide ones.
func harmlessNames(width int) []string {
	wide := func(n int) string { return strings.Repeat("漢", n/2) + strings.Repeat("n", n%2) }
	switch width {
	case 0:
		return []string{" "}
	case 1:
		return []string{"n", "m"}
	}
	return []string{strings.Repeat("n", width), strings.Repeat("m", width), wide(width), "n" + wide(width-1)}
}

// byWidth returns the hostile texts, keyed by their width in cells.
func byWidth() map[int][]string {
	sorted := map[int][]string{}
	for _, raw := range hostile.Strings {
		if raw == "" {
			continue // an empty name is never accepted
		}
		width := player.Cells(player.ShownName(raw, player.MaxNameCells))
		sorted[width] = append(sorted[width], raw)
	}
	return sorted
}

// sizesOfScreens lists the sizes of terminals. The first size is too small for the whole
// screen.
var sizesOfScreens = [][2]int{{46, 16}, {80, 24}, {120, 40}, {200, 60}}

// A name with hostile characters changes only the cells that belong to names. All other
// cells have the same text, style and width as with a harmless name.
func TestUnsanitisedNamesStayInTheirBox(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	all := os.Getenv("QUADRILLE_SOAK") != ""
	frames := 0
	for at, size := range sizesOfScreens {
		s := newScreens(t, size, all)
		e := vt.NewEmulator(size[0], size[1])
		for width, names := range byWidth() {
			if !all {
				names = names[:min(len(names), 2)]
			}
			if all || at == 0 && width == 4 || width%3+1 == at {
				frames += s.compare(t, e, width, names)
			}
		}
	}
	if frames < 300 {
		t.Errorf("only %d frames were compared", frames)
	}
	t.Logf("%d frames", frames)
}

func (s *screens) compare(t *testing.T, e *vt.Emulator, width int, names []string) (frames int) {
	t.Helper()
	harmless := map[string][]*painting{}
	seen := map[string]bool{}
	for _, name := range harmlessNames(width) {
		n := openSameNameLobby(t, name)
		s.fill(n)
		for as, d := range s.list {
			harmless[as] = append(harmless[as], paintingOf(e, d))
		}
		n.close()
	}
	for _, name := range names {
		n := openSameNameLobby(t, name)
		s.fill(n)
		for _, as := range slices.Sorted(maps.Keys(s.list)) {
			frames++
			d := s.list[as]
			title, frame := d.Model.View().Title, d.Content()
			if source := as + title + frame; !seen[source] { // skip a frame whose bytes were checked before
				seen[source] = true
				if why := paintingOfFrame(e, title, frame).strange(harmless[as]); why != "" {
					t.Fatalf("%v: %s with the name %q: %s\n%s", s.size, as, name, why, strings.Join(d.Text(), "\n"))
				}
			}
		}
		n.close()
	}
	return frames
}

// TestUnsanitisedTextStaysInItsLines checks that typed and pasted text, refusals and the
// terms of tables change only their own lines, whatever characters they contain.
func TestUnsanitisedTextStaysInItsLines(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	all, step := os.Getenv("QUADRILLE_SOAK") != "", 2*len(sizesOfScreens)
	for at, size := range sizesOfScreens {
		e, harmless := vt.NewEmulator(size[0], size[1]), map[string]*painting{}
		for as, d := range typedScreens(t, "harmless", size) {
			harmless[as] = paintingOf(e, d.driver)
		}
		for i, raw := range hostile.Strings {
			if !all && i%step != at {
				continue
			}
			for as, d := range typedScreens(t, raw, size) {
				was, is := harmless[as], paintingOf(e, d.driver)
				for i, c := range is.cells {
					y := i / size[0]
					if own := y >= d.from && y <= d.to || size[1] < draw.NeedHeight && y == size[1]-1; c != was.cells[i] && !own {
						t.Fatalf("%v: %s with %q: cell %d,%d is %+v, was %+v", size, as, raw, i%size[0], y, c, was.cells[i])
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
		"create": {form, 3, size[1] - 1},
	}
}
