package kit

import (
	"context"

	"quadrille/internal/front/screen/nav"
	"quadrille/internal/player"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
)

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
	NoColor         bool
	Term            string // value of the variable TERM
	// Await makes the server run the Cmd of a WaitMsg when its Waiter is ready, without a
	// goroutine that waits. If Await is nil, the screens return the WaitMsg to the program.
	Await func(WaitMsg)
	// Context is done when the session ends. Everything that waits then stops.
	Context context.Context
}
