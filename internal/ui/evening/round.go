package evening

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/ui/kit"
)

// begun is what came of beginning a round.
type begun struct{ err error }

// mayBegin reports whether this person may begin a round, now.
func (s *Screen) mayBegin() bool {
	house := s.env.Cfg.Club
	return !s.over && house != nil && house.Role(s.env.Me.ID) >= club.Moderator
}

// nextRound begins the next round when it is asked for twice: a draw is not taken
// back.
func (s *Screen) nextRound() tea.Cmd {
	if !s.mayBegin() {
		return s.env.Bell()
	}
	if next := len(s.One.Rounds) + 1; s.asked != next {
		s.asked = next
		s.note = fmt.Sprintf("press %s again to begin round %d with the %d who are here", kit.KeyName(kit.EveningKeys, kit.StartNextRound), next, len(s.One.Present()))
		return nil
	}
	s.asked, s.note = 0, ""
	return func() tea.Msg {
		_, err := s.env.Cfg.Lobby.Evenings().Next(s.env.Ctx, s.env.Me)
		return NewsMsg{S: s, began: &begun{err}}
	}
}

func (s *Screen) hear(came begun) tea.Cmd {
	if came.err != nil {
		s.note = came.err.Error()
		return s.env.Bell()
	}
	return nil
}
