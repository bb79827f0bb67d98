// Package player defines identities and names. [CleanName] and [CleanLine] are the only
// functions that accept names and lines of text from people. [Keyring], [Directory],
// [Accounts] and [Memory] are what a store provides. The package stores nothing itself.
package player

import (
	"context"
	"slices"
	"strings"
)

// ID identifies an account or a guest. An account has the fingerprint of its first key
// ("SHA256:..."), or "account:" and a number if that key was removed from another account.
// A guest has "guest:" and a code. See [Keyring] for the keys of an account.
type ID string

// Guest reports whether the identity belongs to a guest.
func (id ID) Guest() bool { return strings.HasPrefix(string(id), "guest:") }

// Player is an identity and its clean name.
type Player struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	// BotAccount reports that a program acts for the account. It is stored with events, so
	// that a finished game shows it.
	BotAccount bool `json:"bot,omitempty"`
}

// Server is the author of actions by the administrator of the server's machine.
var Server = Player{ID: "server:", Name: "the server"}

// Index returns the position of a player in a list by ID, or a negative number.
func Index(list []Player, id ID) int {
	return slices.IndexFunc(list, func(p Player) bool { return p.ID == id })
}

// Contains reports whether a list has a player with that ID.
func Contains(list []Player, id ID) bool { return Index(list, id) >= 0 }

// botMark follows the name of a bot account. No chosen name can end with it.
const botMark = " (bot)"

// Shown returns the name as [ShownName] does, marked for a bot account.
func (p Player) Shown(maxCells int) string {
	if !p.BotAccount {
		return ShownName(p.Name, maxCells)
	}
	return ShownName(p.Name, max(1, maxCells-len(botMark))) + botMark
}

// Directory stores the names of accounts. Names are unique by their folded form.
type Directory interface {
	// Lookup returns the player with an identity; ok is false if it has no name.
	Lookup(ctx context.Context, id ID) (p Player, ok bool, err error)
	// Claim gives the identity a name, cleaned by [CleanName], unless it is taken. The
	// error is a sentence for the player.
	Claim(ctx context.Context, id ID, name string) (Player, error)
}
