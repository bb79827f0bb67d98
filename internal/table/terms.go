package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// Terms are the settings of a table: the game, the game's options and the table's own
// options. They are fixed when the table is opened.
type Terms struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"` // options of the game; see rules.Option
	Clock   Clock             `json:"clock,omitzero"`
	Touch   bool              `json:"touch,omitzero"` // touch-move: a player who lifts a piece must move it if it can move
	Rated   bool              `json:"rated,omitzero"` // players need an account
	// RatedBotAccounts and RatedBots say whether bot accounts and the server's bots may
	// play at this rated table. They copy the club's settings at the time of opening.
	RatedBotAccounts bool `json:"rated_bot_accounts,omitzero"`
	RatedBots        bool `json:"rated_bots,omitzero"`
	Chat             bool `json:"chat,omitzero"` // the players may chat during the game, if the game permits it
	// SeatsPerPerson limits the seats of one person; 0 means no limit.
	SeatsPerPerson int `json:"seats_per_person,omitzero"`
	// Bots is the level of the bots that take the open seats once all seated players are
	// ready; 0 means no bots.
	Bots    int     `json:"bots,omitzero"`
	Private Privacy `json:"private,omitzero"`
	// Seek marks a table that was opened for players who want to play now. It lasts only
	// as long as a connected player has a seat there.
	Seek bool `json:"seek,omitzero"`
	// NoVacation says that vacations do not stop the clocks of this correspondence game.
	NoVacation bool `json:"no_vacation,omitzero"`
	// Fairness is the version of the rules of fairness that apply; see [Fairness].
	Fairness int `json:"fairness,omitzero"`
	// Evening is the board of an evening at this table; nil for other tables.
	Evening *EveningBoard `json:"evening,omitempty"`
}

// EveningBoard is a board in a round of an evening. Rounds and boards count from 1.
type EveningBoard struct {
	Evening int64 `json:"evening"`
	Round   int   `json:"round"`
	Board   int   `json:"board"`
	Replay  bool  `json:"replay,omitzero"` // a second game on this board, because the first one was aborted
}

// Fairness is the present version of the rules of fairness. Games keep the version of the
// time at which they were opened.
//
// Version 0 has none. In version 1, a game can be aborted until every seat has moved. It
// is aborted, and nobody loses, if a seat does not make its first move in time. A game
// that ends by resignation or on time before every seat has moved twice is not rated.
const Fairness = 1

// Admits returns a refusal for a player who may not open the table or sit down at it.
func (t *Terms) Admits(p player.Player) error {
	if p.ID == "" || p.Name == "" {
		return Refuse(NoName)
	}
	if t.Rated && p.ID.Guest() {
		return Refuse(AccountsOnly)
	}
	if t.Rated && !t.Rates(p) {
		return Refuse(PeopleOnly)
	}
	return nil
}

// Rates reports whether a player may play a rated game: people always may, bots and bot
// accounts only if the terms say so.
func (t *Terms) Rates(p player.Player) bool {
	return (!p.BotAccount || t.RatedBotAccounts) && (!p.ID.Bot() || t.RatedBots)
}

// AdmitsBots reports whether the server's bots may sit at the table.
func (t *Terms) AdmitsBots() bool { return !t.Rated || t.RatedBots }

// ForClub returns the terms of a new game, with the club's present settings for rated
// games and the present rules of fairness.
func (t Terms) ForClub(rights Rights) Terms {
	t.RatedBotAccounts, t.RatedBots, t.Fairness = false, false, Fairness
	if t.Rated && rights != nil {
		t.RatedBotAccounts, t.RatedBots = rights.RatesBotAccounts(), rights.RatesBots()
	}
	return t
}

// Vacations reports whether the vacation of a player stops their clocks at the table.
func (t *Terms) Vacations() bool { return t.Clock.Correspondence() && !t.NoVacation }

// SeatLimit returns the largest number of seats that one person may have: one in a rated
// game.
func (t *Terms) SeatLimit() int {
	switch {
	case t.Rated:
		return 1
	case t.SeatsPerPerson == 0:
		return rules.SeatCount
	}
	return t.SeatsPerPerson
}

// ChatByDefault reports whether the players of a game may chat if the host does not set it.
// A game that has no rule about chat permits it only without teams.
func ChatByDefault(f *rules.Facts) bool {
	if f.Chat == "" {
		return !f.Teams()
	}
	return f.Chat == "open"
}
