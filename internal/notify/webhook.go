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

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Bounds on webhooks.
const (
	hookBurst      = 3 // challenges and tests of one owner at once, and one more each hookEvery
	hookEvery      = 10 * time.Second
	hostEvery      = time.Second // between two requests to one host
	hostPatience   = 5 * time.Second
	deliveriesKept = 64 // events of one webhook at a time
	sendersAtOnce  = 4
	mostTries      = 8 // then the webhook is switched off
	firstRetry     = 30 * time.Second
)

// ForClub is the owner of the club's webhook.
const ForClub player.ID = ""

// Hook is a webhook: a URL that is told of events.
type Hook struct {
	Owner  player.ID // ForClub: the club
	URL    URL
	Secret string
	Since  time.Time
	// Off says why the server has switched it off; empty while it is on.
	Off   string
	OffAt time.Time
}

// Delivery is an event for a webhook. It is kept, once it was delivered, for as long
// as what it tells is so, and is not sent again.
type Delivery struct {
	ID    string
	Owner player.ID
	// Subject and Ply are what it is about: "table 12" with so many actions, or
	// "evening 3".
	Subject string
	Ply     int
	Body    []byte
	Tries   int
	Next    time.Time // when it is to be tried; not stored: after a restart at once
	Done    bool
}

// HookStore stores webhooks and their events. What it returns is on the disk.
type HookStore interface {
	Hooks(ctx context.Context) ([]Hook, error)
	// SetHook stores a webhook in the place of the owner's last one, whose events go.
	SetHook(ctx context.Context, h Hook) error
	// DropHook deletes a webhook and its events.
	DropHook(ctx context.Context, owner player.ID) error
	Deliveries(ctx context.Context) ([]Delivery, error)
	// PutDelivery stores an event in the place of the last about its subject.
	PutDelivery(ctx context.Context, d Delivery) error
	DropDelivery(ctx context.Context, owner player.ID, subject string) error
}

// Turn is that somebody is to move in a correspondence game at a table that is not
// private.
type Turn struct {
	Table    table.ID
	Game     string // its title
	Seat     string
	Ply      int // actions so far
	Deadline time.Time
}

// Evening is the club evening that is on.
type Evening struct {
	Number     int64
	Name, Game string
}

// HookConfig configures the webhooks.
type HookConfig struct {
	Club    *club.Club
	Store   HookStore
	Board   *Board
	Logger  *slog.Logger
	Targets int            // webhooks of accounts in all
	Allowed []netip.Prefix // addresses besides public ones that may be called
	Roots   *x509.CertPool // nil: those of the machine
	// Turns returns where somebody is to move, and Evening the evening that is on.
	Turns     func(player.ID) []Turn
	Directory player.Directory
	// Known reports whether an account may have a webhook: no fresh one may, or one
	// person with many keys could take all there are.
	Known   func(context.Context, player.ID) (bool, error)
	Evening func() (Evening, bool)
}

// Webhooks tells other servers of events. What is due is compared with what is
// stored, so that an event is neither lost nor sent twice on purpose, whenever the
// server stops; a receiver drops doubles by their IDs.
type Webhooks struct {
	HookConfig
	poster *poster
	now    func() time.Time
	nudge  chan struct{} // capacity 1: something has changed

	changes sync.Mutex // held while a webhook is set, disabled or dropped

	mu         sync.Mutex
	hooks      map[player.ID]*Hook
	deliveries map[player.ID]map[string]*Delivery // by subject
	dirty      map[player.ID]bool                 // whose events have to be compared
	cancel     map[player.ID]context.CancelFunc   // of the request that is on its way
	hosts      map[string]*rate.Limiter
	owners     map[player.ID]*rate.Limiter
}

// OpenWebhooks reads what is stored. Run sends it.
func OpenWebhooks(ctx context.Context, cfg HookConfig) (*Webhooks, error) {
	w := &Webhooks{
		HookConfig: cfg, now: time.Now, nudge: make(chan struct{}, 1),
		hooks: map[player.ID]*Hook{}, deliveries: map[player.ID]map[string]*Delivery{}, dirty: map[player.ID]bool{},
		cancel: map[player.ID]context.CancelFunc{}, hosts: map[string]*rate.Limiter{}, owners: map[player.ID]*rate.Limiter{},
	}
	w.poster = newPoster(cfg.Allowed, cfg.Roots, w.now)
	hooks, err := cfg.Store.Hooks(ctx)
	if err != nil {
		return nil, err
	}
	for i := range hooks {
		w.hooks[hooks[i].Owner], w.dirty[hooks[i].Owner] = &hooks[i], true
	}
	list, err := cfg.Store.Deliveries(ctx)
	if err != nil {
		return nil, err
	}
	for i := range list {
		w.put(&list[i])
	}
	cfg.Board.AddSource(w.notices)
	return w, nil
}

// put keeps an event in memory; the lock is held, or nobody else has w yet.
func (w *Webhooks) put(d *Delivery) {
	if w.deliveries[d.Owner] == nil {
		w.deliveries[d.Owner] = map[string]*Delivery{}
	}
	w.deliveries[d.Owner][d.Subject] = d
}

