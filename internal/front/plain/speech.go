package plain

import (
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/refusal"
)

// speech holds the player's settings for the style of sentences, and for the bell.
type speech struct {
	present.Style
	bell bool // whether the bell rings on the player's turn; not stored
}

func speechOf(chosen player.Settings) speech {
	return speech{Style: present.Style{Short: chosen.Get(player.Speech) == "short", Spelled: chosen.Get(player.Spelling) == "words"}}
}

func (s *session) speakShort(is bool) {
	s.speech.Short = is
	s.remember(player.Speech, is, "short", "long")
	if is {
		s.say("Short sentences")
		return
	}
	s.say("Full sentences")
}

func (s *session) spell(rest string) {
	if s.set(&s.speech.Spelled, "spelling", rest) {
		s.remember(player.Spelling, s.speech.Spelled, "words", "letters")
	}
}

func (s *session) ring(rest string) { s.set(&s.speech.bell, "the bell", rest) }

// set turns a setting on or off, as `rest` says. If `rest` is empty, it toggles the setting.
// It returns false if `rest` is neither "on" nor "off" nor empty.
func (s *session) set(what *bool, name, rest string) bool {
	switch strings.ToLower(rest) {
	case "on":
		*what = true
	case "off":
		*what = false
	case "":
		*what = !*what
	default:
		s.say("Type \"on\" or \"off\"")
		return false
	}
	state := "off"
	if *what {
		state = "on"
	}
	s.say("%s is %s", name, state)
	return true
}

// remember stores a setting, with the value `yes` if `is` is true and the value `no`
// otherwise. It stores nothing for guests.
func (s *session) remember(which player.Setting, is bool, yes, no string) {
	if s.Memory == nil {
		return
	}
	if !is {
		yes = no
	}
	if err := s.Memory.Remember(s.ctx, s.me.ID, player.Choice{Setting: which, Value: yes}); err != nil &&
		refusal.Of(err) != player.GuestSettings {
		s.refuse(err)
	}
}
