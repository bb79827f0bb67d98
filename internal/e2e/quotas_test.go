package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/sshtest"
)

// samePlace returns a new client with the same address as r.
func (r *commandPlayer) samePlace(t *testing.T, name string) *commandPlayer {
	t.Helper()
	return &commandPlayer{name: name, key: sshtest.NewKey(t), local: r.local}
}

// open opens a table and returns its number.
func (r *commandPlayer) open(t *testing.T, address, order string) int {
	t.Helper()
	id, err := strconv.Atoi(strings.TrimSpace(r.mustRun(t, address, "new "+order)))
	must(t, err)
	return id
}

// checkRefusal checks that a command is refused with the given words.
func (r *commandPlayer) checkRefusal(t *testing.T, address, command, words string) {
	t.Helper()
	if out, err := r.run(address, command); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s runs %s: got %q, %v; want a refusal with %q", r.name, command, out, err, words)
	}
}

// floodNames returns n names. They differ so much that the server accepts them all.
func floodNames(n int) []string {
	const letters = "abcdefghkpxz"
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("Flood %c%c", letters[i/len(letters)], letters[i%len(letters)]))
	}
	return names
}

// A quota limits how much one address can store. Without it, one address could store 2.1 GB
// an hour. When the quota is used up, players at that address can still make moves.
func TestOneAddressStoresNoMoreThanItsQuota(t *testing.T) {
	t.Parallel()
	s, at := serveConfiguredWithMetrics(
		t,
		"[quotas]\naddress_events = {burst = 200, every = \"1h\"}\nspare_moves = {burst = 5, every = \"1h\"}\n",
	)
	p := gatherCommandGame(t, s.address, "chess4")
	before := scrape(t, at)["quadrille_events_stored_total"]
	refused := 0
	for _, name := range floodNames(4) { // these accounts share the address 127.0.0.1 and therefore its quota
		m := newAPIClient(t, s.testServer, sshtest.NewKey(t), name)
		id := m.must(m.request("new", fields{"game": "chess4"})).number("table")
		if _, fault := m.request("sit", fields{"table": id}); fault != nil {
			refused++
			continue
		}
		for n := range 55 {
			if _, fault := m.request("ready", fields{"table": id, "ready": n%2 == 0}); fault != nil {
				if fault.text("code") != "address-quota" {
					t.Fatalf("%s receives %v", name, fault)
				}
				refused++
			}
		}
	}
	after := scrape(t, at)
	if stored := after["quadrille_events_stored_total"] - before; stored > 200 || refused == 0 {
		t.Errorf("one address stored %v events, and %d were refused; its quota is 200", stored, refused)
	}
	if after[`quadrille_quota_refusals_total{kind="events"}`] != float64(refused) ||
		after[`quadrille_quota_events_used_ratio{of="address"}`] < 0.7 {
		t.Errorf(
			"metrics: %v refusals of %d, %v used",
			after[`quadrille_quota_refusals_total{kind="events"}`],
			refused,
			after[`quadrille_quota_events_used_ratio{of="address"}`],
		)
	}
	s.stop(syscall.SIGTERM)
	s.start()
	for _, r := range p.seats { // from now on, the players also connect from the address that has used up its quota
		r.disconnect()
		r.local = ""
	}
	for n := range 8 {
		who, plain, a := p.pick(n)
		who.mustRun(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	m := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Flood later")
	id := m.must(m.request("new", fields{"game": "chess4"})).number("table")
	m.refused("address-quota", "sit", fields{"table": id})
}

// When disk space is low, new tables are refused and running games continue.
func TestRunningGamesContinueWithLittleDisk(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "")
	p := gatherCommandGame(t, s.address, "chess4")
	waiting := p.seats[0].open(t, s.address, "chess4")
	talker := named(t, s.address, "Talker")
	s.write("[quotas]\nfree_disk = 100000000\n")
	s.reload(true)
	const words = "the server's disk is nearly full"
	p.seats[0].checkRefusal(t, s.address, "new chess4", words)
	p.seats[0].checkRefusal(t, s.address, "name Wanda", words)
	p.seats[0].checkRefusal(t, s.address, "keys add", words)
	p.seats[0].checkRefusal(t, s.address, "settings theme dark", words)
	newCommandPlayer(t, "").checkRefusal(t, s.address, "name Newcomer", words)
	m := newAPIClient(t, s.testServer, talker.key, "Talker")
	m.refused("disk-low", "sit", fields{"table": waiting})
	m.must(m.request("watch", fields{"table": p.id}))
	m.refused("disk-low", "chat", fields{"table": p.id, "text": "hello", "key": "one"})
	for n := range 3 {
		who, plain, a := p.pick(n)
		who.mustRun(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	p.resign(t, s.address, 3, 2, 0)
	s.write("")
	s.reload(true)
	p.seats[0].open(t, s.address, "chess4")
}

// An address may claim a limited number of names and create a limited number of key codes.
func TestNamesAndCodesHaveQuotas(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, `[quotas]
address_accounts = {burst = 3, every = "1h"}
account_names = {burst = 2, every = "1h"}
address_names = {burst = 3, every = "1h"}
account_codes = {burst = 2, every = "1h"}
address_codes = {burst = 3, every = "1h"}
`)
	first := newCommandPlayer(t, "Ann")
	second, third, fourth := first.samePlace(t, "Ben"), first.samePlace(t, "Cleo"), first.samePlace(t, "Dora")
	for _, r := range []*commandPlayer{first, second, third} {
		r.mustRun(t, s.address, "name "+r.name)
	}
	fourth.checkRefusal(t, s.address, "name Dora", "your network address has reached its limit for new accounts: try again in ")
	first.checkRefusal(t, s.address, "name Ben", "Ben") // a refused claim of a taken name does not count toward the quotas
	first.mustRun(t, s.address, "name Anna")
	first.mustRun(t, s.address, "name Anne")
	first.checkRefusal(t, s.address, "name Annie", "your account has reached its limit for name changes")
	second.mustRun(t, s.address, "name Benno")
	third.checkRefusal(t, s.address, "name Clio", "your network address has reached its limit for name changes")
	first.mustRun(t, s.address, "keys add")
	first.mustRun(t, s.address, "keys add")
	first.checkRefusal(t, s.address, "keys add", "your account has reached its limit for key codes")
	second.mustRun(t, s.address, "keys add")
	third.checkRefusal(t, s.address, "keys add", "your network address has reached its limit for key codes")
	s.stop(syscall.SIGTERM)
	s.start()
	fourth.disconnect()
	fourth.checkRefusal(t, s.address, "name Dora", "limit for new accounts")
	named(t, s.address, "Dora") // from another address
}

// serveConfiguredWithMetrics starts a server with metrics and the given configuration.
func serveConfiguredWithMetrics(t *testing.T, text string) (s *configuredServer, at string) {
	t.Helper()
	s = serveConfigured(t, "[metrics]\nlisten = \"127.0.0.1:0\"\n"+text)
	return s, s.metricsURL()
}

// A ban closes the waiting tables of the banned account. One command closes all tables of an
// account or address.
func TestTablesOfAnAccountOrAddressAreClosed(t *testing.T) {
	t.Parallel()
	s, at := serveConfiguredWithMetrics(t, "")
	olga := newCommandPlayer(t, "Olga")
	olga.mustRun(t, s.address, "join "+s.ownerCode())
	olga.mustRun(t, s.address, "name Olga")
	bystander := named(t, s.address, "Wanda")
	other := bystander.open(t, s.address, "chess4")
	from := newCommandPlayer(t, "")
	var flood []*commandPlayer
	for _, name := range floodNames(6) {
		r := from.samePlace(t, name)
		r.mustRun(t, s.address, "name "+name)
		r.open(t, s.address, "chess4 clock=3d")
		for range 2 {
			r.open(t, s.address, "chess4 clock=3d private=invited")
		}
		flood = append(flood, r)
	}
	live := func(want float64) {
		t.Helper()
		if n := scrape(t, at)[`quadrille_tables{game="chess4",state="waiting"}`]; n != want {
			t.Errorf("%v tables wait, want %v", n, want)
		}
	}
	live(1 + 18)
	bystander.checkRefusal(t, s.address, "admin close --account 'Flood aa' --reason spam", "no command")
	olga.checkRefusal(t, s.address, "admin close --account 'Flood aa'", "reason")
	olga.checkRefusal(
		t,
		s.address,
		"admin close --account 'Flood aa' --address 127.0.0.1 --reason spam",
		"give exactly one of TABLE, --account NAME and --address RANGE",
	)
	if out := olga.mustRun(t, s.address, "admin close --account 'Flood aa' --reason spam"); out != "3 tables are closed\n" {
		t.Errorf("closing those of an account: %s", out)
	}
	live(1 + 15)
	olga.mustRun(t, s.address, "admin ban 'Flood ab' --reason spam")
	s.log.await(t, "the tables of a banned account to close", func(text string) bool {
		return strings.Count(text, `"why":"banned"`) == 3
	})
	live(1 + 12)
	s.stop(syscall.SIGTERM) // after a restart the server must still know from which address each table was opened
	s.start()
	olga.disconnect()
	if out := olga.mustRun(t, s.address, "admin close --address "+from.local+" --reason spam"); out != "12 tables are closed\n" {
		t.Errorf("closing those of an address: %s", out)
	}
	if audit := olga.mustRun(t, s.address, "admin audit --last 1"); !strings.Contains(audit, from.local+"/32") ||
		!strings.Contains(audit, "12 tables") {
		t.Errorf("the audit: %s", audit)
	}
	flood[3].disconnect()
	flood[3].open(t, s.address, "chess4")
	olga.mustRun(t, s.address, "admin ban "+from.local+"/32 --reason spam")
	s.log.await(t, "the table of a banned address to close", func(text string) bool {
		return strings.Count(text, `"why":"banned"`) == 4
	})
	bystander.disconnect()
	if out := bystander.mustRun(t, s.address, "tables"); !strings.Contains(out, fmt.Sprint(other)) {
		t.Errorf("the table of another player was closed: %s", out)
	}
}

// A waiting table that nobody joins closes after a time, even if its host is connected.
func TestTablesThatNobodyJoinsAreClosed(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "")
	host, guest := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ann"), newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ben")
	for n := range 3 {
		id := host.must(host.request("new", fields{"game": "chess4", "options": fields{"clock": "3d"}})).number("table")
		host.must(host.request("sit", fields{"table": id}))
		if n == 1 {
			guest.must(guest.request("sit", fields{"table": id}))
		}
	}
	s.write("[quotas]\ncorrespondence_waiting_timeout = \"1s\"\n")
	s.reload(true)
	s.log.await(t, "the tables that nobody joined to close", func(text string) bool {
		return strings.Count(text, `"why":"nobody joined"`) == 2
	})
	if tables := host.must(host.request("tables", nil)).list("tables"); len(tables) != 1 || tables[0].(map[string]any)["table"] != 2.0 {
		t.Errorf("the tables are %v", tables)
	}
}

// A table closes after all its players have disconnected. It then no longer counts toward
// the quota of the address that opened it.
func TestTablesThatTheirPlayersLeftAreClosed(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "[quotas]\nwaiting_timeout = \"1s\"\ncorrespondence_waiting_timeout = \"1s\"\n")
	host, guest := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ann"), newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ben")
	stays := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Cat")
	open := func(by *apiClient, options fields, others ...*apiClient) {
		id := by.must(by.request("new", fields{"game": "chess4", "options": options})).number("table")
		for _, p := range others {
			p.must(p.request("sit", fields{"table": id}))
			p.must(p.request("ready", fields{"table": id}))
		}
	}
	open(host, fields{"clock": "3d"}, guest)
	open(host, fields{"clock": "5+0"}, guest)
	open(host, fields{"clock": "3d"}, stays, guest)
	host.drop()
	guest.drop()
	s.log.await(t, "the tables that their players left to close", func(text string) bool {
		return strings.Count(text, `"reason":"nobody connected"`) == 2
	})
	if tables := stays.must(stays.request("tables", nil)).list("tables"); len(tables) != 1 || tables[0].(map[string]any)["table"] != 3.0 {
		t.Errorf("the tables are %v", tables)
	}
}
