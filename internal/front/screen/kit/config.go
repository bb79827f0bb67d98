package kit

import (
	"context"
	"time"

	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
)

// Commands are the commands of `ssh HOST COMMAND`, which the palette offers. Without functions
// it offers none.
type Commands struct {
	List func(by player.Player) []Command
	// Short returns what the command with the given path does, such as "admin rename".
	Short func(path string) string
	// Run runs a command and returns what it printed, and the table to open, or nil.
	Run func(ctx context.Context, by player.Player, line string, width int) (text string, open *nav.Table)
}

// Config holds what the screens of a session need at the start.
type Config struct {
	service.Services
	Admin  *club.Admin                                               // executes the player's admin actions
	Join   func(ctx context.Context, code string) (club.Role, error) // accepts an invitation to the club
	Player player.Player
	Named  bool       // whether the player has a name; if not, the first screen asks for one
	Open   *nav.Table // table to open over the lobby at the start; nil for none
	// ReturnCode lets a guest return to their seat. It is shown when they take a seat.
	ReturnCode string
	RefusedKey string // which keys of a guest were refused, and why; empty if none was
	// Settings are the player's stored settings. Changes are stored in Memory. If Memory is
	// nil, they last until the session ends.
	Settings        player.Settings
	SSHCommand      string // the command that connects to this server, such as ssh -p 2222 chess.example
	NeedsInvitation bool   // whether the first screen asks for an invitation code
	Width, Height   int
	// RoundTrip returns the time that a packet takes to the client and back, and false if it is
	// not known. If RoundTrip is nil, it is never known.
	RoundTrip func() (time.Duration, bool)
	NoColor   bool
	ASCII     bool   // whether the locale of the client has no UTF-8
	Term      string // value of the variable TERM
	// Await makes the server run the Cmd of a WaitMsg when its Waiter is ready, without a
	// goroutine that waits. If Await is nil, the screens return the WaitMsg to the program.
	Await    func(WaitMsg)
	Commands Commands
	// Context is done when the session ends. Everything that waits then stops.
	Context context.Context
}
