// Package services has the one value that front ends work with. It is built where the
// program starts, and handed down to the server, screens, plain mode, commands and the
// JSON API.
package services

import (
	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/notify"
	"quadrille/internal/player"
)

// Services are the parts of the program that sessions use. Methods of theirs may wait
// for the disk. Rights are looked up by each part when something is done.
type Services struct {
	Lobby     *lobby.Lobby
	Club      *club.Club
	Ladder    club.Ladder
	Arbiter   club.Arbiter
	Directory player.Directory
	Keyring   player.Keyring
	Recovery  player.Recovery
	Memory    player.Memory // stores settings; nil: they last as long as a session
	Accounts  player.Accounts
	Notify    notify.Services
}
