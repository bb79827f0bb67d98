// Package nav defines the values with which one screen opens another. The packages of screens
// do not import each other: a screen returns a [Place], and the root model of package ui
// creates the screen for it.
package nav

import (
	"quadrille/assets"
	"quadrille/internal/club"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Place identifies a screen and what to show on it.
type Place interface{ place() }

// Table is the screen of a table in the lobby.
type Table struct {
	ID        table.ID
	Seat      rules.Seat // the seat to take; NoSeat for the first open one
	Sit       bool       // take a seat as soon as the table is open
	Follow    bool       // switch to more active tables by itself (TV)
	Ready     bool       // announce readiness as soon as the table is open
	Back      bool       // the table is the player's running game, opened at login
	FromStart bool       // show a finished game from its first position
}

// AnnotatedGame is an annotated game or a lesson.
type AnnotatedGame struct{ *assets.AnnotatedGame }

// NewTable is the form for a new table.
type NewTable struct {
	Bots    bool          // the form for a game against bots
	Seek    bool          // the form for a seek: a game with whoever wants to play now
	Invited player.Player // player to invite to the new table; zero for nobody
}

// Archive is the list of lessons, annotated games and finished games.
type Archive struct{}

// Record is a finished game as text.
type Record struct{ ID table.ID }

// Profile is the profile of a player.
type Profile struct{ Player player.Player }

// Ladder is the ladder of a class, or of the first class with ratings.
type Ladder struct {
	Class club.Class
	All   bool // also list inactive players
}

// Settings are the player's own settings.
type Settings struct{}

// Evening is the current club evening.
type Evening struct{ Evening *pairing.Evening }

// Admin is the screen for moderators and owners.
type Admin struct{}

// Messages is the screen of direct messages and the lobby chat.
type Messages struct {
	To    player.Player // person whose conversation is selected; zero for the newest conversation
	Lobby bool          // select the lobby chat
	Write bool          // begin to write at once
}

// Help explains keys, signs, and the rules of a game.
type Help struct {
	Game  string
	Facts *rules.Facts // facts of the game, used for army signs; nil outside a table
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
