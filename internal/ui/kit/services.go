package kit

import (
	"context"

	"quadrille/assets"
	"quadrille/internal/analysis"
	"quadrille/internal/club"
	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Services is what the screens ask of the rooms behind them. All but offers may
// take their time, and are called in a tea.Cmd only.
type Services interface {
	// ComeIn makes the player present until the context ends.
	ComeIn(ctx context.Context, me player.Player) Watcher[lobby.View]
	Open(ctx context.Context, id table.ID, me player.Player) (*Room, error)
	Create(ctx context.Context, me player.Player, terms table.Terms) (table.ID, error)
	// CreateLocked makes a table that is for who knows its password.
	CreateLocked(ctx context.Context, me player.Player, terms table.Terms, password string) (table.ID, error)
	// Unlock opens a private table to who knows its password; see [lobby.Lobby.Unlock].
	Unlock(ctx context.Context, me player.Player, id table.ID, password string) error
	LobbyNow() *lobby.View
	WatchLobby() Watcher[lobby.View]
	// Inbox tells of invitations.
	Inbox(me player.ID) Inbox
	Invite(me player.Player, id table.ID, seat rules.Seat, whom player.ID) error
	Decline(me player.ID, number int) error
	MuteCaller(me, whom player.ID, muted bool) error
	// NextRound begins another round of the evening that is on.
	NextRound(ctx context.Context, me player.Player) error
	// Study is a table of one's own, until the context ends; see [analysis.Study].
	Study(ctx context.Context, me player.Player, s *Study) (*Room, error)
	Offers() []rules.Offer
	// WatchClub tells when somebody's rights, or anything else of a club, have changed.
	WatchClub(h *club.House) Watcher[club.House]
	Bots() bool // whether any play here
	// Decide does something about a table, for who looks after the house.
	Decide(ctx context.Context, me player.Player, id table.ID, f func(*table.Table) error) error
	// Judge has the game of a table analysed; see [lobby.Lobby.Analyse].
	Judge(ctx context.Context, me player.ID, id table.ID) (Analyst, error)
	JudgeSample(me player.ID, s *analysis.Sample) (Analyst, error)
	archive
}

// Inbox is what the screens need of [lobby.Inbox].
type Inbox interface {
	Take(context.Context) ([]lobby.Invitation, bool)
	Close()
}

// LobbyServices is the house behind a real lobby, as somebody may see it.
type LobbyServices struct {
	Lobby *lobby.Lobby
	Me    player.ID
}

func (h LobbyServices) ComeIn(ctx context.Context, me player.Player) Watcher[lobby.View] {
	visit := h.Lobby.Enter(me)
	context.AfterFunc(ctx, visit.Leave)
	return h.Lobby.WatchFor(me.ID)
}

func (h LobbyServices) Open(ctx context.Context, id table.ID, me player.Player) (*Room, error) {
	t, err := h.Lobby.TableFor(ctx, me.ID, id)
	if err != nil {
		return nil, err
	}
	return &Room{Do: t.Do, Watch: t.Watch(me)}, nil
}

func (h LobbyServices) Create(ctx context.Context, me player.Player, terms table.Terms) (table.ID, error) {
	t, err := h.Lobby.Create(ctx, me, terms)
	if err != nil {
		return 0, err
	}
	return t.View().ID, nil
}

func (h LobbyServices) CreateLocked(ctx context.Context, me player.Player, terms table.Terms, password string) (table.ID, error) {
	t, err := h.Lobby.CreateLocked(ctx, me, terms, password)
	if err != nil {
		return 0, err
	}
	return t.View().ID, nil
}

func (h LobbyServices) Unlock(ctx context.Context, me player.Player, id table.ID, password string) error {
	_, err := h.Lobby.Unlock(ctx, me, id, password)
	return err
}

func (h LobbyServices) LobbyNow() *lobby.View { return h.Lobby.Seen(h.Me) }

func (h LobbyServices) WatchLobby() Watcher[lobby.View] { return h.Lobby.WatchFor(h.Me) }

func (h LobbyServices) Inbox(me player.ID) Inbox { return h.Lobby.Inbox(me) }

func (h LobbyServices) Invite(me player.Player, id table.ID, seat rules.Seat, whom player.ID) error {
	return h.Lobby.Invite(me, id, seat, whom)
}

func (h LobbyServices) Decline(me player.ID, number int) error { return h.Lobby.Decline(me, number) }

func (h LobbyServices) MuteCaller(me, whom player.ID, muted bool) error {
	return h.Lobby.MuteCaller(me, whom, muted)
}

func (h LobbyServices) NextRound(ctx context.Context, me player.Player) error {
	_, err := h.Lobby.Evenings().Next(ctx, me)
	return err
}

func (h LobbyServices) Study(ctx context.Context, me player.Player, s *Study) (*Room, error) {
	return OpenStudy(ctx, me, s)
}

// OpenStudy needs no lobby: a study is nobody else's.
func OpenStudy(ctx context.Context, me player.Player, s *Study) (*Room, error) {
	begin := analysis.Study
	if s.Score != nil {
		begin = analysis.Recital
	}
	t, err := begin(ctx, me, s.Game, s.Options, s.Actions)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = t.Stop(context.WithoutCancel(ctx)) }) // there is nothing to store
	return &Room{Do: t.Do, Watch: t.Watch(me)}, nil
}

func (h LobbyServices) Bots() bool { return h.Lobby.Bots() }

func (h LobbyServices) Offers() []rules.Offer { return variants.All() }

func (h LobbyServices) WatchClub(c *club.House) Watcher[club.House] { return WatchClub(c) }

func (h LobbyServices) Decide(ctx context.Context, me player.Player, id table.ID, f func(*table.Table) error) error {
	t, err := h.Lobby.TableFor(ctx, me.ID, id)
	if err != nil {
		return err
	}
	return f(t)
}

// Study is what a table of one's own is about: to try moves on from some moment
// of a game, to read a game with notes, or to be led through a first one.
type Study struct {
	Game    string
	Options map[string]string
	Actions []rules.Action // played when it begins
	Score   *assets.Score  // the game with notes; nil for trying moves
	Opened  bool           // the board was shown once
}

// Room is an open table as its screen uses it: the table's door, and a watcher
// of its own.
type Room struct {
	Do    func(context.Context, table.Act) error
	Watch Watcher[table.View]
}

// Watcher is what the screens need of a watcher. One Cmd at a time waits on it.
type Watcher[T any] interface {
	Take(context.Context) (*T, bool)
	Close()
}

// Analyst is what the screens need of [analysis.Reading].
type Analyst interface {
	Take(context.Context) (analysis.Analysis, bool)
	Close()
}

func (h LobbyServices) Judge(ctx context.Context, me player.ID, id table.ID) (Analyst, error) {
	return h.Lobby.Analyse(ctx, me, id)
}

func (h LobbyServices) JudgeSample(me player.ID, s *analysis.Sample) (Analyst, error) {
	return h.Lobby.AnalyseSample(me, s)
}
