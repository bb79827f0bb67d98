package config

import "time"

// Quotas bounds what accounts and addresses may store. As in [Limits], an address is an IPv4
// address or an IPv6 /64.
type Quotas struct {
	AccountEvents Rate `doc:"Table events (moves, chat, taking and leaving seats) of one account. A long chat message counts as several. The last quarter is reserved for moves."`
	AddressEvents Rate `doc:"Table events from one address. The last quarter is reserved for moves."`
	SpareMoves    Rate `doc:"Moves of one named account while the events of its address are used up, so that others at the same address cannot stop its games."`

	AccountTables Rate `doc:"Tables that one account opens."`
	AddressTables Rate `doc:"Tables that are opened from one address."`

	AddressAccounts Rate `doc:"New accounts from one address. An account begins with its first name."`
	AccountNames    Rate `doc:"Name changes of one account."`
	AddressNames    Rate `doc:"Name changes from one address."`
	AccountCodes    Rate `doc:"Codes that one account creates with the command keys add."`
	AddressCodes    Rate `doc:"Codes that are created from one address with the command keys add."`

	Waiting           int           `min:"8" max:"1000000" doc:"Tables in all that wait for players. The last quarter is reserved for known accounts."`
	AddressWaiting    int           `min:"1" max:"100000" doc:"Tables opened from one address that wait for players. The last quarter is reserved for known accounts."`
	NewAccountWaiting int           `min:"1" max:"100" doc:"Waiting tables of one account that is not known yet."`
	KnownAfter        time.Duration `min:"0s" max:"8760h" doc:"An account becomes known when it is this old and has finished a game with other people. Members of the club are always known."`

	WaitingTimeout               time.Duration `min:"1s" max:"8760h" doc:"A waiting table is closed when only its host has been seated for this long, or when none of its players has been connected for this long."`
	CorrespondenceWaitingTimeout time.Duration `min:"1s" max:"8760h" doc:"The same for a correspondence table."`

	FreeDisk int `min:"0" max:"100000000" doc:"MB of free disk space. Below this, running games continue (moves, clocks and results are stored), but new tables, new accounts and chat are refused."`
}

// DefaultQuotas returns quotas that no honest player reaches. They are high enough for a
// club of forty people who share one address, for bot accounts that play day and night, and
// for players who connect through Tor.
func DefaultQuotas() Quotas {
	return Quotas{
		AccountEvents: Rate{30_000, time.Second},
		AddressEvents: Rate{100_000, time.Second / 5},
		SpareMoves:    Rate{1000, time.Minute},

		AccountTables: Rate{30, 2 * time.Minute},
		AddressTables: Rate{200, 30 * time.Second},

		AddressAccounts: Rate{80, 15 * time.Minute},
		AccountNames:    Rate{6, 4 * time.Hour},
		AddressNames:    Rate{60, 15 * time.Minute},
		AccountCodes:    Rate{12, time.Hour},
		AddressCodes:    Rate{60, 10 * time.Minute},

		Waiting:           1000,
		AddressWaiting:    48,
		NewAccountWaiting: 3,
		KnownAfter:        24 * time.Hour,

		WaitingTimeout:               24 * time.Hour,
		CorrespondenceWaitingTimeout: 7 * 24 * time.Hour,

		FreeDisk: 256,
	}
}
