package player

import "context"

// Terminal holds what a terminal has answered to the server's questions.
type Terminal struct {
	Asked     string `json:"asked"`          // a letter for each question that it was asked; see package wire
	Name      string `json:"name,omitempty"` // name and version
	Focus     bool   `json:"focus,omitempty"`
	Notify    bool   `json:"notify,omitempty"`     // whether it shows notifications of OSC 99
	Sync      bool   `json:"sync,omitempty"`       // whether it supports synchronized output
	Light     bool   `json:"light,omitempty"`      // whether its background is light
	TrueColor bool   `json:"true_color,omitempty"` // whether it shows 16 million colours
}

// MaxTerminals is the number of terminals whose answers are stored for an account.
const MaxTerminals = 8

// TerminalStore stores the answers of the terminals of accounts, so that each terminal is asked
// once.
type TerminalStore interface {
	// Terminals returns the stored answers of an account, by a text that identifies the
	// terminal.
	Terminals(ctx context.Context, id ID) (map[string]Terminal, error)
	// RememberTerminal stores the answers of a terminal. If there are MaxTerminals others, it
	// removes those that were stored first. It refuses guests with [GuestSettings].
	RememberTerminal(ctx context.Context, id ID, terminal string, answers Terminal) error
}
