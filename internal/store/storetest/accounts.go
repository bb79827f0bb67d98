package storetest

import (
	"context"
	"math"
	"strings"
	"testing"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/store/parts"
	"quadrille/internal/table"
)

// FillAccount creates an account that has data of each kind, such as a rated game, chat and
// a key. It returns the account and the table of the game.
func FillAccount(t *testing.T, s *Store) (me player.Player, id table.ID) {
	t.Helper()
	ctx := context.Background()
	me = Member(1)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := 1; n <= 4; n++ {
		_, err := s.Accounts.Claim(ctx, Member(n).ID, Member(n).Name)
		must(err)
	}
	for _, name := range []string{"once 4711", me.Name} { // claim two names, because a deletion must also delete the former name
		_, err := s.Accounts.Claim(ctx, me.ID, name)
		must(err)
	}
	theme, err := player.ParseChoice("theme", "light")
	must(err)
	must(s.Settings.Remember(ctx, me.ID, theme))
	must(s.Settings.RememberTerminal(ctx, me.ID, "xterm", player.Terminal{Asked: "s"}))
	must(s.Settings.CompleteLesson(ctx, me.ID, "Forks"))
	_, _, err = s.Keyring.Invite(ctx, me.ID)
	must(err)
	id = Played(t, s, RatedTerms(), Four(1, 2, 3, 4), 1, 0, 3)
	other := Member(2)
	appendTo(t, s, id, len(load(t, s, id))+1,
		table.Event{Kind: table.Chatted, At: noon, Player: &me, Text: "my telephone is 4711"},
		table.Event{Kind: table.Chatted, At: noon, Player: &other, Text: "well played"},
		table.Event{Kind: table.Muted, At: noon, Player: &other, Target: &me})
	_, err = s.Audit.Record(
		ctx,
		club.AuditEntry{At: noon, By: me.ID, Action: club.Muted, Target: Member(3).ID, Reason: "loud"},
		math.MaxInt64,
	)
	must(err)
	_, err = s.Audit.Record(ctx, club.AuditEntry{At: noon, By: Member(3).ID, Action: club.Unmuted, Target: me.ID}, math.MaxInt64)
	must(err)
	_, err = s.Audit.Record(
		ctx,
		club.AuditEntry{At: noon, By: Member(3).ID, Action: club.Renamed, Target: me.ID, Former: "4711 of old", Value: me.Name},
		math.MaxInt64,
	)
	must(err)
	_, err = s.Audit.Record(
		ctx,
		club.AuditEntry{At: noon, By: Member(3).ID, Action: club.KeyRemoved, Target: me.ID, Key: "SHA256:4711"},
		math.MaxInt64,
	)
	must(err)
	must(RatingsOf(s).Decide(ctx, club.RatingsDecision{Table: int64(id), Author: string(me.ID), Reason: "a slip", Counts: false}))
	must(RatingsOf(s).Decide(ctx, club.RatingsDecision{Table: int64(id), Author: string(me.ID), Reason: "no slip", Counts: true}))
	for _, report := range []notify.Report{
		{
			At: noon, By: me.ID, About: other.ID, Reason: "took 4711 from me",
			Lines: []notify.Line{{At: noon, By: me.ID, Text: "4711 again"}},
		},
		{
			At: noon, By: other.ID, About: me.ID, Reason: "says 4711 all day",
			Lines: []notify.Line{{At: noon, By: me.ID, Text: "4711 again"}, {At: noon, By: other.ID, Text: "stop 4711"}},
		},
	} {
		_, err = s.Reports().AddReport(ctx, report)
		must(err)
	}
	must(s.Webhooks().SetHook(ctx, notify.Hook{Owner: me.ID, URL: "https://example.org/4711", Secret: "4711"}))
	must(s.Webhooks().PutDelivery(ctx, notify.Delivery{ID: "4711", Owner: me.ID, Subject: "table 1", Body: []byte("4711")}))
	for _, m := range []messages.Message{
		{At: noon, From: me.ID, To: other.ID, Text: "call 4711"},
		{At: noon, From: other.ID, To: me.ID, Text: "4711?", Held: true},
		{At: noon, From: me.ID, Text: "4711 to all"},
	} {
		_, err = s.Messages().AddMessage(ctx, m)
		must(err)
	}
	must(s.Messages().SetRelation(ctx, messages.Relation{Kind: messages.Follows, From: me.ID, To: other.ID}, true))
	must(s.Messages().SetRelation(ctx, messages.Relation{Kind: messages.Blocks, From: other.ID, To: me.ID}, true))
	Standings(t, RatingsOf(s))
	_, err = s.Evenings.BeginEvening(ctx, 0, pairing.Event{Kind: pairing.Added, At: noon, By: &me, People: []player.Player{other, me}})
	must(err)
	return me, id
}

