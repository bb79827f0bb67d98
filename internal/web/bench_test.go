package web

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/club/clubtest"
	"quadrille/internal/config"
	"quadrille/internal/lobby"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// noRatings is a ladder without any ratings.
type noRatings struct{ club.Ladder }

func (noRatings) Classes(context.Context) ([]club.Class, error) { return nil, nil }

// BenchmarkMove measures a move at a table whose page is open in no browser, or in 500. The
// viewers run in the same process, so cpu-ms/move includes their work. They do not reload
// the page.
func BenchmarkMove(b *testing.B) {
	for _, viewers := range []int{0, 500} {
		b.Run(fmt.Sprintf("viewers=%d", viewers), func(b *testing.B) { benchmarkMove(b, viewers) })
	}
}

func benchmarkMove(b *testing.B, viewers int) {
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	l, err := lobby.Open(b.Context(), lobby.Config{Store: logtest.NewMemory()})
	must(err)
	defer func() { _ = l.Close(b.Context()) }()
	theClub, err := clubtest.Open(b.Context(), club.Config{}, nil)
	must(err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	server := Serve(listener, Config{
		Web: config.Default().Web, Lobby: l, Club: theClub, Ladder: noRatings{}, Memory: choices{},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	defer server.Close()
	terms, err := setup.ParseTerms(everySeat)
	must(err)
	t, err := l.Create(b.Context(), inky, terms)
	must(err)
	do := func(c table.Command) { c.By = inky; must(t.Do(b.Context(), c)) }
	for seat := range rules.Seat(rules.SeatCount) {
		do(table.Command{Kind: table.Sit, Seat: seat})
	}
	do(table.Command{Kind: table.Ready})
	for i := range viewers {
		r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "http://"+listener.Addr().String()+"/table/1/updates", nil)
		must(err)
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", i/200, i%200))
		answer, err := http.DefaultClient.Do(r)
		must(err)
		defer func() { _ = answer.Body.Close() }()
		go func() { _, _ = io.Copy(io.Discard, answer.Body) }()
	}
	cpu := func() time.Duration {
		var u syscall.Rusage
		must(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	begun, n := cpu(), 0
	for b.Loop() {
		v := t.View()
		if v.Phase != table.Playing {
			b.Fatal("the game is over")
		}
		a := v.Legal[n%len(v.Legal)]
		n++
		do(table.Command{Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1})
	}
	b.ReportMetric(float64((cpu()-begun).Microseconds())/1000/float64(n), "cpu-ms/move")
}
