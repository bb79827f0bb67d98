package uitest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/draw"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/seek"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// People are the four players of the game that Recorded returns.
var People = [rules.SeatCount]player.Player{
	{ID: "SHA256:inky", Name: "Inky"},
	{ID: "SHA256:blinky", Name: "Blinky"},
	{ID: "SHA256:pinky", Name: "Pinky"},
	{ID: "SHA256:clyde", Name: "Clyde"},
}

var Spectator = player.Player{ID: "SHA256:sue", Name: "Sue"}

// Root returns the directory of the module. It looks for a go.mod file in the working
// directory, and then in the directories above.
func Root() string {
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		dir = filepath.Dir(dir)
	}
	panic("uitest: no go.mod above the working directory")
}

// Recorded returns the moves of a Chess4 game that is stored as a record.
func Recorded(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(), "rules/chess4/testdata/chess4-firstgame.txt"))
	if err != nil {
		t.Fatal(err)
	}
	return rules.SplitRecord(string(text))
}

var recordedViews struct {
	once  sync.Once
	views []*table.View
}

// ViewAfter returns a copy of the view of a table at which the given moves were played. They
// must be the first moves of the game that Recorded returns.
func ViewAfter(t testing.TB, words []string) *table.View {
	t.Helper()
	recordedViews.once.Do(func() { recordedViews.views = ViewsOf(t, Recorded(t)) })
	v := *recordedViews.views[len(words)]
	return &v
}

// ViewOf returns a table's view after the moves of a game.
func ViewOf(t testing.TB, g *rules.Game, words []string) *table.View {
	t.Helper()
	all := ViewsFrom(t, g, words)
	return all[len(all)-1]
}

// ViewsOf returns the views of a table before the first move and after each move of a Chess4
// game.
func ViewsOf(t testing.TB, words []string) []*table.View {
	t.Helper()
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	return ViewsFrom(t, rules.NewGame(v), words)
}

// ViewsFrom plays the moves `words` in a game. It returns the table's view before the first
// move and after each move.
func ViewsFrom(t testing.TB, g *rules.Game, words []string) []*table.View {
	t.Helper()
	views := []*table.View{look(g, nil)}
	var moves []table.MoveView
	for i, word := range words {
		before := g.Position.Out()
		moves = append(moves, playWord(t, g, i+1, word))
		v := look(g, moves)
		v.Out = views[i].Out
		for seat := range (g.Position.Out() &^ before).All() {
			v.Out[seat] = i + 1
		}
		views = append(views, v)
	}
	return views
}

func playWord(t testing.TB, g *rules.Game, number int, word string) table.MoveView {
	t.Helper()
	v, by, seat, before := g.Variant, g.Variant.Actor(&g.Position), g.Position.Turn, g.Position
	a, err := rules.ParsePlain(v.Facts(), by, word)
	if err != nil {
		t.Fatal(err)
	}
	effects, err := g.Play(a)
	if err != nil {
		t.Fatalf("%s: %v", word, err)
	}
	if a.Type == rules.Resign {
		by = a.Seat
	}
	text := word
	if n, ok := v.(rules.Notation); ok {
		text = n.Write(&before, a)
	}
	m := table.MoveView{
		Number: number, Seat: seat, By: by, Action: a, Plain: word, Text: text,
		Passed: slices.Clone(effects.Passed()), Captured: effects.Captured, Also: effects.Also, Won: effects.Won,
	}
	m.Checked, m.Mated = fold.Marks(v, &before, &g.Position, a, &effects)
	return m
}

func look(g *rules.Game, moves []table.MoveView) *table.View {
	v := g.Variant
	view := &table.View{
		ID: 12, Terms: table.Terms{Game: v.Facts().Name}, Variant: v, Phase: table.Playing, Host: People[0],
		Started:  time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC),
		Position: g.Position, Actor: v.Actor(&g.Position), Legal: v.Legal(&g.Position, nil),
		CanClaim: g.CanClaim(), Moves: moves,
	}
	for s := range view.Seats {
		view.Seats[s] = table.SeatView{Player: People[s], Ready: true, Present: true}
	}
	if g.Position.Over() {
		view.Phase, view.Actor = table.Finished, rules.NoSeat
	}
	return view
}

// Driver runs a model in a test. It runs every tea.Cmd immediately, and ignores each
// [kit.WaitMsg].
type Driver struct {
	T       testing.TB
	Model   kit.Model
	Stack   *kit.Stack
	Env     *kit.Env
	Backend *Backend
	Bells   int
	Raw     []string        // all bytes sent to the terminal, except frames and bells
	Ticks   []time.Duration // delays of scheduled messages
	Report  kit.ReportedMsg // the last result that a screen has reported
	Quit    bool
	shown   *table.View
}

