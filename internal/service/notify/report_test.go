package notify_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/notify"
)

// reportLog is a store without reports, which records when it was asked to delete old ones.
type reportLog struct {
	notify.ReportStore
	dropped []time.Time
}

func (l *reportLog) DropReports(_ context.Context, closedBefore time.Time) error {
	l.dropped = append(l.dropped, closedBefore)
	return nil
}

func (*reportLog) Reports(context.Context) ([]notify.Report, error) { return nil, nil }

func openReports(
	t *testing.T,
	store notify.ReportStore,
	called func(context.Context, string) (player.Player, bool, error),
) *notify.Reports {
	t.Helper()
	theClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	board, err := notify.OpenBoard(t.Context(), theClub)
	if err != nil {
		t.Fatal(err)
	}
	r, err := notify.OpenReports(t.Context(), theClub, store, board, called)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestOldReportsAreDeletedDaily checks a server that gets no reports.
func TestOldReportsAreDeletedDaily(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log reportLog
		r := openReports(t, &log, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 73*time.Hour)
		defer cancel()
		r.Run(ctx, slog.New(slog.DiscardHandler))
		if len(log.dropped) != 4 || log.dropped[3].Sub(log.dropped[0]) != 72*time.Hour {
			t.Errorf("old reports were deleted at %v", log.dropped)
		}
	})
}

// TestLongTextIsNotComparedWithEveryName checks that the work for a text in place of a name does
// not grow with the number of its words times the number of people.
func TestLongTextIsNotComparedWithEveryName(t *testing.T) {
	looked := 0
	r := openReports(t, &reportLog{}, func(context.Context, string) (player.Player, bool, error) {
		looked++
		return player.Player{}, false, nil
	})
	present := make([]player.Player, 50)
	for i := range present {
		present[i] = player.Player{ID: "SHA256:one", Name: "One"}
	}
	text := strings.Repeat("a ", 2000)
	n := testing.AllocsPerRun(1, func() {
		if _, _, err := r.SplitName(t.Context(), text, present); err == nil {
			t.Error("a person was found")
		}
	})
	if n > 2000 || looked != 2*player.MaxNameWords {
		t.Errorf("%.0f allocations, %d names were looked up", n, looked)
	}
}
