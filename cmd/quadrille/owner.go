package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/club"
	"quadrille/internal/player"
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
	key, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return "", fmt.Errorf("%s is not a public key: name the file that ends in .pub", path)
	}
	return player.Fingerprint(ssh.FingerprintSHA256(key)), nil
}
