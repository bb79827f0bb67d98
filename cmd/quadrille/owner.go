package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/store"
)

// openHouse opens the house as the log has it. Whoever has the key owner, if one is
// named, is its owner from then on.
func openHouse(ctx context.Context, kept *store.Store, configured club.Config, owner player.Fingerprint) (*club.Club, error) {
	house, err := club.Open(ctx, kept.Audit, configured)
	if err != nil || owner == "" {
		return house, err
	}
	account, err := kept.Keyring.Holder(ctx, owner)
	if err != nil {
		return nil, err
	}
	if house.Role(account) == club.Owner {
		return house, nil
	}
	return house, house.Roles.Appoint(ctx, "", account, club.Owner, "named with --owner")
}

// publicKey is the fingerprint of the key in a file; empty if none is named.
func publicKey(path string) (player.Fingerprint, error) {
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("the owner's key cannot be read: %w", err)
	}
	key, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return "", fmt.Errorf("%s is no public key: name the file that ends in .pub, one line that begins with the key's kind, such as ssh-ed25519", path)
	}
	return player.Fingerprint(ssh.FingerprintSHA256(key)), nil
}
