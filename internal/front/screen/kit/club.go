package kit

import (
	"strings"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// clubSetting returns a setting of the club, or "" if it is not set. Screens call clubSetting
// for every frame, so that they show a change immediately.
func (e *Env) clubSetting(s club.Setting) string {
	if e.Cfg.Club == nil { // Club is nil in tests of screens
		return ""
	}
	text, _ := e.Cfg.Club.Settings.Get(s)
	return text
}

// ClubName returns the name of the club, or the name of the program if the club has none.
func (e *Env) ClubName() string {
	if name := e.clubSetting(club.SetName); name != "" {
		return player.Shown(name, 40)
	}
	return "Quadrille"
}

// Zone returns the time zone of the club.
func (e *Env) Zone() *time.Location {
	if e.Cfg.Club == nil { // Club is nil in tests of screens
		return time.UTC
	}
	return e.Cfg.Club.Settings.Zone()
}

// Greeting returns the current notices or, if there are none, what a guest must know, or else the
// greeting of the club.
func (e *Env) Greeting() string {
	if text := e.Notices.line(e.Cfg.SSHCommand); text != "" {
		return text
	}
	greeting := player.Shown(e.clubSetting(club.SetGreeting), noticeCells)
	if e.Me.ID.Guest() {
		return strings.TrimSpace("You are a guest: " + KeyName(LobbyKeys, OpenHelp) + " shows how to come back. " + greeting)
	}
	return greeting
}

// ClubRules returns the rules of the club as a part of the help, or nil if there are none.
func (e *Env) ClubRules(width int) []TextLine {
	text := e.clubSetting(club.SetRules)
	if text == "" {
		return nil
	}
	lines := []TextLine{{Text: "Club rules", Head: true, Part: true}}
	for _, line := range draw.Wrap(player.Shown(text, 1000), width-5) {
		lines = append(lines, TextLine{Text: line})
	}
	return append(lines, TextLine{})
}

// CanAdminister reports whether the player is currently a moderator or owner.
func CanAdminister(e *Env) bool { return e.Cfg.Admin != nil && e.Cfg.Admin.May() }

// Online returns the players who are connected now.
func (e *Env) Online() map[player.ID]bool {
	online := map[player.ID]bool{}
	for _, h := range e.Cfg.Lobby.ViewFor(e.Me.ID).Here {
		online[h.Player.ID] = true
	}
	return online
}
