package main

import (
	"context"
	"fmt"
	"os"

	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/service/club"
)

// openClub opens the club. If owner is not empty, the account with that key becomes an
// owner.
func openClub(ctx context.Context, db *database, configured club.Config, owner player.Fingerprint) (*club.Club, error) {
	theClub, err := club.Open(ctx, db.Audit, configured)
	if err != nil || owner == "" {
		return theClub, err
	}
	account, err := db.Keyring.Holder(ctx, owner)
	if err != nil {
		return nil, err
	}
	if theClub.Role(account) == club.Owner {
		return theClub, nil
	}
	return theClub, theClub.Roles.Appoint(ctx, "", account, club.Owner, "named with --owner")
}

// publicKey returns the fingerprint of the public key in a file, or "" if path is empty.
func publicKey(path string) (player.Fingerprint, error) {
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("cannot read the owner's key: %w", err)
	}
	key, err := server.ParseKey(string(text))
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}
