package api

import (
	"context"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/service"
)

// Config holds what a session of the API needs: the services, the player and the connection.
type Config struct {
	service.Services
	Player player.Player
	Named  bool // whether the player has a name
	// ReturnCode lets a guest return to their seats. It is empty for players with a key.
	ReturnCode string
	Version    string
	SSHCommand string // the command that connects to this server; see present.Addressed

	Input  <-chan []byte // closed at the end of the input
	Output io.Writer
	// Guard calls f, and ends the session if f panics. All goroutines of the session run in
	// Guard.
	Guard func(what string, f func())
}

// Run serves a client until the input ends, a line cannot be written, or ctx is done. When
// Run returns, all goroutines of the session have ended.
func Run(ctx context.Context, cfg Config) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSession(ctx, cfg)
	defer s.receivers.Wait()
	defer cancel()
	defer s.close()
	s.run()
}
