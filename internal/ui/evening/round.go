package evening

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/ui/kit"
)

// startResult is the result of starting a round.
type startResult struct{ err error }

// mayStart reports whether the player may start a round.
func (s *Screen) mayStart() bool {
	rights := s.env.Cfg.Club
	return !s.over && rights != nil && rights.Role(s.env.Me.ID) >= club.Moderator
}

// nextRound starts the next round at the second press of the key, because pairings cannot
// be undone.
func (s *Screen) nextRound() tea.Cmd {
	if !s.mayStart() {
		return s.env.Bell()
	}
	if next := len(s.One.Rounds) + 1; s.asked != next {
		s.asked = next
		s.note = fmt.Sprintf("press %s again to start round %d with %d players", kit.KeyName(kit.EveningKeys, kit.StartNextRound), next, len(s.One.Present()))
		return nil
	}
	s.asked, s.note = 0, ""
	return func() tea.Msg {
		_, err := s.env.Cfg.Lobby.Evenings().Next(s.env.Ctx, s.env.Me)
		return NewsMsg{S: s, started: &startResult{err}}
	}
}

func (s *Screen) roundStarted(result startResult) tea.Cmd {
	if result.err != nil {
		s.note = result.err.Error()
		return s.env.Bell()
	}
	return nil
}
