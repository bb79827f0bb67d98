package config

import "time"

// Limits is how much clients may ask. An address is one of IPv4, or the /64 of
// IPv6, which one household has.
type Limits struct {
	// Before anything is computed for a client.
	Connections        int           `min:"1" max:"100000" doc:"Connections in all; the last quarter is for familiar addresses, from which somebody with a name came."`
	AddressConnections int           `min:"1" max:"100000" doc:"Connections from one address."`
	Strangers          int           `min:"1" max:"100000" doc:"Connections in all that have not authenticated yet; the last quarter is for familiar addresses."`
	AddressStrangers   int           `min:"1" max:"100000" doc:"Connections from one address that have not authenticated yet."`
	Arrivals           Pace          `doc:"New connections from one address."`
	Handshakes         Pace          `doc:"New connections from all addresses that are not familiar, and once more from the familiar ones, so that a flood of logins from everywhere does not shut out who was here before."`
	Familiar           time.Duration `min:"1m" max:"87600h" doc:"How long an address is familiar after somebody with a name came from it."`
	Cells              int           `min:"100000" max:"1000000000" doc:"Cells of all screens together, each about 25 bytes. When half are used, terminals over 200 x 60 get a screen of that size, and when all are, one of 80 x 24."`
	Addresses          int           `min:"16" max:"1000000" doc:"How many addresses are remembered."`
	Penalties          Penalties     `doc:"What misdeeds cost. Each adds to what an address owes, and time pays it off. An address that owes more than the threshold is refused until it owes nothing."`

	// Of one connection.
	Handshake    time.Duration `min:"1s" max:"10m" doc:"How long a client has to authenticate."`
	KeysOffered  int           `min:"1" max:"1000" doc:"How many keys a client may offer in vain; people have many."`
	KeyExchanges Pace          `doc:"New keys for one connection; each costs as much as a login."`
	Unread       Pace          `doc:"Bytes that reach no session: requests, padding, what nobody reads."`
	Idle         time.Duration `min:"1s" max:"24h" doc:"How long a connection may be without a session."`
	WriteStall   time.Duration `min:"1s" max:"10m" doc:"A write that gets nowhere for so long ends the connection."`
	Channels     int           `min:"1" max:"100" doc:"Sessions of one connection."`

	// Of one account; guests are counted by address.
	AccountConnections int  `min:"1" max:"10000" doc:"Connections of one account."`
	AccountSessions    int  `min:"1" max:"10000" doc:"Sessions of one account."`
	AddressGuests      int  `min:"1" max:"10000" doc:"Sessions of guests from one address."`
	Commands           Pace `doc:"Commands of one account."`
	AddressCommands    Pace `doc:"Commands from one address."`
	Guesses            Pace `doc:"Guesses at codes, from one address."`

	// Of one session.
	Start             time.Duration `min:"1s" max:"10m" doc:"How long a session has to say what it is for."`
	Requests          int           `min:"1" max:"100000" doc:"Requests of one session, besides new sizes."`
	RequestsPerSecond int           `min:"1" max:"100000" doc:"Requests a second, of one session and of one connection."`
	Variables         int           `min:"1" max:"1000" doc:"Variables of the environment."`
	VariableBytes     int           `min:"1" max:"1000000" doc:"Bytes of all variables of the environment."`
	InputPerSecond    int           `min:"1024" max:"100000000" doc:"Bytes of input a second."`
	Paste             int           `min:"64" max:"10000000" doc:"Bytes of one paste; what is longer is dropped."`
	Unheard           int           `min:"1024" max:"100000000" doc:"Bytes of input that make no key, at a stretch."`
	ResizeEvery       time.Duration `min:"1ms" max:"10s" doc:"At most one new size of the terminal in this time."`

	Farewell time.Duration `min:"10ms" max:"3s" doc:"How long screens have to be restored when the server stops."`
	Ending   time.Duration `min:"10ms" max:"3s" doc:"The same, when a key or an account is shown the door."`
}

// Pace allows Burst things at once, and one more each Every.
type Pace struct {
	Burst int           `min:"1" max:"10000000" doc:"So many at once"`
	Every time.Duration `min:"1µs" max:"24h" doc:"One more each time this has passed."`
}

// Penalties is what misdeeds cost. An address pays in time: each misdeed adds to
// what it owes, and time pays it off. An address that owes more than Threshold is
// refused until it owes nothing. Up to there nothing happens, as forty people may
// share an address, and people err.
type Penalties struct {
	Abandoned time.Duration `min:"1ms" max:"24h" doc:"Hung up before it authenticated."`
	TimedOut  time.Duration `min:"1ms" max:"24h" doc:"Did not authenticate in time, or pondered over the fingerprint of the host key."`
	Failed    time.Duration `min:"1ms" max:"24h" doc:"Authenticated in vain."`
	Flood     time.Duration `min:"1ms" max:"24h" doc:"Cut because it sent too much."`
	Deaf      time.Duration `min:"1ms" max:"24h" doc:"Cut because it read nothing; this happens to closed laptops."`
	Guess     time.Duration `min:"1ms" max:"24h" doc:"A code that is none."`
	Pester    time.Duration `min:"1ms" max:"24h" doc:"A command too many."`
	Leaked    time.Duration `min:"1ms" max:"24h" doc:"A connection whose goroutines were still there half a minute after it was closed."`

	Threshold time.Duration `min:"1ms" max:"24h" doc:"What an address may owe."`
	Max       time.Duration `min:"1ms" max:"240h" doc:"More is never owed."`
}

// DefaultLimits is what a server on the open internet uses: for a club of forty
// behind one address, with a screen to play on, one to watch, and scripts.
func DefaultLimits() Limits {
	return Limits{
		Connections:        2000,
		AddressConnections: 160,
		Strangers:          512,
		AddressStrangers:   48,
		Arrivals:           Pace{80, time.Second / 2},
		Handshakes:         Pace{200, time.Second / 100},
		Familiar:           7 * 24 * time.Hour,
		Cells:              12_000_000,
		Addresses:          16 << 10,
		Penalties: Penalties{
			Abandoned: time.Second,
			TimedOut:  3 * time.Second, // or ponders over the fingerprint of the host key
			Failed:    3 * time.Second,
			Flood:     20 * time.Second,
			Deaf:      5 * time.Second,
			Guess:     5 * time.Second,
			Pester:    time.Second / 5,
			Leaked:    5 * time.Minute,
			Threshold: time.Minute,
			Max:       10 * time.Minute,
		},

		Handshake:    20 * time.Second,
		KeysOffered:  20,
		KeyExchanges: Pace{8, 10 * time.Second},
		Unread:       Pace{128 << 10, time.Second / (16 << 10)},
		Idle:         10 * time.Minute,
		WriteStall:   6 * time.Second,
		Channels:     2,

		AccountConnections: 16,
		AccountSessions:    16,
		AddressGuests:      40,
		Commands:           Pace{100, time.Second / 10},
		AddressCommands:    Pace{400, time.Second / 40},
		Guesses:            Pace{10, 10 * time.Second},

		Start:             15 * time.Second,
		Requests:          64,
		RequestsPerSecond: 200,
		Variables:         16,
		VariableBytes:     1024,
		InputPerSecond:    256 << 10,
		Paste:             16 << 10,
		Unheard:           32 << 10,
		ResizeEvery:       50 * time.Millisecond,

		Farewell: 2 * time.Second,
		Ending:   700 * time.Millisecond,
	}
}
