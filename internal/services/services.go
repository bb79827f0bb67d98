// Package services defines [Services], the services that all front ends share: screens,
// plain mode, commands and the JSON API. The package only declares the type; the program
// builds the value when it starts.
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

// Services are the parts of the program that sessions use. Their methods check the rights of
// the caller and may wait for the disk.
type Services struct {
	Lobby     *lobby.Lobby
	Seeks     *seek.Service
	Club      *club.Club
	Ladder    club.Ladder
	Decider   club.RatingsDecider
	Directory player.Directory
	Keyring   player.Keyring
	Recovery  player.Recovery
	Memory    player.Memory // stores settings; if nil, settings last until the end of the session
	Accounts  player.Accounts
	Notify    notify.Services
	Messages  *messages.Service // nil if the server has no messages
	Share     *share.Studio
}
