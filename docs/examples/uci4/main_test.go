package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille/internal/match"
	"quadrille/rules"
	"quadrille/rules/chess4"
	"quadrille/rules/fourplayer"
)

// TestMain runs the adapter, not the tests, in the processes that TestMatch starts.
func TestMain(m *testing.M) {
	if os.Getenv("UCI4_ADAPTER") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// afterMoves returns a game in which the given moves have been played.
func afterMoves(t *testing.T, moves ...string) *rules.Game {
	t.Helper()
	v, err := chess4.New(map[string]string{"teams": "on"})
	if err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(v)
	for _, text := range moves {
		a, err := rules.ParsePlain(v.Facts(), v.Actor(&g.Position), text)
		if err == nil {
			_, err = g.Play(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// fromText returns a game that begins at the given position.
func fromText(t *testing.T, lines ...string) *rules.Game {
	t.Helper()
	game := "chess4"
	if strings.HasPrefix(lines[0], "variant") {
		game = ""
	}
	g, _, err := rules.ParsePosition(strings.NewReader(strings.Join(lines, "\n")), openGame, game, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// rows holds the start position in FEN4, without its first and last rows.
const rows = "3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bK,bP,10,gP,gQ/" +
	"bQ,bP,10,gP,gK/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/3,rP,rP,rP,rP,rP,rP,rP,rP,3"

func TestFEN4(t *testing.T) {
	start := "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yQ,yK,yB,yN,yR,3/" + rows + "/3,rR,rN,rB,rK,rQ,rB,rN,rR,3"
	stepped := strings.Replace(start, "R-", "B-", 1)
	stepped = strings.Replace(stepped, "-0-3,", "-0-{'enPassant':('e3:e4','','','')}-3,", 1)
	stepped = strings.Replace(stepped, "bR,bP,10,gP,gR/14/3,rP,rP,", "bR,bP,2,rP,7,gP,gR/14/3,rP,1,", 1)
	for want, g := range map[string]*rules.Game{
		start:   afterMoves(t),
		stepped: afterMoves(t, "m5-k5"),
		"Y-0,1,0,0-0,0,0,0-0,0,1,0-0,0,0,0-7-3,yR,3,yK,6/14/14/14/14/9,dbQ,4/13,gK/14/14/14/14/14/14/3,rK,10": fromText(t,
			"turn black", "white K n4", "black K a8", "black R a4", "unmoved a8 a4", "gold K g14", "silver Q f10", "quiet 7"),
	} {
		if got, err := FEN4(g); got != want || err != nil {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
}

func TestFindAction(t *testing.T) {
	g := fromText(t, "white K n4", "white P b8", "black K a4")
	for move, want := range map[string]string{
		"d1e2": "n4-m5", "Kd1-e2": "n4-m5", "h13h14": "b8-a8=Q", "h13h14n": "b8-a8=N", "h13-h14=R": "b8-a8=R",
	} {
		if got, err := findAction(g, move); got != want {
			t.Errorf("%s became %q, %v, want %s", move, got, err, want)
		}
	}
	for _, move := range []string{"d1d3", "0000", "d1"} {
		got, err := findAction(g, move)
		if err == nil {
			t.Errorf("%s was accepted", move)
		}
		if _, err := rules.ParseInput(g.Variant, &g.Position, 0, got); err != nil {
			t.Errorf("%s became %s: %v", move, got, err)
		}
	}
}

// script is an engine that knows one move for each army. It exits if it gets an unknown
// command.
const script = `#!/bin/sh
while read -r line; do
	case $line in
	uci) echo id name script; echo uciok ;;
	isready) test "$mode" = teams && echo readyok || exit ;;
	"setoption name Mode value "*) mode=${line##* } ;;
	"position fen R-"*) move=e2e4 ;;
	"position fen B-"*) move=b5d5 ;;
	"position fen Y-"*) move=e13e11 ;;
	"position fen G-"*) move=m5k5 ;;
	"go nodes 9") echo info depth 3 nodes 7 score cp -25 pv $move; echo bestmove $move ;;
	*) exit ;;
	esac
done
`

// ownScript is an engine that plays modern four-player chess, in which squares have the names of FEN4.
const ownScript = `#!/bin/sh
while read -r line; do
	case $line in
	uci) echo uciok ;;
	isready) echo readyok ;;
	"position fen R-"*) move=h2h4 ;;
	"position fen B-"*) move=b7d7 ;;
	"position fen Y-"*) move=g13g11 ;;
	"position fen G-"*) move=m8k8 ;;
	"go nodes 9") echo bestmove $move ;;
	*) echo "$line" >&2; exit ;;
	esac
done
`

// TestPositionOfOwnGame checks that the game itself writes its positions, in one line, with points and
// with a king that walks.
func TestPositionOfOwnGame(t *testing.T) {
	g := fromText(t, "variant fourplayer", "red K h1", "red Q g1", "blue K a7", "blue Q d7", "yellow K g14", "green K n8",
		"walking blue", "points red 12")
	got, err := FEN4(g)
	if err != nil || !strings.HasPrefix(got, "R-") || !strings.Contains(got, "-12,0,0,0-") || !strings.Contains(got, "dbQ") {
		t.Errorf("%s, %v", got, err)
	}
}

// TestOwnGame plays modern four-player chess, whose positions the game itself writes as FEN4.
func TestOwnGame(t *testing.T) {
	v, err := fourplayer.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	log := playScript(t, ownScript, rules.NewGame(v), "-go nodes=9 ")
	for _, move := range []string{"h2-h4", "b7-d7", "g13-g11", "m8-k8"} {
		if !strings.Contains(log, move) {
			t.Errorf("the log has no %q:\n%s", move, log)
		}
	}
}

// TestMatch plays two games. In one game the engine has White and Black, and in the other game
// Silver and Gold. The log shows the engine's moves and values.
func TestMatch(t *testing.T) {
	log := playScript(t, script, afterMoves(t), "-set Mode=teams -go nodes=9 ")
	for _, move := range []string{"m5-k5", "j2-j4", "b5-d5", "j13-j11"} {
		if want := move + " # value -0.25 depth 3 nodes 7\n"; !strings.Contains(log, want) {
			t.Errorf("the log has no line %q", want)
		}
	}
}

// playScript plays a match of a script that is an engine against a built-in one, and returns the log.
func playScript(t *testing.T, script string, start *rules.Game, flags string) string {
	t.Helper()
	t.Setenv("UCI4_ADAPTER", "on")
	engine := filepath.Join(t.TempDir(), "engine")
	if err := os.WriteFile(engine, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	a, err := match.ParseEngine("program:" + self + " " + flags + engine)
	if err != nil {
		t.Fatal(err)
	}
	b, err := match.ParseEngine("nodes:20")
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	m := match.Match{
		Variant: start.Variant, Engines: []match.Maker{a, b}, Plies: 4, Openings: match.Openings{Start: start},
		Log:   match.NewLog(&log),
		Test:  match.Test{Low: 0.1, High: 0.9, Error: 0.01},
		Fault: func(engine string, why error) { t.Errorf("%s lost because it failed: %v", engine, why) },
	}
	m.Games = m.MinGames()
	if _, _, err := m.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	return log.String()
}

// TestEngineWithoutAMove checks the answers of engines that send no move or cannot read a position.
func TestEngineWithoutAMove(t *testing.T) {
	for _, c := range []struct{ onGo, onStop, want, wrong string }{
		{onGo: "info string Game completed. RY won.", want: "first"},
		{onGo: "bestmove", want: "first"},
		{onGo: "bestmove (none)", want: "first"},
		{onGo: "info depth 1", want: "first"},
		{onGo: "info depth 1", onStop: "bestmove e2e4", want: "m5-k5"},
		{onGo: "info string Invalid FEN", onStop: "bestmove e2e4", wrong: "cannot read"},
		{onGo: "info string error handling 'position'", wrong: "cannot read"},
	} {
		commands, in := io.Pipe()
		out, answers := io.Pipe()
		go func() {
			defer answers.Close()
			for scanner := bufio.NewScanner(commands); scanner.Scan(); {
				answer := map[string]string{"go": c.onGo, "stop": c.onStop, "isready": "readyok"}[strings.Fields(scanner.Text())[0]]
				if answer != "" {
					fmt.Fprintln(answers, answer)
				}
			}
		}()
		e := newEngine(in, out, nil)
		e.timeout = 10 * time.Millisecond
		if c.onStop == "" && !strings.HasPrefix(c.onGo, "info depth") {
			e.timeout = time.Minute
		}
		g := afterMoves(t)
		if c.want == "first" {
			c.want, _ = findAction(g, "")
		}
		got, _, err := e.choose(g, "movetime=100")
		if got != c.want || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("%q and %q: %s, %v; want %s", c.onGo, c.onStop, got, err, c.want)
		}
		in.Close()
	}
}

// TestEngineIsAskedAgain has an engine send an illegal move, and then the first of the moves that
// it was asked to search, or the same illegal move.
func TestEngineIsAskedAgain(t *testing.T) {
	for name, obeys := range map[string]bool{"an engine that knows searchmoves": true, "an engine that does not": false} {
		commands, in := io.Pipe()
		out, answers := io.Pipe()
		asked := 0
		go func() {
			defer answers.Close()
			for scanner := bufio.NewScanner(commands); scanner.Scan(); {
				line := scanner.Text()
				if !strings.HasPrefix(line, "go ") {
					continue
				}
				asked++
				_, moves, listed := strings.Cut(line, " searchmoves ")
				if !listed || !obeys {
					fmt.Fprintln(answers, "bestmove d1d3")
					continue
				}
				list := strings.Fields(moves)
				fmt.Fprintln(answers, "bestmove", list[len(list)-1])
			}
		}()
		e := newEngine(in, out, nil)
		e.timeout = time.Minute
		g := fromText(t, "white K n4", "white P b8", "black K a4")
		first, _ := findAction(g, "")
		got, _, err := e.choose(g, "nodes=9")
		if err != nil || asked != 2 || (got != first) != obeys {
			t.Errorf("%s: %s, %v, asked %d times", name, got, err, asked)
		}
		in.Close()
	}
}
