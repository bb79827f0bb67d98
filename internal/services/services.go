// Package services defines [Services], which all front ends share: screens, plain mode,
// commands and the JSON API. The program builds it at its start. The package has no
// behaviour.
package services

import (
	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/messages"
	"quadrille/internal/notify"
	"quadrille/internal/player"
	"quadrille/internal/seek"
	"quadrille/internal/share"
)

// Services are the parts of the program that sessions use. Their methods may wait for
// the disk, and check the rights of the caller.
type Services struct {
	Lobby     *lobby.Lobby
	Seeks     *seek.Service
	Club      *club.Club
	Ladder    club.Ladder
	Decider   club.RatingsDecider
	Directory player.Directory
	Keyring   player.Keyring
	Recovery  player.Recovery
	Memory    player.Memory // stores settings; nil: settings end with the session
	Accounts  player.Accounts
	Notify    notify.Services
	Messages  *messages.Service // nil: there are none
	Share     *share.Studio
}
