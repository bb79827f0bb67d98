package command_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

// readingRows are the administrative commands that change nothing, by their path.
var readingRows = []string{
	"admin", "admin here", "admin members", "admin member", "admin invitations", "admin bans", "admin pauses", "admin settings",
	"admin audit",
	"admin reports", "admin report", "admin key", "evening", "evening show", "evening standings", "evening sheet", "evening list",
}

// ownChoices are the commands of players about themselves at an evening.
var ownChoices = []string{"evening join", "evening leave"}

// administrativeActions are command lines of the owner Olga, in this order, and the actions that
// the audit log must name after each. A line that begins with "root" is run on the machine; LAST is
// the number of the last entry, and HOOK the URL of a server that answers.
var administrativeActions = []struct{ line, actions string }{
	{"evening new Night --game chess4 clock=none", "evening-begun"},
	{"evening add Bob Cid Sid Mina", "evening-added evening-added evening-added evening-added"},
	{"evening next", "evening-round"},
	{"evening add Dan", "evening-added"},
	{"evening substitute Cid Dan", "evening-substituted evening-substituted"},
	{"evening score 1 void --reason x", "scored"},
	{"evening remove Cid", "evening-removed"},
	{"evening end", "evening-ended"},
	{"admin members add --role member --reason x", "appointed"},
	{"admin role Sid member", "appointed"},
	{"admin mute Sid --reason x", "muted"},
	{"admin unmute Sid", "unmuted"},
	{"admin unpause Sid", "pause-lifted"},
	{"admin unmark Sid --reason x", "bot-unmarked"},
	{"admin rename Sid Sidney --reason x", "renamed"},
	{"admin key add Sidney KEY --reason x", "key-added"},
	{"admin key remove Sidney " + newKey + " --reason x", "key-removed"},
	{"admin key code Sidney --reason x", "recovery-code"},
	{"root admin export Bob", "account-exported"},
	{"admin remove Sidney --reason x", "removed"},
	{"admin invite", "invited"},
	{"admin revoke LAST", "revoked"},
	{"admin ban 198.51.100.0/24 --reason x", "banned"},
	{"admin unban LAST", "unbanned"},
	{"admin set name Klub", "set"},
	{"admin unset name", "unset"},
	{"admin announce hello", "announced"},
	{"admin announce --clear", "announcement-cleared"},
	{"admin games off --reason x", "games-paused"},
	{"admin games on", "games-resumed"},
	{"admin resolve 1 --reason x", "report-closed"},
	{"admin webhook set HOOK", "webhook-set"},
	{"admin webhook off", "webhook-off"},
	{"admin unseat 9 Bob --reason x", "unseated"},
	{"admin adjudicate 7 draw --reason x", "adjudicated"},
	{"admin void 7 --reason x", "voided"},
	{"admin restore 7 --reason x", "counted"},
	{"admin close 2 --reason x", "entered closed"},
	{"admin erase Ede --reason x", "account-deleted account-erased"},
}

// newKey is the fingerprint of the key that the commands of the test add.
var newKey = "SHA256:" + strings.Repeat("z", 43)

