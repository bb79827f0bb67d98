package parts

import (
	"context"

	"quadrille/internal/news"
	"quadrille/internal/player"
	"quadrille/internal/service/notify"
)

// Webhooks stores webhooks and their events. It is a [notify.HookStore].
type Webhooks struct{ *DB }

// Webhooks returns the part of the store that stores webhooks.
func (s *Parts) Webhooks() Webhooks { return Webhooks{s.DB} }

// SetHook stores a webhook; see [notify.HookStore].
func (w Webhooks) SetHook(ctx context.Context, h notify.Hook) error {
	return w.tell(TopicNews, w.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.Exec(`DELETE FROM webhooks WHERE owner = $1`, string(h.Owner)); err != nil {
			return nil, err
		}
		if err := tx.Exec(`INSERT INTO webhooks (owner, url, secret, since, disabled, disabled_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			string(h.Owner), string(h.URL), h.Secret, h.Since.Unix(), h.Off, h.OffAt.Unix()); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Webhooks, nil)
	}))
}

// DropHook deletes a webhook and its undelivered events.
func (w Webhooks) DropHook(ctx context.Context, owner player.ID) error {
	return w.tell(TopicNews, w.Update(ctx, func(tx *Tx) (refused, failed error) {
		if err := tx.Exec(`DELETE FROM webhooks WHERE owner = $1`, string(owner)); err != nil {
			return nil, err
		}
		return nil, tx.publish(news.Webhooks, nil)
	}))
}

// PutDelivery stores an event to be delivered to a webhook; see [notify.HookStore].
func (w Webhooks) PutDelivery(ctx context.Context, d notify.Delivery) error {
	return w.exec(ctx, `INSERT INTO webhook_events (owner, subject, id, ply, body, attempts, delivered) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (owner, subject) DO UPDATE SET id = excluded.id, ply = excluded.ply, body = excluded.body,
			attempts = excluded.attempts, delivered = excluded.delivered`,
		string(d.Owner), d.Subject, d.ID, d.Ply, string(d.Body), d.Tries, d.Done)
}

// DropDelivery deletes an undelivered event.
func (w Webhooks) DropDelivery(ctx context.Context, owner player.ID, subject string) error {
	return w.exec(ctx, `DELETE FROM webhook_events WHERE owner = $1 AND subject = $2`, string(owner), subject)
}

// Hooks returns all webhooks.
func (w Webhooks) Hooks(ctx context.Context) ([]notify.Hook, error) {
	return all(w.query(ctx, `SELECT owner, url, secret, since, disabled, disabled_at FROM webhooks ORDER BY owner`),
		func(h *notify.Hook) []any {
			return []any{&h.Owner, (*string)(&h.URL), &h.Secret, seconds{&h.Since}, &h.Off, seconds{&h.OffAt}}
		})
}

// Deliveries returns all undelivered events.
func (w Webhooks) Deliveries(ctx context.Context) ([]notify.Delivery, error) {
	return all(w.query(ctx, `SELECT owner, subject, id, ply, body, attempts, delivered FROM webhook_events`),
		func(d *notify.Delivery) []any {
			return []any{&d.Owner, &d.Subject, &d.ID, &d.Ply, &d.Body, &d.Tries, &d.Done}
		})
}

var _ notify.HookStore = Webhooks{}
