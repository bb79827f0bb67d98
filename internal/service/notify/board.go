package notify

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
)

// Kind is the kind of a notice. Because its values are part of the JSON API, they must never
// be changed.
type Kind string

// The kinds of notices, and who sees them.
const (
	Announcement   Kind = "announcement" // shown to everybody; written by a moderator
	NoNewGames     Kind = "no-new-games" // shown to everybody
	ReportsWaiting Kind = "reports"      // shown to moderators
	KeyChanged     Kind = "key"          // shown to an account whose keys another person changed
	HookDisabled   Kind = "webhook"      // shown to the owner of a webhook that was switched off
	UnreadMessages Kind = "messages"     // shown to the recipient of the messages
	VacationEnded  Kind = "vacation"     // shown to a player whose vacation has expired
)

// Notice is a line of text that is shown to people until it is withdrawn or expires.
type Notice struct {
	Kind   Kind
	Number int64 // number of the notice; a later notice of the same kind has a greater number
	Text   string
	Until  time.Time // time when the notice expires; zero if it is shown until it is withdrawn
}

// Line returns the notice as a full sentence.
func (n Notice) Line() string {
	if n.Kind == Announcement {
		return "Announcement: " + n.Text
	}
	return n.Text
}

// noNewGames is the text shown to everybody while new games are paused.
const noNewGames = "No new games start: the server restarts soon. Running games continue."

// Board holds the notices of a server. A nil *Board is valid and has no notices.
type Board struct {
	// Offline says that no server runs. New games then cannot be paused.
	Offline bool

	club *club.Club
	now  func() time.Time

	mu           sync.Mutex
	announcement Notice // the current announcement; Number is the number of its audit entry, or 0 if there is no announcement
	paused       int64  // number of the audit entry for the current pause of new games; 0 if there is no pause
	// number of the audit entry for the pause of new games that was in force before this server started; 0 if there was
	// none
	before   int64
	sources  []func(player.ID) []Notice
	watchers map[*Watcher]bool
	expiry   *time.Timer
}

// OpenBoard opens a board and reads the current announcement from the audit log. After a
// restart, new games are not paused, unless [Board.ContinuePause] is called.
func OpenBoard(ctx context.Context, theClub *club.Club) (*Board, error) {
	b := &Board{club: theClub, now: theClub.Audit.Now, watchers: map[*Watcher]bool{}}
	log, err := theClub.Audit.Since(ctx, 0)
	if err != nil {
		return nil, err
	}
	b.expiry = time.AfterFunc(b.untilExpiry(), b.Changed)
	for _, entry := range log {
		b.apply(entry)
	}
	b.before, b.paused = b.paused, 0
	b.AddSource(b.keyChange)
	theClub.Audit.Follow(b.apply)
	theClub.Watch(b.Changed)
	return b, nil
}

// apply updates the notices from a stored audit entry.
func (b *Board) apply(entry club.AuditEntry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch entry.Action {
	case club.Announced:
		b.announcement = Notice{Announcement, entry.Number, entry.Value, entry.Until}
		b.expiry.Reset(b.untilExpiry())
	case club.AnnouncementCleared:
		b.announcement = Notice{}
	case club.GamesPaused:
		b.paused = entry.Number
	case club.GamesResumed:
		b.paused, b.before = 0, 0
	}
}

// ContinuePause ensures that no new games start if a moderator paused new games before this
// server started. Call it if other nodes were running when this server started.
func (b *Board) ContinuePause() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.paused == 0 {
		b.paused = b.before
	}
}

// AddSource adds a function that returns further notices for a person. Call it before the
// board is used.
func (b *Board) AddSource(source func(player.ID) []Notice) { b.sources = append(b.sources, source) }

// keyChange returns the notices for a person whose keys were changed by somebody else.
func (b *Board) keyChange(who player.ID) []Notice {
	var list []Notice
	for _, c := range b.club.KeyChanges.Of(who, b.now()) {
		list = append(list, Notice{KeyChanged, c.Number, c.Text, c.Until})
	}
	return list
}

// WarnOfKeys prints the notices for a person whose keys were changed by somebody else.
func (b *Board) WarnOfKeys(w io.Writer, who player.ID) {
	if b == nil {
		return
	}
	for _, n := range b.keyChange(who) {
		_, _ = fmt.Fprintln(w, n.Line())
	}
}

// untilExpiry returns the time until the announcement expires. The caller holds the lock,
// unless no other goroutine can use the board yet.
func (b *Board) untilExpiry() time.Duration {
	if b.announcement.Number == 0 {
		return 24 * time.Hour // without an announcement, any duration will do
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

// current returns the current announcement; ok is false if there is none.
func (b *Board) current() (n Notice, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.announcement, b.announcement.Number != 0 && b.now().Before(b.announcement.Until)
}

// Changed sends each watcher its list of notices if that list has changed. It does not
// block.
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

// Watcher receives the list of notices for one person whenever it changes.
type Watcher struct {
	board *Board
	who   player.ID
	box   *table.Mailbox[[]Notice]

	mu   sync.Mutex // locked while a list of notices is made and put into the mailbox, so that lists arrive in order
	last []Notice
}

// Watch returns a watcher of the notices for a person. The first call of Take returns the
// current list immediately. Each later call waits for a new list. The board never waits for
// a watcher.
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

// Take waits for the next list of notices. It returns false after Close, or when ctx is
// done.
func (w *Watcher) Take(ctx context.Context) ([]Notice, bool) { return w.box.Take(ctx) }

// Notify registers a function that is called once, as soon as Take would return without
// waiting. The function must not block.
func (w *Watcher) Notify(ready func()) { w.box.Notify(ready) }

// Close ends the watcher. It may be called several times.
func (w *Watcher) Close() {
	if w.board != nil {
		w.board.mu.Lock()
		delete(w.board.watchers, w)
		w.board.mu.Unlock()
	}
	w.box.Close()
}

// Unread finds the notices that a session has not shown yet.
type Unread struct{ shown map[Kind]int64 }

// Take returns the notices in `list` that have not been shown yet, and records them as shown.
// The list contains all notices of the session; several of them may have the same kind.
func (u *Unread) Take(list []Notice) (fresh []Notice) {
	shown := maps.Clone(u.shown)
	if u.shown == nil {
		u.shown = map[Kind]int64{}
	}
	for _, n := range list {
		if n.Number > shown[n.Kind] {
			u.shown[n.Kind] = max(u.shown[n.Kind], n.Number)
			fresh = append(fresh, n)
		}
	}
	return fresh
}