// notices tells an owner that a webhook was switched off.
func (w *Webhooks) notices(who player.ID) (list []Notice) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h := w.hooks[who]; h != nil && h.Off != "" && who != ForClub {
		list = append(list, Notice{Kind: HookDisabled, Number: h.OffAt.Unix(), Text: "Your webhook is off, because " + h.Off + ". Set it again: ssh HOST webhook set URL"})
	}
	if h := w.hooks[ForClub]; h != nil && h.Off != "" && w.Club.Role(who) == club.Owner {
		list = append(list, Notice{Kind: HookDisabled, Number: h.OffAt.Unix(), Text: "The club's webhook is off, because " + h.Off + ". Set it again: ssh HOST admin webhook set URL"})
	}
	return list
}

// TableChanged notes that something happened at a table; nil: at the evening. It
// waits for nothing.
func (w *Webhooks) TableChanged(v *table.View) {
	w.mu.Lock()
	changed := false
	mark := func(id player.ID) {
		if w.hooks[id] != nil {
			w.dirty[id], changed = true, true
		}
	}
	if v == nil {
		mark(ForClub)
	} else if v.Terms.Clock.Correspondence() {
		for i := range v.Seats {
			if id := v.Seats[i].Player.ID; id != ForClub {
				mark(id)
			}
		}
		for _, p := range v.Replaced {
			mark(p.ID)
		}
	}
	w.mu.Unlock()
	if changed {
		w.wake()
	}
}

func (w *Webhooks) wake() {
	select {
	case w.nudge <- struct{}{}:
	default:
	}
}

// Set challenges a URL and makes it the webhook of an account or, for owners of the
// club, of the club. It returns the secret that events are signed with.
func (w *Webhooks) Set(ctx context.Context, owner player.ID, text string) (secret string, err error) {
	to, err := ParseURL(text)
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
	w.wake()
	w.Board.Changed()
	return secret, nil
}

// forget drops what is in memory of an owner's webhook; the lock is held.
func (w *Webhooks) forget(owner player.ID) {
	if cancel := w.cancel[owner]; cancel != nil {
		cancel()
	}
	delete(w.hooks, owner)
	delete(w.deliveries, owner)
	delete(w.dirty, owner)
}

// room returns an error if there are too many webhooks for a new one.
func (w *Webhooks) room(owner player.ID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.hooks)
	if w.hooks[ForClub] != nil {
		n--
	}
	switch {
	case w.Targets == 0:
		return errors.New("this server sends no webhooks")
	case owner != ForClub && w.hooks[owner] == nil && n >= w.Targets:
		return fmt.Errorf("this server has its %d webhooks already; ask the owner for more, or try again later", w.Targets)
	}
	return nil
}

// spend counts a request that an owner asks for.
func (w *Webhooks) spend(ctx context.Context, owner player.ID, to URL) error {
	if err := w.spendOwn(owner); err != nil {
		return err
	}
	return w.awaitHost(ctx, to)
}

func (w *Webhooks) spendOwn(owner player.ID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.now()
	for id, pace := range w.owners {
		if pace.TokensAt(now) >= hookBurst {
			delete(w.owners, id)
		}
	}
	pace := w.owners[owner]
	if pace == nil {
		pace = rate.NewLimiter(rate.Every(hookEvery), hookBurst)
		w.owners[owner] = pace
	}
	if !pace.AllowN(now, 1) {
		return fmt.Errorf("you have asked for %d requests; wait %d seconds before the next", hookBurst, hookEvery/time.Second)
	}
	return nil
}

// awaitHost waits until a host may be called, for some seconds at most.
func (w *Webhooks) awaitHost(ctx context.Context, to URL) error {
	ctx, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	w.mu.Lock()
	pace := w.hostPace(to, w.now())
	w.mu.Unlock()
	if pace.Wait(ctx) != nil {
		return errors.New("that host is called by too many others just now; try again in a minute")
	}
	return nil
}

// hostPace returns the limiter of a host; the lock is held.
func (w *Webhooks) hostPace(to URL, now time.Time) *rate.Limiter {
	for host, pace := range w.hosts {
		if pace.TokensAt(now) >= 1 {
			delete(w.hosts, host)
		}
	}
	host := to.host()
	if w.hosts[host] == nil {
		w.hosts[host] = rate.NewLimiter(rate.Every(hostEvery), 1)
	}
	return w.hosts[host]
}

// errNoHook reports that an account has no webhook.
var errNoHook = errors.New("there is no webhook; set one with webhook set URL")

// Find returns the webhook of an account or of the club, and how many events wait
// for it.
func (w *Webhooks) Find(owner player.ID) (h Hook, waiting int, err error) {
	if w == nil {
		return Hook{}, 0, errNoHook
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.hooks[owner] == nil {
		return Hook{}, 0, errNoHook
	}
	for _, d := range w.deliveries[owner] {
		if !d.Done {
			waiting++
		}
	}
	return *w.hooks[owner], waiting, nil
}

// Test sends an event that means nothing, at once.
func (w *Webhooks) Test(ctx context.Context, owner player.ID) error {
	h, _, err := w.Find(owner)
	if err != nil {
		return err
	}
	if err := w.spend(ctx, owner, h.URL); err != nil {
		return err
	}
	id := rand.Text()
	body, err := json.Marshal(message{V: 1, ID: id, Event: "test", At: w.now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	if _, err := w.poster.post(ctx, h.URL, h.Secret, id, body); err != nil {
		return fmt.Errorf("the test was not delivered, because %w", err)
	}
	return nil
}

// Drop deletes a webhook and the events that wait for it. Without one it does
// nothing.
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

// message is what is sent. Fields that an event does not use are left out.
type message struct {
	V        int       `json:"v"`
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
}
