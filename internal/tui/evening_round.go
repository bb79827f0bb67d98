package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
)

// begun is what came of beginning a round.
type begun struct{ err error }

// mayBegin reports whether this person may begin a round, now.
func (s *eveningScreen) mayBegin() bool {
	house := s.env.cfg.House
	return !s.over && house != nil && house.Role(s.env.me.ID) >= club.Moderator
}

// nextRound begins the next round when it is asked for twice: a draw is not taken
// back.
func (s *eveningScreen) nextRound() tea.Cmd {
	if !s.mayBegin() {
		return s.env.bell()
	}
	if next := len(s.one.Rounds) + 1; s.asked != next {
		s.asked = next
		s.note = fmt.Sprintf("press %s again to begin round %d with the %d who are here", keyName(eveningKeys, nextRound), next, len(s.one.Here()))
		return nil
	}
	s.asked, s.note = 0, ""
	return func() tea.Msg {
		return eveningMsg{s: s, began: &begun{s.env.house.nextRound(s.env.ctx, s.env.me)}}
	}
}

func (s *eveningScreen) hear(came begun) tea.Cmd {
	if came.err != nil {
		s.note = came.err.Error()
		return s.env.bell()
	}
	return nil
}
