package plain

import (
	"errors"
	"strings"

	"quadrille/internal/player"
)

// question is a question to the player. The next input line is its answer.
type question struct {
	take   func(answer string)
	secret bool // whether the answer is a password
	quits  bool // whether this is the question "Quit?"; ctrl-c then means yes
}

// ask asks a question and passes the answer to the function `take`, which may ask again.
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

// askSecret asks for a password, which is not echoed.
func (s *session) askSecret(text string, take func(answer string)) {
	if s.Terminal {
		text += " What you type is not shown."
	}
	s.ask(text, take)
	s.asks.secret = true
}

// confirm asks a question, and calls the function `do` if the answer is yes.
func (s *session) confirm(text string, do func()) {
	s.ask(text+" Type yes or no.", func(answer string) {
		switch strings.ToLower(answer) {
		case "yes", "y":
			do()
		case "no", "n", "":
			s.say("Cancelled")
		default:
			s.confirm("That is neither yes nor no.", do)
		}
	})
}

// askName asks for a name when somebody connects with a new key.
func (s *session) askName() {
	s.say("This is your first visit")
	s.say(
		"Your name belongs to your key. The name may have up to %d characters: letters, digits, single spaces and some punctuation",
		player.MaxNameCells,
	)
	s.askNameAgain()
}

func (s *session) askNameAgain() {
	s.ask("Which name do you want?", func(answer string) {
		p, err := s.Directory.Claim(s.ctx, s.me.ID, answer)
		if err != nil {
			s.refuse(err)
			s.askNameAgain()
			return
		}
		s.me, s.Named = p, true
		s.enter()
	})
}

// refuse prints an error, unless the session has ended.
func (s *session) refuse(err error) {
	if errors.Is(err, s.ctx.Err()) && s.ctx.Err() != nil {
		return
	}
	s.say("%v", err)
}
