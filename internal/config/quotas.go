package config

import "time"

// Quotas is how much accounts and addresses may store. An address is counted as in
// [Limits].
type Quotas struct {
	AccountEvents Pace `doc:"Events of tables (moves, chat, seats taken and left) that one account causes; a long line of chat counts as several. The last quarter is for moves."`
	AddressEvents Pace `doc:"Events of tables that are caused from one address. The last quarter is for moves."`
	SpareMoves    Pace `doc:"Moves of one account with a name while the events of its address are used up, so that others at the same address cannot stop its games."`

	AccountTables Pace `doc:"Tables that one account opens."`
	AddressTables Pace `doc:"Tables that are opened from one address."`

	AddressAccounts Pace `doc:"New accounts from one address; an account begins with its first name."`
	AccountNames    Pace `doc:"Changes of the name of one account."`
	AddressNames    Pace `doc:"Changes of names from one address."`
	AccountCodes    Pace `doc:"Codes of keys add that one account makes."`
	AddressCodes    Pace `doc:"Codes of keys add that are made from one address."`

	Waiting        int           `min:"8" max:"1000000" doc:"Tables that wait for players, in all; the last quarter is for known accounts."`
	AddressWaiting int           `min:"1" max:"100000" doc:"Tables opened from one address that wait for players; the last quarter is for known accounts."`
	NewWaiting     int           `min:"1" max:"100" doc:"Tables of one account that wait for players, until the account is known."`
	KnownAfter     time.Duration `min:"0s" max:"8760h" doc:"How old an account is, at least, when it becomes known; it also has to have finished a game with others. Members of the club are known."`

	Unjoined               time.Duration `min:"1s" max:"8760h" doc:"A table that waits for players is closed when nobody but its host has sat down for so long, or neither its host nor anybody who sits there was connected for so long."`
	UnjoinedCorrespondence time.Duration `min:"1s" max:"8760h" doc:"The same for a table with days a move."`

	FreeDisk int `min:"0" max:"100000000" doc:"MB of free disk below which only running games go on: moves, clocks and results are stored, and new tables, accounts and chat are refused."`
}

// DefaultQuotas returns quotas that no honest player meets: they are for a club of
// forty behind one address, bots that play day and night, and exits of Tor.
func DefaultQuotas() Quotas {
	return Quotas{
		AccountEvents: Pace{30_000, time.Second},
		AddressEvents: Pace{100_000, time.Second / 5},
		SpareMoves:    Pace{1000, time.Minute},

		AccountTables: Pace{30, 2 * time.Minute},
		AddressTables: Pace{200, 30 * time.Second},

		AddressAccounts: Pace{80, 15 * time.Minute},
		AccountNames:    Pace{6, 4 * time.Hour},
		AddressNames:    Pace{60, 15 * time.Minute},
		AccountCodes:    Pace{12, time.Hour},
		AddressCodes:    Pace{60, 10 * time.Minute},

		Waiting:        1000,
		AddressWaiting: 48,
		NewWaiting:     3,
		KnownAfter:     24 * time.Hour,

		Unjoined:               24 * time.Hour,
		UnjoinedCorrespondence: 7 * 24 * time.Hour,

		FreeDisk: 256,
	}
}
