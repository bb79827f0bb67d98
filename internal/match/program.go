package match

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/protocol"
	"quadrille/internal/table"
	"quadrille/rules"
)

const (
	// tableNumber is the table number used in the messages to the program.
	tableNumber = 1
	// moveTime is how long a program may take for a move.
	moveTime = 30 * time.Second
	// maxRequests is the maximum number of requests that a program may send before it moves.
	// A program that sends more loses the game.
	maxRequests = 1000
	// exitTimeout is how long a program may take to exit after the game.
	exitTimeout = 2 * time.Second
	// ownName is the name of the program's player in the messages to it.
	ownName = "you"
)

// programCommands are the commands that a program may send.
var programCommands = []string{"hello", "ping", "ready", "sit", "watch", "state", "legal", "move", "resign"}

// program is an engine in a separate process that speaks the JSON API. It may send the
// commands that [program.handle] accepts. It receives an event when it has the turn and when
// the game ends.
type program struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   io.ReadCloser
	lines chan []byte // lines of the program's output; closed when the output ends
	err   error       // why the program's output could not be read; set before lines is closed
	ended chan struct{}
	turn  Turn
}

func startProgram(command string) (Engine, error) {
	words := strings.Fields(command)
	p := &program{cmd: exec.Command(words[0], words[1:]...), lines: make(chan []byte), ended: make(chan struct{})}
	p.cmd.Stderr = os.Stderr
	inOwnGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if p.out, err = p.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.listen()
	return p, nil
}

// listen reads lines until the program closes its output or Close is called.
func (p *program) listen() {
	defer close(p.lines)
	scanner := bufio.NewScanner(p.out)
	scanner.Buffer(nil, protocol.MaxLine)
	for scanner.Scan() {
		select {
		case p.lines <- append([]byte(nil), scanner.Bytes()...):
		case <-p.ended:
			return
		}
	}
	p.err = scanner.Err()
}

// send writes a line. It ignores an error: if the program no longer reads, it will not
// answer, and Choose times out.
func (p *program) send(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // cannot happen: these types can be marshalled
	}
	_, _ = p.in.Write(append(text, '\n'))
}

// Choose sends the turn to the program, and answers requests until the program moves.
func (p *program) Choose(ctx context.Context, t Turn) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, moveTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = p.in.Close() })() // closing the pipe ends a blocked write if the program does not read
	p.turn = t
	p.send(p.turnEvent())
	for range maxRequests {
		select {
		case line, more := <-p.lines:
			switch {
			case !more && errors.Is(p.err, bufio.ErrTooLong):
				return Answer{}, fmt.Errorf("the program sent a line of more than %d bytes", protocol.MaxLine)
			case !more:
				return Answer{}, errors.New("the program exited during the game")
			}
			if a, acted, err := p.handle(line); acted || err != nil {
				return a, err
			}
		case <-ctx.Done():
			return Answer{}, fmt.Errorf("no move within %.0f seconds", moveTime.Seconds())
		}
	}
	return Answer{}, fmt.Errorf("the program sent %d requests without a move", maxRequests)
}

// request is a message from the program. It has only the fields that program.handle reads.
type request struct {
	ID      string `json:"id"`
	Command string `json:"command"`
	Action  string `json:"action"`
	Ply     int    `json:"ply"`
	// Optional data about the search that chose a move: the value in hundredths of a pawn
	// for the side that moves, the depth in plies and the number of positions.
	Value *int `json:"value"`
	Depth int  `json:"depth"`
	Nodes int  `json:"nodes"`
}