// Drive returns a driver for a model.
func Drive(t testing.TB, cfg kit.Config, model func(*kit.Env) (kit.Model, *kit.Stack)) *Driver {
	t.Helper()
	if cfg.Width == 0 {
		cfg.Width, cfg.Height = 80, 24
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	cfg.Context = ctx
	if cfg.Ladder == nil {
		cfg.Ladder = &FakeLadder{}
	}
	h := NewBackend(t, cfg)
	cfg.Lobby = h.Lobby
	if cfg.Seeks == nil { // use a service with seeks switched off, which still starts games against bots
		cfg.Seeks = seek.New(seek.Config{Tables: lobby.ForSeeks(h.Lobby), Enabled: func() bool { return false }})
		t.Cleanup(cfg.Seeks.Close)
	}
	e := kit.NewEnv(cfg)
	h.Hold(e)
	d := &Driver{T: t, Backend: h}
	e.After = func(after time.Duration, _ tea.Msg) tea.Cmd {
		d.Ticks = append(d.Ticks, after)
		return nil
	}
	d.Env = e
	d.Model, d.Stack = model(e)
	d.Do(d.Model.Init())
	return d
}

// AtTable returns the configuration of a session that opens a table.
func AtTable(who player.Player, cfg kit.Config) kit.Config {
	cfg.Player, cfg.Named, cfg.Open = who, true, &nav.Table{ID: 12}
	return cfg
}

// Find returns the lowest open screen of a type.
func Find[S any](d *Driver) (found S) {
	d.T.Helper()
	for _, s := range d.Stack.Screens {
		if s, ok := s.(S); ok {
			return s
		}
	}
	d.T.Fatalf("no %T is open", &found)
	return found
}

// Show gives a view to the screen of a table, as a table would. A test may change a view that it has shown and show it again.
func (d *Driver) Show(view *table.View) {
	d.T.Helper()
	if Permit(view); view != nil && view == d.shown {
		changed := *view
		view = &changed
	} else {
		d.shown = view
	}
	d.Send(Find[interface{ Viewed(*table.View) tea.Msg }](d).Viewed(view))
}

// ToTable selects a table in the lobby.
func (d *Driver) ToTable(id table.ID) {
	d.T.Helper()
	selected := regexp.MustCompile(fmt.Sprintf(`[▸>]. *%d `, id))
	d.Keys("home")
	for range 40 {
		if selected.MatchString(strings.Join(d.Text(), "\n")) {
			return
		}
		d.Keys("down")
	}
	d.T.Fatalf("table %d cannot be selected", id)
}

func (d *Driver) Send(msg tea.Msg) {
	_, cmd := d.Model.Update(msg)
	d.Do(cmd)
}

// Do runs a command and handles the resulting message. It ignores a [kit.WaitMsg].
func (d *Driver) Do(cmd tea.Cmd) {
	if cmd != nil {
		d.took(cmd())
	}
}

func (d *Driver) took(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil, kit.WaitMsg:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.Do(cmd)
		}
	case tea.QuitMsg:
		d.Quit = true
	case tea.RawMsg:
		if fmt.Sprint(msg.Msg) == "\a" {
			d.Bells++
			return
		}
		d.Raw = append(d.Raw, fmt.Sprint(msg.Msg))
	case kit.ReportedMsg:
		d.Report = msg
		d.Send(msg)
	default:
		d.Send(msg)
	}
}

// Keys presses keys. If a name is not in KeyNames, Keys types it letter by letter.
func (d *Driver) Keys(names ...string) {
	for _, name := range names {
		if k, ok := KeyNames[name]; ok {
			d.Send(tea.KeyPressMsg(k))
			continue
		}
		for _, r := range name {
			d.Send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// KeyNames contains the keys that have names.
var KeyNames = map[string]tea.Key{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "backspace": {Code: tea.KeyBackspace},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	"space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+t": {Code: 't', Mod: tea.ModCtrl},
	"ctrl+p": {Code: 'p', Mod: tea.ModCtrl}, "ctrl+l": {Code: 'l', Mod: tea.ModCtrl}, "ctrl+g": {Code: 'g', Mod: tea.ModCtrl},
	"kpenter": {Code: tea.KeyKpEnter}, "linefeed": {Code: 'j', Mod: tea.ModCtrl},
	"ctrl+r": {Code: 'r', Mod: tea.ModCtrl}, "ctrl+s": {Code: 's', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
	"ctrl+y": {
		Code: 'y',
		Mod:  tea.ModCtrl,
	}, "ctrl+n": {Code: 'n', Mod: tea.ModCtrl}, "ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+o": {Code: 'o', Mod: tea.ModCtrl},
	"ctrl+e": {Code: 'e', Mod: tea.ModCtrl}, "ctrl+x": {Code: 'x', Mod: tea.ModCtrl}, "ctrl+k": {Code: 'k', Mod: tea.ModCtrl},
	"ctrl+a": {Code: 'a', Mod: tea.ModCtrl},
}

// ScreenOf returns a terminal emulator that displays the current frame of the model.
func (d *Driver) ScreenOf() *vt.Emulator {
	e := vt.NewEmulator(d.Env.Width, d.Env.Height)
	_, _ = e.WriteString(d.Content())
	return e
}

// Content returns the frame as sent to a terminal that is asked no questions.
func (d *Driver) Content() string {
	s := wire.New("vt100", d.Env.Profile(), d.Env.Width, d.Env.Height)
	return string(s.Frame(nil, d.Model.View(), nil))
}

// Draw draws the frame.
func (d *Driver) Draw() *draw.Grid {
	v := d.Model.View()
	g := draw.NewGrid(d.Env.Width, d.Env.Height, v.Ground)
	v.Draw(g)
	return g
}

// Text returns the lines of the frame, without styles.
func (d *Driver) Text() []string {
	g := d.Draw()
	lines := make([]string, g.Height)
	for y := range lines {
		var b strings.Builder
		for _, c := range g.Row(y) {
			b.WriteString(c.Text)
		}
		lines[y] = strings.TrimRight(b.String(), " \u00a0")
	}
	return lines
}

// Sees fails the test unless the frame contains all of the texts.
func (d *Driver) Sees(wanted ...string) {
	d.T.Helper()
	frame := strings.Join(d.Text(), "\n")
	for _, w := range wanted {
		if !strings.Contains(frame, w) {
			d.T.Fatalf("the screen lacks %q:\n%s", w, frame)
		}
	}
}

// Lacks fails the test if the frame contains any of the texts.
func (d *Driver) Lacks(unwanted ...string) {
	d.T.Helper()
	frame := strings.Join(d.Text(), "\n")
	for _, w := range unwanted {
		if strings.Contains(frame, w) {
			d.T.Fatalf("the screen has %q:\n%s", w, frame)
		}
	}
}
