package postgres

import (
	"errors"
	"slices"
	"testing"
	"time"

	"quadrille/internal/news"
	"quadrille/internal/service/messages"
	"quadrille/internal/store/parts"
	"quadrille/internal/store/pgtest"
)

// Each node reads the news of the other nodes in order. If news was deleted before a node
// has read it, the node learns that it has missed news.
func TestNews(t *testing.T) {
	url := pgtest.Database(t)
	a, b := opened(t, url, "a"), opened(t, url, "b")
	ctx := t.Context()
	read := func(after int64) (topics []string, last int64, lost bool) {
		t.Helper()
		list, lost, err := b.News.Since(ctx, after)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range list {
			if n.Own {
				t.Errorf("the node counts item %d of the other node as its own", n.Number)
			}
			topics, last = append(topics, n.Topic), n.Number
		}
		return topics, last, lost
	}
	number, err := a.Messages().AddMessage(ctx, messages.Message{At: time.Now(), From: "ann", To: "bea", Text: "hello"})
	if err != nil {
		t.Fatal(err)
	}
	if m, ok, err := b.Messages().Message(ctx, number); err != nil || !ok || m.Text != "hello" {
		t.Errorf("the message at the other node is %v, %v, %v", m, ok, err)
	}
	link := messages.Relation{Kind: messages.Blocks, From: "ann", To: "bea"}
	if err := a.Messages().SetRelation(ctx, link, true); err != nil {
		t.Fatal(err)
	}
	if on, err := b.Messages().HasRelation(ctx, link); err != nil || !on {
		t.Errorf("the block at the other node is %v, %v", on, err)
	}
	topics, last, lost := read(b.NewsAtStart)
	if lost || !slices.Equal(topics, []string{news.Messages, news.Messages}) {
		t.Errorf("news %q, lost %v", topics, lost)
	}
	if topics, _, lost = read(last); lost || topics != nil {
		t.Errorf("news after the last: %q, lost %v", topics, lost)
	}
	if _, _, lost = read(last + 1); !lost {
		t.Error("a reader ahead of the database is not told so")
	}
	if err := a.Update(ctx, func(tx *parts.Tx) (refused, failed error) { return nil, tx.Exec(`UPDATE news SET at = 0`) }); err != nil {
		t.Fatal(err)
	}
	if err := a.News.Drop(ctx); err != nil {
		t.Fatal(err)
	}
	if _, _, lost = read(b.NewsAtStart); !lost {
		t.Error("a reader that misses deleted news is not told so")
	}
}

// A node is behind only if it has not read an item of another node.
func TestOwnNewsIsNoReasonToReadAgain(t *testing.T) {
	url := pgtest.Database(t)
	a, b := opened(t, url, "a"), opened(t, url, "b")
	ctx := t.Context()
	if _, err := a.News.Publish(ctx, news.Seeks, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := a.News.PublishNext(ctx, news.Seeks, 2, 0); err != nil {
		t.Errorf("with only its own items: %v", err)
	}
	if _, err := b.News.PublishNext(ctx, news.Seeks, 3, 0); !errors.Is(err, news.ErrBehind) {
		t.Errorf("with items of another node: %v", err)
	}
}
