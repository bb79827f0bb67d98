package messages

import (
	"context"
	"maps"
	"slices"

	"quadrille/internal/player"
)

// Blocks reports whether the account `me` has blocked the account `other`. A blocked account
// cannot message, invite or follow the account that blocked it, and its chat is hidden from
// that account.
func (s *Service) Blocks(me, other player.ID) bool { return s.related(Relation{Blocks, me, other}) }

// Blocked returns the accounts that the account `me` has blocked, or nil if there are none.
// The caller must not change the map.
func (s *Service) Blocked(me player.ID) map[player.ID]bool {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.relations.blocked[me]
}

// Follows reports whether the account `me` follows the account `other`.
func (s *Service) Follows(me, other player.ID) bool { return s.related(Relation{Follows, me, other}) }

func (s *Service) related(l Relation) bool {
	if s == nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.relations.all[l]
}

// Related returns the accounts that the account `me` follows or blocks, depending on `kind`.
func (s *Service) Related(kind RelationKind, me player.ID) (list []player.ID) {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.relations.all {
		if l.Kind == kind && l.From == me {
			list = append(list, l.To)
		}
	}
	slices.Sort(list)
	return list
}

// Follow makes the account `me` follow the account `other` if `on` is true, and stop following
// it otherwise. A follower gets a line when the followed account connects, seeks a game or starts a
// public game.
func (s *Service) Follow(ctx context.Context, me, other player.Player, on bool) error {
	if on {
		if err := s.mayFollow(ctx, me, other); err != nil {
			return err
		}
	}
	return s.relate(ctx, me, Relation{Follows, me.ID, other.ID}, on)
}

func (s *Service) mayFollow(ctx context.Context, me, other player.Player) error {
	switch {
	case s.Blocks(me.ID, other.ID):
		return IsBlocked.Refuse()
	case s.Blocks(other.ID, me.ID), s != nil && !s.wants(ctx, other.ID, player.Followers):
		return NotFollowed.Refuse()
	}
	return nil
}

// wants reports whether an on-off setting of an account is on.
func (s *Service) wants(ctx context.Context, id player.ID, setting player.Setting) bool {
	if s.Memory == nil || id.Guest() {
		return true
	}
	settings, err := s.Memory.Recall(ctx, id)
	return err == nil && settings.Get(setting) == player.Options[setting].Values[0]
}

// Block makes the account `me` block the account `other`, or removes the block if `on` is false.
// After a block, neither account follows the other.
func (s *Service) Block(ctx context.Context, me, other player.Player, on bool) error {
	if err := s.relate(ctx, me, Relation{Blocks, me.ID, other.ID}, on); err != nil || !on {
		return err
	}
	for _, l := range []Relation{{Follows, me.ID, other.ID}, {Follows, other.ID, me.ID}} {
		if s.related(l) {
			if err := s.relate(ctx, me, l, false); err != nil {
				return err
			}
		}
	}
	list, err := s.Store.Messages(ctx, me.ID)
	if err == nil { // lists no longer show the messages of this account, so do not count them as unread
		s.markRead(ctx, me.ID, slices.DeleteFunc(list, func(m Message) bool { return m.From != other.ID }))
	}
	return err
}

// relate stores that a relation begins or ends, and then updates the relations in memory.
func (s *Service) relate(ctx context.Context, me player.Player, l Relation, on bool) error {
	if s == nil {
		return NoMessages.Refuse()
	}
	if err := s.mayReach(me, l.other(me.ID)); err != nil {
		return err
	}
	s.changes.Lock()
	defer s.changes.Unlock()
	switch {
	case s.related(l) == on:
		return nil
	case on && len(s.Related(l.Kind, l.From)) >= maxRelations:
		return ManyRelations.Refuse()
	}
	if s.Charge != nil && on {
		if err := s.Charge(ctx, me.ID, 1, false); err != nil {
			return err
		}
	}
	if err := s.Store.SetRelation(ctx, l, on); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.relations.set(l, on)
	return nil
}

// relations is a copy of all stored relations between accounts: who follows and blocks whom.
type relations struct {
	all     map[Relation]bool
	blocked map[player.ID]map[player.ID]bool // the accounts that each account has blocked; the inner maps are never modified
}

func newRelations() relations {
	return relations{map[Relation]bool{}, map[player.ID]map[player.ID]bool{}}
}

// set adds the relation l if `on` is true, and removes it otherwise.
func (r relations) set(l Relation, on bool) {
	if on {
		r.all[l] = true
	} else {
		delete(r.all, l)
	}
	if l.Kind == Blocks {
		noteBlocked(r.blocked, l, on)
	}
}

// noteBlocked updates a map of blocked accounts: l.From now blocks l.To if `on` is true, and no
// longer blocks it otherwise. noteBlocked replaces the inner map, because a caller of
// [Service.Blocked] may be reading the old map.
func noteBlocked(all map[player.ID]map[player.ID]bool, l Relation, on bool) {
	list := maps.Clone(all[l.From])
	if list == nil {
		list = map[player.ID]bool{}
	}
	if on {
		list[l.To] = true
	} else {
		delete(list, l.To)
	}
	all[l.From] = list
	if len(list) == 0 {
		delete(all, l.From)
	}
}

// other returns l.From or l.To, whichever is not `me`.
func (l Relation) other(me player.ID) player.ID {
	if l.From == me {
		return l.To
	}
	return l.From
}
