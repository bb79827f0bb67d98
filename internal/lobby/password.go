package lobby

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/time/rate"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// The cost of hashing a password: the second setting of Argon2id that OWASP recommends. Each
// stored hash begins with lockForm. Change lockForm whenever the cost changes.
const (
	lockForm   = "argon2id-19m-2-1"
	lockMemory = 19 * 1024 // in KiB
	lockPasses = 2
	lockBytes  = 32
	saltBytes  = 16
)

// Limits on the length of passwords and on the number of wrong passwords.
const (
	minPassword       = 6
	maxPassword       = 128 // in bytes
	maxAccountGuesses = 5   // wrong passwords by one account within guessWindow
	maxTableGuesses   = 60  // wrong passwords for one table within guessWindow, by all accounts together
	guessWindow       = 10 * time.Minute
	maxGuessers       = 20000 // number of accounts and tables with wrong passwords at which no other account may guess
)

// newLock returns the hash of a password.
func (g *guesses) newLock(ctx context.Context, password string) (string, error) {
	if utf8.RuneCountInString(password) < minPassword || len(password) > maxPassword || !utf8.ValidString(password) {
		return "", UnfitPassword.Refuse()
	}
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // rand.Read never returns an error
	hash, err := g.hash(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return strings.Join([]string{lockForm, base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(hash)}, "$"), nil
}

// fits reports whether a password matches the stored hash lock. It takes equally long if
// lock is empty.
func (g *guesses) fits(ctx context.Context, lock, password string) (bool, error) {
	if len(password) > maxPassword {
		return false, nil
	}
	salt, want := make([]byte, saltBytes), []byte{}
	if form, rest, _ := strings.Cut(lock, "$"); form == lockForm {
		first, second, _ := strings.Cut(rest, "$")
		var err error
		if salt, err = base64.RawStdEncoding.DecodeString(first); err != nil {
			return false, err
		}
		if want, err = base64.RawStdEncoding.DecodeString(second); err != nil {
			return false, err
		}
	}
	got, err := g.hash(ctx, password, salt)
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1, err
}

// guesses limits the number of wrong passwords for each account and each table. Only one
// password is hashed at a time, because hashing needs much memory.
type guesses struct {
	turn chan struct{} // capacity 1; holds a value while a password is hashed

	mu    sync.Mutex
	wrong map[string]*rate.Limiter
}

func newGuesses() *guesses {
	return &guesses{turn: make(chan struct{}, 1), wrong: map[string]*rate.Limiter{}}
}

func (g *guesses) hash(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case g.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-g.turn }()
	return argon2.IDKey([]byte(password), salt, lockPasses, lockMemory, 1, lockBytes), nil
}

// charge counts a guess as wrong before the password is checked, so that concurrent guesses
// cannot exceed the limit.
func (g *guesses) charge(who player.ID, at table.ID, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.wrong) >= maxGuessers {
		maps.DeleteFunc(g.wrong, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	}
	keys := guessKeys(who, at)
	for key := range keys {
		l, known := g.wrong[key]
		if known && l.TokensAt(now) < 1 || !known && len(g.wrong) >= maxGuessers {
			return TooManyTries.Refuse()
		}
	}
	for key, most := range keys {
		if g.wrong[key] == nil {
			g.wrong[key] = rate.NewLimiter(rate.Every(guessWindow/time.Duration(most)), most)
		}
		g.wrong[key].AllowN(now, 1)
	}
	return nil
}

// refund cancels the charge for a correct guess.
func (g *guesses) refund(who player.ID, at table.ID, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for key := range guessKeys(who, at) {
		if l, ok := g.wrong[key]; ok {
			l.ReserveN(now, -1)
		}
	}
}

func guessKeys(who player.ID, at table.ID) map[string]int {
	return map[string]int{"by " + string(who): maxAccountGuesses, fmt.Sprintf("at %d", at): maxTableGuesses}
}
