package config

import "time"

// Limits bounds what clients may use. An address is an IPv4 address or an IPv6 /64, which is
// what one household usually has.
type Limits struct {
	// Limits for all clients together and for one address.
	Connections            int `min:"1" max:"100000"`
	AddressConnections     int `min:"1" max:"100000"`
	Unauthenticated        int `min:"1" max:"100000"`
	AddressUnauthenticated int `min:"1" max:"100000"`
	AddressNewConnections  Rate
	Handshakes             Rate
	AddressOverhead        Rate
	KnownAddressFor        time.Duration `min:"1m" max:"87600h"`
	ScreenCells            int           `min:"100000" max:"1000000000"`
	TrackedAddresses       int           `min:"16" max:"1000000"`
	Penalties              Penalties

	// Limits for one connection.
	LoginTimeout       time.Duration `min:"1s" max:"10m"`
	KeysOffered        int           `min:"1" max:"1000"`
	KeyExchanges       Rate
	OverheadBytes      Rate
	IdleTimeout        time.Duration `min:"1s" max:"24h"`
	WriteTimeout       time.Duration `min:"1s" max:"10m"`
	ConnectionSessions int           `min:"1" max:"100"`

	// Limits for one account. Guests are counted by address.
	AccountConnections int `min:"1" max:"10000"`
	AccountSessions    int `min:"1" max:"10000"`
	AddressGuests      int `min:"1" max:"10000"`
	AccountCommands    Rate
	AddressCommands    Rate
	AddressWrongCodes  Rate

	// Limits for one session.
	StartTimeout      time.Duration `min:"1s" max:"10m"`
	Requests          int           `min:"1" max:"100000"`
	RequestsPerSecond int           `min:"1" max:"100000"`
	Variables         int           `min:"1" max:"1000"`
	VariableBytes     int           `min:"1" max:"1000000"`
	InputPerSecond    int           `min:"1024" max:"100000000"`
	Paste             int           `min:"64" max:"10000000"`
	UnrecognizedInput int           `min:"1024" max:"100000000"`
	ResizeEvery       time.Duration `min:"1ms" max:"10s"`

	ShutdownTimeout   time.Duration `min:"10ms" max:"3s"`
	DisconnectTimeout time.Duration `min:"10ms" max:"3s"`
}

// Rate allows a burst of Burst events, and then one more event after each interval Every.
type Rate struct {
	Burst int           `min:"1" max:"10000000"`
	Every time.Duration `min:"1µs" max:"24h"`
}

// Penalties configures the penalties for violations. Each violation adds a duration to the
// penalty of the client's address, and the penalty decreases as time passes. When the
// penalty exceeds Threshold, connections from the address are refused until the penalty is
// zero. A penalty below Threshold has no effect, because a whole club may share an address
// and people make mistakes.
type Penalties struct {
	Abandoned      time.Duration `min:"1ms" max:"24h"`
	TimedOut       time.Duration `min:"1ms" max:"24h"`
	Failed         time.Duration `min:"1ms" max:"24h"`
	Flood          time.Duration `min:"1ms" max:"24h"`
	Stalled        time.Duration `min:"1ms" max:"24h"`
	WrongCode      time.Duration `min:"1ms" max:"24h"`
	ExcessCommands time.Duration `min:"1ms" max:"24h"`
	Panicked       time.Duration `min:"1ms" max:"24h"`
	Leaked         time.Duration `min:"1ms" max:"24h"`

	Threshold time.Duration `min:"1ms" max:"24h"`
	Max       time.Duration `min:"1ms" max:"240h"`
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
