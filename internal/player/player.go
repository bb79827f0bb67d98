// Package player is who somebody is and what he is called: identities, and the
// one door through which names and lines of text from people come in clean.
package player

import (
	"context"
	"slices"
	"strings"
)

// ID is an identity: the fingerprint of its first key ("SHA256:..."), "account:"
// and a number if that key was taken away from another one, or "guest:" and a
// code that only this guest has. Which keys lead to it, a [Keyring] knows.
type ID string

// Guest reports whether the identity is a guest's.
func (id ID) Guest() bool { return strings.HasPrefix(string(id), "guest:") }

// Player is an identity and the clean name it goes by.
type Player struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	// BotAccount tells that a program acts for him. Stored with whatever he does as
	// one, so that a seat says for good who sat there.
	BotAccount bool `json:"bot,omitempty"`
}

// Server stands in the events of tables for the administrator of the machine that the
// server runs on. Nobody else has its identity.
var Server = Player{ID: "server:", Name: "the server"}

// Index returns where somebody stands in a list, by their ID; negative if they do not.
func Index(list []Player, id ID) int {
	return slices.IndexFunc(list, func(p Player) bool { return p.ID == id })
}

// Contains reports whether somebody stands in a list, by their ID.
func Contains(list []Player, id ID) bool { return Index(list, id) >= 0 }

// botMark stands behind the name of who is a machine; no name can end so.
const botMark = " (bot)"

// Shown is [ShownName] of the player's name, and whether he is a machine.
func (p Player) Shown(maxCells int) string {
	if !p.BotAccount {
		return ShownName(p.Name, maxCells)
	}
	return ShownName(p.Name, max(1, maxCells-len(botMark))) + botMark
}

// Directory knows the names of the identities that have one. Names are unique
// by their folded form.
type Directory interface {
	// Lookup is the player of that identity; ok is false if it has no name yet.
	Lookup(ctx context.Context, id ID) (p Player, ok bool, err error)
	// Claim gives the identity a name, cleaned by CleanName, if nobody else has
	// it; the error is a sentence for the person who asked.
	Claim(ctx context.Context, id ID, name string) (Player, error)
}
