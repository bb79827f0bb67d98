package evening

import (
	"errors"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/service/evening"
)

// commandResult carries the result of starting a round, or of joining or leaving the
// evening.
type commandResult struct{ err error }

// check returns why the player cannot do something at this evening now, or nil.
func (s *Screen) check(act evening.Act) error {
	return s.env.Cfg.Lobby.Evenings().Check(s.one, s.env.Me, act)
}

// runs reports whether the player runs this evening, so that the screen names the key for the next
// round even while it is too early for it.
func (s *Screen) runs() bool {
	return s.one.Over.IsZero() && s.env.Cfg.Club != nil && !errors.Is(s.check(evening.StartsRound), evening.ErrModeratorsOnly)
}

// nextRound starts the next round when its key is pressed a second time. The first press
// only asks for confirmation, because pairings cannot be undone.
func (s *Screen) nextRound() tea.Cmd {
	if err := s.check(evening.StartsRound); err != nil {
		return s.commandDone(commandResult{err})
	}
	if next := len(s.one.Rounds) + 1; s.asked != next {
		s.asked = next
		s.note = fmt.Sprintf(
			"press %s again to start round %d with %d players",
			kit.KeyName(kit.EveningKeys, kit.StartNextRound),
			next,
			len(s.one.Present()),
		)
		return nil
	}
	s.asked, s.note = 0, ""
	return func() tea.Msg {
		_, err := s.env.Cfg.Lobby.Evenings().Next(s.env.Ctx, s.env.Me)
		return newsMsg{s: s, result: &commandResult{err}}
	}
}

// mayJoin reports whether players may join or leave the evening without the help of an
// organiser.
func (s *Screen) mayJoin() bool { return s.check(evening.Leaves) == nil }

// joinOrLeave makes the player join the evening, or leave it.
func (s *Screen) joinOrLeave() tea.Cmd {
	evenings := s.env.Cfg.Lobby.Evenings()
	do, act := evenings.Join, evening.Joins
	if s.one.IsPresent(s.env.Me.ID) {
		do, act = evenings.Leave, evening.Leaves
	}
	if err := s.check(act); err != nil {
		return s.commandDone(commandResult{err})
	}
	return func() tea.Msg {
		_, err := do(s.env.Ctx, s.env.Me)
		return newsMsg{s: s, result: &commandResult{err}}
	}
}

func (s *Screen) commandDone(result commandResult) tea.Cmd {
	if result.err != nil {
		s.note = result.err.Error()
		return s.env.Bell()
	}
	return nil
}
