package plain

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// linesPerSecond is how many lines of one person are answered; the others wait.
const linesPerSecond = 40

// session is a conversation with one person. It has one goroutine, which alone
// touches all this; the pumps only bring what others have to tell.
type session struct {
	Config
	ctx    context.Context
	pumps  sync.WaitGroup
	voice  *voice
	typist *typist
	speech speech

	me      player.Player
	notices notices
	asks    *question
	pages   []string // what is to be said when he asks for more
	next    func()   // or what finds that; nil if there is nothing

	left  bool // by the person
	pace  pace
	clock func() time.Time

	lobby   lobbyMode
	at      tableMode
	playing playing
	report  reporter
	board   boardReader
	review  review
}

func newSession(ctx context.Context, cfg Config) *session {
	typist := &typist{echoes: cfg.Terminal}
	s := &session{
		Config: cfg, ctx: ctx, me: cfg.Player, typist: typist, speech: speechOf(cfg.Settings),
		voice: &voice{to: cfg.Output, typing: typist},
		clock: time.Now,
		pace:  newPace(),
	}
	s.lobby = lobbyMode{s: s}
	s.at = tableMode{s: s}
	s.playing = playing{s: s, name: rand.Text()}
	s.report = reporter{s: s}
	s.board = boardReader{s: s}
	s.review = review{s: s}
	typist.secret = func() bool { return s.asks != nil && s.asks.secret }
	return s
}

func (s *session) say(format string, args ...any) { s.voice.say(format, args...) }

// begin greets, and asks for what is not known yet.
func (s *session) begin() {
	s.say("Welcome to Quadrille, chess for four, line by line")
	if !s.Named {
		s.askName()
	} else {
		s.comeIn()
	}
	s.voice.flush()
}

// comeIn is in the lobby, or at the table that was asked for.
func (s *session) comeIn() {
	s.lobby.visit = s.Lobby.Connect(s.me)
	s.lobby.hall = s.lobby.openHall()
	s.notices.follow(s)
	s.say("You are %s. Say help to hear what you can say, and end each line with Enter", s.me.Name)
	if s.Open != nil {
		s.at.enter(s.Open.Table)
		if s.Open.Sit && s.at.room != nil {
			s.playing.do(table.Command{Kind: table.Sit, Seat: s.Open.Seat})
		}
		return
	}
	s.lobby.greetHall()
}

// run takes what comes, one thing at a time.
func (s *session) run() {
	defer s.pace.wait.Stop()
	for !s.left && s.ctx.Err() == nil && !s.voice.failed {
		input := s.Input
		if s.pace.held {
			input = nil
		}
		select {
		case <-s.ctx.Done():
		case chunk, more := <-input:
			s.heard(chunk, more)
		case <-s.pace.wait.C:
			s.pace.held = false
		case v, more := <-s.at.room.news():
			s.at.roomNews(v, more)
		case now, more := <-s.at.room.judged():
			s.review.analysisNews(now, more)
		case v := <-s.lobby.hall.news(s.at.room == nil):
			s.lobby.hallNews(v)
		case list, more := <-s.notices.lists:
			s.notices.tell(s, list, more)
		case letters, more := <-s.lobby.hall.mail():
			s.lobby.mailNews(letters, more)
		}
		s.voice.flush()
	}
}

// heard takes what was typed. Who has nothing more to say leaves.
func (s *session) heard(chunk []byte, more bool) {
	if !more {
		s.left = true
		return
	}
	lines := 0
	s.typist.take(chunk, s.voice.echo, func(t typed) {
		if lines++; !s.left {
			s.answer(t)
		}
	})
	s.pace.after(s.clock(), lines)
}

// answer does what a line says.
func (s *session) answer(t typed) {
	switch {
	case t.end:
		s.quit()
	case t.interrupt:
		s.interrupted()
	case t.long:
		s.say("That line is too long: at most %d letters are read", lineBytes)
	default:
		s.line(t.line)
	}
}

func (s *session) line(raw string) {
	if strings.TrimSpace(raw) == "" && s.asks == nil {
		return
	}
	if s.asks != nil && s.asks.secret { // a password is kept as it was typed, at each door
		s.asks.take(raw)
		return
	}
	text := ""
	if strings.TrimSpace(raw) != "" {
		clean, err := player.CleanLine(raw, lineBytes)
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

// actID names an act, so that it is never done twice.
func (pl *playing) actID() string {
	pl.acts++
	return fmt.Sprintf("%s-%d", pl.name, pl.acts)
}

func (s *session) quit() {
	if s.at.room != nil && s.at.room.inGame(s.me.ID) {
		s.say("Your seat waits for you; a clock that runs, runs on")
	}
	s.say("Goodbye")
	s.left = true
}

// interrupted is ctrl-c: it takes a question back, and else asks.
func (s *session) interrupted() {
	if s.asks == nil {
		s.confirm("Do you want to quit?", s.quit)
		s.asks.quits = true
		return
	}
	if s.asks.quits || !s.Named {
		s.quit()
		return
	}
	s.asks = nil
	s.say("Never mind")
}

func (s *session) close() {
	s.at.leaveRoom()
	if s.lobby.hall != nil {
		s.notices.watcher.Close()
		s.lobby.hall.close()
		s.lobby.visit.Leave()
	}
	s.voice.flush()
}

// pump brings what take waits for, until there is nothing more or ctx is done. What is not taken yet holds it up, and nobody else.
func pump[T any](ctx context.Context, s *session, what string, take func(context.Context) (T, bool)) <-chan T {
	news := make(chan T)
	s.pumps.Add(1)
	go func() {
		defer s.pumps.Done()
		s.Guard(what, func() {
			defer close(news)
			for {
				v, ok := take(ctx)
				if !ok {
					return
				}
				select {
				case news <- v:
				case <-ctx.Done():
					return
				}
			}
		})
	}()
	return news
}

// pace limits how many lines of one person are answered.
type pace struct {
	limiter *rate.Limiter
	held    bool
	wait    *time.Timer
}

func newPace() pace {
	return pace{limiter: rate.NewLimiter(linesPerSecond, linesPerSecond), wait: time.NewTimer(0)}
}

// after counts lines. After too many nothing is read until more may be answered.
func (p *pace) after(now time.Time, lines int) {
	if delay := p.limiter.ReserveN(now, min(lines, linesPerSecond)).DelayFrom(now); delay > 0 {
		p.held = true
		p.wait.Reset(delay)
	}
}
