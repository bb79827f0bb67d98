package kit

import (
	"context"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/services"
	"quadrille/internal/ui/nav"
)

// Config is what a session knows when its screens start.
type Config struct {
	services.Services
	Admin  *club.Admin                                               // administration by the player
	Join   func(ctx context.Context, code string) (club.Role, error) // takes up an invitation
	Player player.Player
	Named  bool       // whether the player has a name; if not, he is asked for one first
	Open   *nav.Table // a table to open at once; nil for the lobby
	// ReturnCode is what brings a guest back to his seat; he sees it when he sits.
	ReturnCode string
	// Settings are what the player chose before; what he chooses now goes to Memory,
	// or with nil lasts as long as the session.
	Settings        player.Settings
	SSHCommand      string // what people write to come here, like ssh -p 2222 chess.example
	NeedsInvitation bool   // whether the player has to take up an invitation first
	Width, Height   int
	NoColor         bool
	// Context ends when the session does; everything that waits then stops.
	Context context.Context
}
