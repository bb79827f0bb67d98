package view

import (
	"time"

	"quadrille/internal/player"
)

// Person describes a player, as a viewer sees them.
type Person struct {
	Player   player.Player
	You      bool      // whether the viewer is this player
	Role     string    // role in the club, such as "owner"; empty for people who are not members
	Blocked  bool      // by the viewer
	Followed bool      // by the viewer
	Vacation time.Time // end of the player's vacation; zero if there is none
}
