package e2e

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// lotGame is a game in which turns are decided by lot. Two API clients have two seats each.
type lotGame struct {
	*testing.T
	server  *testServer
	game    *rules.Game
	actions []rules.Action // all actions of the game so far
	lots    []int          // the plies that the table drew
	sent    int            // number of moves that the clients have sent
	seats   [rules.SeatCount]*apiClient
}

func startLotGame(t *testing.T) *lotGame {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	must(t, os.MkdirAll(data, 0o700))
	must(t, os.WriteFile(filepath.Join(data, "quadrille.toml"), []byte("[bots]\nanalysis_nodes = 200\n"), 0o600))
	e := &lotGame{T: t, server: serveIn(t, data), game: newGame(t, gameWithLots(t), nil)}
	robo, gizmo := newAPIClient(t, e.server, sshtest.NewKey(t), "Robo"), newAPIClient(t, e.server, sshtest.NewKey(t), "Gizmo")
	e.seats = [rules.SeatCount]*apiClient{robo, gizmo, robo, gizmo}
	robo.must(robo.request("new", fields{"game": e.game.Variant.Facts().Name}))
	for seat, m := range e.seats {
		m.must(m.request("sit", fields{"table": 1, "seat": e.game.Variant.Facts().Seats[seat]}))
	}
	for _, m := range e.seats[:2] {
		m.must(m.request("ready", fields{"table": 1}))
	}
	robo.awaitEvent("started")
	return e
}

// play plays a move of the seat to move, and the moves that the table draws after it.
func (e *lotGame) play(number int) {
	e.Helper()
	legal := rules.LegalPlain(e.game.Variant, &e.game.Position)
	m := e.seats[e.game.Position.Turn]
	e.sent++
	action := legal[number%len(legal)]
	m.must(m.request("move", fields{"table": 1, "ply": len(e.actions), "action": action, "key": fmt.Sprint("move ", e.sent)}))
	e.follow()
}

// resign resigns a seat.
func (e *lotGame) resign(seat rules.Seat) {
	e.Helper()
	m := e.seats[seat]
	m.must(m.request("resign", fields{"table": 1, "seat": e.game.Variant.Facts().Seats[seat]}))
	e.follow()
}

// follow takes the action that was just sent, and what the table then draws by lot.
func (e *lotGame) follow() {
	e.Helper()
	for first := true; first || rules.ByLot(e.game.Variant, &e.game.Position); first = false {
		if !first {
			e.lots = append(e.lots, len(e.actions)+1)
		}
		acted := e.seats[0].awaitEvent("acted")
		a, err := rules.ParsePlain(e.game.Variant.Facts(), e.game.Variant.Actor(&e.game.Position), acted.text("action"))
		if err == nil {
			_, err = e.game.Play(a)
		}
		if err != nil || acted.number("ply") != len(e.actions)+1 {
			e.Fatalf("%v: %v", acted, err)
		}
		e.actions = append(e.actions, a)
	}
}

// checkState checks the position that the API sends, in each format.
func (e *lotGame) checkState() {
	e.Helper()
	state := e.seats[0].must(e.seats[0].request("state", fields{"table": 1}))
	want := variants.FormatPosition(e.game.Variant, &e.game.Position)
	if state.text("position") != rules.PositionText(e.game.Variant, &e.game.Position) || len(state.in("positions")) != len(want) {
		e.Errorf("after %d actions: %v", len(e.actions), state)
	}
	for name, text := range want {
		if got := state.in("positions").text(name); got != text {
			e.Errorf("after %d actions, %s: %s, want %s", len(e.actions), name, got, text)
		}
	}
}

// TestLotsAreTakenBackAnalysedAndExported plays a game in which a king walks, takes a move back across a lot,
// and reads the finished game with each command and on the screens.
func TestLotsAreTakenBackAnalysedAndExported(t *testing.T) {
	t.Parallel()
	e := startLotGame(t)
	name := e.game.Variant.Facts().SeatTitle
	watcher := sshtest.OpenStream(t, sshtest.Dial(t, e.server.address, sshtest.GuestAuth()), "guest", "dumb", "plain")
	watcher.Expect(t, "You are in the lobby")
	watcher.Type(t, "table 1\r")
	for n := range 5 {
		e.play(3 * n)
	}
	e.resign(1)
	if len(e.lots) != 1 || e.game.Position.Turn != 2 {
		t.Fatalf("lots at %v, turn %d", e.lots, e.game.Position.Turn)
	}
	watcher.Expect(t, name(1)+" has left; its moves are drawn by lot from now on.")
	e.checkState()

	// A takeback goes back to the player's own move, across the move that the table drew after it.
	e.play(1)
	e.play(2)
	before := len(e.actions)
	e.play(4)
	if len(e.actions) != before+2 {
		t.Fatalf("%d actions after %d", len(e.actions), before)
	}
	robo, gizmo := e.seats[0], e.seats[1]
	robo.must(robo.request("offer", fields{"table": 1, "offer": "takeback"}))
	gizmo.must(gizmo.request("accept", fields{"table": 1, "offer": "takeback"}))
	if to := robo.awaitEvent("taken-back").number("to_ply"); to != before {
		t.Fatalf("taken back to %d, want %d", to, before)
	}
	e.actions, e.lots = e.actions[:before], e.lots[:len(e.lots)-1]
	e.game = newGame(t, e.game.Variant.Facts().Name, nil)
	must(t, e.game.Replay(e.actions))
	e.checkState()
	e.play(5)
	e.resign(3)
	e.resign(2)
	if !e.game.Position.Over() {
		t.Fatal("the game is not over")
	}
	e.checkState()
	watcher.Expect(t, "The game is over")
	watcher.Expect(t, "points")

	e.checkRecords()
	e.checkExport()
	e.checkAnalysis()
}

