package kit

import (
	"context"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/services"
	"quadrille/internal/ui/nav"
)

// Config holds what the screens of a session start with.
type Config struct {
	services.Services
	Admin  *club.Admin                                               // executes the player's admin actions
	Join   func(ctx context.Context, code string) (club.Role, error) // accepts an invitation to the club
	Player player.Player
	Named  bool       // if false, the first screen asks for a name
	Open   *nav.Table // a table to open at once; nil for the lobby
	// ReturnCode brings a guest back to their seat. It is shown when they take a seat.
	ReturnCode string
	// Settings are the player's stored settings. Changes are stored in Memory; with nil
	// they last as long as the session.
	Settings        player.Settings
	SSHCommand      string // the command that connects to this server, such as ssh -p 2222 chess.example
	NeedsInvitation bool   // if true, the first screen asks for an invitation code
	Width, Height   int
	NoColor         bool
	Frames          *Frames // frames shared with other sessions; nil to draw all frames
	// Await runs a Cmd later, without a goroutine. With nil the screens return a WaitMsg.
	Await func(WaitMsg)
	// Context ends with the session and stops everything that waits.
	Context context.Context
}
