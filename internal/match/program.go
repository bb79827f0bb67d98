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

	"quadrille/internal/api"
	"quadrille/internal/table"
	"quadrille/rules"
)

const (
	// tableNumber is what the one table is called at which a program plays.
	tableNumber = 1
	// moveTime is how long a program may take for a move before it has lost.
	moveTime = 30 * time.Second
	// requests is how much it may ask and say before it moves.
	requests = 1000
	// farewell is how long it may take to end once the game is over.
	farewell = 2 * time.Second
)

// program is an engine in a process of its own. It speaks as at the machine door:
// it may say hello, sit, be ready and ask for the state, and hears of its turns
// and of the end; nothing else happens at this table.
type program struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte // closed when it says no more
	ended chan struct{}
	turn  Turn // the newest
}

func startProgram(command string) (Engine, error) {
	words := strings.Fields(command)
	p := &program{cmd: exec.Command(words[0], words[1:]...), lines: make(chan []byte), ended: make(chan struct{})}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.listen(out)
	return p, nil
}

// listen takes the program's lines until it says no more, or has been ended.
func (p *program) listen(out io.Reader) {
	defer close(p.lines)
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, api.MaxLine)
	for scanner.Scan() {
		select {
		case p.lines <- append([]byte(nil), scanner.Bytes()...):
		case <-p.ended:
			return
		}
	}
}

// tell writes a line. That nobody reads it any more is found out from what he
// says then: nothing.
func (p *program) tell(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // these are types of ours
	}
	_, _ = p.in.Write(append(text, '\n'))
}

// Choose tells the program that it is its turn, and answers what it asks until it
// acts.
func (p *program) Choose(ctx context.Context, t Turn) (rules.Action, error) {
	ctx, cancel := context.WithTimeout(ctx, moveTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = p.in.Close() })() // it may not even read
	p.turn = t
	p.tell(p.turnEvent())
	for range requests {
		select {
		case line, more := <-p.lines:
			if !more {
				return rules.Action{}, errors.New("it ended in the middle of the game")
			}
			if a, acted, err := p.request(line); acted || err != nil {
				return a, err
			}
		case <-ctx.Done():
			return rules.Action{}, errSlow
		}
	}
	return rules.Action{}, errors.New("it says much and does not act")
}

// asked is what a program says, as far as it matters here.
type asked struct {
	ID, Command, Action string
	Ply                 int
}

// request answers a line; acted tells that it was the action.
func (p *program) request(line []byte) (a rules.Action, acted bool, err error) {
	var in asked
	if err := json.Unmarshal(line, &in); err != nil {
		return a, false, fmt.Errorf("it said %.80q, which is no JSON: %w", line, err)
	}
	answer := api.Answer{V: api.Version, ID: in.ID, Result: struct{}{}}
	switch in.Command {
	case "hello", "ping", "ready", "watch":
	case "sit", "state":
		answer.Result = p.state()
	case "legal":
		answer.Result = p.turnEvent().Turn
	case "resign":
		p.tell(answer)
		return rules.Action{Type: rules.Resign, Seat: p.actor()}, true, nil
	case "move":
		if in.Ply != p.turn.Ply {
			answer.Result, answer.Error = nil, &api.Error{Code: "stale", Message: "that answers another position"}
			break
		}
		g := p.turn.Game
		if a, err = rules.ParseInput(g.Variant, &g.Position, p.actor(), in.Action); err == nil {
			err = g.Validate(a)
		}
		if err != nil {
			return a, false, err
		}
		p.tell(answer)
		return a, true, nil
	default:
		answer.Result, answer.Error = nil, &api.Error{Code: api.NoSuchCommand, Message: "a match has no such command"}
	}
	p.tell(answer)
	return a, false, nil
}

func (p *program) actor() rules.Seat { return p.turn.Game.Variant.Actor(&p.turn.Game.Position) }

func (p *program) turnEvent() api.TurnEvent {
	g := p.turn.Game
	f := g.Variant.Facts()
	return api.TurnEvent{V: api.Version, Event: "turn", Table: tableNumber, Seq: p.turn.Ply + 1, Turn: api.Turn{
		Ply: p.turn.Ply, Seat: f.SeatName(p.actor()), ForSeat: f.SeatName(g.Position.Turn), Yours: true, CanClaimDraw: g.CanClaim(),
		Legal: rules.LegalPlain(g.Variant, &g.Position), Position: rules.PositionText(g.Variant, &g.Position),
	}}
}

func (p *program) state() api.TableState {
	g := p.turn.Game
	f := g.Variant.Facts()
	state := api.TableState{
		Table: tableNumber, Seq: p.turn.Ply + 1, Game: f.Name, Phase: "playing", Clock: "none", Ply: p.turn.Ply,
		Position: rules.PositionText(g.Variant, &g.Position), Options: map[string]string{},
	}
	for _, o := range f.Options {
		if o.Value != o.Default {
			state.Options[o.Name] = o.Value
		}
	}
	for seat := range rules.Seat(rules.SeatCount) {
		mine := p.turn.Held.Has(seat)
		who := &api.Player{Name: map[bool]string{true: "you", false: "them"}[mine], Bot: true, You: mine}
		state.Seats = append(state.Seats, api.Seat{
			Seat: f.Seats[seat], Player: who, Ready: true, Present: true,
			Eliminated: g.Position.State[seat] == rules.Eliminated, Team: int(f.Team[seat]),
		})
	}
	return state
}

// Close tells the program that the game is over, and ends it.
func (p *program) Close(g *rules.Game) {
	why := g.Position.Outcome.Termination.String()
	if !g.Position.Over() {
		why = table.Abandoned // cut, or lost by a fault
	}
	p.tell(api.TableEvent{
		V: api.Version, Event: table.Closed, Table: tableNumber, Seq: p.turn.Ply + 2, At: time.Now().UTC(),
		Result: &api.Result{Termination: why},
	})
	_ = p.in.Close()
	close(p.ended)
	killed := time.AfterFunc(farewell, func() { _ = p.cmd.Process.Kill() })
	defer killed.Stop()
	for range p.lines { // what it still says, nobody reads
	}
	_ = p.cmd.Wait()
}