// checkRecords reads the game in each of its formats.
func (e *lotGame) checkRecords() {
	e.Helper()
	def, err := variants.Find(e.game.Variant.Facts().Name)
	must(e, err)
	for _, format := range append(def.Formats, rules.PlainFormat(def.New)) {
		text := e.run("record 1 --format " + format.Name)
		r, warnings, err := format.Read(text, nil)
		if err != nil || len(warnings) > 0 || !slices.Equal(r.Actions, e.actions) {
			e.Errorf("%s: %v, %q\n%s", format.Name, err, warnings, text)
		}
	}
	for name, want := range variants.FormatPosition(e.game.Variant, &e.game.Position) {
		if text := e.run("record 1 --format " + name); text != want {
			e.Errorf("%s: %s, want %s", name, text, want)
		}
	}
}

// checkExport compares the files of an export with the records.
func (e *lotGame) checkExport() {
	e.Helper()
	archive := tar.NewReader(strings.NewReader(e.run("export --game " + e.game.Variant.Facts().Name)))
	files := map[string]string{}
	for {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		text, err2 := io.ReadAll(archive)
		if err != nil || err2 != nil {
			e.Fatal(err, err2)
		}
		files[head.Name] = string(text)
	}
	def, err := variants.Find(e.game.Variant.Facts().Name)
	must(e, err)
	want := []string{"games/1.txt", "games/1.json"}
	for _, f := range def.Formats {
		want = append(want, "games/1."+f.Name)
	}
	for _, f := range def.Positions {
		want = append(want, "games/1."+f.Name)
	}
	for _, name := range want {
		text, ok := files[name]
		command := "record 1 --format " + strings.Replace(filepath.Ext(name)[1:], "txt", "plain", 1)
		if !ok || name != "games/1.json" && text != e.run(command) {
			e.Errorf("%s: %v\n%s", name, ok, text)
		}
	}
	if len(files) != len(want) {
		e.Errorf("%d files, want %d", len(files), len(want))
	}
}

// checkAnalysis analyses the finished game by command and on the screen. A lot is nobody's move, so it is not
// judged.
func (e *lotGame) checkAnalysis() {
	e.Helper()
	_, moves, _ := strings.Cut(e.run("analysis 1"), "Moves:\n")
	lines := strings.Split(strings.TrimRight(moves, "\n"), "\n")
	if len(lines) != len(e.actions) {
		e.Fatalf("%d lines for %d actions:\n%s", len(lines), len(e.actions), moves)
	}
	judged := 0
	for _, line := range lines {
		judged += strings.Count(line, "%")
	}
	for _, ply := range e.lots {
		if words := strings.Fields(lines[ply-1]); len(words) != 3 || words[0] != fmt.Sprint(ply) {
			e.Errorf("the lot is judged: %s", lines[ply-1])
		}
	}
	if judged == 0 || len(e.lots) < 2 {
		e.Errorf("%d judgements, lots %v:\n%s", judged, e.lots, moves)
	}
	for i, line := range strings.Split(strings.TrimRight(e.run("analysis 1 --json"), "\n"), "\n") {
		var one struct {
			Ply  int
			Best *string
		}
		if err := json.Unmarshal([]byte(line), &one); err != nil || one.Ply != i+1 || slices.Contains(e.lots, one.Ply) && one.Best != nil {
			e.Errorf("line %d: %s: %v", i+1, line, err)
		}
	}
	sue := connectPerson(e.T, e.server, kinds[1], "Sue", 120, 40)
	sue.Close()
	sue.connect(e.server.address, "watch 1")
	sue.See(e.T, "a analysis")
	sue.press("a")
	sue.Await(e.T, "the whole analysis", wholeAnalysis)
	for range len(e.actions) - e.lots[0] {
		sue.press("[")
	}
	sue.See(e.T, fmt.Sprintf("move %d of %d", e.lots[0], len(e.actions)))
}

// run runs a command of a stranger.
func (e *lotGame) run(command string) string {
	e.Helper()
	out, errs, status := sshtest.Run(e.T, e.seats[0].client, command)
	if status != 0 {
		e.Fatalf("%s: status %d, %s", command, status, errs)
	}
	return out
}
