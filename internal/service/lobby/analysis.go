package lobby

import (
	"context"

	"quadrille/internal/player"
	"quadrille/internal/service/analysis"
	"quadrille/internal/table"
)

// Analyse starts or joins the analysis of a table's game; see [analysis.Service.Table].
func (l *Lobby) Analyse(ctx context.Context, by player.ID, id table.ID, first int) (*analysis.Subscription, error) {
	return l.analyses.Table(ctx, by, id, first)
}

// AnalyseSample starts or joins the analysis of a game that was not played on this server;
// see [analysis.Service.Sample].
func (l *Lobby) AnalyseSample(ctx context.Context, by player.ID, s *analysis.Sample, first int) (*analysis.Subscription, error) {
	return l.analyses.Sample(ctx, by, s, first)
}
