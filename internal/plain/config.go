package plain

import (
	"context"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/services"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Config has the services, the player and the connection of a session.
type Config struct {
	services.Services
	Player player.Player
	Named  bool  // whether the player has a name; if not, the session asks for one
	Open   *Open // a table to enter at the start; nil for the lobby
	// ReturnCode lets a guest return to their seat. The session prints it when the guest
	// sits down.
	ReturnCode string
	// Settings are the stored settings of the player. Changes are stored in Memory; if
	// Memory is nil, they are lost when the session ends.
	Settings player.Settings

	Input    <-chan []byte // closed at the end of the input
	Output   io.Writer
	Terminal bool // whether the client has a terminal, so that input is echoed
	// Guard runs the function of a goroutine and ends the session if it panics.
	Guard func(what string, f func())
}

// Open is a table to enter at the start.
type Open struct {
	Table table.ID
	Seat  rules.Seat // the seat to take; NoSeat for the first open one
	Sit   bool       // whether to take a seat
}

// Run serves a player until they quit, the input ends, or ctx is done. All goroutines
// of the session have ended when Run returns.
func Run(ctx context.Context, cfg Config) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSession(ctx, cfg)
	defer s.receivers.Wait()
	defer cancel()
	defer s.close()
	s.begin()
	s.run()
}
