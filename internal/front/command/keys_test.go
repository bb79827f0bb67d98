package command_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/store"
)

// keyTest is a store on disk with accounts that have several keys.
type keyTest struct {
	*testLobby
	kept  *store.Store
	ended []player.Fingerprint
}

func newStrongbox(t *testing.T) *keyTest {
	t.Helper()
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "data"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return &keyTest{testLobby: newTestLobby(t), kept: kept}
}

// with returns a new session that uses a key.
func (b *keyTest) with(key player.Fingerprint) command.Session {
	b.Helper()
	id, err := b.kept.Keyring.Holder(b.Context(), key)
	b.must(err)
	who, named, err := b.kept.Accounts.Lookup(b.Context(), id)
	b.must(err)
	who.ID = id
	s := b.by(who, false)
	s.Named, s.Fingerprint, s.Directory, s.Keyring = named, string(key), b.kept.Accounts, b.kept.Keyring
	s.KeyRemoved = func(key player.Fingerprint) { b.ended = append(b.ended, key) }
	return s
}

// code runs the command "keys add" and returns the code that it prints.
func (b *keyTest) code(s command.Session) string {
	b.Helper()
	out, errs, status, _ := b.run(s, "keys add")
	code, ok := strings.CutPrefix(out, "ssh chess.example keys join ")
	if status != 0 || !ok || strings.Count(out, "\n") != 1 || !strings.Contains(errs, " UTC. ") {
		b.Fatalf("keys add: status %d, %q, %q", status, out, errs)
	}
	return strings.TrimSpace(code)
}

func TestASecondKeyByCommand(t *testing.T) {
	b := newStrongbox(t)
	today := " added " + time.Now().UTC().Format(time.DateOnly) + "  used " + time.Now().UTC().Format(time.DateOnly)
	if out, _ := b.ok(b.with("SHA256:one"), "keys"); out != "SHA256:one  this one\n" {
		t.Errorf("keys of a newcomer:\n%s", out)
	}
	b.ok(b.with("SHA256:one"), "name Inky")
	code := b.code(b.with("SHA256:one"))
	if out, _ := b.ok(b.with("SHA256:two"), "keys join "+code); out != "Inky SHA256:two\n" {
		t.Errorf("keys join: %q", out)
	}
	if out, _ := b.ok(b.with("SHA256:two"), "whoami"); out != "Inky SHA256:two\n" {
		t.Errorf("whoami: %q", out)
	}
	want := "SHA256:one " + today + "\nSHA256:two " + today + "  this one\n"
	if out, _ := b.ok(b.with("SHA256:two"), "keys"); out != want {
		t.Errorf("keys:\n%swant:\n%s", out, want)
	}
	terminal := b.with("SHA256:two")
	terminal.Terminal = true
	if out, _ := b.ok(terminal, "keys"); strings.Contains(out, "added") || !strings.Contains(out, "| CURRENT") {
		t.Errorf("keys on a terminal:\n%s", out)
	}
	b.refused(b.with("SHA256:three"), "keys join "+code, "is used, expired")
}

// The command "keys --json" prints an object for each key. The key of a player without a
// name is not stored, so its object has no dates.
func TestKeysForPrograms(t *testing.T) {
	b := newStrongbox(t)
	list := func(key player.Fingerprint) (list []map[string]any) {
		t.Helper()
		out, _ := b.ok(b.with(key), "keys --json")
		for line := range strings.Lines(out) {
			var one map[string]any
			b.must(json.Unmarshal([]byte(line), &one))
			list = append(list, one)
		}
		return list
	}
	if got := list("SHA256:one"); !reflect.DeepEqual(got, []map[string]any{{"fingerprint": "SHA256:one", "current": true}}) {
		t.Errorf("of a newcomer: %v", got)
	}
	b.ok(b.with("SHA256:one"), "name Inky")
	b.ok(b.with("SHA256:two"), "keys join "+b.code(b.with("SHA256:one")))
	got := list("SHA256:two")
	if len(got) != 2 || got[0]["fingerprint"] != "SHA256:one" || got[0]["current"] != false || got[1]["current"] != true {
		t.Fatalf("of two: %v", got)
	}
	for _, day := range []string{"added", "used"} {
		if at, err := time.Parse(time.RFC3339, got[1][day].(string)); err != nil || time.Since(at) > 48*time.Hour {
			t.Errorf("%s %v, %v", day, got[1][day], err)
		}
	}
}

func TestRemovingKeysByCommand(t *testing.T) {
	b := newStrongbox(t)
	b.ok(b.with("SHA256:one"), "name Inky")
	b.ok(b.with("SHA256:two"), "keys join "+b.code(b.with("SHA256:one")))
	b.refused(b.with("SHA256:one"), "keys remove SHA256:x", "no such key")
	if len(b.ended) != 0 {
		t.Errorf("a refusal ended %v", b.ended)
	}
	b.ok(b.with("SHA256:two"), "keys remove one")
	if !slices.Equal(b.ended, []player.Fingerprint{"SHA256:one"}) {
		t.Errorf("ended: %v", b.ended)
	}
	if out, _ := b.ok(b.with("SHA256:one"), "keys"); strings.Contains(out, "two") {
		t.Errorf("a removed key sees\n%s", out)
	}
	b.refused(b.with("SHA256:one"), "keys remove SHA256:two", "no such key")
	b.refused(b.with("SHA256:two"), "keys remove SHA256:two", "last key")
}

// A session that removes its own key receives the reply before it is closed.
func TestRemovingTheKeyOfThisSession(t *testing.T) {
	b := newStrongbox(t)
	b.ok(b.with("SHA256:one"), "name Inky")
	b.ok(b.with("SHA256:two"), "keys join "+b.code(b.with("SHA256:one")))
	s := b.with("SHA256:two")
	var said strings.Builder
	s.Out, s.Err = &said, io.Discard
	s.KeyRemoved = func(player.Fingerprint) {
		if said.String() != "removed SHA256:two\n" {
			t.Errorf("before the end it said %q", said.String())
		}
		said.WriteString("ended")
	}
	if status, _ := command.Run(t.Context(), s, []string{"keys", "remove", "SHA256:two"}); status != 0 ||
		!strings.HasSuffix(said.String(), "ended") {
		t.Errorf("status %d, said %q", status, said.String())
	}
}

func TestWhatKeysRefuses(t *testing.T) {
	b := newStrongbox(t)
	b.ok(b.with("SHA256:one"), "name Inky")
	b.ok(b.with("SHA256:two"), "name Clyde")
	guest := b.with("SHA256:one")
	guest.Fingerprint, guest.Player = "", player.Player{ID: "guest:k7f39mpwx2qdh8ta", Name: "guest-k7f3"}
	for _, line := range []string{"keys", "keys add", "keys join x", "keys remove x"} {
		b.refused(guest, line, "a guest has no keys")
	}
	b.refused(b.with("SHA256:new"), "keys add", "run \"name NAME\" first")
	b.refused(b.with("SHA256:two"), "keys join "+b.code(b.with("SHA256:one")), "the account of Clyde")
	for line, want := range map[string]string{
		"keys nonsense":   "usage: keys [add | join CODE",
		"keys join":       "usage: keys [add | join CODE",
		"keys add now":    "usage: keys [add | join CODE",
		"keys remove":     "usage: keys [add | join CODE",
		"keys join a b":   "too many",
		"keys --force":    "no such flag",
		"keys add --json": "usage: keys [add | join CODE",
		"keys join k7f3-": "keys add",
	} {
		b.refused(b.with("SHA256:one"), line, want)
	}
}