// handle answers a request. The result `acted` reports whether the request was a move or a
// resignation.
func (p *program) handle(line []byte) (a Answer, acted bool, err error) {
	var in request
	if err := protocol.Unmarshal(line, &in); err != nil {
		return a, false, fmt.Errorf("the program sent %.80q: %w", line, err)
	}
	answer := protocol.Answer{V: protocol.Version, ID: in.ID, Result: struct{}{}}
	switch in.Command {
	case "ready":
	case "hello":
		answer.Result = protocol.HelloResult{
			Server: "quadrille match", You: protocol.Player{Name: ownName, Bot: true, You: true}, Named: true,
			Commands: programCommands, MaxLine: protocol.MaxLine, PerSecond: maxRequests, MaxTables: 1,
		}
	case "ping":
		answer.Result = protocol.PingResult{At: clock.Wall()}
	case "sit", "watch", "state":
		answer.Result = p.state()
	case "legal":
		t := p.turnEvent().Turn
		answer.Result = protocol.LegalResult{Ply: t.Ply, Seat: t.Seat, Legal: t.Legal, CanClaimDraw: t.CanClaimDraw}
	case "resign":
		answer.Result = protocol.MoveResult{Ply: p.turn.Ply + 1}
		p.send(answer)
		a.Action = rules.Action{Type: rules.Resign, Seat: p.actor()}
		return a, true, nil
	case "move":
		if in.Ply != p.turn.Ply {
			answer.Result, answer.Error = nil, &protocol.Error{
				Code:    "stale",
				Message: `the field "ply" must be the number of actions so far`,
			}
			break
		}
		g := p.turn.Game
		if a.Action, err = rules.ParseInput(g.Variant, &g.Position, p.actor(), in.Action); err == nil {
			err = g.Validate(a.Action)
		}
		if err != nil {
			return a, false, err
		}
		if a.Depth, a.Nodes, a.Searched = in.Depth, in.Nodes, in.Value != nil; a.Searched {
			a.Value = *in.Value
		}
		answer.Result = protocol.MoveResult{Ply: p.turn.Ply + 1}
		p.send(answer)
		return a, true, nil
	default:
		answer.Result, answer.Error = nil, &protocol.Error{
			Code:    protocol.NoSuchCommand,
			Message: "this command is not available in a match",
		}
	}
	p.send(answer)
	return a, false, nil
}

func (p *program) actor() rules.Seat { return p.turn.Game.Variant.Actor(&p.turn.Game.Position) }

func (p *program) turnEvent() protocol.TurnEvent {
	g := p.turn.Game
	f := g.Variant.Facts()
	return protocol.TurnEvent{V: protocol.Version, Event: "turn", Table: tableNumber, Seq: p.turn.Ply + 1, Turn: protocol.Turn{
		Ply: p.turn.Ply, Seat: f.SeatName(p.actor()), ForSeat: f.SeatName(g.Position.Turn), Own: true, CanClaimDraw: g.CanClaim(),
		Legal: rules.LegalPlain(g.Variant, &g.Position), Position: rules.PositionText(g.Variant, &g.Position),
	}}
}

func (p *program) state() protocol.TableState {
	g := p.turn.Game
	f := g.Variant.Facts()
	state := protocol.TableState{
		Table: tableNumber, Seq: p.turn.Ply + 1, Game: f.Name, Phase: "playing", Clock: "none", Ply: p.turn.Ply,
		Position: rules.PositionText(g.Variant, &g.Position), Options: map[string]string{},
	}
	for _, o := range f.ChosenOptions() {
		state.Options[o.Name] = o.Value
	}
	for seat := range rules.Seat(rules.SeatCount) {
		mine := p.turn.Held.Has(seat)
		who := &protocol.Player{Name: map[bool]string{true: ownName, false: "them"}[mine], Bot: true, You: mine}
		state.Seats = append(state.Seats, protocol.Seat{
			Seat: f.Seats[seat], Player: who, Ready: true, Present: true,
			Eliminated: !g.Position.State[seat].MayAct(), Team: int(f.Team[seat]),
		})
	}
	return state
}

// Close tells the program that the game is over, and waits until it exits and closes its
// output, at most until exitTimeout. Then it kills the program and the processes that it has
// started.
func (p *program) Close(g *rules.Game) {
	timer := time.AfterFunc(exitTimeout, p.kill)
	defer timer.Stop()
	p.sendEnd(g)
	_ = p.in.Close()
	close(p.ended)
	for range p.lines { // discard the rest of the program's output
	}
	_ = p.cmd.Wait()
	killGroup(p.cmd)
}

// sendEnd tells the program that the game is over.
func (p *program) sendEnd(g *rules.Game) {
	result := &protocol.Result{Termination: table.Abandoned} // the game was stopped early, or an engine failed and lost it
	if g.Position.Over() {
		result = protocol.ResultOf(g.Variant.Facts(), &g.Position.Outcome)
	}
	p.send(protocol.TableEvent{
		V: protocol.Version, Event: table.Closed, Table: tableNumber, Seq: p.turn.Ply + 2, At: clock.Wall(),
		Result: result,
	})
}

// kill stops the program. It also closes both pipes, because a process that has left the
// group may keep them open.
func (p *program) kill() {
	killGroup(p.cmd)
	_ = p.in.Close()
	_ = p.out.Close()
}
