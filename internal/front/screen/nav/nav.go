// Package nav defines values that identify screens. The packages of screens do not import
// each other, so a screen returns a [Place] to open another screen. The root model of
// package ui creates the screen for that place.
package nav

import (
	"quadrille/assets"
	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Place identifies a screen and what to show on it.
type Place interface{ place() }

// Table is the screen of a table of the lobby.
type Table struct {
	ID        table.ID
	Seat      rules.Seat // the seat to take; NoSeat for the first open seat
	Sit       bool       // whether to take a seat as soon as the table is open
	Follow    bool       // whether to switch to more active tables automatically (TV)
	Ready     bool       // whether to mark the player as ready as soon as the table is open
	Back      bool       // whether the table was opened at login because the player has a running game there
	FromStart bool       // whether to show a finished game from its first position
	Note      string     // a sentence to show until the game starts, such as who was invited
}

// AnnotatedGame is the screen of an annotated game or a lesson.
type AnnotatedGame struct{ *assets.AnnotatedGame }

// NewTable is the form for a new table.
type NewTable struct {
	Bots    bool          // whether the form is for a game against bots
	Seek    bool          // whether the form is for a seek: a game with anybody who wants to play now
	Invited player.Player // player to invite to the new table, if any
}

// Archive is the list of lessons, annotated games and finished games.
type Archive struct{}

// Record is the screen that shows a finished game as text.
type Record struct{ ID table.ID }

// Profile is the screen of one player.
type Profile struct{ Player player.Player }

// Ladder is the screen that lists the players of a class by rating. A class is a game, either
// with teams or free-for-all. If Class is zero, the screen shows the first class with ratings.
type Ladder struct {
	Class club.Class
	All   bool // whether to list inactive players, too
}

// Settings is the screen of the player's own settings.
type Settings struct{}

// Evening is the screen of the current club evening.
type Evening struct{ Evening *pairing.Evening }

// Admin is the screen for moderators and owners.
type Admin struct{}

// Messages is the screen of direct messages and the lobby chat.
type Messages struct {
	To    player.Player // person whose conversation to select; if zero, the newest conversation is selected
	Lobby bool          // whether to select the lobby chat
	Write bool          // whether the screen opens with the input line for a new message
}

// Help is the screen that explains keys, signs and the rules of a game.
type Help struct {
	Game  string
	Facts *rules.Facts // facts of the game at the table, for explaining how its armies are drawn; nil outside of a table
}

func (Table) place()         {}
func (AnnotatedGame) place() {}
func (NewTable) place()      {}
func (Archive) place()       {}
func (Record) place()        {}
func (Profile) place()       {}
func (Ladder) place()        {}
func (Settings) place()      {}
func (Evening) place()       {}
func (Admin) place()         {}
func (Messages) place()      {}
func (Help) place()          {}
