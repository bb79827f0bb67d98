package club

import (
	"context"
	"sync"
	"time"

	"quadrille/internal/player"
)

// nameHeld is how long a player must keep a name that a moderator gave them.
const nameHeld = 30 * 24 * time.Hour

// Names is a [player.Directory] that restricts the names that players can choose. For 30
// days, a player whom a moderator renamed cannot choose another name. A name that looks like
// the name of a moderator or owner is refused.
type Names struct {
	player.Directory
	Club *Club
}

// Claim gives a player the name that they have chosen; see [player.Directory].
func (n Names) Claim(ctx context.Context, id player.ID, name string) (player.Player, error) {
	if until := n.Club.assigned.heldUntil(id); n.Club.Audit.now().Before(until) {
		return player.Player{}, NameGiven.Refuse(Day(until))
	}
	if n.Club.Audit.now().Before(n.Club.assigned.formerUntil(name)) {
		return player.Player{}, player.Taken.Refuse(player.ShownName(name, player.MaxNameCells))
	}
	if err := checkLikeness(ctx, n.Club, n.Directory, id, name); err != nil {
		return player.Player{}, err
	}
	return n.Directory.Claim(ctx, id, name)
}

// checkLikeness returns an error if an open invitation reserves a name, or if the name
// differs from the name of a moderator or owner only in accents or look-alike letters.
func checkLikeness(ctx context.Context, club *Club, names player.Directory, id player.ID, name string) error {
	for _, p := range club.Invitations.Open() {
		if p.For != "" && player.Fold(p.For) == player.Fold(name) {
			return player.Taken.Refuse(player.ShownName(name, player.MaxNameCells))
		}
	}
	for _, p := range club.Roles.People() {
		if p.Role < Moderator || p.ID == id {
			continue
		}
		other, named, err := names.Lookup(ctx, p.ID)
		if err != nil {
			return err
		}
		if named && player.Resembles(name, other.Name) {
			return player.Taken.Refuse(player.ShownName(name, player.MaxNameCells))
		}
	}
	return nil
}

// ClaimInvited gives a player the name in their invitation. It returns an error if the
// player already has a different name.
func (n Names) ClaimInvited(ctx context.Context, id player.ID, name string) error {
	p, named, err := n.Lookup(ctx, id)
	switch {
	case err != nil:
		return err
	case named && player.Fold(p.Name) == player.Fold(name):
		return nil
	case named:
		return NameInvited.Refuse(name, player.ShownName(p.Name, player.MaxNameCells))
	}
	_, err = n.Directory.Claim(ctx, id, name)
	return err
}

// assignedNames records the times at which moderators renamed players, and the players'
// former names. A former name stays blocked for as long as the player must keep the new
// name, so that no new account can take the former name.
type assignedNames struct {
	mu     sync.RWMutex
	at     map[player.ID]time.Time
	former map[string]time.Time // for each former name, as returned by [player.Fold], the time when its player was renamed
}

// heldUntil returns the time until which a player must keep the name that a moderator gave
// them, or the zero time if no moderator gave them one.
func (a *assignedNames) heldUntil(id player.ID) time.Time {
	a.mu.RLock()
	defer a.mu.RUnlock()
	at, held := a.at[id]
	if !held {
		return time.Time{}
	}
	return at.Add(nameHeld)
}

// formerUntil returns the time until which a former name is blocked, or the zero time if the
// name is not a former one.
func (a *assignedNames) formerUntil(name string) time.Time {
	a.mu.RLock()
	defer a.mu.RUnlock()
	at, taken := a.former[player.Fold(name)]
	if !taken {
		return time.Time{}
	}
	return at.Add(nameHeld)
}

func (a *assignedNames) apply(e AuditEntry) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case e.Action == Renamed && e.By != e.Target:
		a.at[e.Target], a.former[player.Fold(e.Former)] = e.At, e.At
		delete(a.former, player.Fold(e.Value))
	case e.Action == AccountDeleted:
		delete(a.at, e.By)
	}
}
