package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/notify"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Config is what a session knows when its screens start.
type Config struct {
	Lobby     *lobby.Lobby
	Directory player.Directory
	Player    player.Player
	Named     bool  // whether the player has a name; if not, he is asked for one first
	Open      *Open // a table to open at once; nil for the lobby
	// ReturnCode is what brings a guest back to his seat; he sees it when he sits.
	ReturnCode string
	// Settings are what the player chose before; what he chooses now goes to Memory,
	// or with nil lasts as long as the session.
	Settings      player.Settings
	Memory        player.Memory
	House         *club.House
	Board         *notify.Board
	Ladder        club.Ladder
	Desk          *club.Desk // for whom the house lets look after it
	Arbiter       club.Arbiter
	Way           string // what people write to come here, like ssh -p 2222 chess.example
	Outside       bool   // whether the player has to take up an invitation first
	Join          func(ctx context.Context, code string) (club.Role, error)
	Width, Height int
	NoColor       bool
	// Context ends when the session does; everything that waits then stops.
	Context context.Context
}

// Open is a table to show at once.
type Open struct {
	Table table.ID
	Seat  rules.Seat // to take; NoSeat for the first that is open
	Sit   bool       // whether to take one
}

// New is the model of a session's program.
func New(cfg Config) tea.Model {
	return newRoot(newEnv(cfg))
}

func newRoot(e *env) *root {
	first := func() []screen {
		screens := []screen{newLobbyScreen(e)}
		if open := e.cfg.Open; open != nil {
			screens = append(screens, newTableScreen(e, open.Table, open))
		}
		return screens
	}
	if lobby := first; !e.cfg.Named {
		first = func() []screen {
			return []screen{newNameScreen(e, func() []screen { return []screen{&firstLook{e, lobby}} })}
		}
	}
	r := &root{env: e}
	if e.cfg.Outside { // who stays outside takes no name from those inside
		r.stack = []screen{newJoinScreen(e, first)}
	} else {
		r.stack = first()
	}
	return r
}
