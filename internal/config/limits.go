package config

import "time"

// Limits bounds what clients may use. An address is an IPv4 address or an IPv6 /64, which is
// what one household usually has.
type Limits struct {
	// Limits for all clients together and for one address.
	Connections            int           `min:"1" max:"100000" doc:"Connections in all. The last quarter is reserved for known addresses, from which a named account connected lately."`
	AddressConnections     int           `min:"1" max:"100000" doc:"Connections from one address."`
	Unauthenticated        int           `min:"1" max:"100000" doc:"Connections in all that have not authenticated yet. The last quarter is reserved for known addresses."`
	AddressUnauthenticated int           `min:"1" max:"100000" doc:"Connections from one address that have not authenticated yet."`
	AddressNewConnections  Rate          `doc:"New connections from one address."`
	Handshakes             Rate          `doc:"New connections from all unknown addresses together. Known addresses have a second budget of the same size, so that a flood of logins does not lock them out."`
	AddressOverhead        Rate          `doc:"Bytes from one address that no session reads. When they are used up, it is read more slowly."`
	KnownAddressFor        time.Duration `min:"1m" max:"87600h" doc:"How long an address stays known after a named account connected from it."`
	ScreenCells            int           `min:"100000" max:"1000000000" doc:"Cells of all screens together, about 25 bytes each. When half are used, terminals larger than 200 x 60 get a screen of that size. When all are used, they get 80 x 24."`
	TrackedAddresses       int           `min:"16" max:"1000000" doc:"How many addresses the server keeps counters for."`
	Penalties              Penalties     `doc:"What violations cost. Each adds time to the penalty of its address, and the penalty runs down with time. An address whose penalty exceeds the threshold is refused until the penalty is zero."`

	// Limits for one connection.
	LoginTimeout       time.Duration `min:"1s" max:"10m" doc:"How long a client has to authenticate."`
	KeysOffered        int           `min:"1" max:"1000" doc:"How many keys a client may offer before one is accepted. Many people have several keys."`
	KeyExchanges       Rate          `doc:"Key exchanges of one connection. Each costs as much as a login."`
	OverheadBytes      Rate          `doc:"Bytes that no session reads, such as requests, padding and ignored messages."`
	IdleTimeout        time.Duration `min:"1s" max:"24h" doc:"How long a connection may stay open without a session."`
	WriteTimeout       time.Duration `min:"1s" max:"10m" doc:"How long a write may wait for the client before the connection is closed."`
	ConnectionSessions int           `min:"1" max:"100" doc:"Sessions of one connection."`

	// Limits for one account. Guests are counted by address.
	AccountConnections int  `min:"1" max:"10000" doc:"Connections of one account."`
	AccountSessions    int  `min:"1" max:"10000" doc:"Sessions of one account."`
	AddressGuests      int  `min:"1" max:"10000" doc:"Sessions of guests from one address."`
	AccountCommands    Rate `doc:"Commands of one account."`
	AddressCommands    Rate `doc:"Commands from one address."`
	AddressWrongCodes  Rate `doc:"Wrong invitation and key codes from one address."`

	// Limits for one session.
	StartTimeout      time.Duration `min:"1s" max:"10m" doc:"How long a client has to request a shell or a command after it opened a session."`
	Requests          int           `min:"1" max:"100000" doc:"Requests of one session, apart from terminal resizes."`
	RequestsPerSecond int           `min:"1" max:"100000" doc:"Requests a second of one session, and of one connection."`
	Variables         int           `min:"1" max:"1000" doc:"Environment variables."`
	VariableBytes     int           `min:"1" max:"1000000" doc:"Bytes of all environment variables together."`
	InputPerSecond    int           `min:"1024" max:"100000000" doc:"Bytes of input a second."`
	Paste             int           `min:"64" max:"10000000" doc:"Bytes of one paste. The rest of a longer paste is dropped."`
	UnrecognizedInput int           `min:"1024" max:"100000000" doc:"Consecutive bytes of input that form no key."`
	ResizeEvery       time.Duration `min:"1ms" max:"10s" doc:"The minimum time between two resizes of a screen."`

	ShutdownTimeout   time.Duration `min:"10ms" max:"3s" doc:"How long sessions have to restore their terminals when the server stops."`
	DisconnectTimeout time.Duration `min:"10ms" max:"3s" doc:"How long a session has to restore its terminal when its key or account was removed or banned."`
}

