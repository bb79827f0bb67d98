package notify

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Kind is the kind of a notice. The words are part of the JSON API: never rename one.
type Kind string

// The kinds of notices.
const (
	Announcement   Kind = "announcement" // a moderator's text, for everybody
	NoNewGames     Kind = "no-new-games" // for everybody
	ReportsWaiting Kind = "reports"      // for moderators
	KeyChanged     Kind = "key"          // for an account whose keys another person changed
	HookDisabled   Kind = "webhook"      // for the owner of the webhook
	UnreadMessages Kind = "messages"     // for the recipient
)

// Notice is a line that people are shown until it is withdrawn or expires.
type Notice struct {
	Kind   Kind
	Number int64 // increases with each notice of a kind
	Text   string
	Until  time.Time // zero: until it is withdrawn
}

// Line returns the notice as a full sentence.
func (n Notice) Line() string {
	if n.Kind == Announcement {
		return "Announcement: " + n.Text
	}
	return n.Text
}

// noNewGames is shown to everybody while no new games start.
const noNewGames = "No new games start: the server restarts soon. Running games continue."

// Board holds the notices of a server. A nil Board has none.
type Board struct {
	club *club.Club
	now  func() time.Time

	changes sync.Mutex // held while an entry is stored and applied, to keep their order

	mu           sync.Mutex
	announcement Notice // has the number of its audit entry; 0: there is none
	paused       int64  // number of the audit entry that paused new games; 0 if they start
	sources      []func(player.ID) []Notice
	watchers     map[*Watcher]bool
	expiry       *time.Timer
}

// OpenBoard reads the current announcement from the audit log. A pause of new games ends
// with a restart, so it is not read.
func OpenBoard(ctx context.Context, theClub *club.Club) (*Board, error) {
	b := &Board{club: theClub, now: time.Now, watchers: map[*Watcher]bool{}}
	log, err := theClub.Audit.Since(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, entry := range log {
		switch entry.Action {
		case club.Announced:
			b.announcement = Notice{Announcement, entry.Number, entry.Value, entry.Until}
		case club.AnnouncementCleared:
			b.announcement = Notice{}
		}
	}
	b.AddSource(b.keyChange)
	b.expiry = time.AfterFunc(b.untilExpiry(), b.Changed)
	theClub.Watch(b.Changed)
	return b, nil
}

// AddSource adds a source of notices for each person. Call it before the board is used.
func (b *Board) AddSource(source func(player.ID) []Notice) { b.sources = append(b.sources, source) }

// keyChange returns notices about key changes that another person made for an account.
func (b *Board) keyChange(who player.ID) []Notice {
	var list []Notice
	for _, c := range b.club.KeyChanges.Of(who, b.now()) {
		list = append(list, Notice{KeyChanged, c.Number, c.Text, c.Until})
	}
	return list
}

// WarnOfKeys prints the notices about key changes that another person made.
func (b *Board) WarnOfKeys(w io.Writer, who player.ID) {
	if b == nil {
		return
	}
	for _, n := range b.keyChange(who) {
		_, _ = fmt.Fprintln(w, n.Line())
	}
}

// untilExpiry returns how long the announcement is still shown. The lock must be held, or
// the board not yet shared.
func (b *Board) untilExpiry() time.Duration {
	if b.announcement.Number == 0 {
		return 24 * time.Hour // no announcement expires; a timer call a day does no harm
	}
	return max(0, b.announcement.Until.Sub(b.now()))
}

// Notices returns the notices that a person should see now.
func (b *Board) Notices(who player.ID) (list []Notice) {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	if b.announcement.Number != 0 && b.now().Before(b.announcement.Until) {
		list = append(list, b.announcement)
	}
	if b.paused != 0 {
		list = append(list, Notice{Kind: NoNewGames, Number: b.paused, Text: noNewGames})
	}
	b.mu.Unlock()
	for _, source := range b.sources {
		list = append(list, source(who)...)
	}
	return list
}

// Announcement returns the current announcement.
func (b *Board) Announcement() (n Notice, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.announcement, b.announcement.Number != 0 && b.now().Before(b.announcement.Until)
}

// Changed sends each watcher its new list, if that has changed. It does not block.
func (b *Board) Changed() {
	b.mu.Lock()
	watchers := make([]*Watcher, 0, len(b.watchers))
	for w := range b.watchers {
		watchers = append(watchers, w)
	}
	b.mu.Unlock()
	for _, w := range watchers {
		w.tell()
	}
}

// Watcher receives the notices for one person.
type Watcher struct {
	board *Board
	who   player.ID
	box   *table.Mailbox[[]Notice]

	mu   sync.Mutex // held while a list is made and sent, to keep the order
	last []Notice
}

// Watch returns a watcher of a person's notices. Take returns the current list at once, and
// later each newer one. The board never waits for a watcher.
func (b *Board) Watch(who player.ID) *Watcher {
	w := &Watcher{board: b, who: who, box: table.NewMailbox[[]Notice]()}
	if b == nil {
		return w
	}
	b.mu.Lock()
	b.watchers[w] = true
	b.mu.Unlock()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = b.Notices(who)
	w.box.Put(w.last)
	return w
}

func (w *Watcher) tell() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.board.Notices(w.who)
	if !slices.Equal(now, w.last) {
		w.last = now
		w.box.Put(now)
	}
}

// Take waits for the next list. It returns false after Close, or when ctx is done.
func (w *Watcher) Take(ctx context.Context) ([]Notice, bool) { return w.box.Take(ctx) }

// Close ends the watcher. It may be called more than once.
func (w *Watcher) Close() {
	if w.board != nil {
		w.board.mu.Lock()
		delete(w.board.watchers, w)
		w.board.mu.Unlock()
	}
	w.box.Close()
}

// Unread records which notices a session has shown. The zero value has shown none.
type Unread struct{ shown map[Kind]int64 }

// Take returns the notices of a list that have not been shown, and records them as shown.
func (u *Unread) Take(list []Notice) (fresh []Notice) {
	if u.shown == nil {
		u.shown = map[Kind]int64{}
	}
	for _, n := range list {
		if n.Number > u.shown[n.Kind] {
			u.shown[n.Kind] = n.Number
			fresh = append(fresh, n)
		}
	}
	return fresh
}
