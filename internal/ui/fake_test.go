package ui

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/game"
	"quadrille/internal/ui/kit"
	"quadrille/internal/ui/nav"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// fakeHouse is a lobby with one table, whose answers a test decides.
type fakeHouse struct {
	archived  archived
	lobbyView *table.Mailbox[*lobby.View]
	tableView *table.Mailbox[*table.View]
	acts      []table.Act
	answer    func(table.Act) error
	created   []table.Terms
	openErr   error
	createErr error
	closed    chan string
	waiting   chan struct{} // a Cmd begins to wait
	now       *lobby.View   // what the lobby says when it is asked
	calls     *table.Mailbox[[]lobby.Invitation]
	invited   []string // table and whom
	answered  []string // what was done about invitations
	inviteErr error
	hall      *lobby.Lobby // whose tables are decided about
	rounds    int          // that were begun
	roundErr  error
	judged    *table.Mailbox[lobby.Analysis]
	judgedOf  []table.ID
	sampled   []string // games with notes that are analysed
	judgeErr  error
	unlocked  []string // number and password
	unlockErr error
}

func newFakeHouse() *fakeHouse {
	return &fakeHouse{
		lobbyView: table.NewMailbox[*lobby.View](),
		tableView: table.NewMailbox[*table.View](),
		answer:    func(table.Act) error { return nil },
		closed:    make(chan string, 64),
		waiting:   make(chan struct{}, 64),
		now:       &lobby.View{},
		calls:     table.NewMailbox[[]lobby.Invitation](),
		judged:    table.NewMailbox[lobby.Analysis](),
	}
}

// boxWatcher is a watcher that is a mailbox.
type boxWatcher[T any] struct {
	box   *table.Mailbox[*T]
	name  string
	house *fakeHouse
}

func (w boxWatcher[T]) Take(ctx context.Context) (*T, bool) {
	w.house.waiting <- struct{}{}
	return w.box.Take(ctx)
}

func (w boxWatcher[T]) Close() { w.house.closed <- w.name }

func (h *fakeHouse) ComeIn(context.Context, player.Player) kit.Watcher[lobby.View] {
	return boxWatcher[lobby.View]{h.lobbyView, "lobby", h}
}

func (h *fakeHouse) Open(context.Context, table.ID, player.Player) (*kit.Room, error) {
	if h.openErr != nil {
		return nil, h.openErr
	}
	return &kit.Room{
		Do:    func(_ context.Context, a table.Act) error { h.acts = append(h.acts, a); return h.answer(a) },
		Watch: boxWatcher[table.View]{h.tableView, "table", h},
	}, nil
}

func (h *fakeHouse) Create(_ context.Context, _ player.Player, terms table.Terms) (table.ID, error) {
	h.created = append(h.created, terms)
	return 12, h.createErr
}

func (h *fakeHouse) CreateLocked(_ context.Context, _ player.Player, terms table.Terms, _ string) (table.ID, error) {
	h.created = append(h.created, terms)
	return 12, h.createErr
}

func (h *fakeHouse) LobbyNow() *lobby.View { return h.now }

func (h *fakeHouse) WatchLobby() kit.Watcher[lobby.View] {
	return boxWatcher[lobby.View]{h.lobbyView, "television", h}
}

// callBox is an inbox that is a mailbox.
type callBox struct{ house *fakeHouse }

func (b callBox) Take(ctx context.Context) ([]lobby.Invitation, bool) {
	b.house.waiting <- struct{}{}
	return b.house.calls.Take(ctx)
}

func (b callBox) Close() { b.house.closed <- "inbox" }

func (h *fakeHouse) Inbox(player.ID) kit.Inbox { return callBox{h} }

func (h *fakeHouse) Invite(_ player.Player, id table.ID, _ rules.Seat, whom player.ID) error {
	h.invited = append(h.invited, fmt.Sprintf("%d %s", id, whom))
	return h.inviteErr
}

func (h *fakeHouse) Decline(_ player.ID, number int) error {
	h.answered = append(h.answered, fmt.Sprintf("decline %d", number))
	return nil
}

func (h *fakeHouse) MuteCaller(_, whom player.ID, muted bool) error {
	h.answered = append(h.answered, fmt.Sprintf("mute %s %v", whom, muted))
	return nil
}

func (h *fakeHouse) Study(ctx context.Context, me player.Player, s *kit.Study) (*kit.Room, error) {
	return kit.OpenStudy(ctx, me, s)
}

func (h *fakeHouse) Bots() bool { return true }

func (h *fakeHouse) Judge(_ context.Context, _ player.ID, id table.ID) (kit.Analyst, error) {
	h.judgedOf = append(h.judgedOf, id)
	return judgeBox{h}, h.judgeErr
}

