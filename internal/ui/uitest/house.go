package uitest

import (
	"context"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
)

// clubWatch is a watch of a real house that tells the driver when it waits.
type clubWatch struct {
	kit.Watcher[club.House]
	house *House
}

func (w clubWatch) Take(ctx context.Context) (*club.House, bool) {
	w.house.Waiting <- struct{}{}
	return w.Watcher.Take(ctx)
}

func (h *House) WatchClub(c *club.House) kit.Watcher[club.House] {
	return clubWatch{kit.WatchClub(c), h}
}

func (h *House) Decide(ctx context.Context, me player.Player, id table.ID, f func(*table.Table) error) error {
	return kit.LobbyServices{Lobby: h.Hall, Me: me.ID}.Decide(ctx, me, id, f)
}
