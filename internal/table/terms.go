package table

import (
	"cmp"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Terms are the settings of a table: the game, the game's options and the table's own
// options. They are fixed when the table is opened.
type Terms struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"` // options of the game; see rules.Option
	Clock   Clock             `json:"clock,omitzero"`
	Touch   bool              `json:"touch,omitzero"` // whether a player must move the piece that they touched, if it can move
	Rated   bool              `json:"rated,omitzero"` // whether the game is rated; players then need an account
	// RatedBotAccounts reports whether bot accounts may play at this table if it is rated.
	// RatedBots says the same of the server's own bots. Both fields are copied from the
	// club's settings when the table is opened.
	RatedBotAccounts bool `json:"rated_bot_accounts,omitzero"`
	RatedBots        bool `json:"rated_bots,omitzero"`
	Chat             bool `json:"chat,omitzero"` // whether the players may chat during the game, if the game permits it
	// SeatsPerPerson limits the number of seats that one person may have; 0 means no limit.
	SeatsPerPerson int `json:"seats_per_person,omitzero"`
	// Bots is the level of the bots that take the open seats as soon as all seated players
	// are ready; 0 means no bots.
	Bots    int     `json:"bots,omitzero"`
	Private Privacy `json:"private,omitzero"`
	// Seek reports whether the table was opened for a player who wants to play now. Such a
	// table is closed when no connected player has a seat at it.
	Seek bool `json:"seek,omitzero"`
	// NoVacation reports whether the clocks of a correspondence game keep running during
	// vacations.
	NoVacation bool `json:"no_vacation,omitzero"`
	// Fairness is the version of the fairness rules that apply; see the constant [Fairness].
	Fairness int `json:"fairness,omitzero"`
	// Evening identifies the club evening, and its round and board, for which this table was
	// opened. It is nil at all other tables.
	Evening *EveningBoard `json:"evening,omitempty"`
}

// EveningBoard identifies a board in a round of a club evening. Rounds and boards are counted
// from 1.
type EveningBoard struct {
	Evening int64 `json:"evening"`
	Round   int   `json:"round"`
	Board   int   `json:"board"`
	Replay  bool  `json:"replay,omitzero"` // whether this is a second game, played because the first was aborted
}

// Fairness is the current version of the fairness rules. A game keeps the version that was
// current when its table was opened.
//
// Version 0 has no fairness rules. In version 1, a game can be aborted until every seat has
// moved. It is aborted, and nobody loses, if a seat does not make its first move in time. A
// game that ends because of a resignation or an expired clock before every seat has moved
// twice is not rated. In version 2, ratings become less certain with time and games; see
// docs/ratings.md.
const Fairness = 2

// LivelyRatings is the first version of the fairness rules in which ratings become less
// certain with time and games.
const LivelyRatings = 2

// Admits returns a refusal if a player may not open the table or sit down at it.
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

// Rates reports whether the terms allow a player to play a rated game. People always may;
// bots and bot accounts may if the terms say so.
func (t *Terms) Rates(p player.Player) bool {
	return (!p.BotAccount || t.RatedBotAccounts) && (!p.ID.Bot() || t.RatedBots)
}

// AdmitsBots reports whether the server's bots may sit at the table.
func (t *Terms) AdmitsBots() bool { return !t.Rated || t.RatedBots }

// ForClub returns a copy of t for a new table. The copy has the club's current settings for
// rated games and the current fairness rules.
func (t Terms) ForClub(rights Rights) Terms {
	t.RatedBotAccounts, t.RatedBots, t.Fairness = false, false, Fairness
	if t.Rated && rights != nil {
		t.RatedBotAccounts, t.RatedBots = rights.RatesBotAccounts(), rights.RatesBots()
	}
	return t
}

// BotLevel returns the level of a bot for which nobody chooses a level.
func (t *Terms) BotLevel() int { return cmp.Or(t.Bots, player.DefaultBotLevel) }

// Vacations reports whether a player's vacation stops their clocks at the table.
func (t *Terms) Vacations() bool { return t.Clock.Correspondence() && !t.NoVacation }

// MayTakeBack returns a refusal if the terms exclude takebacks.
func (t *Terms) MayTakeBack() error {
	switch {
	case t.Rated:
		return RefuseAbout(NoTakeback, "in a rated game")
	case t.Touch:
		return RefuseAbout(NoTakeback, "with touch-move")
	}
	return nil
}

// SeatLimit returns the largest number of seats that one person may have. The limit is 1 in a
// rated game.
func (t *Terms) SeatLimit() int {
	switch {
	case t.Rated:
		return 1
	case t.SeatsPerPerson == 0:
		return rules.SeatCount
	}
	return t.SeatsPerPerson
}

// Silent reports whether the rules of a game forbid its players to chat, even if all of them
// agree. The host can then allow chat only if the game is not rated.
func Silent(f *rules.Facts) bool { return f.Chat == "off" && !f.ChatConsent }

// ChatByDefault reports whether the players of a game may chat if the host has not set the
// option. They may if the rules of the game allow chat, or if the game has no rule about chat
// and is not played in teams.
func ChatByDefault(f *rules.Facts) bool {
	if f.Chat == "" {
		return !f.Teams()
	}
	return f.Chat == "open"
}
