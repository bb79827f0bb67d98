package plain

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var update = flag.Bool("update", false, "write the golden texts anew")

// golden compares a text with the contents of a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range g {
			if i >= len(w) || g[i] != w[i] {
				t.Fatalf("%s: line %d is\n%s\nand was\n%s", name, i+1, g[i], append(w, "nothing")[min(i, len(w))])
			}
		}
		t.Fatalf("%s: %d lines, and there were %d", name, len(g), len(w))
	}
}

var four = [rules.SeatCount]player.Player{
	{ID: "1", Name: "Inky"},
	{ID: "2", Name: "Blinky"},
	{ID: "3", Name: "Pinky"},
	{ID: "4", Name: "Clyde"},
}

// recorded replays a recorded game and returns its moves in the form of a table's view.
func recorded(t *testing.T, v rules.Variant, path string) []table.MoveView {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	var moves []table.MoveView
	for _, word := range rules.SplitRecord(string(text)) {
		seat, by := g.Position.Turn, v.Actor(&g.Position)
		a, err := rules.ParsePlain(v.Facts(), by, word)
		if err != nil {
			t.Fatal(err)
		}
		if a.Type == rules.Resign {
			by = a.Seat
		}
		e, err := g.Play(a)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		moves = append(moves, table.MoveView{Number: len(moves) + 1, Seat: seat, By: by, Action: a, Plain: word, Passed: e.Passed()})
	}
	return moves
}

// TestGamesAreDescribed checks how whole games are described to a spectator and to a player.
func TestGamesAreDescribed(t *testing.T) {
	for _, game := range []struct{ name, variant, options, path string }{
		{"firstgame", "chess4", "", "../../../rules/chess4/testdata/chess4-firstgame.txt"},
		{"method2", "chess4", "method=2", "../../../rules/chess4/testdata/method2-game.txt"},
		{"verney", "verney", "", "../../../rules/verney/testdata/verney-opening.txt"},
		{"quadrochess", "quadrochess", "", "../../../rules/quadrochess/testdata/quadrochess-game.txt"},
		{"forchess", "forchess", "", "../../../rules/forchess/testdata/forchess-game.txt"},
		{"cutthroat", "forchess", "cutthroat=on", "../../../rules/forchess/testdata/cutthroat-game.txt"},
	} {
		options := map[string]string{}
		if name, value, ok := strings.Cut(game.options, "="); ok {
			options[name] = value
		}
		v, err := variants.New(game.variant, options)
		if err != nil {
			t.Fatal(err)
		}
		actions := recorded(t, v, game.path)
		golden(t, game.name, tale(&present.Narrator{Me: "0", Seats: four}, v, actions))
		golden(
			t,
			game.name+"-own",
			tale(&present.Narrator{Style: present.Style{Short: true, Spelled: true}, Me: "3", Seats: four}, v, actions),
		)
	}
}

func tale(who *present.Narrator, v rules.Variant, actions []table.MoveView) string {
	var b strings.Builder
	replay := present.NewReplay(v)
	for i := range actions {
		d := replay.Play(&actions[i])
		for _, line := range who.Tell(&d) {
			b.WriteString(present.Sentence(line) + "\n")
		}
	}
	b.WriteString(present.Sentence("The game is over: "+present.Result(v.Facts(), &replay.Game.Position.Outcome)) + "\n")
	return b.String()
}

// TestRandomGamesAreDescribed describes random games until each kind of sentence has
// occurred.
func TestRandomGamesAreDescribed(t *testing.T) {
	if testing.Short() {
		t.SkipNow()
	}
	left := []string{
		"castles, king to", "en passant, moving to", ", becoming a knight", ", which moves backward", ", which now moves forward again",
		"are frozen until", "no longer in checkmate and may move", "no longer in checkmate.", "keeps the pieces of", "off the board",
		"cannot move and passes", "is eliminated", "Nobody moves the pieces", "from now on.", "with the pieces of", "checkmate to",
		"check to", ", +1 point.", " points.",
	}
	for seed := uint64(0); seed < 5 || seed < 100 && len(left) > 0; seed++ {
		for _, v := range variants.Forms() {
			text := tale(&present.Narrator{Me: "0", Seats: four}, v, random(v, seed))
			for line := range strings.Lines(text) {
				checkSentence(t, line)
				if strings.Contains(line, "%!") || strings.Contains(line, "nobody") {
					t.Errorf("bad sentence %q", line)
				}
			}
			left = slices.DeleteFunc(left, func(phrase string) bool { return strings.Contains(text, phrase) })
		}
	}
	if len(left) > 0 {
		t.Errorf("never said: %q", left)
	}
}

func checkSentence(t *testing.T, line string) {
	t.Helper()
	text := strings.TrimSuffix(line, "\n")
	if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "!") ||
		strings.Contains(text, "  ") || strings.Contains(text, " ,") || strings.Contains(text, ",,") || strings.HasSuffix(text, "..") ||
		strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		t.Errorf("no sentence: %q", text)
	}
}

// random plays a random game with many captures, castling moves and pawn moves.
func random(v rules.Variant, seed uint64) []table.MoveView {
	dice := rand.New(rand.NewPCG(seed, 4))
	g := rules.NewGame(v)
	var moves []table.MoveView
	for len(moves) < 400 && !g.Position.Over() {
		legal := v.Legal(&g.Position, nil)
		a := legal[dice.IntN(len(legal))]
		for range 6 {
			b := legal[dice.IntN(len(legal))]
			if g.Position.Board[b.From].Reversed() || g.Position.Board[b.To].IsPiece() && !g.Position.Board[a.To].IsPiece() ||
				b.Promote == rules.Knight {
				a = b
			}
		}
		m := table.MoveView{Number: len(moves) + 1, Seat: g.Position.Turn, By: v.Actor(&g.Position), Action: a}
		if _, err := g.Play(a); err != nil {
			panic(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// TestAModeratorClearsASeatAndClosesATable checks the messages that players get if a moderator
// removes a player or closes the table before the game. The messages must say that a
// moderator did so, and not the host.
func TestAModeratorClearsASeatAndClosesATable(t *testing.T) {
	h := newTestLobby(t)
	inky, blinky := h.come("Inky"), h.come("Blinky")
	inky.tell("new chess4 clock=none", "is open.")
	blinky.tell("table 1", "Table 1: ")
	blinky.tell("sit", "You sit down as")
	inky.hear("Blinky sits down as")
	tab, err := h.lobby.Table(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	ada := player.Player{ID: "SHA256:Ada", Name: "Ada"}
	if err := tab.RemovePlayer(t.Context(), ada, "SHA256:Blinky", "sits there for days"); err != nil {
		t.Fatal(err)
	}
	blinky.hear("A moderator removed you from White: sits there for days.")
	inky.hear("A moderator removed Blinky from White: sits there for days.")
	if err := tab.Adjudicate(t.Context(), ada, table.Adjudication{Reason: "opened by mistake"}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*talker{inky, blinky} {
		p.hear("The table was closed before the game.\nClosed by Ada: opened by mistake.")
		if said := p.all.String(); strings.Contains(said, "The game starts") || strings.Contains(said, "game is over") {
			t.Errorf("heard:\n%s", said)
		}
	}
}
