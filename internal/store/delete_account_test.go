package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/club"
	"quadrille/internal/evening/pairing"
	"quadrille/internal/messages"
	"quadrille/internal/notify"
	"quadrille/internal/player"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
)

// fillAccount stores data of an account: a rated game, chat, a key, a setting, an audit
// entry, reports and a ratings decision. It returns the account and the table.
func fillAccount(t *testing.T, s *Store) (me player.Player, id table.ID) {
	t.Helper()
	ctx := context.Background()
	me = member(1)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := 1; n <= 4; n++ {
		_, err := s.Accounts.Claim(ctx, member(n).ID, member(n).Name)
		must(err)
	}
	for _, name := range []string{"once 4711", me.Name} { // former names must be deleted too
		_, err := s.Accounts.Claim(ctx, me.ID, name)
		must(err)
	}
	theme, err := player.ParseChoice("theme", "light")
	must(err)
	must(s.Settings.Remember(ctx, me.ID, theme))
	_, _, err = s.Keyring.Invite(ctx, me.ID)
	must(err)
	id = played(t, s, ratedTerms(), four(1, 2, 3, 4), 1, 0, 3)
	other := member(2)
	appendTo(t, s, id, len(load(t, s, id))+1,
		table.Event{Kind: table.Chatted, At: noon, Player: &me, Text: "my telephone is 4711"},
		table.Event{Kind: table.Chatted, At: noon, Player: &other, Text: "well played"},
		table.Event{Kind: table.Muted, At: noon, Player: &other, Target: &me})
	_, err = s.Audit.Record(ctx, club.AuditEntry{At: noon, By: me.ID, Action: club.Muted, Target: member(3).ID, Reason: "loud"})
	must(err)
	_, err = s.Audit.Record(ctx, club.AuditEntry{At: noon, By: member(3).ID, Action: club.Unmuted, Target: me.ID})
	must(err)
	_, err = s.Audit.Record(ctx, club.AuditEntry{At: noon, By: member(3).ID, Action: club.Renamed, Target: me.ID, Former: "4711 of old", Value: me.Name})
	must(err)
	_, err = s.Audit.Record(ctx, club.AuditEntry{At: noon, By: member(3).ID, Action: club.KeyRemoved, Target: me.ID, Key: "SHA256:4711"})
	must(err)
	must(ratingsOf(s).Decide(ctx, club.RatingsDecision{Table: int64(id), Author: string(me.ID), Reason: "a slip", Counts: false}))
	must(ratingsOf(s).Decide(ctx, club.RatingsDecision{Table: int64(id), Author: string(me.ID), Reason: "no slip", Counts: true}))
	for _, report := range []notify.Report{
		{At: noon, By: me.ID, About: other.ID, Reason: "took 4711 from me", Lines: []notify.Line{{At: noon, By: me.ID, Text: "4711 again"}}},
		{At: noon, By: other.ID, About: me.ID, Reason: "says 4711 all day", Lines: []notify.Line{{At: noon, By: me.ID, Text: "4711 again"}, {At: noon, By: other.ID, Text: "stop 4711"}}},
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
	must(s.Messages().SetLink(ctx, messages.Link{Kind: messages.Follows, From: me.ID, To: other.ID}, true))
	must(s.Messages().SetLink(ctx, messages.Link{Kind: messages.Blocks, From: other.ID, To: me.ID}, true))
	standings(t, ratingsOf(s))
	_, err = s.Evenings.BeginEvening(ctx, pairing.Event{Kind: pairing.Added, At: noon, By: &me, People: []player.Player{other, me}})
	must(err)
	return me, id
}

// No row names a deleted account, nor does the WAL, nor, after a vacuum, any byte of the
// file. Its games and the ratings of other players do not change.
func TestDeletedAccountLeavesNoTrace(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	me, id := fillAccount(t, s)
	before := standings(t, ratingsOf(s))
	anonymous, err := s.Accounts.Delete(t.Context(), me.ID)
	if err != nil || !strings.HasPrefix(anonymous.Name, "deleted-") || !anonymous.ID.Deleted() {
		t.Fatalf("%v, %v", anonymous, err)
	}
	wantForgotten(t, s, me, id)
	if p, ok, err := s.Accounts.Lookup(t.Context(), anonymous.ID); err != nil || !ok || p != anonymous {
		t.Errorf("the anonymous is %v, %v, %v", p, ok, err)
	}
	var rest []club.Standing
	for _, one := range before {
		if one.Player.ID != me.ID {
			rest = append(rest, one)
		}
	}
	after := standings(t, ratingsOf(s))
	for i := range after {
		if after[i].Player != rest[i].Player || after[i].Rating != rest[i].Rating {
			t.Errorf("the ladder was %+v, and is %+v", rest, after)
		}
	}
	wantSound(t, ratingsOf(s), 1)
	wantEmptyWAL(t, dir)
	wantNoRow(t, s, me)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	vacuumed(t, dir)
	wantNoTrace(t, dir, me)
}

// wantEmptyWAL requires that the WAL has no data.
func wantEmptyWAL(t *testing.T, dir string) {
	t.Helper()
	if wal := strings.Trim(readAll(t, filepath.Join(dir, datadir.DatabaseName+"-wal")), "\x00"); wal != "" {
		t.Errorf("the WAL has %d bytes", len(wal))
	}
}

// wantNoRow requires that no row of any SQL table names the account.
func wantNoRow(t *testing.T, s *Store, me player.Player) {
	t.Helper()
	tables, err := datadir.Texts(s.read.Query(`SELECT name FROM sqlite_schema WHERE type = 'table'`))
	if err != nil || len(tables) < 10 {
		t.Fatal(tables, err)
	}
	for _, name := range tables {
		rows, err := s.read.Query(`SELECT * FROM ` + name)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			if err := rows.Scan(values...); err != nil {
				t.Fatal(err)
			}
			for i := range values {
				text := fmt.Sprintf("%s", *values[i].(*any))
				_, number := (*values[i].(*any)).(int64)
				if !number && (strings.Contains(text, string(me.ID)) || strings.Contains(text, me.Name) || strings.Contains(text, "4711")) {
					t.Errorf("%s.%s still has %.200s", name, columns[i], text)
				}
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func vacuumed(t *testing.T, dir string) {
	t.Helper()
	v, err := Vacuum(t.Context(), dir, slog.New(slog.DiscardHandler))
	if err != nil || v.After <= 0 || v.After > v.Before {
		t.Errorf("%+v, %v", v, err)
	}
}

// wantNoTrace requires that no file contains any data of the account.
func wantNoTrace(t *testing.T, dir string, me player.Player) {
	t.Helper()
	for _, name := range []string{datadir.DatabaseName, datadir.DatabaseName + "-wal"} {
		file, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil && (bytes.Contains(file, []byte(me.Name)) || bytes.Contains(file, []byte(me.ID)) || bytes.Contains(file, []byte("4711"))) {
			t.Errorf("%s still names them", name)
		}
	}
}

// wantForgotten requires that everything can be read, and that nothing read names the
// account.
func wantForgotten(t *testing.T, s *Store, me player.Player, id table.ID) {
	t.Helper()
	for _, e := range load(t, s, id) {
		for _, p := range []*player.Player{e.Player, e.Target} {
			if p != nil && (p.ID == me.ID || p.Name == me.Name) {
				t.Errorf("%+v still names them", e)
			}
		}
		if strings.Contains(e.Text, "4711") {
			t.Errorf("their chat is still stored: %q", e.Text)
		}
	}
	ctx := t.Context()
	if events, err := s.Evenings.LoadEvening(ctx, 1); err != nil || !events[0].By.ID.Deleted() || !events[0].People[1].ID.Deleted() || events[0].People[0] != member(2) {
		t.Errorf("the evening: %+v, %v", events, err)
	}
	if m, err := s.Accounts.Mentions(ctx, me.ID); err != nil || len(m) > 0 {
		t.Errorf("mentions: %v, %v", m, err)
	}
	if _, ok, err := s.Accounts.Lookup(ctx, me.ID); err != nil || ok {
		t.Errorf("they still have a name: %v", err)
	}
	if keys, err := s.Keyring.Keys(ctx, me.ID); err != nil || len(keys) > 0 {
		t.Errorf("keys: %v, %v", keys, err)
	}
	if kept, err := s.Settings.Recall(ctx, me.ID); err != nil || kept != (player.Settings{}) {
		t.Errorf("settings: %v, %v", kept, err)
	}
	entries, err := s.Audit.Entries(ctx, 0)
	if err != nil || len(entries) != 4 || !entries[0].By.Deleted() || entries[0].Target != member(3).ID || !entries[1].Target.Deleted() {
		t.Fatalf("entries: %+v, %v", entries, err)
	}
	for _, d := range entries[2:] {
		if !d.Target.Deleted() || d.Key != "" || d.Former != d.Value || d.Action == club.Renamed && d.Value != player.AnonymousName(d.Target) {
			t.Errorf("the audit entry %+v still names them", d)
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
func TestDeletionResumesAfterCrash(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	me, id := fillAccount(t, s)
	err := s.writer.submit(t.Context(), func(p *writeConn) (refused, failed error) {
		return nil, p.tx().BeginDeletion(me.ID, player.NewAnonymous())
	})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := s.Accounts.Mentions(t.Context(), me.ID); err != nil || len(m) == 0 {
		t.Fatal("nothing is left for the next start")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wantForgotten(t, reopened(t, dir), me, id)
}

// After its account is deleted, a key logs in as a new player, who may claim the old name
// again.
func TestKeyOfDeletedAccountCanReturn(t *testing.T) {
	s := opened(t)
	me, _ := fillAccount(t, s)
	if _, err := s.Accounts.Delete(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	holder, err := s.Keyring.Holder(t.Context(), player.Fingerprint(me.ID))
	if err != nil || holder != me.ID {
		t.Errorf("the key leads to %s, %v", holder, err)
	}
	if again, err := s.Accounts.Claim(t.Context(), holder, me.Name); err != nil || again != me {
		t.Errorf("%v, %v", again, err)
	}
	if _, err := s.Accounts.Claim(t.Context(), member(9).ID, "deleted-k7f3"); err == nil {
		t.Error("the name of a deleted account was given away")
	}
}

// After a vacuum no page of the file contains data of a deleted account, even after much
// chat and many renames and merges.
func TestVacuumRemovesDeletedAccounts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := reopened(t, dir)
	me, id := fillAccount(t, s)
	other := member(2)
	said := 0
	for range 12 {
		var events []table.Event
		for range 100 {
			said++
			by := me
			if said%3 == 0 {
				by = other
			}
			text := fmt.Sprintf("4711 %0*d", said%200, said)
			switch said % 20 {
			case 0: // a text longer than a page of the database
				text = strings.Repeat(text, 9000/len(text)+said%7)
			case 10:
				by, text = member(3), strings.Repeat("x", 4500+37*(said%97)) // chat of an account that is not deleted
			}
			events = append(events, table.Event{Kind: table.Chatted, At: noon, Player: &by, Text: text})
		}
		appendTo(t, s, id, len(load(t, s, id))+1, events...)
		for n := range 15 {
			p := player.Player{ID: player.ID(fmt.Sprintf("SHA256:guest%d", n)), Name: fmt.Sprintf("Person %d of %d", n, said)}
			_, err := s.Accounts.Claim(t.Context(), p.ID, p.Name)
			if err == nil {
				_, err = s.Accounts.Claim(t.Context(), me.ID, fmt.Sprintf("My 4711 %d", n))
			}
			if err == nil {
				_, err = s.Evenings.BeginEvening(t.Context(), pairing.Event{Kind: pairing.Added, At: noon, By: &other, People: []player.Player{p, me, other}})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.Accounts.Delete(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Accounts.Delete(t.Context(), other.ID); err != nil { // this account also wrote texts with 4711
		t.Fatal(err)
	}
	wantEmptyWAL(t, dir)
	wantNoRow(t, s, me)
	wantNoRow(t, s, other)
	if log := load(t, s, id); len(log) < said || log[len(log)-1].Text != table.DeletedText {
		t.Errorf("%d events, the last %+v", len(log), log[len(log)-1])
	}
	if _, err := Vacuum(t.Context(), dir, slog.New(slog.DiscardHandler)); reasonIn(err) != datadir.InUse {
		t.Errorf("while a server runs: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	vacuumed(t, dir)
	wantNoTrace(t, dir, me)
	wantNoTrace(t, dir, other)
	if d, err := datadir.Diagnose(t.Context(), dir); err != nil || len(d.Damaged) > 0 {
		t.Errorf("the database after that: %+v, %v", d, err)
	}
}
