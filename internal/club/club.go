package club

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"quadrille/internal/player"
)

// Config is what holds in a house as long as nobody set something else.
type Config struct {
	Name     string
	Greeting string
	Rules    string
	Entry    EntryPolicy    // empty: open
	Zone     *time.Location // for times that people print; nil: UTC
	// Whether programs of other people, and bots of the house, may play rated games.
	RatesMachines, RatesBots bool
	Now                      func() time.Time // nil: time.Now
}

// Club is a club as it stands: who is what, who may come in, what was promised
// to whom. It is in memory, so that nobody waits for a disk who asks; what changes
// it is on the disk first.
type Club struct {
	keeper Keeper
	now    func() time.Time

	changes sync.Mutex // held while a change is decided and stored: one at a time

	mu       sync.RWMutex // held for what follows, and never while anything waits
	keys     KeyChanges   // has a lock of its own
	config   Config
	members  map[player.ID]Person
	muted    map[player.ID]time.Time // until when; zero: for good
	machines map[player.ID]time.Time // accounts for which programs played, and when they were marked
	markedOn string                  // the last day that has an audit entry of marks
	renamed  map[player.ID]time.Time // when a moderator gave somebody a name
	bans     map[int64]Ban
	passes   map[int64]Invitation
	settings map[Setting]string
	watchers map[*func()]bool
	owning   []byte // hash of the code by which the first owner comes, while there is none
}

// Person is somebody with a role.
type Person struct {
	ID    player.ID
	Role  Role
	Since time.Time
}

// Open folds the deeds that were kept.
func Open(ctx context.Context, keeper Keeper, config Config) (*Club, error) {
	h := &Club{
		keeper: keeper, now: config.Now,
		members: map[player.ID]Person{}, muted: map[player.ID]time.Time{}, renamed: map[player.ID]time.Time{},
		bans: map[int64]Ban{}, passes: map[int64]Invitation{}, settings: map[Setting]string{},
		watchers: map[*func()]bool{},
	}
	if h.now == nil {
		h.now = time.Now
	}
	h.Configure(config)
	deeds, err := keeper.Entries(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range deeds {
		h.fold(d)
	}
	h.machines, err = keeper.Machines(ctx) // after the fold: it has marks that were taken away, and not that they came back
	return h, err
}

// Configure takes other values from the configuration. Whatever was set by an
// owner holds on.
func (h *Club) Configure(config Config) {
	if config.Entry == "" {
		config.Entry = OpenToAll
	}
	if config.Zone == nil {
		config.Zone = time.UTC
	}
	h.mu.Lock()
	h.config = config
	h.mu.Unlock()
	h.tell()
}

// Zone returns the time zone for times that people print.
func (h *Club) Zone() *time.Location {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.config.Zone
}

// Watch calls f after each change, from whatever goroutine made it, until stop is
// called. f must not change the house.
func (h *Club) Watch(f func()) (stop func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.watchers[&f] = true
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.watchers, &f)
	}
}

func (h *Club) tell() {
	h.mu.RLock()
	watchers := slices.Collect(maps.Keys(h.watchers))
	h.mu.RUnlock()
	for _, f := range watchers {
		(*f)()
	}
}

// KeyChanges returns what others changed about people's keys.
func (h *Club) KeyChanges() *KeyChanges { return &h.keys }

// Role is what somebody is now.
func (h *Club) Role(id player.ID) Role {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.members[id].Role
}

// Muted reports whether nobody hears what somebody says.
func (h *Club) Muted(id player.ID) bool {
	_, muted := h.MutedUntil(id)
	return muted
}

// MutedUntil is until when nobody hears what somebody says; the zero time is for
// good.
func (h *Club) MutedUntil(id player.ID) (until time.Time, muted bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	until, muted = h.muted[id]
	return until, muted && (until.IsZero() || h.now().Before(until))
}

// Member reports whether somebody belongs to the house.
func (h *Club) Member(id player.ID) bool { return h.Role(id) >= Member }

// Moderator reports whether somebody looks after the house.
func (h *Club) Moderator(id player.ID) bool { return h.Role(id) >= Moderator }

// MayRate reports whether somebody's games may count. On bots of the house
// RatesBots alone decides.
func (h *Club) MayRate(id player.ID) bool {
	return id.Bot() || !id.Guest() && (h.Door() == OpenToAll || h.Role(id) >= Member)
}

// People are all who have a role, the highest first, and then as they came.
func (h *Club) People() []Person {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.SortedFunc(maps.Values(h.members), func(a, b Person) int {
		return cmp.Or(int(b.Role)-int(a.Role), a.Since.Compare(b.Since), cmp.Compare(a.ID, b.ID))
	})
}

// Silenced are those whom nobody hears.
func (h *Club) Silenced() []player.ID {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return slices.Sorted(maps.Keys(h.muted))
}

// What the door says to who may not come in.
var (
	ErrMembersOnly = errors.New("this house is for members; who has an invitation says it: ssh HOST join CODE")
)

// Banishment is why somebody is not let in.
type Banishment struct{ Ban Ban }

// Error is a sentence for who was banned.
func (b *Banishment) Error() string {
	until := ""
	if !b.Ban.Until.IsZero() {
		until = " until " + Minute(b.Ban.Until, time.UTC)
	}
	return fmt.Sprintf("you may not come in%s: %s", until, b.Ban.Reason)
}

// Admit says why somebody may not come in, nil if he may. key is empty for who
// has none.
func (h *Club) Admit(id player.ID, key player.Fingerprint, from netip.Addr) error {
	now := h.now()
	h.mu.RLock()
	defer h.mu.RUnlock()
	role := h.members[id].Role
	for _, b := range h.bans {
		if b.holds(now) && b.meets(id, key, from) && role < Owner {
			return &Banishment{b}
		}
	}
	if role < Member && h.door() == MembersOnly {
		return ErrMembersOnly
	}
	return nil
}

// Barred reports whether nobody at all may come in from an address.
func (h *Club) Barred(from netip.Addr) bool {
	now := h.now()
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, b := range h.bans {
		if b.Range.IsValid() && b.holds(now) && b.Range.Contains(from.Unmap()) {
			return true
		}
	}
	return false
}
