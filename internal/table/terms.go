package table

import (
	"quadrille/internal/player"
	"quadrille/rules"
)

// Terms is what is settled when a table is made: the game, the game's options,
// and the table's own.
type Terms struct {
	Game    string            `json:"game"`
	Options map[string]string `json:"options,omitempty"` // the game's, see rules.Option
	Clock   Clock             `json:"clock,omitzero"`
	Touch   bool              `json:"touch,omitzero"` // who has lifted a piece that can move must move it
	Rated   bool              `json:"rated,omitzero"` // players are known by a key and have a name
	// RatedBotAccounts and RatedBots are who besides people may sit at a rated table, and
	// is rated like them: the setting of the club when the table was opened.
	RatedBotAccounts bool `json:"rated_bot_accounts,omitzero"`
	RatedBots        bool `json:"rated_bots,omitzero"`
	Chat             bool `json:"chat,omitzero"` // the players may chat during the game, if the game lets them
	// SeatsPerPerson is how many seats one person may have; 0 sets no bound.
	SeatsPerPerson int `json:"seats_per_person,omitzero"`
	// Bots is the level of those that take the seats still open when everybody who
	// sits is ready; 0: none does.
	Bots int `json:"bots,omitzero"`
	// Private is for whom the table is.
	Private Privacy `json:"private,omitzero"`
	// Evening is where in an evening's rounds the table belongs; nil elsewhere.
	Evening *EveningBoard `json:"evening,omitempty"`
}

// EveningBoard is a board in a round of an evening; they count from 1.
type EveningBoard struct {
	Evening int64 `json:"evening"`
	Round   int   `json:"round"`
	Board   int   `json:"board"`
}

// Admits reports whether somebody may sit at the table, or open it.
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

// Rates reports whether a rated game lets somebody play who may be no person.
func (t *Terms) Rates(p player.Player) bool {
	return (!p.BotAccount || t.RatedBotAccounts) && (!p.ID.Bot() || t.RatedBots)
}

// AdmitsBots reports whether bots of the server may sit at the table.
func (t *Terms) AdmitsBots() bool { return !t.Rated || t.RatedBots }

// ForClub returns the terms of a table that is opened now, by the settings of the club.
func (t Terms) ForClub(house Rights) Terms {
	t.RatedBotAccounts, t.RatedBots = false, false
	if t.Rated && house != nil {
		t.RatedBotAccounts, t.RatedBots = house.RatesBotAccounts(), house.RatesBots()
	}
	return t
}

// SeatLimit is how many seats one person may have. Rated games are played by
// one person for each seat.
func (t *Terms) SeatLimit() int {
	switch {
	case t.Rated:
		return 1
	case t.SeatsPerPerson == 0:
		return rules.SeatCount
	}
	return t.SeatsPerPerson
}

// ChatByDefault reports whether a game lets players talk if nobody says
// otherwise. Where it leaves that to the table, only those may who have no
// partner.
func ChatByDefault(f *rules.Facts) bool {
	if f.Chat == "" {
		return !f.Teams()
	}
	return f.Chat == "open"
}
