package evening

import (
	"errors"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Act is something that a person does at an evening.
type Act uint8

const (
	Joins       Act = iota // join an open evening
	Leaves                 // leave an open evening
	StartsRound            // begin the next round
)

// ErrModeratorsOnly refuses an act to people who do not run evenings.
var ErrModeratorsOnly = errors.New("only moderators can start a round")

// checks holds what each act needs. [Service.Check], and the method that carries out the act, ask
// the same rows.
var checks = map[Act]func(e *Service, on *pairing.Evening, by player.Player) error{
	Joins: func(e *Service, on *pairing.Evening, by player.Player) error {
		if err := on.MayJoin(); err != nil {
			return err
		}
		if on.AccountsOnly && e.cfg.Rights != nil && !e.cfg.Rights.MayRate(by.ID) {
			return table.Refuse(table.RatedMembersOnly)
		}
		return e.mayPlay(on.AccountsOnly, by)
	},
	Leaves: func(_ *Service, on *pairing.Evening, _ player.Player) error { return on.MayJoin() },
	StartsRound: func(e *Service, on *pairing.Evening, by player.Player) error {
		switch {
		case e.cfg.Rights != nil && by.ID != "" && !e.cfg.Rights.Moderator(by.ID):
			return ErrModeratorsOnly
		case !e.cfg.NewGames():
			return table.Refuse(table.GamesPaused)
		}
		// an account may have been marked as a bot after the evening began
		if err := e.mayPlay(on.AccountsOnly, on.Present()...); err != nil {
			return err
		}
		return on.MayBegin()
	},
}

// Check returns why a person cannot do something at an evening now, or nil. It leaves out quotas,
// and what happens while the change is stored.
func (e *Service) Check(on *pairing.Evening, by player.Player, act Act) error {
	return checks[act](e, on, by)
}
