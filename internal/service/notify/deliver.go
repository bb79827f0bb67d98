package notify

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// Run sends events until ctx is done. The running requests are then cancelled, and Run
// returns when they have ended.
func (w *Webhooks) Run(ctx context.Context) {
	defer w.Club.Watch(w.recheck)()
	var senders sync.WaitGroup
	defer senders.Wait()
	slots := make(chan struct{}, sendersAtOnce)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for ctx.Err() == nil {
		next := w.round(ctx, &senders, slots)
		if next.IsZero() {
			timer.Reset(time.Hour)
		} else {
			timer.Reset(max(next.Sub(w.Clock.Steady()), 10*time.Millisecond))
		}
		select {
		case <-ctx.Done():
		case <-w.nudge:
		case <-timer.C:
		}
	}
}

// recheck makes Run check the events of all owners of webhooks again. It is called when the
// club has changed, for example after a ban.
func (w *Webhooks) recheck() {
	w.mu.Lock()
	for owner := range w.hooks {
		w.dirty[owner] = true
	}
	w.mu.Unlock()
	w.nudge.Send()
}

// round stores new events, deletes stored events that no longer apply (such as a turn that
// is over), and starts the requests that can be sent now. It returns the time at which the
// next request can be sent, or the zero time if that is unknown.
func (w *Webhooks) round(ctx context.Context, senders *sync.WaitGroup, slots chan struct{}) (next time.Time) {
	defer func() {
		if fault := recover(); fault != nil {
			w.Logger.Error("webhooks failed", "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
			next = w.Clock.Steady().Add(time.Minute)
		}
	}()
	w.dropBanned(ctx)
	w.mu.Lock()
	dirty := w.dirty
	w.dirty = map[player.ID]bool{}
	w.mu.Unlock()
	for owner := range dirty {
		if !w.Mine(owner) {
			continue
		}
		if err := w.compare(ctx, owner); err != nil && ctx.Err() == nil {
			w.Logger.Error("cannot store the events of a webhook", "owner", string(owner), "error", err.Error())
			w.mu.Lock()
			w.dirty[owner] = true
			w.mu.Unlock()
			next = w.Clock.Steady().Add(firstRetry)
		}
	}
	return clock.Earliest(next, w.send(ctx, senders, slots))
}

// dropBanned deletes the webhooks of banned accounts.
func (w *Webhooks) dropBanned(ctx context.Context) {
	w.mu.Lock()
	var owners []player.ID
	for owner := range w.hooks {
		if owner != ForClub && w.banned(owner) {
			owners = append(owners, owner)
		}
	}
	w.mu.Unlock()
	for _, owner := range owners {
		if err := w.Drop(ctx, owner); err != nil {
			w.Logger.Error("cannot delete the webhook of a banned account", "owner", string(owner), "error", err.Error())
			continue
		}
		w.Logger.Info("the webhook of a banned account was deleted", "owner", string(owner))
	}
}

func (w *Webhooks) banned(owner player.ID) bool {
	var ban *club.BanError
	return errors.As(w.Club.Admit(owner, "", netip.Addr{}), &ban)
}

// event is a message that a webhook should receive. Its subject is the table or evening that
// the message is about.
type event struct {
	subject string
	message message
}

// events returns the events that the owner's webhook should receive now.
func (w *Webhooks) events(owner player.ID) (list []event) {
	if owner == ForClub {
		if on, ok := w.Evening(); ok {
			list = append(
				list,
				event{
					fmt.Sprintf("evening %d", on.Number),
					message{Event: "evening", Evening: on.Number, Name: on.Name, Game: on.Game, Link: on.Link},
				},
			)
		}
		return list
	}
	if w.Club.Admit(owner, player.Fingerprint(owner), netip.Addr{}) != nil { // the owner is no longer allowed to connect
		return nil
	}
	for _, t := range w.Turns(owner) {
		list = append(
			list,
			event{
				fmt.Sprintf("table %d", t.Table),
				message{Event: "your-move", Table: t.Table, Game: t.Game, Seat: t.Seat, Ply: t.Ply, Deadline: t.Deadline, Link: t.Link},
			},
		)
	}
	return list[:min(len(list), deliveriesKept)]
}

// compare stores the events that an owner's webhook must get and that are not stored yet. It
// deletes stored events that the webhook must no longer get.
func (w *Webhooks) compare(ctx context.Context, owner player.ID) error {
	due := w.events(owner)
	w.changes.Lock()
	defer w.changes.Unlock()
	w.mu.Lock()
	hook := w.hooks[owner]
	if hook == nil || hook.Off != "" {
		due = nil
	}
	stale := map[string]bool{}
	for subject := range w.deliveries[owner] {
		stale[subject] = true
	}
	var fresh []*Delivery
	for _, e := range due {
		delete(stale, e.subject)
		if old := w.deliveries[owner][e.subject]; old == nil || old.Ply != e.message.Ply {
			d, err := w.delivery(owner, e)
			if err != nil {
				w.mu.Unlock()
				return err
			}
			fresh = append(fresh, d)
		}
	}
	w.mu.Unlock()
	for subject := range stale {
		if err := w.Store.DropDelivery(ctx, owner, subject); err != nil {
			return err
		}
		w.mu.Lock()
		delete(w.deliveries[owner], subject)
		w.mu.Unlock()
	}
	for _, d := range fresh {
		if err := w.Store.PutDelivery(ctx, *d); err != nil {
			return err
		}
		w.mu.Lock()
		w.put(d)
		w.mu.Unlock()
	}
	return nil
}

func (w *Webhooks) delivery(owner player.ID, e event) (*Delivery, error) {
	m := e.message
	m.Version, m.ID, m.At = 1, rand.Text(), w.now().UTC().Truncate(time.Second)
	body, err := json.Marshal(m)
	return &Delivery{ID: m.ID, Owner: owner, Subject: e.subject, Ply: m.Ply, Body: body, Next: w.Clock.Steady()}, err
}

// send starts the requests that can be sent now. At most one request runs for each owner,
// and each host gets at most one request a second. send returns the time at which the next
// request can be sent, or the zero time if that is unknown.
func (w *Webhooks) send(ctx context.Context, senders *sync.WaitGroup, slots chan struct{}) (next time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.Clock.Steady()
	for owner, list := range w.deliveries {
		hook := w.hooks[owner]
		if hook == nil || hook.Off != "" || w.cancel[owner] != nil || !w.Mine(owner) {
			continue // skip this owner; if one of its requests is running, the end of that request wakes Run again
		}
		d := earliest(list)
		switch {
		case d == nil:
			continue
		case d.Next.After(now):
			next = clock.Earliest(next, d.Next)
			continue
		}
		select {
		case slots <- struct{}{}:
		default:
			return next // wait: too many requests are running; each wakes Run when it ends
		}
		if w.hosts.Take(hook.URL.host(), 1, now) > 0 {
			<-slots
			next = clock.Earliest(next, now.Add(hostEvery/10))
			continue
		}
		posting, cancel := context.WithCancel(ctx)
		w.cancel[owner] = cancel
		sent, to := *d, *hook
		senders.Go(func() {
			defer func() { <-slots; w.nudge.Send() }()
			defer cancel()
			w.deliver(posting, to, sent)
		})
	}
	return next
}

// earliest returns the undelivered event that must be sent first, or nil if all events have
// been delivered.
func earliest(list map[string]*Delivery) (first *Delivery) {
	for _, d := range list {
		if !d.Done && (first == nil || d.Next.Before(first.Next) || d.Next.Equal(first.Next) && d.ID < first.ID) {
			first = d
		}
	}
	return first
}

// deliver sends one event and records whether the receiver accepted it.
func (w *Webhooks) deliver(ctx context.Context, to Hook, d Delivery) {
	defer func() {
		w.mu.Lock()
		delete(w.cancel, to.Owner)
		w.mu.Unlock()
	}()
	defer background.LogPanic(w.Logger, "a webhook failed", "owner", string(to.Owner))
	_, err := w.poster.post(ctx, to.URL, to.Secret, d.ID, d.Body)
	if ctx.Err() != nil { // the server is stopping, or the webhook was deleted
		return
	}
	d.Tries++
	d.Done = err == nil
	if err != nil {
		w.Logger.Warn("an event was not delivered to a webhook", "owner", string(to.Owner), "tries", d.Tries, "error", err.Error())
		d.Next = w.Clock.Steady().Add(firstRetry << (d.Tries - 1))
	}
	w.changes.Lock()
	defer w.changes.Unlock()
	if !w.stands(to, d) {
		return
	}
	if d.Tries >= mostTries && err != nil || errors.Is(err, errUnsubscribed) {
		if w.disable(ctx, to, err) {
			return
		}
	}
	if err := w.Store.PutDelivery(ctx, d); err != nil {
		w.Logger.Error("cannot store the result of a webhook event", "owner", string(to.Owner), "error", err.Error())
	}
	w.mu.Lock()
	w.put(&d)
	w.mu.Unlock()
}

// stands reports whether the webhook `to` and its event `d` are still stored. Both may have
// been deleted or replaced while the event was being sent.
func (w *Webhooks) stands(to Hook, d Delivery) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	hook, now := w.hooks[to.Owner], w.deliveries[to.Owner][d.Subject]
	return hook != nil && hook.Secret == to.Secret && now != nil && now.ID == d.ID
}

// disable switches a webhook off, deletes its events and notifies its owner. It returns false
// if the webhook cannot be stored. The caller holds w.changes.
func (w *Webhooks) disable(ctx context.Context, h Hook, why error) bool {
	h.Off, h.OffAt = why.Error(), w.now().UTC().Truncate(time.Second)
	if err := w.Store.SetHook(ctx, h); err != nil {
		w.Logger.Error("cannot switch off a webhook", "owner", string(h.Owner), "error", err.Error())
		return false
	}
	w.Logger.Warn("a webhook was switched off", "owner", string(h.Owner), "error", h.Off)
	w.mu.Lock()
	w.hooks[h.Owner] = &h
	delete(w.deliveries, h.Owner)
	w.mu.Unlock()
	w.Board.Changed()
	return true
}
