package plain

import (
	"context"
	"io"

	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Config contains the services, the player and the connection of a session.
type Config struct {
	service.Services
	Player player.Player
	Named  bool  // whether the player has a name; if not, the session asks for one
	Open   *Open // table to enter at the start; nil means the lobby
	// ReturnCode is the code with which a guest can return to their seat. The session prints
	// it when the guest sits down.
	ReturnCode string
	SSHCommand string // the command that connects to this server, such as ssh -p 2222 chess.example
	RefusedKey string // which keys of a guest were refused, and why; empty if none was
	// Settings are the player's settings. Changes are stored in Memory. If Memory is nil,
	// changes are lost when the session ends.
	Settings player.Settings

	Commands Commands

	Input    <-chan []byte // input from the client; closed when the input ends
	Output   io.Writer
	Terminal bool // whether the client has a terminal; the session must then echo what the player types
	// Guard calls f, and ends the session if f panics. The log names f as `what`. Every
	// goroutine of the session runs its function through Guard.
	Guard func(what string, f func())
}

// Commands are the commands of `ssh HOST COMMAND`, which a session runs too.
type Commands struct {
	List func(by player.Player) []Row
	// Run runs a command. It writes its output as lines to `out`, and errors and remarks to
	// `errs`. It returns the table to enter, or nil.
	Run func(ctx context.Context, by player.Player, line string, out, errs io.Writer) *Open
}

// Row describes a command of [Commands].
type Row struct {
	Names []string // the name of the command, and other names for it
	Usage string   // name and arguments
	Short string   // what it does
	Table string   // "N" if the first argument is a table, "--table" if a flag names one
}

// Open is a table to enter when the session starts.
type Open struct {
	Table table.ID
	Seat  rules.Seat // seat to take; NoSeat means the first open seat
	Sit   bool       // whether to take the seat
}

// Run serves a player until they quit, the input ends, or ctx is done. When it returns, all
// goroutines of the session have ended.
func Run(ctx context.Context, cfg Config) {
	ctx, cancel := context.WithCancel(ctx)
	s := newSession(ctx, cfg)
	defer s.receivers.Wait()
	defer cancel()
	defer s.close()
	s.begin()
	s.run()
}
