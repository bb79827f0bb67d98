// Package nav holds the values by which one screen asks for another. Screens do
// not import each other: they return a Place, and the root model makes its screen.
package nav

import (
	"quadrille/assets"
	"quadrille/internal/club"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Place names a screen and what it opens with.
type Place interface{ place() }

// Table is the screen of a table of the club.
type Table struct {
	ID        table.ID
	Seat      rules.Seat // to take; NoSeat for the first open one
	Sit       bool       // take a seat as soon as the table is open
	Follow    bool       // go on to livelier tables by itself
	FromStart bool       // show a finished game from its first position
}

// Score is a game with notes, or a lesson.
type Score struct{ *assets.AnnotatedGame }

// NewTable is the form for a new table.
type NewTable struct {
	Invited player.Player // invited to the new table; zero for nobody
}

// Archive is the list of lessons, games with notes and finished games.
type Archive struct{}

// Record is a finished game as text.
type Record struct{ ID table.ID }

// Profile is what is known of a player.
type Profile struct{ Player player.Player }

// Ladder is the ratings of one class; without a class, of the first that has any.
type Ladder struct {
	Class club.Class
	All   bool // list those too who have not played for long
}

// Settings are the player's own settings.
type Settings struct{}

// Evening is the evening that is on.
type Evening struct{ Evening *pairing.Evening }

// Admin is where moderators and owners work.
type Admin struct{}

// Help is keys, signs, and the rules of a game.
type Help struct {
	Game  string
	Facts *rules.Facts // for the signs of its armies; nil outside a table
}

func (Table) place()    {}
func (Score) place()    {}
func (NewTable) place() {}
func (Archive) place()  {}
func (Record) place()   {}
func (Profile) place()  {}
func (Ladder) place()   {}
func (Settings) place() {}
func (Evening) place()  {}
func (Admin) place()    {}
func (Help) place()     {}
