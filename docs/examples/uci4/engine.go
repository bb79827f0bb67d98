package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"regexp"
	"strconv"
	"strings"

	"quadrille/rules"
)

// engine is a UCI engine for four-player chess in another process.
type engine struct {
	in   io.Writer
	out  *bufio.Scanner
	stop func() // ends the process
}

// search tells how the engine found a move. Value is in hundredths of a pawn for the side
// that moves.
type search struct {
	Value *int `json:"value,omitempty"`
	Depth int  `json:"depth,omitempty"`
	Nodes int  `json:"nodes,omitempty"`
}

// mateValue is the value that a position gets if the engine announces a mate.
const mateValue = 10_000

// begin sends the command uci to the engine, sets the engine's options, and waits until the
// engine is ready.
func (e *engine) begin(options []string) error {
	if err := e.ask("uci", "uciok"); err != nil {
		return err
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		fmt.Fprintf(e.in, "setoption name %s value %s\n", name, value)
	}
	return e.ask("isready", "readyok")
}

// ask sends a command, and skips the lines of the engine up to the expected answer.
func (e *engine) ask(command, answer string) error {
	fmt.Fprintln(e.in, command)
	for e.out.Scan() {
		if strings.TrimSpace(e.out.Text()) == answer {
			return nil
		}
	}
	return fmt.Errorf("the engine ended before it answered %s with %s", command, answer)
}

// choose returns the engine's move in plain notation. If the move is illegal, it returns the
// first legal action instead, because some engines play until a king is captured: they leave
// their king in check when they cannot save it.
func (e *engine) choose(g *rules.Game, limit string) (string, search, error) {
	fen := FEN4(g)
	fmt.Fprintf(e.in, "position fen %s\ngo %s\n", fen, strings.ReplaceAll(limit, "=", " "))
	var found search
	for e.out.Scan() {
		words := strings.Fields(e.out.Text())
		switch {
		case len(words) > 0 && words[0] == "info":
			found.read(words)
		case len(words) > 1 && words[0] == "bestmove":
			action, err := findAction(g, words[1])
			if err != nil {
				log.Printf("%v in %s; playing the first legal action", err, fen)
			}
			return action, found, nil
		}
	}
	return "", found, errors.New("the engine ended without a bestmove")
}

// read reads the depth, nodes and score from an info line of the engine.
func (s *search) read(words []string) {
	for i := 1; i+1 < len(words) && words[1] != "string"; i++ {
		n, err := strconv.Atoi(words[i+1])
		if err != nil {
			continue
		}
		switch words[i] {
		case "depth":
			s.Depth = n
		case "nodes":
			s.Nodes = n
		case "cp", "score":
			s.Value = &n
		case "mate":
			s.Value = new(mateValue)
			if n < 0 {
				s.Value = new(-mateValue)
			}
		}
	}
}

// moveForm matches coordinates like h2h4, h2-h4 and b7xc8=Q.
var moveForm = regexp.MustCompile(`^[KQRBN]?([a-n][0-9]{1,2})[-x]?[KQRBN]?([a-n][0-9]{1,2})=?([QRBNqrbn]?)$`)

// findAction returns the legal action with the given coordinates, in plain notation. A pawn
// promotes to a queen if the engine names no piece. If there is no such action, findAction
// returns the first legal action and an error.
func findAction(g *rules.Game, text string) (string, error) {
	f, actor := g.Variant.Facts(), g.Variant.Actor(&g.Position)
	legal := g.Variant.Legal(&g.Position, nil)
	parts := moveForm.FindStringSubmatch(text)
	if parts == nil {
		return rules.Plain(f, actor, legal[0]), fmt.Errorf("the engine sent %q instead of a move like h2h4", text)
	}
	promote := rules.Queen
	if parts[3] != "" {
		promote = rules.KindOf(strings.ToUpper(parts[3])[0])
	}
	for _, a := range legal {
		same := a.Type == rules.Move && coordinates(f.Geometry, a.From) == parts[1] && coordinates(f.Geometry, a.To) == parts[2]
		if same && (a.Promote == rules.NoKind || a.Promote == promote) {
			return rules.Plain(f, actor, a), nil
		}
	}
	return rules.Plain(f, actor, legal[0]), fmt.Errorf("the engine sent the illegal move %s", text)
}
