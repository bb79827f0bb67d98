package table

import (
	"context"
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
)

// Rights is what people may do in the house where a table stands, as it is now.
// It answers at once,
// but for MarkMachine.
type Rights interface {
	// MutedUntil is until when nobody hears what somebody says; the zero time is
	// for good.
	MutedUntil(id player.ID) (until time.Time, muted bool)
	MayRate(id player.ID) bool
	Member(id player.ID) bool
	Moderator(id player.ID) bool
	// RatesMachines and RatesBots report who besides people may sit at rated tables
	// that are opened now; see [Terms].
	RatesMachines() bool
	RatesBots() bool
	// Machine reports whether an account is marked as a machine.
	Machine(id player.ID) bool
	// MarkMachine marks it, for good. It is on the disk when MarkMachine returns nil;
	// for who is marked, and for guests, it does nothing. It is the one that waits.
	MarkMachine(ctx context.Context, id player.ID) error
}

// As is somebody as the house knows him: for an account that is marked a program
// acts, whatever door it comes by.
func As(house Rights, p player.Player) player.Player {
	p.Machine = p.Machine || house != nil && house.Machine(p.ID)
	return p
}

// Known is somebody as the house knows him now, whatever a seat or a letter said of
// him once: an account is a machine's if it is marked. Guests have no mark.
func Known(house Rights, p player.Player) player.Player {
	if house != nil && !p.ID.Guest() {
		p.Machine = house.Machine(p.ID)
	}
	return p
}

// Privacy is for whom a table is. The words are stored: never rename or reuse one.
type Privacy string

// The ways to be private. Who is not meant learns nothing of such a table, and not
// that there is one.
const (
	ForAll     Privacy = ""
	ForMembers Privacy = "members"  // of the house
	ForInvited Privacy = "invited"  // by the host
	ByPassword Privacy = "password" // and whom the host invites
)

// maxAdmitted is how many people a private table is opened to one by one.
const maxAdmitted = 100

// OpenTo reports whether somebody may know of the table as it is now; see
// [Summary.OpenTo].
func (t *Table) OpenTo(id player.ID) bool {
	s := t.View().Summary
	return s.Terms.Private == ForAll || s.OpenTo(ViewerOf(id, t.cfg.Rights))
}

// Lock is the hash of the table's password, empty if it has none.
func (t *Table) Lock() string { return t.lock }

// Admit opens a private table to somebody, by the host's word or by the password
// that he knew; the caller has seen to that.
func (t *Table) Admit(ctx context.Context, by, whom player.Player) error {
	return t.ask(ctx, request{received: t.now(), by: by.ID, cost: costs(Sit), decide: func(d *draft) error {
		switch {
		case d.phase == Finished:
			return refuse(GameOver)
		case d.terms.Private == ForAll || contains(d.admitted, whom.ID):
			return nil
		case len(d.admitted) >= maxAdmitted:
			return about(ManyAdmitted, fmt.Sprint(maxAdmitted))
		}
		return d.emit(Event{Kind: Admitted, Player: &by, Whom: &whom})
	}})
}

// admit folds that a private table is open to somebody.
func (s *state) admit(e Event) error {
	if e.Whom == nil || e.Whom.ID == "" {
		return fmt.Errorf("%q whom", e.Kind)
	}
	s.admitted = append(slices.Clone(s.admitted), *e.Whom)
	return nil
}

// Recheck sends away who looks on and may not any more.
func (t *Table) Recheck() {
	t.audience.mu.Lock()
	var gone []*Watcher
	for w := range t.audience.watchers {
		if !t.OpenTo(w.who.ID) {
			gone = append(gone, w)
		}
	}
	t.audience.mu.Unlock()
	for _, w := range gone {
		w.Close()
	}
}

// MayTalk refuses what somebody says whom the house does not hear.
func MayTalk(house Rights, id player.ID) error {
	switch until, muted := house.MutedUntil(id); {
	case !muted:
		return nil
	case until.IsZero():
		return about(MutedInHouse, "until a moderator lifts it")
	default:
		return about(MutedInHouse, "until "+until.UTC().Format("2006-01-02 15:04 UTC"))
	}
}

// houseMutes refuses what somebody says here whom the house does not hear.
func (d *draft) houseMutes(id player.ID) error {
	if d.rights == nil {
		return nil
	}
	return MayTalk(d.rights, id)
}

// mayBegin returns a refusal while no new games start.
func (d *draft) mayBegin() error {
	if d.newGames != nil && !d.newGames() {
		return refuse(GamesPaused)
	}
	return nil
}

// mayRate refuses a rated game to whom the house does not count.
func (d *draft) mayRate(id player.ID) error {
	if d.terms.Rated && d.rights != nil && !d.rights.MayRate(id) {
		return refuse(MembersRate)
	}
	return nil
}
