package api

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/protocol"
	"quadrille/internal/reserve"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/view"
	"quadrille/internal/table"
)

// Limits on a session. The server also limits each connection.
const (
	maxTables    = 8   // maximum number of tables followed at the same time
	perSecond    = 200 // maximum number of requests per second; further requests wait
	readCost     = 10  // cost, in requests, of a request that reads a lot of data
	eventsAtOnce = 64  // maximum number of events read from the store at once
)

// session serves one client. Only the goroutine that calls the method run uses the fields
// of session. Other goroutines wait for notices and for changes of the lobby and the
// tables, and pass what they receive to that goroutine.
type session struct {
	Config
	ctx       context.Context
	receivers sync.WaitGroup
	lines     lines
	failed    bool // whether writing a line has failed

	me          player.Player
	greeted     bool
	visit       *lobby.Session
	inbox       *lobby.Inbox
	invitations <-chan []view.Invitation
	invited     map[int]bool // numbers of the invitations sent to the client
	notices     notices

	limit *reserve.Pace
	cost  int // cost of the requests in the current chunk of input
	clock func() time.Time

	follower follower
	present  presenter
}

func newSession(ctx context.Context, cfg Config) *session {
	s := &session{
		Config: cfg, ctx: ctx, me: cfg.Player, invited: map[int]bool{},
		limit: reserve.NewPace(perSecond), clock: cfg.Clock.Now,
	}
	s.follower = follower{s: s, tables: map[table.ID]*followed{}, views: make(chan newView)}
	s.present = presenter{s}
	s.me.BotAccount = true
	return s
}

// run handles requests, changes and notices, one at a time.
func (s *session) run() {
	defer s.limit.Wait.Stop()
	for s.ctx.Err() == nil && !s.failed {
		input := s.Input
		if s.limit.Held {
			input = nil
		}
		select {
		case <-s.ctx.Done():
		case chunk, more := <-input:
			if !more {
				s.lines.end(s.handleLine)
				return
			}
			s.handle(chunk)
		case <-s.limit.Wait.C:
			s.limit.Held = false
		case v := <-s.follower.views:
			s.follower.update(v)
		case list, more := <-s.notices.lists:
			s.notices.send(s, list, more)
		case list, more := <-s.notices.mail.items:
			s.notices.mail.send(s, list, more)
		case list, more := <-s.invitations:
			s.follower.invite(list, more)
		}
	}
}

// handle answers the requests that a chunk of input completes.
func (s *session) handle(chunk []byte) {
	s.lines.add(chunk, s.handleLine)
	s.limit.Count(s.clock(), s.cost)
	s.cost = 0
}

// handleLine answers the request on a line, which is nil if it is too long.
func (s *session) handleLine(line []byte) {
	if s.failed || s.ctx.Err() != nil {
		return
	}
	s.cost++
	id, result, err := s.request(line)
	if err != nil {
		answer := *errorOf(err)
		answer.Message = present.Addressed(answer.Message, s.SSHCommand)
		s.send(protocol.Answer{V: protocol.Version, ID: id, Error: &answer})
		return
	}
	s.send(protocol.Answer{V: protocol.Version, ID: id, Result: result})
	s.follower.resume()
}

// send writes a line. It blocks for at most the server's write timeout.
func (s *session) send(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // cannot happen: every type of this package can be encoded
	}
	_, err = s.Output.Write(append(text, '\n'))
	s.failed = s.failed || err != nil
}

func (s *session) close() {
	for _, f := range s.follower.tables {
		f.close()
	}
	if s.greeted {
		s.notices.watcher.Close()
		s.notices.mail.feed.Close()
		s.inbox.Close()
		s.visit.Leave()
	}
}
