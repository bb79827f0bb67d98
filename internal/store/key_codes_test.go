package store

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"quadrille/internal/player"
)

// Limits of keys and codes.
const maxKeys, openOfOne, openInAll = 16, 3, 4096

func TestKeyRefusals(t *testing.T) {
	r := newRing(t)
	ctx := context.Background()
	inky, clyde := r.named("Inky"), r.named("Clyde")
	const guest = player.ID("guest:k7f39mpwx2qdh8ta")
	for what, c := range map[string]struct {
		do   func() error
		want *player.Reason
	}{
		"last":               {func() error { return r.Keyring.Remove(ctx, inky, "SHA256:Inky") }, player.LastKey},
		"another's":          {func() error { return r.Keyring.Remove(ctx, inky, "SHA256:Clyde") }, player.NoSuchKey},
		"noObserver's":       {func() error { return r.Keyring.Remove(ctx, inky, "SHA256:x") }, player.NoSuchKey},
		"no account":         {func() error { return r.Keyring.Remove(ctx, "SHA256:x", "SHA256:x") }, player.NoSuchKey},
		"guest's":            {func() error { return r.Keyring.Remove(ctx, guest, "SHA256:x") }, player.KeylessGuest},
		"guest invites":      {func() error { _, _, err := r.Keyring.Invite(ctx, guest); return err }, player.KeylessGuest},
		"noObserver invites": {func() error { _, _, err := r.Keyring.Invite(ctx, "SHA256:x"); return err }, player.Nameless},
		"there already":      {func() error { _, err := r.Keyring.Join(ctx, r.invite(inky), "SHA256:Inky"); return err }, player.KeyKnown},
		"has a name":         {func() error { _, err := r.Keyring.Join(ctx, r.invite(inky), "SHA256:Clyde"); return err }, player.HasAccount},
		"no code":            {func() error { _, err := r.Keyring.Join(ctx, "k7f3", "SHA256:x"); return err }, player.CodeNotOpen},
		"unknown code": {func() error {
			code, _ := player.NewInvite()
			_, err := r.Keyring.Join(ctx, code, "SHA256:x")
			return err
		}, player.CodeNotOpen},
	} {
		t.Run(what, func(t *testing.T) { wantKeyReason(t, c.do(), c.want) })
	}
	r.leads(inky, "SHA256:Inky")
	r.leads(clyde, "SHA256:Clyde")
}

func TestRefusedJoinKeepsCodeOpen(t *testing.T) {
	r := newRing(t)
	inky := r.named("Inky")
	r.named("Clyde")
	code := r.invite(inky)
	_, err := r.Keyring.Join(context.Background(), code, "SHA256:Clyde")
	wantKeyReason(t, err, player.HasAccount)
	r.join(code, "SHA256:b")
}

func TestCodeExpiresAfterTenMinutes(t *testing.T) {
	r := newRing(t)
	now := noon
	r.Now = func() time.Time { return now }
	inky := r.named("Inky")
	code, until, err := r.Keyring.Invite(context.Background(), inky)
	if err != nil || until != noon.Add(10*time.Minute) {
		t.Fatalf("open until %v, %v", until, err)
	}
	other := r.invite(inky)
	now = until.Add(-time.Microsecond)
	r.join(code, "SHA256:b")
	now = until
	_, err = r.Keyring.Join(context.Background(), other, "SHA256:c")
	wantKeyReason(t, err, player.CodeNotOpen)
}

func TestRemovingKeyDeletesCodes(t *testing.T) {
	r := newRing(t)
	inky := r.named("Inky")
	r.join(r.invite(inky), "SHA256:b")
	code := r.invite(inky)
	r.remove(inky, "SHA256:b")
	_, err := r.Keyring.Join(context.Background(), code, "SHA256:b")
	wantKeyReason(t, err, player.CodeNotOpen)
}

func TestCodesAndKeysAreLimited(t *testing.T) {
	r := newRing(t)
	ctx := context.Background()
	now := noon
	r.Now = func() time.Time { return now }
	inky := r.named("Inky")
	var codes []string
	for range openOfOne + 1 {
		now = now.Add(time.Second)
		codes = append(codes, r.invite(inky))
	}
	_, err := r.Keyring.Join(ctx, codes[0], "SHA256:b")
	wantKeyReason(t, err, player.CodeNotOpen)
	r.join(codes[1], "SHA256:1")
	for n := 2; n < maxKeys-1; n++ {
		r.join(r.invite(inky), player.Fingerprint(fmt.Sprint("SHA256:", n)))
	}
	one, more := r.invite(inky), r.invite(inky)
	r.join(one, "SHA256:last")
	_, err = r.Keyring.Join(ctx, more, "SHA256:x")
	wantKeyReason(t, err, player.ManyKeys)
	_, _, err = r.Keyring.Invite(ctx, inky)
	wantKeyReason(t, err, player.ManyKeys)
}

func TestTotalCodesAreLimited(t *testing.T) {
	r := newRing(t)
	now := noon
	r.Now = func() time.Time { return now }
	inky := r.named("Inky")
	const fill = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO key_codes (hash, account, until) SELECT randomblob(32), 'SHA256:' || i, ? FROM n`
	if _, err := r.writer.conn.conn.ExecContext(context.Background(), fill, openInAll, noon.Add(time.Minute).UnixMicro()); err != nil {
		t.Fatal(err)
	}
	_, _, err := r.Keyring.Invite(context.Background(), inky)
	wantKeyReason(t, err, player.ManyCodes)
	now = noon.Add(time.Minute)
	r.join(r.invite(inky), "SHA256:b")
	var left int
	if err := r.read.QueryRow(`SELECT count(*) FROM key_codes`).Scan(&left); left != 0 || err != nil {
		t.Errorf("%d codes are left, %v", left, err)
	}
}

func TestCodeAddsOneKey(t *testing.T) {
	r := newRing(t)
	inky := r.named("Inky")
	code := r.invite(inky)
	var all sync.WaitGroup
	for n := range 20 {
		all.Go(func() {
			if _, err := r.Keyring.Join(context.Background(), code, player.Fingerprint(fmt.Sprint("SHA256:", n))); err != nil {
				wantKeyReason(t, err, player.CodeNotOpen)
			}
		})
	}
	all.Wait()
	if keys := r.keys(inky); len(keys) != 2 {
		t.Errorf("the keys are %v", keys)
	}
}

// TestCodeIsStoredAsHash searches every file of the directory for the code.
func TestCodeIsStoredAsHash(t *testing.T) {
	r := newRing(t)
	code := r.invite(r.named("Inky"))
	files, err := filepath.Glob(filepath.Join(r.dir.Path, "*"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToLower(string(data))
		if strings.Contains(text, code) || strings.Contains(text, strings.ReplaceAll(code, "-", "")) {
			t.Errorf("it stands in %s", path)
		}
	}
}
