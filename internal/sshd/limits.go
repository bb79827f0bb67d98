package sshd

import "time"

// Limits is how much one client may ask. The zero value of a field means that
// of [DefaultLimits].
type Limits struct {
	Handshake   time.Duration // until the client has authenticated
	WriteStall  time.Duration // a write that gets nowhere for so long ends the connection
	Farewell    time.Duration // for screens to be restored when the server stops
	ResizeEvery time.Duration // at most one new size of terminal in this time

	Channels          int // sessions on one connection
	Requests          int // of one session, besides new sizes
	RequestsPerSecond int // of one session, and of one connection
	Variables         int // of the environment
	VariableBytes     int
	InputPerSecond    int // bytes
	Paste             int // bytes; what is longer is dropped
	Unheard           int // bytes of input that make no key, at a stretch
}

// DefaultLimits is what a server on the open internet uses.
func DefaultLimits() Limits {
	return Limits{
		Handshake:   20 * time.Second,
		WriteStall:  6 * time.Second,
		Farewell:    2 * time.Second,
		ResizeEvery: 50 * time.Millisecond,

		Channels:          2,
		Requests:          64,
		RequestsPerSecond: 200,
		Variables:         16,
		VariableBytes:     1024,
		InputPerSecond:    256 << 10,
		Paste:             16 << 10,
		Unheard:           32 << 10,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	for field, standard := range map[*time.Duration]time.Duration{
		&l.Handshake: d.Handshake, &l.WriteStall: d.WriteStall,
		&l.Farewell: d.Farewell, &l.ResizeEvery: d.ResizeEvery,
	} {
		if *field == 0 {
			*field = standard
		}
	}
	for field, standard := range map[*int]int{
		&l.Channels: d.Channels, &l.Requests: d.Requests, &l.RequestsPerSecond: d.RequestsPerSecond,
		&l.Variables: d.Variables, &l.VariableBytes: d.VariableBytes,
		&l.InputPerSecond: d.InputPerSecond, &l.Paste: d.Paste, &l.Unheard: d.Unheard,
	} {
		if *field == 0 {
			*field = standard
		}
	}
	return l
}

// The sizes of terminal that a screen is drawn for; others are brought to the
// nearest. A frame costs memory by the cell.
const (
	minWidth, maxWidth   = 20, 500
	minHeight, maxHeight = 8, 200
)

// rate counts what happens within a second. The zero rate is ready.
type rate struct {
	since time.Time
	count int
}

// over adds n and reports whether the second's limit is passed.
func (r *rate) over(now time.Time, n, limit int) bool {
	if now.Sub(r.since) > time.Second {
		r.since, r.count = now, 0
	}
	r.count += n
	return r.count > limit
}
