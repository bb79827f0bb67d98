// Package password hashes the passwords of private tables, and limits the number of wrong
// passwords that an account may try. [Checks] does both.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/time/rate"

	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/reserve"
	"quadrille/internal/table"
)

// The parameters of the password hash: the second configuration that OWASP recommends for
// Argon2id. Each stored hash begins with hashForm. Change hashForm whenever the other
// parameters change.
const (
	hashForm   = "argon2id-19m-2-1"
	hashMemory = 19 * 1024 // in KiB
	hashPasses = 2
	hashBytes  = 32
	saltBytes  = 16
)

// Limits on the length of passwords and on the number of wrong passwords.
const (
	minPassword       = 6
	maxPassword       = 128 // in bytes
	maxAccountGuesses = 5   // maximum number of wrong passwords from one account within guessWindow
	maxTableGuesses   = 60  // maximum number of wrong passwords for one table within guessWindow, from all accounts together
	guessWindow       = 10 * time.Minute
	// maximum number of accounts and tables whose wrong passwords are counted; when it is reached, no other account may
	// try a password
	maxGuessers = 20000
)

// The reasons to refuse a password or a guess.
var (
	Unfit = &refusal.Reason{
		Code: "unfit-password",
		Text: "a password must have " + strconv.Itoa(
			minPassword,
		) + " characters or more, and at most " + strconv.Itoa(
			maxPassword,
		) + " bytes",
	}
	TooManyTries = &refusal.Reason{
		Code: "too-many-tries",
		Text: "too many wrong passwords; try again in " + strconv.Itoa(int(guessWindow/maxAccountGuesses/time.Minute)) + " minutes",
	}
)

// Check refuses a text that cannot be a password.
func Check(password string) error {
	if utf8.RuneCountInString(password) < minPassword || len(password) > maxPassword || !utf8.ValidString(password) {
		return Unfit.Refuse()
	}
	return nil
}

// Hash returns the hash of a password.
func (c *Checks) Hash(ctx context.Context, password string) (string, error) {
	if err := Check(password); err != nil {
		return "", err
	}
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // rand.Read never returns an error
	hash, err := c.hash(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return strings.Join(
		[]string{hashForm, base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(hash)},
		"$",
	), nil
}

// Fits reports whether a password matches a stored hash. An empty hash matches no
// password, but Fits then takes as long as for a wrong password.
func (c *Checks) Fits(ctx context.Context, stored, password string) (bool, error) {
	if len(password) > maxPassword {
		return false, nil
	}
	salt, want := make([]byte, saltBytes), []byte{}
	if form, rest, _ := strings.Cut(stored, "$"); form == hashForm {
		first, second, _ := strings.Cut(rest, "$")
		var err error
		if salt, err = base64.RawStdEncoding.DecodeString(first); err != nil {
			return false, err
		}
		if want, err = base64.RawStdEncoding.DecodeString(second); err != nil {
			return false, err
		}
	}
	got, err := c.hash(ctx, password, salt)
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1, err
}

// Checks hashes passwords and limits the number of wrong passwords for each account and
// each table. It hashes only one password at a time, because hashing uses a lot of
// memory.
type Checks struct {
	turn   chan struct{} // capacity 1; holds a value while a password is hashed
	shared reserve.Store // counts the guesses at all nodes; nil if there are no other nodes

	mu    sync.Mutex
	wrong map[string]*rate.Limiter
}

// New returns a Checks that has counted no guesses. If `shared` is not nil, it counts the
// guesses at all nodes of a cluster together.
func New(shared reserve.Store) *Checks {
	return &Checks{turn: make(chan struct{}, 1), shared: shared, wrong: map[string]*rate.Limiter{}}
}

func (c *Checks) hash(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-c.turn }()
	return argon2.IDKey([]byte(password), salt, hashPasses, hashMemory, 1, hashBytes), nil
}

// Charge counts a guess as wrong before the password is checked, so that concurrent guesses
// cannot exceed the limit, also at several nodes.
func (c *Checks) Charge(ctx context.Context, who player.ID, at table.ID, now time.Time) error {
	if c.shared == nil {
		return c.charge(who, at, now)
	}
	_, wait, err := c.shared.Take(ctx, claims(who, at)...)
	if err == nil && wait > 0 {
		err = TooManyTries.Refuse()
	}
	return err
}

// claims returns the buckets of an account and of a table, which hold a token for each wrong
// guess that is still allowed.
func claims(who player.ID, at table.ID) []reserve.Claim {
	var list []reserve.Claim
	for key, most := range guessKeys(who, at) {
		rate := config.Rate{Burst: most, Every: guessWindow / time.Duration(most)}
		list = append(list, reserve.Claim{Kind: "passwords", Who: key, Rate: rate, N: 1})
	}
	return list
}

func (c *Checks) charge(who player.ID, at table.ID, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.wrong) >= maxGuessers {
		maps.DeleteFunc(c.wrong, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	}
	keys := guessKeys(who, at)
	for key := range keys {
		l, known := c.wrong[key]
		if known && l.TokensAt(now) < 1 || !known && len(c.wrong) >= maxGuessers {
			return TooManyTries.Refuse()
		}
	}
	c.count(keys, now)
	return nil
}

// count counts a wrong guess for each of the keys: one key stands for the account, the other
// for the table. The lock must be held.
func (c *Checks) count(keys map[string]int, now time.Time) {
	for key, most := range keys {
		if c.wrong[key] == nil {
			c.wrong[key] = rate.NewLimiter(rate.Every(guessWindow/time.Duration(most)), most)
		}
		c.wrong[key].ReserveN(now, 1)
	}
}

// Refund subtracts a correct guess from the count of wrong guesses, because [Checks.Charge]
// counts every guess before the password is checked.
func (c *Checks) Refund(ctx context.Context, who player.ID, at table.ID, now time.Time) error {
	if c.shared != nil {
		return c.shared.Return(ctx, claims(who, at)...)
	}
	c.refund(who, at, now)
	return nil
}

func (c *Checks) refund(who player.ID, at table.ID, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key := range guessKeys(who, at) {
		if l, ok := c.wrong[key]; ok {
			l.ReserveN(now, -1)
		}
	}
}

func guessKeys(who player.ID, at table.ID) map[string]int {
	return map[string]int{"by " + string(who): maxAccountGuesses, fmt.Sprintf("at %d", at): maxTableGuesses}
}
