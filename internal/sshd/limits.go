package sshd

import (
	"reflect"
	"time"
)

// Limits is how much clients may ask: all together, one address, one account,
// one connection, one session. An address is one of IPv4, or the /64 of IPv6,
// which one household has. The zero value of a field means that of
// [DefaultLimits].
type Limits struct {
	// Before anything is computed for a client.
	Connections        int  // in all
	AddressConnections int  // from one address
	Strangers          int  // in all, not authenticated yet
	AddressStrangers   int  // from one address, not authenticated yet
	Arrivals           Pace // of new connections from one address
	// Handshakes is the pace of new connections from all addresses that are not
	// familiar, and once more that of the familiar ones: so a flood of logins
	// from everywhere does not shut out who was here before.
	Handshakes Pace
	Familiar   time.Duration // how long an address is familiar after somebody with a name came from it
	Addresses  int           // how many addresses are remembered
	Penalties  Penalties

	// Of one connection.
	Handshake    time.Duration // until the client has authenticated
	KeysOffered  int           // in vain; people have many keys
	KeyExchanges Pace          // each costs as much as a login
	Unread       Pace          // bytes that reach no session: requests, padding, what nobody reads
	Idle         time.Duration // without a session
	WriteStall   time.Duration // a write that gets nowhere for so long ends the connection
	Channels     int           // sessions

	// Of one account; guests are counted by address.
	AccountConnections int
	AccountSessions    int
	AddressGuests      int // sessions of guests from one address
	Commands           Pace
	AddressCommands    Pace
	Guesses            Pace // at return codes and key codes, from one address

	// Of one session.
	Start             time.Duration // until a session says what it is for
	Requests          int           // besides new sizes
	RequestsPerSecond int           // of one session, and of one connection
	Variables         int           // of the environment
	VariableBytes     int
	InputPerSecond    int           // bytes
	Paste             int           // bytes; what is longer is dropped
	Unheard           int           // bytes of input that make no key, at a stretch
	ResizeEvery       time.Duration // at most one new size of terminal in this time

	Farewell time.Duration // for screens to be restored when the server stops
	Ending   time.Duration // the same, when a key or an account is shown the door
}

// Penalties is what misdeeds cost. An address pays in time: each misdeed adds to
// what it owes, and time pays it off. An address that owes more than Threshold is
// refused until it owes nothing. Up to there nothing happens, as forty people may
// share an address, and people err.
type Penalties struct {
	Abandoned time.Duration // hung up before it authenticated
	TimedOut  time.Duration // did not authenticate in time
	Failed    time.Duration // authenticated in vain
	Flood     time.Duration // cut because it sent too much
	Deaf      time.Duration // cut because it read nothing; this happens to closed laptops
	Guess     time.Duration // a code that is none
	Pester    time.Duration // a command too many

	Threshold time.Duration
	Max       time.Duration // more is never owed
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
		Addresses:          16 << 10,
		Penalties: Penalties{
			Abandoned: time.Second,
			TimedOut:  3 * time.Second, // or ponders over the fingerprint of the host key
			Failed:    3 * time.Second,
			Flood:     20 * time.Second,
			Deaf:      5 * time.Second,
			Guess:     5 * time.Second,
			Pester:    time.Second / 5,
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

func (l Limits) withDefaults() Limits {
	fill(reflect.ValueOf(&l).Elem(), reflect.ValueOf(DefaultLimits()))
	return l
}

// fill sets the fields of to that are zero. A Pace is one value.
func fill(to, from reflect.Value) {
	for i := range to.NumField() {
		field, standard := to.Field(i), from.Field(i)
		switch {
		case field.IsZero():
			field.Set(standard)
		case field.Type() == reflect.TypeFor[Penalties]():
			fill(field, standard)
		}
	}
}

// The sizes of terminal that a screen is drawn for; others are brought to the
// nearest. A frame costs memory by the cell.
const (
	minWidth, maxWidth   = 20, 500
	minHeight, maxHeight = 8, 200
)
