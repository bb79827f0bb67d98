package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/player"
)

// The maximum numbers of keys of an account, of unused codes of an account, and of unused
// codes of all accounts.
const maxKeys, openOfOne, openInAll = 16, 3, 4096

func testKeyRefusals(t *testing.T, b *Backend) {
	r := newRing(t, b)
	ctx := context.Background()
	inky, clyde := r.Named("Inky"), r.Named("Clyde")
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
		"there already":      {func() error { _, err := r.Keyring.Join(ctx, r.Invite(inky), "SHA256:Inky"); return err }, player.KeyKnown},
		"has a name": {
			func() error { _, err := r.Keyring.Join(ctx, r.Invite(inky), "SHA256:Clyde"); return err },
			player.HasAccount,
		},
		"no code": {func() error { _, err := r.Keyring.Join(ctx, "k7f3", "SHA256:x"); return err }, player.CodeNotOpen},
		"unknown code": {func() error {
			code, _ := player.NewInvite()
			_, err := r.Keyring.Join(ctx, code, "SHA256:x")
			return err
		}, player.CodeNotOpen},
	} {
		t.Run(what, func(t *testing.T) { wantKeyReason(t, c.do(), c.want) })
	}
	r.Leads(inky, "SHA256:Inky")
	r.Leads(clyde, "SHA256:Clyde")
}

func testRefusedJoinKeepsCodeOpen(t *testing.T, b *Backend) {
	r := newRing(t, b)
	inky := r.Named("Inky")
	r.Named("Clyde")
	code := r.Invite(inky)
	_, err := r.Keyring.Join(context.Background(), code, "SHA256:Clyde")
	wantKeyReason(t, err, player.HasAccount)
	r.Join(code, "SHA256:b")
}

func testCodeExpiresAfterTenMinutes(t *testing.T, b *Backend) {
	r := newRing(t, b)
	now := noon
	r.Clock = clocktest.At(func() time.Time { return now })
	inky := r.Named("Inky")
	code, until, err := r.Keyring.Invite(context.Background(), inky)
	if err != nil || until != noon.Add(10*time.Minute) {
		t.Fatalf("open until %v, %v", until, err)
	}
	other := r.Invite(inky)
	now = until.Add(-time.Microsecond)
	r.Join(code, "SHA256:b")
	now = until
	_, err = r.Keyring.Join(context.Background(), other, "SHA256:c")
	wantKeyReason(t, err, player.CodeNotOpen)
}

func testRemovingKeyDeletesCodes(t *testing.T, b *Backend) {
	r := newRing(t, b)
	inky := r.Named("Inky")
	r.Join(r.Invite(inky), "SHA256:b")
	code := r.Invite(inky)
	r.Remove(inky, "SHA256:b")
	_, err := r.Keyring.Join(context.Background(), code, "SHA256:b")
	wantKeyReason(t, err, player.CodeNotOpen)
}

func testCodesAndKeysAreLimited(t *testing.T, b *Backend) {
	r := newRing(t, b)
	ctx := context.Background()
	now := noon
	r.Clock = clocktest.At(func() time.Time { return now })
	inky := r.Named("Inky")
	var codes []string
	for range openOfOne + 1 {
		now = now.Add(time.Second)
		codes = append(codes, r.Invite(inky))
	}
	_, err := r.Keyring.Join(ctx, codes[0], "SHA256:b")
	wantKeyReason(t, err, player.CodeNotOpen)
	r.Join(codes[1], "SHA256:1")
	for n := 2; n < maxKeys-1; n++ {
		r.Join(r.Invite(inky), player.Fingerprint(fmt.Sprint("SHA256:", n)))
	}
	one, more := r.Invite(inky), r.Invite(inky)
	r.Join(one, "SHA256:last")
	_, err = r.Keyring.Join(ctx, more, "SHA256:x")
	wantKeyReason(t, err, player.ManyKeys)
	_, _, err = r.Keyring.Invite(ctx, inky)
	wantKeyReason(t, err, player.ManyKeys)
}

func testTotalCodesAreLimited(t *testing.T, b *Backend) {
	r := newRing(t, b)
	now := noon
	r.Clock = clocktest.At(func() time.Time { return now })
	inky := r.Named("Inky")
	r.execute(t, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO key_codes (hash, account, until) SELECT CAST('code ' || i AS `+b.Blob+`), 'SHA256:' || i, $2 FROM n`,
		openInAll, noon.Add(time.Minute).UnixMicro())
	_, _, err := r.Keyring.Invite(context.Background(), inky)
	wantKeyReason(t, err, player.ManyCodes)
	now = noon.Add(time.Minute)
	r.Join(r.Invite(inky), "SHA256:b")
	var left int
	if err := r.Read.QueryRowContext(r.Context(), `SELECT count(*) FROM key_codes`).Scan(&left); left != 0 || err != nil {
		t.Errorf("%d key codes are left, want 0; error %v", left, err)
	}
}

func testCodeAddsOneKey(t *testing.T, b *Backend) {
	r := newRing(t, b)
	inky := r.Named("Inky")
	code := r.Invite(inky)
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
