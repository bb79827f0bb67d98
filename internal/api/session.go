package api

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// What one session may have, besides what the server allows a connection.
const (
	maxTables    = 8   // that it follows at a time
	perSecond    = 200 // requests; the others wait
	heavy        = 10  // as many requests does one count that reads a whole table
	eventsAtOnce = 64  // read from the disk
)

// session is a conversation with one program. It has one goroutine, which alone
// touches all this; the pumps only bring what others have to tell.
type session struct {
	Config
	ctx    context.Context
	pumps  sync.WaitGroup
	lines  lines
	failed bool // what it is told does not reach it

	me      player.Player
	greeted bool
	visit   *lobby.Visit
	inbox   *lobby.Inbox
	letters <-chan []lobby.Invitation
	calls   map[int]bool // invitations that were told
	board   notices

	pace  pace
	clock func() time.Time

	follower follower
	present  presenter
}

func newSession(ctx context.Context, cfg Config) *session {
	s := &session{
		Config: cfg, ctx: ctx, me: cfg.Player, calls: map[int]bool{},
		pace: newPace(), clock: time.Now,
	}
	s.follower = follower{s: s, tables: map[table.ID]*followed{}, news: make(chan news)}
	s.present = presenter{s}
	s.me.BotAccount = true
	return s
}

// run takes what comes, one thing at a time.
func (s *session) run() {
	defer s.pace.wait.Stop()
	for s.ctx.Err() == nil && !s.failed {
		input := s.Input
		if s.pace.held {
			input = nil
		}
		select {
		case <-s.ctx.Done():
		case chunk, more := <-input:
			if !more {
				return
			}
			s.heard(chunk)
		case <-s.pace.wait.C:
			s.pace.held = false
		case n := <-s.follower.news:
			s.follower.tableNews(n)
		case list, more := <-s.board.lists:
			s.board.tell(s, list, more)
		case letters, more := <-s.letters:
			s.follower.mail(letters, more)
		}
	}
}

// heard answers the requests that have come whole.
func (s *session) heard(chunk []byte) {
	s.lines.take(chunk, func(line []byte) {
		if s.failed || s.ctx.Err() != nil {
			return
		}
		s.pace.asked++
		id, result, err := s.request(line)
		if err != nil {
			s.tell(Answer{V: Version, ID: id, Error: faultOf(err)})
			return
		}
		s.tell(Answer{V: Version, ID: id, Result: result})
		s.follower.resume()
	})
	s.pace.count(s.clock())
}

// tell writes a line. It may wait as long as the server lets a client.
func (s *session) tell(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err) // these are types of ours
	}
	_, err = s.Output.Write(append(text, '\n'))
	s.failed = s.failed || err != nil
}

func (s *session) close() {
	for _, f := range s.follower.tables {
		f.close()
	}
	if s.greeted {
		s.board.watcher.Close()
		s.inbox.Close()
		s.visit.Leave()
	}
}

// pace limits how much of one session is answered.
type pace struct {
	asked   int // since it was counted last
	limiter *rate.Limiter
	held    bool
	wait    *time.Timer
}

func newPace() pace {
	return pace{limiter: rate.NewLimiter(perSecond, perSecond), wait: time.NewTimer(0)}
}

// count holds the session up after more than it may ask for, until it may ask again.
func (p *pace) count(now time.Time) {
	var delay time.Duration
	for ; p.asked > 0; p.asked -= min(p.asked, perSecond) { // the limiter reserves no more at once
		delay = p.limiter.ReserveN(now, min(p.asked, perSecond)).DelayFrom(now)
	}
	if delay > 0 {
		p.held = true
		p.wait.Reset(delay)
	}
}
