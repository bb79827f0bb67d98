package lobby

import (
	"context"

	"quadrille/internal/analysis"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Analyse has the game of a table analysed; see [analysis.Service.Table].
func (l *Lobby) Analyse(ctx context.Context, by player.ID, id table.ID) (*analysis.Subscription, error) {
	return l.analyses.Table(ctx, by, id)
}

// AnalyseSample has a game analysed that nobody played here; see
// [analysis.Service.Sample].
func (l *Lobby) AnalyseSample(by player.ID, s *analysis.Sample) (*analysis.Subscription, error) {
	return l.analyses.Sample(by, s)
}
