package plain

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
)

// linesPerSecond is the maximum number of input lines that a session handles in a second.
// Further lines wait.
const linesPerSecond = 40

// session serves one player. Only the goroutine that calls the method run uses the fields of
// session. Other goroutines wait for notices and for changes of the lobby and the tables, and
// pass them to that goroutine.
type session struct {
	Config
	ctx       context.Context
	receivers *group
	output    *output
	editor    *Editor
	speech    speech

	me      player.Player
	notices notices
	asks    *question
	pages   []string // the lines of a long answer that are not printed yet

	left  bool // whether the player has quit
	limit *reserve.Pace
	clock func() time.Time

	visit *lobby.Session
	feed  *lobbyFeed
	table *openTable // the table that the player has entered; nil in the lobby
	name  string     // begins the IDs of the session's commands
	sent  int        // number of commands sent so far
}

func newSession(ctx context.Context, cfg Config) *session {
	typing := &Editor{Echoes: cfg.Terminal}
	s := &session{
		Config: cfg, ctx: ctx, receivers: &group{Guard: cfg.Guard}, me: cfg.Player, editor: typing, speech: speechOf(cfg.Settings),
		output: &output{To: cfg.Output, Typing: typing},
		clock:  cfg.Clock.Now,
		limit:  reserve.NewPace(linesPerSecond),
		name:   rand.Text(),
	}
	typing.Secret = func() bool { return s.asks != nil && s.asks.secret }
	return s
}

func (s *session) say(format string, args ...any) { s.output.say(format, args...) }

// begin greets the player, and asks for a name if they have none.
func (s *session) begin() {
	s.say("Welcome to Quadrille, chess for four players, in plain mode")
	if s.RefusedKey != "" {
		s.say("%s", s.RefusedKey)
	}
	if !s.Named {
		s.askName()
	} else {
		s.enter()
	}
	s.output.flush()
}

// enter enters the lobby, or the table that the player named when they connected.
func (s *session) enter() {
	s.visit = s.Lobby.Connect(s.me)
	s.feed = s.openFeed()
	s.notices.follow(s)
	s.say("You are %s. For the commands, type \"help\"; end each line with Enter", s.me.Name)
	if s.Open != nil {
		s.enterOpen(s.Open)
		return
	}
	s.greet()
}

// enterOpen enters a table and, if necessary, takes a seat.
func (s *session) enterOpen(open *Open) {
	s.enterTable(open.Table)
	if open.Sit && s.table != nil {
		s.do(table.Command{Kind: table.Sit, Seat: open.Seat})
	}
}

// run handles inputs and updates, one at a time, until the session ends. Updates come from
// the table, the lobby, the notices and the messages.
func (s *session) run() {
	defer s.limit.Wait.Stop()
	for !s.left && s.ctx.Err() == nil && !s.output.Failed() {
		input := s.Input
		if s.limit.Held {
			input = nil
		}
		select {
		case <-s.ctx.Done():
		case chunk, more := <-input:
			s.heard(chunk, more)
		case <-s.limit.Wait.C:
			s.limit.Held = false
		case v, more := <-s.table.news():
			s.tableNews(v, more)
		case now, more := <-s.table.analysisNews():
			s.analysisNews(now, more)
		case v := <-s.feed.news(s.table == nil):
			s.lobbyNews(v)
		case list, more := <-s.notices.lists:
			s.notices.tell(s, list, more)
		case list, more := <-s.notices.mail:
			s.notices.deliver(s, list, more)
		case letters, more := <-s.feed.mail():
			s.mailNews(letters, more)
		}
		s.output.flush()
	}
}

// heard handles a chunk of input. It ends the session if there is no more input.
func (s *session) heard(chunk []byte, more bool) {
	if !more {
		if rest := s.editor.unfinished(); rest != "" && s.ctx.Err() == nil { // the last line of a file may lack its end
			s.answer(typedLine{Text: rest})
		}
		s.left = true
		return
	}
	lines := 0
	s.editor.take(chunk, s.output.echo, func(t typedLine) {
		if lines++; !s.left {
			s.answer(t)
		}
	})
	s.limit.Count(s.clock(), lines)
}

// answer handles an input line or a control key.
func (s *session) answer(t typedLine) {
	switch {
	case t.End:
		s.quit()
	case t.Interrupt:
		s.interrupted()
	case t.Long:
		s.say("That line is too long: the limit is %d bytes", maxBytes)
	default:
		s.line(t.Text)
	}
}

func (s *session) line(raw string) {
	if strings.TrimSpace(raw) == "" && s.asks == nil {
		return
	}
	if s.asks != nil && s.asks.secret { // pass on a password exactly as it was typed
		s.asks.take(strings.TrimPrefix(raw, "\ufeff"))
		return
	}
	text := ""
	if strings.TrimSpace(raw) != "" {
		clean, err := player.CleanLine(raw, maxBytes)
		if err != nil {
			s.say("%v", err)
			return
		}
		text = clean
	}
	if s.asks != nil {
		s.asks.take(text)
		return
	}
	s.obey(text)
}

// commandID returns a new ID for a command. If a table receives several commands with the
// same ID, it executes only the first.
func (s *session) commandID() string {
	s.sent++
	return fmt.Sprintf("%s-%d", s.name, s.sent)
}

func (s *session) quit() {
	if s.table != nil {
		s.tell((*teller).tellSeatKept)
	}
	s.say("Goodbye")
	s.left = true
}

// interrupted handles ctrl-c. If a question is open, it cancels the question. Otherwise it
// asks whether to quit.
func (s *session) interrupted() {
	if s.asks == nil {
		s.confirm("Quit?", s.quit)
		s.asks.quits = true
		return
	}
	if s.asks.quits || !s.Named {
		s.quit()
		return
	}
	s.asks = nil
	s.say("Cancelled")
}

func (s *session) close() {
	s.leaveTable()
	if s.feed != nil {
		s.notices.watcher.Close()
		s.notices.feed.Close()
		s.feed.close()
		s.visit.Leave()
	}
	s.output.flush()
}
