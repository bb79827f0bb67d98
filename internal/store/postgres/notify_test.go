package postgres

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5"

	"quadrille/internal/store/pgtest"
)

func TestNotifications(t *testing.T) {
	config, err := pgx.ParseConfig(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.DiscardHandler)
	sender, receiver := &Store{
		logger:   logger,
		notifier: newNotifier("a", config, logger),
	}, &Store{
		logger:   logger,
		notifier: newNotifier("b", config, logger),
	}
	ctx, cancel := context.WithCancel(t.Context())
	received, done := make(chan Notification), make(chan struct{}, 2)
	defer func() {
		cancel()
		<-done
		<-done
	}()
	go func() {
		sender.notifier.run(ctx)
		done <- struct{}{}
	}()
	go func() {
		receiver.Listen(ctx, func(n Notification) {
			select {
			case received <- n:
			case <-ctx.Done():
			}
		})
		done <- struct{}{}
	}()
	want := func(want Notification) {
		t.Helper()
		if got := <-received; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("received %+v, want %+v", got, want)
		}
	}
	want(Notification{Missed: true})
	sender.Notify("club")
	want(Notification{Node: "a", Topic: "club"})
	all := make([]int64, maxNotifiedIDs+1)
	for i := range all {
		all[i] = int64(i)
	}
	sender.Notify(TopicTables, all...)
	want(Notification{Node: "a", Topic: TopicTables, IDs: all[:maxNotifiedIDs]})
	want(Notification{Node: "a", Topic: TopicTables, IDs: all[maxNotifiedIDs:]})
	sender.Notify(TopicTables, make([]int64, 3)...)
	want(Notification{Node: "a", Topic: TopicTables, IDs: []int64{0}})
	tooMany := make([]int64, maxPendingIDs+1)
	for i := range tooMany {
		tooMany[i] = int64(i)
	}
	sender.Notify(TopicTables, tooMany...)
	want(Notification{Node: "a", Topic: TopicTables, Missed: true})
}
