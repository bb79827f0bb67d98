package notify

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quadrille/internal/background"
	"quadrille/internal/clock"
	"quadrille/internal/lock"
	"quadrille/internal/player"
	"quadrille/internal/reserve"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Limits of webhooks.
const (
	hookBurst      = 3 // how many times in a row an owner may set or test a webhook; after that, once every hookEvery
	hookEvery      = 10 * time.Second
	hostEvery      = time.Second // minimum time between two requests to one host
	hostPatience   = 5 * time.Second
	deliveriesKept = 64 // maximum number of events that are stored for a webhook
	sendersAtOnce  = 4
	mostTries      = 8 // after this many failed attempts to send one event, the webhook is switched off
	firstRetry     = 30 * time.Second
)

// ForClub is the value of [Hook.Owner] in the club's webhook.
const ForClub player.ID = ""

// Hook is a webhook: a URL to which the server sends events.
type Hook struct {
	Owner  player.ID // account that owns the webhook, or ForClub
	URL    URL
	Secret string
	Since  time.Time
	// Off is the reason why the server switched the webhook off. It is empty while the
	// webhook is on.
	Off   string
	OffAt time.Time
}

// Delivery is an event for a webhook. A delivered event is kept while its reason lasts,
// for example while it is still the player's turn, because otherwise it would be sent
// again.
type Delivery struct {
	ID    string
	Owner player.ID
	// Subject says what the event is about, as in "table 12" or "evening 3". Ply is the number
	// of actions that have been played at the table.
	Subject string
	Ply     int
	Body    []byte
	Tries   int
	Next    time.Time // time of the next attempt; not stored, because after a restart the server tries immediately
	Done    bool
}

// HookStore stores webhooks and their events. When a method returns nil, its changes are on
// disk.
type HookStore interface {
	Hooks(ctx context.Context) ([]Hook, error)
	// SetHook stores a webhook. It replaces the owner's previous webhook, and deletes the
	// events of the previous webhook.
	SetHook(ctx context.Context, h Hook) error
	// DropHook deletes a webhook and its events.
	DropHook(ctx context.Context, owner player.ID) error
	Deliveries(ctx context.Context) ([]Delivery, error)
	// PutDelivery stores an event. It replaces an earlier event about the same subject.
	PutDelivery(ctx context.Context, d Delivery) error
	DropDelivery(ctx context.Context, owner player.ID, subject string) error
}

// Turn describes a correspondence game in which it is a player's turn. Games at private
// tables are left out.
type Turn struct {
	Table    table.ID
	Game     string // title of the game
	Seat     string
	Ply      int // number of actions played so far
	Deadline time.Time
	Link     string // address of the table's web page; empty if it has none
}

// Evening is the current club evening.
type Evening struct {
	Number     int64
	Name, Game string
	Link       string // address of the evening's web page; empty if it has none
}

// HookConfig configures [Webhooks].
type HookConfig struct {
	Club    *club.Club
	Store   HookStore
	Board   *Board
	Clock   *clock.Clock // nil means the system's clock
	Logger  *slog.Logger
	Targets int            // maximum number of webhooks of all accounts together; 0 means that the server calls no webhooks
	Allowed []netip.Prefix // addresses that webhooks may call although they are not public
	Roots   *x509.CertPool // root certificates to trust; nil means those of the operating system
	// Turns returns the correspondence games in which it is a player's turn.
	Turns     func(player.ID) []Turn
	Directory player.Directory
	// Known reports whether an account is old enough to have a webhook. New accounts may not
	// have one, because one person with many keys could otherwise use up all webhooks.
	Known   func(context.Context, player.ID) (bool, error)
	Evening func() (Evening, bool)
	// Mine reports whether this process sends events to the webhook of the given owner. If
	// Mine is nil, the process sends events to all webhooks.
	Mine func(owner player.ID) bool
}

// Webhooks sends events to the webhooks of accounts and of the club. No event is lost when
// the server restarts, because Run first stores the events that are due and not stored yet.
// The last request to each webhook may be repeated after a restart; receivers recognise a
// repeated event by its ID.
type Webhooks struct {
	HookConfig
	poster *poster
	now    func() time.Time
	nudge  background.Signal // capacity 1; a value means that Run has something to do

	changes lock.Mutex // held while webhooks or stored events are changed

	mu    sync.Mutex
	hooks map[player.ID]*Hook
	// events to send, by the owner of the webhook and the subject of the event, such as "table 12"
	deliveries map[player.ID]map[string]*Delivery
	dirty      map[player.ID]bool               // owners for whom Run must check which events their webhook should receive now
	cancel     map[player.ID]context.CancelFunc // for each owner, the function that cancels the running request
	hosts      *reserve.Buckets[string]
	owners     *reserve.Buckets[player.ID]
}

