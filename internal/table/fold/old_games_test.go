package fold

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var updateOldGames = flag.Bool("update-old-games", false, "write the hashes of the games; run it only with the code of release 0.2.0")

// oldGames is a file with a line for each form of the games of release 0.2.0: the name, the options, a
// colon, and the hash of each game, as hexadecimal numbers. The code of 0.2.0, before games had lots and whole
// points, wrote it.
const oldGames = "testdata/games-0.2.0.txt"

// TestGamesOfRelease020FoldToEqualResults replays 1,000 games of all forms that release 0.2.0 had. Each
// position and each result must be the same as in that release.
func TestGamesOfRelease020FoldToEqualResults(t *testing.T) {
	text, err := os.ReadFile(oldGames)
	if err != nil {
		t.Fatal(err)
	}
	var updated strings.Builder
	games := 0
	for line := range strings.Lines(string(text)) {
		form, hashes, _ := strings.Cut(line, ":")
		words := strings.Fields(hashes)
		games += len(words)
		for i, want := range words {
			if testing.Short() && i%10 != 0 {
				continue
			}
			got := fmt.Sprintf("%08x", oldGame(t, form, uint64(i)))
			if words[i] = got; got != want && !*updateOldGames {
				t.Errorf("%s, game %d: the hash is %s, in release 0.2.0 it was %s", form, i, got, want)
			}
		}
		fmt.Fprintf(&updated, "%s: %s\n", form, strings.Join(words, " "))
	}
	if games != 1000 {
		t.Errorf("the file has %d games", games)
	}
	if *updateOldGames {
		if err := os.WriteFile(oldGames, []byte(updated.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// oldGame plays a random game by events of a table, as they are stored, and returns a hash of its
// positions and its result. From the 120th action on, seats resign or run out of time.
func oldGame(t *testing.T, form string, number uint64) uint32 {
	t.Helper()
	words := strings.Fields(form)
	options := map[string]string{}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		options[name] = value
	}
	s, err := Replay(started(table.Terms{Game: words[0], Options: options}), variants.New, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Terms.Clock.Start = time.Minute
	dice, hash := rand.New(rand.NewPCG(number, 20)), fnv.New32a()
	for ply := 0; !s.Over(); ply++ {
		e := table.Event{Kind: table.Acted, Seat: at(s.Actor())}
		switch leaves := dice.IntN(100); {
		case ply < 120 && leaves > 0:
			legal := rules.LegalPlain(s.Variant, &s.Game.Position)
			e.Action = legal[dice.IntN(len(legal))]
		case leaves%2 == 0 || s.Variant.Facts().Teams():
			e.Kind = table.Flagged
		default:
			e.Action = "resign"
		}
		if err := s.Apply(e); err != nil {
			t.Fatalf("%s, game %d: %+v: %v", form, number, e, err)
		}
		p := &s.Game.Position
		fmt.Fprintln(hash, e.Action, p.Turn, p.Outcome.Termination, p.Outcome.Winners, p.Outcome.Scores, p.Points)
		if ply%20 == 0 || s.Over() {
			fmt.Fprintln(hash, rules.PositionText(s.Variant, p))
		}
	}
	return hash.Sum32()
}
