package uitest

import (
	"context"

	"quadrille/internal/lobby"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/kit"
)

// archived is the games that are over in the tests' house, the one that ended last
// first; what is looked for among them is told by found.
type archived struct {
	Found  func(table.Search) ([]table.Found, error)
	Asked  []table.Search
	Text   []kit.Record
	Waits  []lobby.Due
	Failed error
}

func (h *House) Search(_ context.Context, q table.Search) ([]table.Found, error) {
	h.Archived.Asked = append(h.Archived.Asked, q)
	if h.Archived.Found == nil {
		return nil, nil
	}
	return h.Archived.Found(q)
}

func (h *House) Records(context.Context, table.ID) ([]kit.Record, error) {
	return h.Archived.Text, h.Archived.Failed
}

func (h *House) Dues(player.ID) []lobby.Due { return h.Archived.Waits }