// Rate allows a burst of Burst events, and then one more event after each interval Every.
type Rate struct {
	Burst int           `min:"1" max:"10000000" doc:"How many are allowed without waiting."`
	Every time.Duration `min:"1µs" max:"24h" doc:"After that, one more is allowed each time this has passed."`
}

// Penalties configures the penalties for violations. Each violation adds a duration to the
// penalty of the client's address, and the penalty decreases as time passes. When the
// penalty exceeds Threshold, connections from the address are refused until the penalty is
// zero. A penalty below Threshold has no effect, because a whole club may share an address
// and people make mistakes.
type Penalties struct {
	Abandoned      time.Duration `min:"1ms" max:"24h" doc:"Penalty if the client disconnects before it has authenticated."`
	TimedOut       time.Duration `min:"1ms" max:"24h" doc:"Penalty if the client does not authenticate in time. This also happens to people who take long to compare the fingerprint of the host key."`
	Failed         time.Duration `min:"1ms" max:"24h" doc:"Penalty if the client fails to authenticate."`
	Flood          time.Duration `min:"1ms" max:"24h" doc:"Penalty if the client sends too much and is disconnected."`
	Stalled        time.Duration `min:"1ms" max:"24h" doc:"Penalty if the client stops reading and is disconnected. This also happens when a laptop is closed."`
	WrongCode      time.Duration `min:"1ms" max:"24h" doc:"Penalty for an invitation code or key code that does not exist."`
	ExcessCommands time.Duration `min:"1ms" max:"24h" doc:"Penalty for each command above the limit of commands."`
	Panicked       time.Duration `min:"1ms" max:"24h" doc:"Penalty if the client causes a panic, which is an error of the server."`
	Leaked         time.Duration `min:"1ms" max:"24h" doc:"Penalty if goroutines of a connection still run half a minute after it was closed."`

	Threshold time.Duration `min:"1ms" max:"24h" doc:"The penalty above which an address is refused."`
	Max       time.Duration `min:"1ms" max:"240h" doc:"The largest penalty an address can have."`
}

// DefaultLimits returns limits for a server on the internet. They are high enough for a club
// of forty people who share one address, play, watch and run scripts.
func DefaultLimits() Limits {
	return Limits{
		Connections:            2000,
		AddressConnections:     160,
		Unauthenticated:        512,
		AddressUnauthenticated: 48,
		AddressNewConnections:  Rate{80, time.Second / 2},
		Handshakes:             Rate{200, time.Second / 100},
		AddressOverhead:        Rate{1 << 20, time.Second / (96 << 10)},
		KnownAddressFor:        7 * 24 * time.Hour,
		ScreenCells:            12_000_000,
		TrackedAddresses:       16 << 10,
		Penalties: Penalties{
			Abandoned:      time.Second,
			TimedOut:       3 * time.Second,
			Failed:         3 * time.Second,
			Flood:          20 * time.Second,
			Stalled:        5 * time.Second,
			WrongCode:      5 * time.Second,
			ExcessCommands: time.Second / 5,
			Panicked:       20 * time.Second,
			Leaked:         5 * time.Minute,
			Threshold:      time.Minute,
			Max:            10 * time.Minute,
		},

		LoginTimeout:       20 * time.Second,
		KeysOffered:        20,
		KeyExchanges:       Rate{8, 10 * time.Second},
		OverheadBytes:      Rate{128 << 10, time.Second / (16 << 10)},
		IdleTimeout:        10 * time.Minute,
		WriteTimeout:       6 * time.Second,
		ConnectionSessions: 6,

		AccountConnections: 16,
		AccountSessions:    16,
		AddressGuests:      40,
		AccountCommands:    Rate{100, time.Second / 10},
		AddressCommands:    Rate{400, time.Second / 40},
		AddressWrongCodes:  Rate{10, 10 * time.Second},

		StartTimeout:      15 * time.Second,
		Requests:          64,
		RequestsPerSecond: 200,
		Variables:         16,
		VariableBytes:     1024,
		InputPerSecond:    256 << 10,
		Paste:             16 << 10,
		UnrecognizedInput: 32 << 10,
		ResizeEvery:       50 * time.Millisecond,

		ShutdownTimeout:   2 * time.Second,
		DisconnectTimeout: 700 * time.Millisecond,
	}
}
