package plain

import (
	"context"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/services"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Config is what a session knows when it begins.
type Config struct {
	services.Services
	Player player.Player
	Named  bool  // whether the player has a name; if not, he is asked for one first
	Open   *Open // a table to go to at once; nil for the lobby
	// ReturnCode is what brings a guest back to his seat; he hears it when he sits.
	ReturnCode string
	// Settings are what the player chose before; what he chooses now goes to Memory,
	// or with nil lasts as long as the session.
	Settings player.Settings

	Input    <-chan []byte // closed when nothing more comes
	Output   io.Writer
	Terminal bool // there is one: what is typed is to be echoed
	// Guard runs a function that a goroutine of the session's consists of; a panic
	// in it is to end the session.
	Guard func(what string, f func())
}

// Open is a table to go to at once.
type Open struct {
	Table table.ID
	Seat  rules.Seat // to take; NoSeat for the first that is open
	Sit   bool       // whether to take one
}

// Run talks with the person until he leaves, nothing more comes from him, or ctx
// is done. All goroutines of the session have ended when it returns.
func Run(ctx context.Context, cfg Config) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSession(ctx, cfg)
	defer s.pumps.Wait()
	defer cancel()
	defer s.close()
	s.begin()
	s.run()
}