func (h *fakeHouse) Unlock(_ context.Context, _ player.Player, id table.ID, password string) error {
	h.unlocked = append(h.unlocked, fmt.Sprint(id, " ", password))
	return h.unlockErr
}

func (h *fakeHouse) JudgeSample(_ player.ID, s *lobby.Sample) (kit.Analyst, error) {
	h.sampled = append(h.sampled, s.Title)
	return judgeBox{h}, h.judgeErr
}

// judgeBox is an analysis that is a mailbox.
type judgeBox struct{ house *fakeHouse }

func (b judgeBox) Take(ctx context.Context) (lobby.Analysis, bool) {
	b.house.waiting <- struct{}{}
	return b.house.judged.Take(ctx)
}

func (b judgeBox) Close() { b.house.closed <- "analysis" }

func (h *fakeHouse) Offers() []rules.Offer { return variants.All() }

// people are the four of the recorded game.
var people = [rules.SeatCount]player.Player{
	{ID: "SHA256:inky", Name: "Inky"},
	{ID: "SHA256:blinky", Name: "Blinky"},
	{ID: "SHA256:pinky", Name: "Pinky"},
	{ID: "SHA256:clyde", Name: "Clyde"},
}

var onlooker = player.Player{ID: "SHA256:sue", Name: "Sue"}

func recorded(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("../../rules/chess4/testdata/chess4-firstgame.txt")
	if err != nil {
		t.Fatal(err)
	}
	return rules.Words(string(text))
}

// film is the recorded game, view by view; made once, as it is dear.
var film struct {
	once  sync.Once
	views []*table.View
}

// viewAfter is the table's view after some of the recorded game's actions: a copy
// that a test may change.
func viewAfter(t testing.TB, words []string) *table.View {
	t.Helper()
	film.once.Do(func() { film.views = viewsOf(t, recorded(t)) })
	v := *film.views[len(words)]
	return &v
}

func viewOf(t testing.TB, g *rules.Game, words []string) *table.View {
	t.Helper()
	all := viewsFrom(t, g, words)
	return all[len(all)-1]
}

// viewsOf is the table's view before and after each of the words.
func viewsOf(t testing.TB, words []string) []*table.View {
	t.Helper()
	v, err := variants.New("chess4", nil)
	if err != nil {
		t.Fatal(err)
	}
	return viewsFrom(t, rules.NewGame(v), words)
}

func viewsFrom(t testing.TB, g *rules.Game, words []string) []*table.View {
	t.Helper()
	views := []*table.View{look(g, nil)}
	var moves []table.MoveView
	for i, word := range words {
		moves = append(moves, playWord(t, g, i+1, word))
		views = append(views, look(g, moves))
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
	if a.Verb == rules.Resign {
		by = a.Seat
	}
	text := word
	if n, ok := v.(rules.Notation); ok {
		text = n.Write(&before, a)
	}
	return table.MoveView{
		Number: number, Seat: seat, By: by, Action: a, Plain: word, Text: text,
		Passed: slices.Clone(effects.Passed()),
	}
}

func look(g *rules.Game, moves []table.MoveView) *table.View {
	v := g.Variant
	view := &table.View{
		ID: 12, Terms: table.Terms{Game: v.Facts().Name}, Variant: v, Phase: table.Playing, Host: people[0],
		Position: g.Position, Actor: v.Actor(&g.Position), Legal: v.Legal(&g.Position, nil),
		CanClaim: g.CanClaim(), Moves: moves,
	}
	for s := range view.Seats {
		view.Seats[s] = table.SeatView{Player: people[s], Ready: true, Present: true}
	}
	if g.Position.Over() {
		view.Phase, view.Actor = table.Finished, rules.NoSeat
	}
	return view
}

// driver runs the program's model by hand: what Update wants done is done at
// once, except waiting.
type driver struct {
	t     testing.TB
	r     *root
	house *fakeHouse
	bells int
	raw   []string        // what else was sent as it is
	ticks []time.Duration // what clocks asked for
	quit  bool
}

func newDriver(t testing.TB, cfg kit.Config) *driver {
	t.Helper()
	if cfg.Width == 0 {
		cfg.Width, cfg.Height = 80, 24
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	cfg.Context = ctx
	if cfg.Ladder == nil {
		cfg.Ladder = &fakeLadder{}
	}
	e := kit.NewEnv(cfg)
	h := newFakeHouse()
	e.Services = h
	d := &driver{t: t, house: h}
	e.After = func(after time.Duration, _ tea.Msg) tea.Cmd {
		d.ticks = append(d.ticks, after)
		return nil
	}
	d.r = newRoot(e)
	d.do(d.r.Init())
	return d
}

// atTable is a driver that looks at a table.
func atTable(t testing.TB, who player.Player, view *table.View, cfg kit.Config) *driver {
	t.Helper()
	cfg.Player, cfg.Named, cfg.Open = who, true, &nav.Table{ID: 12}
	d := newDriver(t, cfg)
	d.show(view)
	return d
}

// show puts a view into the table's mailbox and lets the screen take it.
func (d *driver) show(view *table.View) {
	d.t.Helper()
	d.send(game.ViewMsg{T: d.table(), View: view})
}

func (d *driver) table() *game.Screen {
	d.t.Helper()
	for _, s := range d.r.stack.Screens {
		if t, ok := s.(*game.Screen); ok {
			return t
		}
	}
	d.t.Fatal("no table's screen is open")
	return nil
}

func (d *driver) send(msg tea.Msg) {
	_, cmd := d.r.Update(msg)
	d.do(cmd)
}

// do runs a Cmd, and leaves it alone where it begins to wait for a mailbox.
func (d *driver) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		d.took(msg)
	case <-d.house.waiting:
	}
}

