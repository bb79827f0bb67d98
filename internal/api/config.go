package api

import (
	"context"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/services"
)

// Config is what a session knows when it begins.
type Config struct {
	services.Services
	Player player.Player
	Named  bool // whether the player has a name
	// ReturnCode is what brings a guest back, empty for who has a key.
	ReturnCode string
	Version    string // of the server

	Input  <-chan []byte // closed when nothing more comes
	Output io.Writer
	// Guard runs a function that a goroutine of the session's consists of; a panic
	// in it is to end the session.
	Guard func(what string, f func())
}

// Run answers a program until nothing more comes from it, it does not take what
// it is told, or ctx is done. All goroutines of the session have ended when it
// returns.
func Run(ctx context.Context, cfg Config) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSession(ctx, cfg)
	defer s.pumps.Wait()
	defer cancel()
	defer s.close()
	s.run()
}
