package e2e

import (
	"slices"
	"testing"

	"quadrille/internal/sshtest"
)

// TestAPIClientsCannotTakeReservedNames tries to claim the names of a bot and of a deleted
// account, in several spellings. All attempts are refused.
func TestAPIClientsCannotTakeReservedNames(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	m := connectAPIClient(t, s, sshtest.NewKey(t), "nobody")
	refused := []string{"reserved-name", "bad-character", "mixed-scripts", "loose-accent", "name-taken", "empty-text", "bad-value"}
	for _, name := range []string{
		"Bot 3", "bot3", "BOT-6", "B0t 3", "Bot\u00a03", "Ｂｏｔ 3", "Bot ３", "Вot 3", "Bоt 3", "bot_3", "bot.3", "Bot ③", "Bot \u200b3",
		"deleted-k7f3", "DELETED-K7F3", "deleted k7f3", "deleted_k7f3", "deleted.k7f3", "dеleted-k7f3", "deleted–k7f3", "ｄｅｌｅｔｅｄ-k7f3",
		"deleted\u200b-k7f3",
		"guest-k7f3", "admin", "", " ", "\u202eadam", "a\x1b[31mb", "\x00",
	} {
		if result, fault := m.request("hello", fields{"name": name}); name != "" && !slices.Contains(refused, fault.text("code")) {
			t.Errorf("it is called %q: %v, %v", name, result.in("you"), fault)
		}
	}
	if you := m.must(m.request("hello", nil)); you["named"] != false {
		t.Errorf("it has a name: %v", you)
	}
}

// TestAPIClientThatLeftGetsNoEvents checks that a client that has left a table gets no more
// events of this table, and that its requests to the table are refused.
func TestAPIClientThatLeftGetsNoEvents(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	m := newAPIClient(t, s, sshtest.NewKey(t), "Robo")
	id := m.must(m.request("new", fields{"game": "chess4"})).number("table")
	m.must(m.request("sit", fields{"table": id}))
	m.must(m.request("leave", fields{"table": id}))
	for do, with := range map[string]fields{
		"ready": nil, "state": nil, "legal": nil, "leave": nil, "resign": nil,
		"move": {"ply": 0, "action": "a2-a4"}, "chat": {"text": "hello"}, "offer": nil,
	} {
		all := fields{"table": id}
		for name, value := range with {
			all[name] = value
		}
		if _, fault := m.request(do, all); fault.text("code") != "not-followed" && fault.text("code") != "missing-field" {
			t.Errorf("%s: %v", do, fault)
		}
	}
	for _, after := range []any{1 << 40, -1, 1e30, "0", 0.5} {
		if _, fault := m.request("watch", fields{"table": id, "after": after}); fault == nil {
			t.Errorf("received events after %v", after)
		}
	}
}
