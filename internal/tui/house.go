package tui

import (
	"context"

	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// house is what the screens ask of the rooms behind them. All but offers may
// take their time, and are called in a tea.Cmd only.
type house interface {
	// comeIn makes the player present until the context ends.
	comeIn(ctx context.Context, me player.Player) watcher[lobby.View]
	open(ctx context.Context, id table.ID, me player.Player) (*room, error)
	create(ctx context.Context, me player.Player, terms table.Terms) (table.ID, error)
	// createLocked makes a table that is for who knows its password.
	createLocked(ctx context.Context, me player.Player, terms table.Terms, password string) (table.ID, error)
	// unlock opens a private table to who knows its password; see [lobby.Lobby.Unlock].
	unlock(ctx context.Context, me player.Player, id table.ID, password string) error
	lobbyNow() *lobby.View
	watchLobby() watcher[lobby.View]
	// inbox tells of invitations.
	inbox(me player.ID) inbox
	invite(me player.Player, id table.ID, seat rules.Seat, whom player.ID) error
	decline(me player.ID, number int) error
	muteCaller(me, whom player.ID, muted bool) error
	// nextRound begins another round of the evening that is on.
	nextRound(ctx context.Context, me player.Player) error
	// study is a table of one's own, until the context ends; see [lobby.Study].
	study(ctx context.Context, me player.Player, s *study) (*room, error)
	offers() []rules.Offer
	// watchClub tells when somebody's rights, or anything else of a club, have changed.
	watchClub(h *club.House) watcher[club.House]
	bots() bool // whether any play here
	// decide does something about a table, for who looks after the house.
	decide(ctx context.Context, me player.Player, id table.ID, f func(*table.Table) error) error
	// judge has the game of a table analysed; see [lobby.Lobby.Analyse].
	judge(ctx context.Context, me player.ID, id table.ID) (analyst, error)
	judgeSample(me player.ID, s *lobby.Sample) (analyst, error)
	archive
}

// inbox is what the screens need of [lobby.Inbox].
type inbox interface {
	Take(context.Context) ([]lobby.Invitation, bool)
	Close()
}

// lobbyHouse is the house behind a real lobby, as somebody may see it.
type lobbyHouse struct {
	lobby *lobby.Lobby
	me    player.ID
}

func (h lobbyHouse) comeIn(ctx context.Context, me player.Player) watcher[lobby.View] {
	visit := h.lobby.Enter(me)
	context.AfterFunc(ctx, visit.Leave)
	return h.lobby.WatchFor(me.ID)
}

func (h lobbyHouse) open(ctx context.Context, id table.ID, me player.Player) (*room, error) {
	t, err := h.lobby.TableFor(ctx, me.ID, id)
	if err != nil {
		return nil, err
	}
	return &room{do: t.Do, watch: t.Watch(me)}, nil
}

func (h lobbyHouse) create(ctx context.Context, me player.Player, terms table.Terms) (table.ID, error) {
	t, err := h.lobby.Create(ctx, me, terms)
	if err != nil {
		return 0, err
	}
	return t.View().ID, nil
}

func (h lobbyHouse) createLocked(ctx context.Context, me player.Player, terms table.Terms, password string) (table.ID, error) {
	t, err := h.lobby.CreateLocked(ctx, me, terms, password)
	if err != nil {
		return 0, err
	}
	return t.View().ID, nil
}

func (h lobbyHouse) unlock(ctx context.Context, me player.Player, id table.ID, password string) error {
	_, err := h.lobby.Unlock(ctx, me, id, password)
	return err
}

func (h lobbyHouse) lobbyNow() *lobby.View { return h.lobby.Seen(h.me) }

func (h lobbyHouse) watchLobby() watcher[lobby.View] { return h.lobby.WatchFor(h.me) }

func (h lobbyHouse) inbox(me player.ID) inbox { return h.lobby.Inbox(me) }

func (h lobbyHouse) invite(me player.Player, id table.ID, seat rules.Seat, whom player.ID) error {
	return h.lobby.Invite(me, id, seat, whom)
}

func (h lobbyHouse) decline(me player.ID, number int) error { return h.lobby.Decline(me, number) }

func (h lobbyHouse) muteCaller(me, whom player.ID, muted bool) error {
	return h.lobby.MuteCaller(me, whom, muted)
}

func (h lobbyHouse) nextRound(ctx context.Context, me player.Player) error {
	_, err := h.lobby.Evenings().Next(ctx, me)
	return err
}

func (h lobbyHouse) study(ctx context.Context, me player.Player, s *study) (*room, error) {
	return openStudy(ctx, me, s)
}

// openStudy needs no lobby: a study is nobody else's.
func openStudy(ctx context.Context, me player.Player, s *study) (*room, error) {
	begin := lobby.Study
	if s.score != nil {
		begin = lobby.Recital
	}
	t, err := begin(ctx, me, s.game, s.options, s.actions)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = t.Stop(context.WithoutCancel(ctx)) }) // there is nothing to store
	return &room{do: t.Do, watch: t.Watch(me)}, nil
}

func (h lobbyHouse) bots() bool { return h.lobby.Bots() }

func (h lobbyHouse) offers() []rules.Offer { return variants.All() }

func (h lobbyHouse) watchClub(c *club.House) watcher[club.House] { return watchHouse(c) }

func (h lobbyHouse) decide(ctx context.Context, me player.Player, id table.ID, f func(*table.Table) error) error {
	t, err := h.lobby.TableFor(ctx, me.ID, id)
	if err != nil {
		return err
	}
	return f(t)
}