// OpenWebhooks reads the stored webhooks and the stored events that are not sent yet. The
// caller must then call Run, which sends them.
func OpenWebhooks(ctx context.Context, cfg HookConfig) (*Webhooks, error) {
	w := &Webhooks{
		HookConfig: cfg, now: cfg.Clock.Wall, nudge: background.NewSignal(),
		hooks: map[player.ID]*Hook{}, deliveries: map[player.ID]map[string]*Delivery{}, dirty: map[player.ID]bool{},
		cancel: map[player.ID]context.CancelFunc{},
		hosts:  reserve.NewBuckets[string](rate.Every(hostEvery), 1),
		owners: reserve.NewBuckets[player.ID](rate.Every(hookEvery), hookBurst),
	}
	if w.Mine == nil {
		w.Mine = func(player.ID) bool { return true }
	}
	w.poster = newPoster(cfg.Allowed, cfg.Roots, w.now)
	if err := w.Reload(ctx); err != nil {
		return nil, err
	}
	cfg.Board.AddSource(w.notices)
	return w, nil
}

// Reload reads the webhooks and events again. Call it when other processes may have
// changed webhooks, or when the function HookConfig.Mine may return other results.
func (w *Webhooks) Reload(ctx context.Context) error {
	w.changes.Lock()
	defer w.changes.Unlock()
	hooks, err := w.Store.Hooks(ctx)
	if err != nil {
		return err
	}
	list, err := w.Store.Deliveries(ctx)
	if err != nil {
		return err
	}
	w.replace(hooks, list)
	w.nudge.Send()
	w.Board.Changed()
	return nil
}

// replace replaces the webhooks and events in memory, and cancels the requests to webhooks
// that no longer exist.
func (w *Webhooks) replace(hooks []Hook, list []Delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before, known := w.hooks, w.deliveries
	w.hooks, w.deliveries, w.dirty = map[player.ID]*Hook{}, map[player.ID]map[string]*Delivery{}, map[player.ID]bool{}
	for i := range hooks {
		w.hooks[hooks[i].Owner], w.dirty[hooks[i].Owner] = &hooks[i], true
	}
	for i := range list {
		d := &list[i]
		if old := known[d.Owner][d.Subject]; old != nil && old.ID == d.ID {
			d.Next = old.Next
		}
		w.put(d)
	}
	for owner, cancel := range w.cancel {
		if now := w.hooks[owner]; now == nil || before[owner] == nil || now.Secret != before[owner].Secret {
			cancel()
		}
	}
}

// put stores an event in memory. The caller holds the lock, unless no other goroutine can use
// w yet.
func (w *Webhooks) put(d *Delivery) {
	if w.deliveries[d.Owner] == nil {
		w.deliveries[d.Owner] = map[string]*Delivery{}
	}
	w.deliveries[d.Owner][d.Subject] = d
}

// notices returns a notice if the server has switched the person's webhook off. For an
// owner of the club, it also returns a notice if the club's webhook is off.
func (w *Webhooks) notices(who player.ID) (list []Notice) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h := w.hooks[who]; h != nil && h.Off != "" && who != ForClub {
		list = append(
			list,
			Notice{
				Kind:   HookDisabled,
				Number: h.OffAt.Unix(),
				Text:   "Your webhook is off: " + h.Off + ". Set it again with: ssh HOST " + setCommand(who),
			},
		)
	}
	if h := w.hooks[ForClub]; h != nil && h.Off != "" && w.Club.Role(who) == club.Owner {
		list = append(
			list,
			Notice{
				Kind:   HookDisabled,
				Number: h.OffAt.Unix(),
				Text:   "The club's webhook is off: " + h.Off + ". Set it again with: ssh HOST " + setCommand(ForClub),
			},
		)
	}
	return list
}

// TableChanged tells Run that the table of the summary s has changed or, if s is nil, that
// the current evening has changed. It ignores tables without a correspondence clock. It
// does not block.
func (w *Webhooks) TableChanged(s *table.Summary) {
	if s != nil && !s.Terms.Clock.Correspondence() {
		return
	}
	people := []player.ID{ForClub}
	if s != nil {
		people = s.People()
	}
	w.mu.Lock()
	changed := false
	for _, id := range people {
		if w.hooks[id] != nil {
			w.dirty[id], changed = true, true
		}
	}
	w.mu.Unlock()
	if changed {
		w.nudge.Send()
	}
}

