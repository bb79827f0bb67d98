// Package player defines the identities, names, keys and settings of players.
//
// Names and lines of text from people must pass [CleanName] or [CleanLine]. The package
// stores nothing: a store implements the interfaces [Keyring], [Directory], [Accounts] and
// [Memory].
package player

import (
	"context"
	"slices"
	"strings"
)

// ID identifies an account or a guest. The ID of an account is the fingerprint of its
// first key ("SHA256:..."). If that fingerprint is already the ID of another account, the
// ID is "account:" and a random code. The ID of a guest is "guest:" and a code. See
// [Keyring] for the keys of an account.
type ID string

// Guest reports whether the identity belongs to a guest.
func (id ID) Guest() bool { return strings.HasPrefix(string(id), "guest:") }

// Player holds an identity and its name, which has passed [CleanName].
type Player struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	// BotAccount reports whether a program plays for the account. Events store it, so that
	// records of old games show it too.
	BotAccount bool `json:"bot,omitempty"`
}

// Server is recorded as the author of actions by the administrator of the server's
// machine.
var Server = Player{ID: "server:", Name: "the server"}

// Index finds the player with the given ID in a list. It returns the player's index, or -1 if
// the list does not contain the player.
func Index(list []Player, id ID) int {
	return slices.IndexFunc(list, func(p Player) bool { return p.ID == id })
}

// Contains reports whether a list contains a player with the given ID.
func Contains(list []Player, id ID) bool { return Index(list, id) >= 0 }

// botMark is written after the name of a bot account. Names that people choose cannot end
// with it.
const botMark = " (bot)"

// Shown returns the player's name as [ShownName] does, followed by botMark for a bot
// account.
func (p Player) Shown(maxCells int) string {
	if !p.BotAccount {
		return ShownName(p.Name, maxCells)
	}
	return ShownName(p.Name, max(1, maxCells-len(botMark))) + botMark
}

// Directory stores the names of accounts. The folded forms of all names differ (see [Fold]).
type Directory interface {
	// Lookup returns the player with an ID; ok is false if the ID has no name.
	Lookup(ctx context.Context, id ID) (p Player, ok bool, err error)
	// Claim checks a name with [CleanName] and gives it to an ID, unless the name is taken.
	// The error is a sentence for the player.
	Claim(ctx context.Context, id ID, name string) (Player, error)
}
