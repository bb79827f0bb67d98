package uitest

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
)

// Register is a directory of names in memory.
type Register struct {
	player.Keyring
	club.Ladder
	names   map[player.ID]string
	Removed []string // names of accounts whose keys were removed
}

func (r *Register) Lookup(_ context.Context, id player.ID) (player.Player, bool, error) {
	name, ok := r.names[id]
	return player.Player{ID: id, Name: name}, ok, nil
}

func (r *Register) Claim(_ context.Context, id player.ID, name string) (player.Player, error) {
	clean, err := player.CleanName(name)
	if err == nil {
		r.names[id] = clean
	}
	return player.Player{ID: id, Name: clean}, err
}

func (r *Register) Called(_ context.Context, name string) (player.Player, bool, error) {
	for id, known := range r.names {
		if player.Fold(known) == player.Fold(name) {
			return player.Player{ID: id, Name: known}, true, nil
		}
	}
	return player.Player{}, false, nil
}

func (r *Register) Remove(_ context.Context, id player.ID, key player.Fingerprint) error {
	r.Removed = append(r.Removed, fmt.Sprintf("%s of %s", key, r.names[id]))
	return nil
}

func (r *Register) Keys(_ context.Context, id player.ID) ([]player.Key, error) {
	return []player.Key{
		{
			Fingerprint: player.Fingerprint(strings.Replace(string(id), "SHA256:", "SHA256:of ", 1)),
			Added:       Noon.AddDate(0, -1, 0),
			Used:        Noon.AddDate(0, 0, -1),
		},
	}, nil
}

// NewAdmin returns the admin services of a player with the given role. The club already has
// members, bans, an invitation and a changed setting.
func NewAdmin(t testing.TB, me player.Player, role club.Role) *club.Admin {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := context.Background()
	testClub, err := clubtest.Open(ctx, club.Config{
		Name: "Northgate", Rules: "Be kind.", Clock: clocktest.At(func() time.Time { return Noon }),
	},
		map[player.ID]club.Role{People[0].ID: club.Owner})
	must(err)
	must(testClub.Roles.Appoint(ctx, "", People[1].ID, club.Member, ""))
	must(testClub.Roles.Appoint(ctx, "", me.ID, role, "")) // audit entry 3; the appointment of Blinky, in the line above, is entry 2
	must(testClub.Mutes.Set(ctx, People[0].ID, People[1].ID, true, time.Time{}, "shouts at everybody"))
	_, err = testClub.Bans.Add(
		ctx,
		People[0].ID,
		club.Ban{Account: People[3].ID, Until: Noon.AddDate(0, 0, 7), Reason: "plays twice in a game"},
	)
	must(err)
	_, err = testClub.Bans.Add(ctx, People[0].ID, club.Ban{Range: netip.MustParsePrefix("192.0.2.0/24"), Reason: "a flood"})
	must(err)
	_, _, err = testClub.Invitations.Add(ctx, People[0].ID, club.Member, 40, 7*24*time.Hour, "", "for the autumn")
	must(err)
	must(testClub.Settings.Set(ctx, People[0].ID, "greeting", "Good evening", "it is one"))
	names := &Register{names: map[player.ID]string{me.ID: me.Name}}
	for _, p := range People {
		if p.ID != me.ID {
			names.names[p.ID] = p.Name
		}
	}
	return &club.Admin{
		Club: testClub, By: me.ID, From: netip.MustParseAddr("198.51.100.7"), Directory: names, Keyring: names, Ladder: names,
		KeyRemoved: func(key player.Fingerprint) { names.Removed = append(names.Removed, string(key)) },
	}
}

// Directory gives everybody the name that they claim, unless it is taken.
type Directory struct{ Taken map[string]bool }

func (d Directory) Lookup(context.Context, player.ID) (player.Player, bool, error) {
	return player.Player{}, false, nil
}

func (d Directory) Claim(_ context.Context, id player.ID, name string) (player.Player, error) {
	clean, err := player.CleanName(name)
	if err != nil {
		return player.Player{}, err
	}
	if d.Taken[clean] {
		return player.Player{}, errors.New("somebody else is called " + clean + "; choose another name")
	}
	return player.Player{ID: id, Name: clean}, nil
}
