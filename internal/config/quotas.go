package config

import "time"

// Quotas bounds what accounts and addresses may store. As in [Limits], an address is an IPv4
// address or an IPv6 /64.
type Quotas struct {
	AccountEvents Rate
	AddressEvents Rate
	SpareMoves    Rate

	AccountTables Rate
	AddressTables Rate

	AddressAccounts Rate
	AccountNames    Rate
	AddressNames    Rate
	AccountCodes    Rate
	AddressCodes    Rate

	Waiting           int           `min:"8" max:"1000000"`
	AddressWaiting    int           `min:"1" max:"100000"`
	NewAccountWaiting int           `min:"1" max:"100"`
	KnownAfter        time.Duration `min:"0s" max:"8760h"`

	WaitingTimeout               time.Duration `min:"1s" max:"8760h"`
	CorrespondenceWaitingTimeout time.Duration `min:"1s" max:"8760h"`

	FreeDisk int `min:"0" max:"100000000"`
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