// TestEachAdministrativeCommandLeavesAnAuditEntry runs every administrative command. Each must
// leave its entry in the audit log, or be listed as one that only reads.
func TestEachAdministrativeCommandLeavesAnAuditEntry(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	if err := w.services.Club.MarkBotAccount(t.Context(), w.people["Sid"].ID); err != nil {
		t.Fatal(err)
	}
	if _, err := w.services.Directory.Claim(t.Context(), "SHA256:"+player.ID(strings.Repeat("e", 43)), "Ede"); err != nil {
		t.Fatal(err)
	}
	w.administer("Bob", "report Sid rude")
	rated, err := w.services.Lobby.Table(t.Context(), 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []table.CommandKind{table.Sit, table.Ready} {
		for seat, name := range []string{"Bob", "Cid", "Mina", "Moe"} {
			if err := rated.Do(t.Context(), table.Command{By: w.people[name], Kind: kind, Seat: rules.Seat(seat)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	run := map[string]bool{}
	for _, one := range administrativeActions {
		name, line := "Olga", one.line
		if rest, root := strings.CutPrefix(line, "root "); root {
			name, line = "root", rest
		}
		run[pathOf(line)] = true
		if got := strings.Join(w.administer(name, line), " "); got != one.actions {
			t.Errorf("%s: the audit log has %q, want %q", line, got, one.actions)
		}
	}
	for _, use := range command.Uses() {
		path := pathOf(use)
		if first := strings.Fields(use)[0]; first != "admin" && first != "evening" {
			continue
		}
		reads := slices.Contains(readingRows, path) || slices.Contains(ownChoices, path)
		if reads == run[path] {
			t.Errorf("%s: add it to the commands that the test runs, or to those that only read", use)
		}
	}
	for _, line := range []string{
		"admin here", "admin members", "admin member Bob", "admin invitations", "admin bans", "admin settings", "admin audit",
		"admin reports --all", "admin report 1", "evening show 1", "evening standings 1", "evening sheet 1", "evening list",
	} {
		if got := w.administer("Olga", line); len(got) > 0 {
			t.Errorf("%s, which only reads: the audit log has %q", line, got)
		}
	}
}

// pathOf returns the words of a command line, or of a usage, that name the command.
func pathOf(line string) string {
	words := strings.Fields(line)
	n := 2
	if len(words) > 2 &&
		(words[1] == "key" && slices.Contains([]string{"add", "code", "remove"}, words[2]) && !strings.Contains(line, "|") ||
			words[1] == "members" && words[2] == "add") {
		n = 3
	}
	path := words[:min(n, len(words))]
	if len(path) == 2 && (path[1] == "COMMAND" || path[0] == "evening" && strings.HasPrefix(path[1], "evening")) {
		path = path[:1]
	}
	return strings.Join(path, " ")
}

// administer runs a command, which must succeed, and returns the actions of the audit entries
// that it left.
func (w *world) administer(name, line string) (actions []string) {
	w.Helper()
	before, err := w.services.Club.Audit.Since(w.Context(), 0)
	if err != nil {
		w.Fatal(err)
	}
	last := strconv.FormatInt(before[len(before)-1].Number, 10)
	words, err := command.Words(strings.NewReplacer("LAST", last, "HOOK", w.hook.URL).Replace(line))
	if err != nil {
		w.Fatal(err)
	}
	var out, errs bytes.Buffer
	s := w.session(name, &out, &errs)
	s.In = strings.NewReader("ssh-ed25519 AAAA zed\n")
	s.Admin.ParseKey = func(string) (player.Fingerprint, error) { return player.FingerprintOf(newKey), nil }
	var status int
	if name == "root" {
		status = command.RunAdmin(w.Context(), s, words[1:])
	} else {
		status, _ = command.Run(w.Context(), s, words)
	}
	if status != 0 {
		w.Errorf("%s: %s: %s", name, line, errs.String())
	}
	after, err := w.services.Club.Audit.Since(w.Context(), 0)
	if err != nil {
		w.Fatal(err)
	}
	for _, e := range after[len(before):] {
		actions = append(actions, string(e.Action))
	}
	return actions
}

// TestAModeratorAtAPrivateTableIsInTheAuditLog has a moderator run several commands at a private
// table. One entry says that they entered it, and one whom they admitted.
func TestAModeratorAtAPrivateTableIsInTheAuditLog(t *testing.T) {
	w := newWorld(t, map[*refusal.Reason]bool{})
	var got []string
	for _, line := range []string{"record 2", "play 2", "record 2", "link 2"} {
		words, _ := command.Words(line)
		var out, errs bytes.Buffer
		_, _ = command.Run(t.Context(), w.session("Mina", &out, &errs), words)
	}
	if err := w.services.Lobby.Admit(t.Context(), w.people["Mina"], 2, w.people["Sid"]); err != nil {
		t.Fatal(err)
	}
	got = w.administer("Bob", "record 2")
	if len(got) > 0 {
		t.Errorf("the host's own table: %q", got)
	}
	entries, err := w.services.Club.Audit.Since(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Action == club.Entered || e.Action == club.Admitted {
			got = append(got, string(e.Action))
			if e.By != w.people["Mina"].ID || e.Table != 2 || (e.Action == club.Admitted) != (e.Target == w.people["Sid"].ID) {
				t.Errorf("%+v", e)
			}
		}
	}
	if strings.Join(got, " ") != "entered admitted" {
		t.Errorf("the audit log has %q", got)
	}
}
