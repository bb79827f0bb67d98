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
	"time"

	"quadrille/rules"
)

// engine is a UCI engine for four-player chess in another process.
type engine struct {
	in      io.Writer
	lines   <-chan string // the output; closed when it ends
	stop    func()        // ends the process
	timeout time.Duration // how long the engine may think about a move
}

// answerTimeout is how long the engine may take to answer after the command stop.
const answerTimeout = 5 * time.Second

// errNoAnswer reports that the engine did not answer in time.
var errNoAnswer = errors.New("no answer in time")

// newEngine returns an engine that reads commands from `in` and writes to `out`.
func newEngine(in io.Writer, out io.Reader, stop func()) *engine {
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	return &engine{in, lines, stop, 20 * time.Second}
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
	if err := e.ask("uci", "uciok", time.Minute); err != nil {
		return err
	}
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		fmt.Fprintf(e.in, "setoption name %s value %s\n", name, value)
	}
	return e.ask("isready", "readyok", time.Minute)
}

// ask sends a command, and skips the lines of the engine up to the expected answer.
func (e *engine) ask(command, answer string, within time.Duration) error {
	fmt.Fprintln(e.in, command)
	err := e.read(within, func(line string) bool { return strings.TrimSpace(line) == answer })
	if err != nil {
		return fmt.Errorf("the engine did not answer %s with %s: %w", command, answer, err)
	}
	return nil
}

// read passes the lines of the engine to `last`, up to the line for which `last` returns true.
func (e *engine) read(within time.Duration, last func(line string) bool) error {
	late := time.After(within)
	for {
		select {
		case line, more := <-e.lines:
			if !more {
				return errors.New("its output ended")
			}
			if last(line) {
				return nil
			}
		case <-late:
			return errNoAnswer
		}
	}
}

// choose returns the engine's move in plain notation. If the engine sends an illegal move, choose
// asks again, and names the legal moves. Engines that play until a king is captured leave their
// king in check; and when they cannot save it, choose returns the first legal action. It does
// the same if the engine sends no move, because some engines then take the game for over.
func (e *engine) choose(g *rules.Game, limit string) (string, search, error) {
	limit = strings.ReplaceAll(limit, "=", " ")
	fen, err := FEN4(g)
	if err != nil {
		return "", search{}, err
	}
	best, found, err := e.search(fen, limit)
	if err != nil {
		return "", found, err
	}
	action, err := findAction(g, best)
	if moveForm.MatchString(best) && err != nil {
		log.Printf("%v in %s; asking again", err, fen)
		if best, found, err = e.search(fen, limit+" searchmoves "+strings.Join(legalMoves(g), " ")); err != nil {
			return "", found, err
		}
		action, err = findAction(g, best)
	}
	if err != nil {
		log.Printf("%v in %s; playing the first legal action", err, fen)
	}
	return action, found, nil
}

// legalMoves returns the coordinates of all legal moves, like h2h4 and b7b8q.
func legalMoves(g *rules.Game) (list []string) {
	f := g.Variant.Facts()
	for _, a := range g.Variant.Legal(&g.Position, nil) {
		if a.Type == rules.Move {
			move := coordinates(f.Geometry, a.From) + coordinates(f.Geometry, a.To)
			if a.Promote != rules.NoKind {
				move += strings.ToLower(string(rune(a.Promote.Letter())))
			}
			list = append(list, move)
		}
	}
	return list
}

// search has the engine search a position. It returns the move that the engine sends, which is
// empty if there is none.
func (e *engine) search(fen, limit string) (best string, found search, err error) {
	for len(e.lines) > 0 { // a bestmove of an earlier search that came too late
		<-e.lines
	}
	fmt.Fprintf(e.in, "position fen %s\ngo %s\n", fen, limit)
	var refused string
	done := func(line string) bool {
		words := strings.Fields(line)
		switch {
		case refusal.MatchString(line):
			refused = line
		case gameOver.MatchString(line):
		case len(words) > 0 && words[0] == "info":
			found.read(words)
			return false
		case len(words) > 0 && words[0] == "bestmove":
			best = strings.Join(words[1:], " ")
		default:
			return false
		}
		return true
	}
	err = e.read(e.timeout, done)
	if errors.Is(err, errNoAnswer) { // a late bestmove may follow
		fmt.Fprint(e.in, "stop\nisready\n")
		err = e.read(answerTimeout, func(line string) bool {
			done(line)
			return strings.TrimSpace(line) == "readyok"
		})
	}
	switch {
	case err != nil:
		return "", found, err
	case refused != "":
		return "", found, fmt.Errorf("the engine cannot read %s: it sent %q", fen, refused)
	}
	return best, found, nil
}

var (
	// refusal matches the lines of engines that cannot read a position.
	refusal = regexp.MustCompile(`(?i)^info string .*(invalid fen|error handling)`)
	// gameOver matches the lines of engines for which a game is over.
	gameOver = regexp.MustCompile(`(?i)^info string .*game completed`)
)

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