func (d *driver) took(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, cmd := range msg {
			d.do(cmd)
		}
	case tea.QuitMsg:
		d.quit = true
	case tea.RawMsg:
		if fmt.Sprint(msg.Msg) == "\a" {
			d.bells++
			return
		}
		d.raw = append(d.raw, fmt.Sprint(msg.Msg))
	default:
		d.send(msg)
	}
}

// keys presses keys by name; what has no name is typed letter by letter.
func (d *driver) keys(names ...string) {
	for _, name := range names {
		if k, ok := keyNames[name]; ok {
			d.send(tea.KeyPressMsg(k))
			continue
		}
		for _, r := range name {
			d.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

var keyNames = map[string]tea.Key{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "backspace": {Code: tea.KeyBackspace},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	"space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+t": {Code: 't', Mod: tea.ModCtrl},
	"ctrl+p": {Code: 'p', Mod: tea.ModCtrl}, "ctrl+l": {Code: 'l', Mod: tea.ModCtrl}, "ctrl+g": {Code: 'g', Mod: tea.ModCtrl},
	"kpenter": {Code: tea.KeyKpEnter}, "linefeed": {Code: 'j', Mod: tea.ModCtrl},
	"ctrl+s": {Code: 's', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
	"ctrl+y": {Code: 'y', Mod: tea.ModCtrl}, "ctrl+n": {Code: 'n', Mod: tea.ModCtrl}, "ctrl+z": {Code: 'z', Mod: tea.ModCtrl}, "ctrl+o": {Code: 'o', Mod: tea.ModCtrl}, "ctrl+e": {Code: 'e', Mod: tea.ModCtrl}, "ctrl+x": {Code: 'x', Mod: tea.ModCtrl}, "ctrl+k": {Code: 'k', Mod: tea.ModCtrl}, "ctrl+a": {Code: 'a', Mod: tea.ModCtrl},
}

// screenOf is the frame as a terminal shows it.
func (d *driver) screenOf() *vt.Emulator {
	e := vt.NewEmulator(d.r.env.Width, d.r.env.Height)
	_, _ = e.WriteString(d.content())
	return e
}

// content is the frame as a terminal gets it.
func (d *driver) content() string { return strings.ReplaceAll(d.r.View().Content, "\n", "\r\n") }

// text is the frame as lines of text.
func (d *driver) text() []string {
	e := d.screenOf()
	lines := make([]string, e.Height())
	for y := range lines {
		var b strings.Builder
		for x := range e.Width() {
			if c := e.CellAt(x, y); c != nil && c.Width > 0 {
				b.WriteString(c.Content)
			}
		}
		lines[y] = strings.TrimRight(b.String(), " \u00a0")
	}
	return lines
}

func (d *driver) sees(wanted ...string) {
	d.t.Helper()
	frame := strings.Join(d.text(), "\n")
	for _, w := range wanted {
		if !strings.Contains(frame, w) {
			d.t.Fatalf("the screen lacks %q:\n%s", w, frame)
		}
	}
}

func (d *driver) lacks(unwanted ...string) {
	d.t.Helper()
	frame := strings.Join(d.text(), "\n")
	for _, w := range unwanted {
		if strings.Contains(frame, w) {
			d.t.Fatalf("the screen has %q:\n%s", w, frame)
		}
	}
}

func (h *fakeHouse) NextRound(context.Context, player.Player) error {
	h.rounds++
	return h.roundErr
}
