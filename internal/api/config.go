package api

import (
	"context"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/services"
)

// Config has the services, the player and the connection of a session.
type Config struct {
	services.Services
	Player player.Player
	Named  bool // whether the player has a name
	// ReturnCode lets a guest return to their seats; empty for players with a key.
	ReturnCode string
	Version    string

	Input  <-chan []byte // closed at the end of the input
	Output io.Writer
	// Guard runs the function of a goroutine and ends the session if it panics.
	Guard func(what string, f func())
}

// Run serves a client until its input ends, a line cannot be written to it, or ctx is
// done. All goroutines of the session have ended when Run returns.
func Run(ctx context.Context, cfg Config) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSession(ctx, cfg)
	defer s.receivers.Wait()
	defer cancel()
	defer s.close()
	s.run()
}
