package parts

import (
	"context"
	"encoding/json"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/news"
)

// newsKept is the time after which news may be deleted. A process that has read no news
// for longer than that must read all data again.
const newsKept = time.Hour

// News stores changes for the other processes that share the database. It is a [news.Log].
type News struct {
	*DB
	Run string // identifies this process
}

// publish stores an item of news about a change, in the transaction that makes the change. It
// does nothing if no other process shares the database.
func (tx *Tx) publish(topic string, data any) error {
	_, err := tx.publishNumbered(topic, data)
	return err
}

// publishNumbered stores an item like publish, and returns its number.
func (tx *Tx) publishNumbered(topic string, data any) (number int64, err error) {
	if tx.Run == "" {
		return 0, nil
	}
	text, err := json.Marshal(data)
	if err != nil {
		return 0, err
	}
	return tx.insert(`INSERT INTO news (at, run, topic, data) VALUES ($1, $2, $3, $4) RETURNING n`,
		clock.Wall().UnixMicro(), tx.Run, topic, string(text))
}

// Publish stores an item; see [news.Log].
func (s *News) Publish(ctx context.Context, topic string, data any) (number int64, err error) {
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		number, err = tx.publishNumbered(topic, data)
		return nil, err
	})
	return number, s.tell(TopicNews, err)
}

// PublishNext stores an item, unless the topic has an item of another node whose number is greater
// than `known`; see [news.Log].
func (s *News) PublishNext(ctx context.Context, topic string, data any, known int64) (number int64, err error) {
	err = s.Update(ctx, func(tx *Tx) (refused, failed error) {
		var behind bool
		if err := tx.Row(`SELECT EXISTS (SELECT 1 FROM news WHERE topic = $1 AND n > $2 AND run <> $3)`, topic, known,
			tx.Run).Scan(&behind); err != nil {
			return nil, err
		}
		if behind {
			return news.ErrBehind, nil
		}
		number, err = tx.publishNumbered(topic, data)
		return nil, err
	})
	return number, s.tell(TopicNews, err)
}

// Topic returns the items of a topic whose number is greater than the parameter `after`;
// see [news.Log].
func (s *News) Topic(ctx context.Context, topic string, after int64) ([]news.Item, error) {
	return s.items(ctx, `topic = $1 AND n > $2`, topic, after)
}

// Last returns the number of the newest item.
func (s *News) Last(ctx context.Context) (last int64, err error) {
	err = s.Read.QueryRowContext(ctx, `SELECT n FROM counters WHERE name = 'news'`).Scan(&last)
	return last, s.Trouble(err)
}

// Since returns, in order, the items whose number is greater than `after`. The result `lost`
// is true if some of these items have been deleted.
func (s *News) Since(ctx context.Context, after int64) (list []news.Item, lost bool, err error) {
	last, err := s.Last(ctx)
	if err != nil || last == after {
		return nil, false, err
	}
	list, err = s.items(ctx, `n > $1`, after)
	return list, last < after || len(list) == 0 || list[0].Number != after+1, err
}

func (s *News) items(ctx context.Context, condition string, values ...any) (list []news.Item, err error) {
	var one news.Item
	var run string
	err = s.query(ctx, `SELECT n, run, topic, data FROM news WHERE `+condition+` ORDER BY n`, values...).
		each([]any{&one.Number, &run, &one.Topic, &one.Data}, func() error {
			one.Own = run == s.Run
			list = append(list, one)
			return nil
		})
	return list, err
}

// Drop deletes news older than newsKept.
func (s *News) Drop(ctx context.Context) error {
	return s.exec(ctx, `DELETE FROM news WHERE at < $1`, clock.Wall().Add(-newsKept).UnixMicro())
}

var _ news.Log = (*News)(nil)
