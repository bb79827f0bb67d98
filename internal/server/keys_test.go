package server

import (
	"slices"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/front/screen/admin"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
	"quadrille/internal/service/club"
)

// TestKeysNameCommands checks that each key that stands for a command names one, because the help
// takes the description from there.
func TestKeysNameCommands(t *testing.T) {
	e := &kit.Env{Cfg: kit.Config{Admin: uitest.NewAdmin(t, uitest.Spectator, club.Owner)}}
	for _, group := range append(slices.Clone(kit.AllKeys), kit.Everywhere, admin.AllKeys(e)) {
		for i := range group.Keys {
			if b := &group.Keys[i]; b.Command != "" && command.Short(b.Command) == "" {
				t.Errorf("the key %s %s: no command %q", b.Help().Key, group.Where, b.Command)
			}
		}
	}
}