// set sends a challenge to a URL. If the receiver answers it, set makes the URL the owner's
// webhook, and returns the secret with which the server signs events.
func (w *Webhooks) set(ctx context.Context, owner player.ID, text string) (secret string, err error) {
	to, err := parseURL(text)
	if err != nil {
		return "", err
	}
	if err := w.room(owner); err != nil {
		return "", err
	}
	if err := w.spend(ctx, owner, to); err != nil {
		return "", err
	}
	secret = rand.Text()
	if err := w.poster.challenge(ctx, to, secret); err != nil {
		return "", fmt.Errorf("the webhook is not set, because %w", err)
	}
	w.changes.Lock()
	defer w.changes.Unlock()
	if err := w.room(owner); err != nil {
		return "", err
	}
	h := &Hook{Owner: owner, URL: to, Secret: secret, Since: w.now().UTC().Truncate(time.Second)}
	if err := w.Store.SetHook(ctx, *h); err != nil {
		return "", err
	}
	w.mu.Lock()
	w.forget(owner)
	w.hooks[owner], w.dirty[owner] = h, true
	w.mu.Unlock()
	w.nudge.Send()
	w.Board.Changed()
	return secret, nil
}

// forget removes an owner's webhook from memory. The caller holds the lock.
func (w *Webhooks) forget(owner player.ID) {
	if cancel := w.cancel[owner]; cancel != nil {
		cancel()
	}
	delete(w.hooks, owner)
	delete(w.deliveries, owner)
	delete(w.dirty, owner)
}

// room returns an error if the owner cannot have a webhook, because the server calls no
// webhooks or because the maximum number of webhooks is in use.
func (w *Webhooks) room(owner player.ID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.hooks)
	if w.hooks[ForClub] != nil {
		n--
	}
	switch {
	case w.Targets == 0:
		return errors.New("webhooks are switched off on this server")
	case owner != ForClub && w.hooks[owner] == nil && n >= w.Targets:
		return fmt.Errorf("all %d webhooks of this server are in use; try again later, or ask the owner", w.Targets)
	}
	return nil
}

// spend counts a challenge request or a test request against the limit of the webhook's
// owner and the limit of the host in the URL. It waits until the host's limit allows the
// request; if that would take longer than hostPatience, it returns an error.
func (w *Webhooks) spend(ctx context.Context, owner player.ID, to URL) error {
	now := w.Clock.Steady()
	if w.owners.Take(owner, 1, now) > 0 {
		return fmt.Errorf("too many webhook calls: after the first %d, wait %d seconds between calls", hookBurst, hookEvery/time.Second)
	}
	wait := w.hosts.Wait(to.host(), 1, now)
	if wait > hostPatience {
		return errors.New("too many webhooks call that host now; try again in a minute")
	}
	w.hosts.Spend(to.host(), 1, now)
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// noHook returns the error for an owner without a webhook.
func noHook(owner player.ID) error {
	return fmt.Errorf("there is no webhook; to set one, run \"%s\"", setCommand(owner))
}

// Find returns the webhook of an account or of the club, and the number of events that are
// waiting for delivery.
func (w *Webhooks) Find(owner player.ID) (h Hook, waiting int, err error) {
	if w == nil {
		return Hook{}, 0, noHook(owner)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.hooks[owner] == nil {
		return Hook{}, 0, noHook(owner)
	}
	for _, d := range w.deliveries[owner] {
		if !d.Done {
			waiting++
		}
	}
	return *w.hooks[owner], waiting, nil
}

// test sends a test event to a webhook, and returns an error if the webhook does not
// accept it.
func (w *Webhooks) test(ctx context.Context, owner player.ID) error {
	h, _, err := w.Find(owner)
	if err != nil {
		return err
	}
	if err := w.spend(ctx, owner, h.URL); err != nil {
		return err
	}
	id := rand.Text()
	body, err := json.Marshal(message{Version: 1, ID: id, Event: "test", At: w.now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	if _, err := w.poster.post(ctx, h.URL, h.Secret, id, body); err != nil {
		return fmt.Errorf("the test event was not delivered, because %w", err)
	}
	return nil
}

// Drop deletes the owner's webhook, if there is one, and its events.
func (w *Webhooks) Drop(ctx context.Context, owner player.ID) error {
	w.changes.Lock()
	defer w.changes.Unlock()
	w.mu.Lock()
	known := w.hooks[owner] != nil
	w.mu.Unlock()
	if !known {
		return nil
	}
	if err := w.Store.DropHook(ctx, owner); err != nil {
		return err
	}
	w.mu.Lock()
	w.forget(owner)
	w.mu.Unlock()
	w.Board.Changed()
	return nil
}

// message is the body of a request. Fields that do not apply to an event are omitted.
type message struct {
	Version  int       `json:"version"`
	ID       string    `json:"id"`
	Event    string    `json:"event"`
	At       time.Time `json:"at"`
	Table    table.ID  `json:"table,omitempty"`
	Evening  int64     `json:"evening,omitempty"`
	Name     string    `json:"name,omitempty"`
	Game     string    `json:"game,omitempty"`
	Seat     string    `json:"seat,omitempty"`
	Ply      int       `json:"ply,omitempty"`
	Deadline time.Time `json:"deadline,omitzero"`
	Link     string    `json:"link,omitempty"`
}
