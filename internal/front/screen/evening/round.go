package evening

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/service/club"
)

// commandResult carries the result of starting a round, or of joining or leaving the
// evening.
type commandResult struct{ err error }

// mayStart reports whether the player may start a round.
func (s *Screen) mayStart() bool {
	rights := s.env.Cfg.Club
	return !s.over && rights != nil && rights.Role(s.env.Me.ID) >= club.Moderator
}

// nextRound starts the next round when its key is pressed a second time. The first press
// only asks for confirmation, because pairings cannot be undone.
func (s *Screen) nextRound() tea.Cmd {
	if !s.mayStart() {
		return s.env.Bell()
	}
	if next := len(s.One.Rounds) + 1; s.asked != next {
		s.asked = next
		s.note = fmt.Sprintf(
			"press %s again to start round %d with %d players",
			kit.KeyName(kit.EveningKeys, kit.StartNextRound),
			next,
			len(s.One.Present()),
		)
		return nil
	}
	s.asked, s.note = 0, ""
	return func() tea.Msg {
		_, err := s.env.Cfg.Lobby.Evenings().Next(s.env.Ctx, s.env.Me)
		return NewsMsg{S: s, result: &commandResult{err}}
	}
}

// mayJoin reports whether players may join or leave the evening without the help of an
// organiser.
func (s *Screen) mayJoin() bool { return !s.over && s.One.Open }

// joinOrLeave makes the player join the evening, or leave it.
func (s *Screen) joinOrLeave() tea.Cmd {
	if !s.mayJoin() {
		return s.env.Bell()
	}
	evenings := s.env.Cfg.Lobby.Evenings()
	do := evenings.Join
	if s.One.IsPresent(s.env.Me.ID) {
		do = evenings.Leave
	}
	return func() tea.Msg {
		_, err := do(s.env.Ctx, s.env.Me)
		return NewsMsg{S: s, result: &commandResult{err}}
	}
}

func (s *Screen) commandDone(result commandResult) tea.Cmd {
	if result.err != nil {
		s.note = result.err.Error()
		return s.env.Bell()
	}
	return nil
}
