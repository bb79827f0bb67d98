// Package service declares [Services], which holds the services that all front ends use.
// The front ends are the screens, plain mode, the commands and the JSON API. The program
// creates one value of this type when it starts.
package service

import (
	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/share"
	"quadrille/internal/service/vacation"
	"quadrille/internal/service/view"
)

// Services holds the services that sessions use. The methods of a service check the
// rights of the caller, and may wait for the disk.
type Services struct {
	Clock     *clock.Clock // nil means the system's clock
	Lobby     *lobby.Lobby
	Seeks     *seek.Service
	Club      *club.Club
	Ladder    club.Ladder
	Decider   club.RatingsDecider
	Directory player.Directory
	Keyring   player.Keyring
	Recovery  player.Recovery
	Memory    player.Memory        // stores the settings of players; if nil, settings are lost when the session ends
	Terminals player.TerminalStore // stores the answers of terminals; if nil, each session asks its terminal
	Lessons   player.LessonStore   // stores completed lessons; if nil, they are lost when the session ends
	Accounts  player.Accounts
	Notify    notify.Services
	Messages  *messages.Service // nil if the server does not offer messages
	Share     *share.Studio
	Vacations *vacation.Service // nil if the server has no vacations
}

// Person describes a player, as a viewer sees them.
func (s *Services) Person(viewer player.ID, who player.Player) view.Person {
	p := view.Person{
		Player: who, You: viewer != "" && who.ID == viewer, Vacation: s.Vacations.Until(who.ID),
		Blocked: s.Messages.Blocks(viewer, who.ID), Followed: s.Messages.Follows(viewer, who.ID),
	}
	if s.Club != nil && s.Club.Member(who.ID) {
		p.Role = s.Club.Role(who.ID).String()
	}
	return p
}