// No method of the store returns the name or ID of a deleted account. The account's games
// and the ratings of other players do not change.
func testDeletedAccountIsForgotten(t *testing.T, b *Backend) {
	s := b.opened(t)
	me, id := FillAccount(t, s)
	before := Standings(t, RatingsOf(s))
	if _, err := s.Accounts.Delete(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	WantForgotten(t, s, me, id)
	after := Standings(t, RatingsOf(s))
	if len(after) != len(before)-1 {
		t.Errorf("%d players on the ladder, want one less than %d", len(after), len(before))
	}
	WantSound(t, RatingsOf(s), 1)
}

// WantForgotten reads all data and requires that none of it names the account.
func WantForgotten(t *testing.T, s *Store, me player.Player, id table.ID) {
	t.Helper()
	for _, e := range load(t, s, id) {
		for _, p := range []*player.Player{e.Player, e.Target} {
			if p != nil && (p.ID == me.ID || p.Name == me.Name) {
				t.Errorf("%+v still names the account", e)
			}
		}
		if strings.Contains(e.Text, "4711") {
			t.Errorf("their chat is still stored: %q", e.Text)
		}
	}
	ctx := t.Context()
	if events, err := s.Evenings.LoadEvening(ctx, 1); err != nil || !events[0].By.ID.Deleted() || !events[0].People[1].ID.Deleted() ||
		events[0].People[0] != Member(2) {
		t.Errorf("the evening: %+v, %v", events, err)
	}
	if m, err := s.Accounts.Mentions(ctx, me.ID); err != nil || len(m) > 0 {
		t.Errorf("mentions: %v, %v", m, err)
	}
	if _, ok, err := s.Accounts.Lookup(ctx, me.ID); err != nil || ok {
		t.Errorf("the deleted account still has a name: %v", err)
	}
	if keys, err := s.Keyring.Keys(ctx, me.ID); err != nil || len(keys) > 0 {
		t.Errorf("keys: %v, %v", keys, err)
	}
	if kept, err := s.Settings.Recall(ctx, me.ID); err != nil || kept != (player.Settings{}) {
		t.Errorf("settings: %v, %v", kept, err)
	}
	if kept, err := s.Settings.Terminals(ctx, me.ID); err != nil || len(kept) > 0 {
		t.Errorf("terminals: %v, %v", kept, err)
	}
	if titles, err := s.Settings.Lessons(ctx, me.ID); err != nil || len(titles) > 0 {
		t.Errorf("lessons: %v, %v", titles, err)
	}
	entries, err := s.Audit.Entries(ctx, 0)
	if err != nil || len(entries) != 4 || !entries[0].By.Deleted() || entries[0].Target != Member(3).ID || !entries[1].Target.Deleted() {
		t.Fatalf("entries: %+v, %v", entries, err)
	}
	for _, d := range entries[2:] {
		if !d.Target.Deleted() || d.Key != "" || d.Former != d.Value ||
			d.Action == club.Renamed && d.Value != player.AnonymousName(d.Target) {
			t.Errorf("the audit entry %+v still names the account", d)
		}
	}
	if found, err := s.Tables.Search(ctx, table.Search{Player: me.ID}); err != nil || len(found) > 0 {
		t.Errorf("found: %v, %v", found, err)
	}
	if begun, err := s.Accounts.Deletions(ctx); err != nil || len(begun) > 0 {
		t.Errorf("deletions: %v, %v", begun, err)
	}
}

// The next start completes a deletion that a crash interrupted.
func testDeletionResumesAfterCrash(t *testing.T, b *Backend) {
	s := b.opened(t)
	me, id := FillAccount(t, s)
	err := s.Update(t.Context(), func(tx *parts.Tx) (refused, failed error) {
		return nil, tx.BeginDeletion(me.ID, player.NewAnonymous())
	})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := s.Accounts.Mentions(t.Context(), me.ID); err != nil || len(m) == 0 {
		t.Fatal("the deletion has only begun, but no stored event contains the account's ID any more")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	WantForgotten(t, b.opened(t), me, id)
}

// After its account is deleted, a key logs in as a new player, who may claim the old name
// again.
func testKeyOfDeletedAccountCanReturn(t *testing.T, b *Backend) {
	s := b.opened(t)
	me, _ := FillAccount(t, s)
	if _, err := s.Accounts.Delete(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	holder, err := s.Keyring.Holder(t.Context(), player.Fingerprint(me.ID))
	if err != nil || holder != me.ID {
		t.Errorf("the key logs in to %s, %v", holder, err)
	}
	if again, err := s.Accounts.Claim(t.Context(), holder, me.Name); err != nil || again != me {
		t.Errorf("%v, %v", again, err)
	}
	if _, err := s.Accounts.Claim(t.Context(), Member(9).ID, "deleted-k7f3"); err == nil {
		t.Error("another account could claim the name of a deleted account")
	}
}
