package plain

import (
	"errors"
	"strings"

	"quadrille/internal/player"
)

// question waits for an answer: the next line is for it.
type question struct {
	take   func(answer string)
	secret bool // the answer is a password
	quits  bool // the question is whether to quit: asked once more, that is a yes
}

// ask asks. The answer is given to take once; take asks again if it will not do.
func (s *session) ask(text string, take func(answer string)) {
	s.say("%s", text)
	q := &question{}
	q.take = func(answer string) {
		if s.asks == q {
			s.asks = nil
		}
		take(answer)
	}
	s.asks = q
}

// askSecret asks for what a terminal is not to show.
func (s *session) askSecret(text string, take func(answer string)) {
	if s.Terminal {
		text += " Nothing of it is shown."
	}
	s.ask(text, take)
	s.asks.secret = true
}

// confirm does something after a yes.
func (s *session) confirm(text string, do func()) {
	s.ask(text+" Say yes or no.", func(answer string) {
		switch strings.ToLower(answer) {
		case "yes", "y":
			do()
		case "no", "n", "":
			s.say("Nothing is done")
		default:
			s.confirm("That is no answer.", do)
		}
	})
}

// askName asks what somebody is to be called, on his first visit.
func (s *session) askName() {
	s.say("This is the first visit of your key")
	s.say("A name has letters, digits, single blanks and some signs, at most %d, and stays with your key", player.MaxNameCells)
	s.askNameAgain()
}

func (s *session) askNameAgain() {
	s.ask("What shall the others call you?", func(answer string) {
		p, err := s.Directory.Claim(s.ctx, s.me.ID, answer)
		if err != nil {
			s.refuse(err)
			s.askNameAgain()
			return
		}
		s.me, s.Named = p, true
		s.comeIn()
	})
}

// refuse says why something did not happen.
func (s *session) refuse(err error) {
	if errors.Is(err, s.ctx.Err()) && s.ctx.Err() != nil {
		return // nobody is there to be told
	}
	s.say("%v", err)
}
