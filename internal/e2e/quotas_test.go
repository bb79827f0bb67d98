package e2e

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/sshtest"
)

// neighbour returns a new client at the same address as r.
func (r *commandPlayer) neighbour(t *testing.T, name string) *commandPlayer {
	t.Helper()
	return &commandPlayer{name: name, key: sshtest.NewKey(t), local: r.local}
}

// open opens a table and returns its number.
func (r *commandPlayer) open(t *testing.T, address, order string) int {
	t.Helper()
	id, err := strconv.Atoi(strings.TrimSpace(r.must(t, address, "new "+order)))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// wantRefusal runs a command that must be refused with that sentence.
func (r *commandPlayer) wantRefusal(t *testing.T, address, command, words string) {
	t.Helper()
	if out, err := r.say(address, command); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s says %s: got %q, %v; want a refusal with %q", r.name, command, out, err, words)
	}
}

// floodNames returns names that do not look alike.
func floodNames(n int) []string {
	const letters = "abcdefghkpxz"
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("Flood %c%c", letters[i/len(letters)], letters[i%len(letters)]))
	}
	return names
}

// Without quotas, 125 accounts of one address filled the lobby with eight tables each.
func TestOneAddressDoesNotFillTheLobby(t *testing.T) {
	s := serveConfigured(t, "[limits]\naddress_new_connections = {burst = 1000, every = \"1ms\"}\n[quotas]\naddress_accounts = {burst = 1000, every = \"1s\"}\n")
	from, opened := elsewhere(), 0
	for _, name := range floodNames(125) {
		r := &commandPlayer{name: name, key: sshtest.NewKey(t), local: from}
		r.must(t, s.address, "name "+name)
		for range 8 {
			if _, err := r.say(s.address, "new chess4 clock=3d"); err != nil {
				break
			}
			opened++
		}
		r.hangUp()
	}
	if opened != 36 {
		t.Errorf("one address opened %d tables, want 36", opened)
	}
	last := newCommandPlayer(t, "Somebody else")
	last.must(t, s.address, "name Wanda")
	last.open(t, s.address, "chess4")
	s.stop(syscall.SIGTERM)
	s.start()
	again := &commandPlayer{name: "Flood after", key: sshtest.NewKey(t), local: from}
	again.must(t, s.address, "name Flood After")
	again.wantRefusal(t, s.address, "new chess4", "36 tables opened from your network address wait for players")
	last.hangUp()
	last.open(t, s.address, "chess4")
}

// Without quotas, one address stored 2.1 GB an hour. Players at the same address can
// still play.
func TestOneAddressStoresNoMoreThanItsQuota(t *testing.T) {
	s, at := overseenWith(t, "[quotas]\naddress_events = {burst = 200, every = \"1h\"}\nspare_moves = {burst = 5, every = \"1h\"}\n")
	p := gatherCommandGame(t, s.address, "chess4")
	before := scrape(t, at)["quadrille_events_stored_total"]
	refused := 0
	for _, name := range floodNames(4) { // from 127.0.0.1, all of them
		m := newAPIClient(t, s.testServer, sshtest.NewKey(t), name)
		id := m.must(m.ask("new", fields{"game": "chess4"})).number("table")
		if _, fault := m.ask("sit", fields{"table": id}); fault != nil {
			refused++
			continue
		}
		for n := range 55 {
			if _, fault := m.ask("ready", fields{"table": id, "ready": n%2 == 0}); fault != nil {
				if fault.text("code") != "address-quota" {
					t.Fatalf("%s hears %v", name, fault)
				}
				refused++
			}
		}
	}
	after := scrape(t, at)
	if stored := after["quadrille_events_stored_total"] - before; stored > 200 || refused == 0 {
		t.Errorf("one address stored %v events, and %d were refused; its quota is 200", stored, refused)
	}
	if after[`quadrille_quota_refusals_total{kind="events"}`] != float64(refused) || after[`quadrille_quota_events_used_ratio{of="address"}`] < 0.7 {
		t.Errorf("metrics: %v refusals of %d, %v used", after[`quadrille_quota_refusals_total{kind="events"}`], refused, after[`quadrille_quota_events_used_ratio{of="address"}`])
	}
	s.stop(syscall.SIGTERM)
	s.start()
	for _, r := range p.seats { // they come from there too now
		r.hangUp()
		r.local = ""
	}
	for n := range 8 {
		who, plain, a := p.pick(n)
		who.must(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	m := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Flood later")
	id := m.must(m.ask("new", fields{"game": "chess4"})).number("table")
	m.refused("address-quota", "sit", fields{"table": id})
}

// With little free disk space only running games continue.
func TestRunningGamesContinueWithLittleDisk(t *testing.T) {
	s := serveConfigured(t, "")
	p := gatherCommandGame(t, s.address, "chess4")
	waiting := p.seats[0].open(t, s.address, "chess4")
	talker := newCommandPlayer(t, "Talker")
	talker.must(t, s.address, "name Talker")
	s.write("[quotas]\nfree_disk = 100000000\n")
	s.reload(true)
	const words = "the disk of the server is nearly full"
	p.seats[0].wantRefusal(t, s.address, "new chess4", words)
	p.seats[0].wantRefusal(t, s.address, "name Wanda", words)
	p.seats[0].wantRefusal(t, s.address, "keys add", words)
	p.seats[0].wantRefusal(t, s.address, "settings theme dark", words)
	newCommandPlayer(t, "").wantRefusal(t, s.address, "name Newcomer", words)
	m := newAPIClient(t, s.testServer, talker.key, "Talker")
	m.refused("disk-low", "sit", fields{"table": waiting})
	m.must(m.ask("watch", fields{"table": p.id}))
	m.refused("disk-low", "chat", fields{"table": p.id, "text": "hello", "key": "one"})
	for n := range 3 {
		who, plain, a := p.pick(n)
		who.must(t, s.address, fmt.Sprintf("move %d %s", p.id, plain))
		if _, err := p.game.Play(a); err != nil {
			t.Fatal(err)
		}
	}
	p.resign(t, s.address, 3, 2, 0)
	s.write("")
	s.reload(true)
	p.seats[0].open(t, s.address, "chess4")
}

// Names and key codes are limited.
func TestNamesAndCodesHaveQuotas(t *testing.T) {
	s := serveConfigured(t, `[quotas]
address_accounts = {burst = 3, every = "1h"}
account_names = {burst = 2, every = "1h"}
address_names = {burst = 3, every = "1h"}
account_codes = {burst = 2, every = "1h"}
address_codes = {burst = 3, every = "1h"}
`)
	first := newCommandPlayer(t, "Ann")
	second, third, fourth := first.neighbour(t, "Ben"), first.neighbour(t, "Cleo"), first.neighbour(t, "Dora")
	for _, r := range []*commandPlayer{first, second, third} {
		r.must(t, s.address, "name "+r.name)
	}
	fourth.wantRefusal(t, s.address, "name Dora", "your network address has reached its limit for new accounts: try again in ")
	first.wantRefusal(t, s.address, "name Ben", "Ben") // taken, and not counted
	first.must(t, s.address, "name Anna")
	first.must(t, s.address, "name Anne")
	first.wantRefusal(t, s.address, "name Annie", "your account has reached its limit for changes of name")
	second.must(t, s.address, "name Benno")
	third.wantRefusal(t, s.address, "name Clio", "your network address has reached its limit for changes of name")
	first.must(t, s.address, "keys add")
	first.must(t, s.address, "keys add")
	first.wantRefusal(t, s.address, "keys add", "your account has reached its limit for key codes")
	second.must(t, s.address, "keys add")
	third.wantRefusal(t, s.address, "keys add", "your network address has reached its limit for key codes")
	s.stop(syscall.SIGTERM)
	s.start()
	fourth.hangUp()
	fourth.wantRefusal(t, s.address, "name Dora", "limit for new accounts")
	other := newCommandPlayer(t, "Dora")
	other.must(t, s.address, "name Dora")
}

// overseenWith starts a server with metrics and a configuration.
func overseenWith(t *testing.T, text string) (s *configuredServer, at string) {
	t.Helper()
	s = serveConfigured(t, "[metrics]\nlisten = \"127.0.0.1:0\"\n"+text)
	where := regexp.MustCompile(`"metrics","address":"([^"]+)"`)
	log := s.log.await(t, "the address of metrics", where.MatchString)
	return s, "http://" + where.FindStringSubmatch(log)[1]
}

// A ban closes waiting tables. One command closes all tables of an account or an address.
func TestTablesOfAnAccountOrAddressAreClosed(t *testing.T) {
	s, at := overseenWith(t, "")
	olga := newCommandPlayer(t, "Olga")
	olga.must(t, s.address, "join "+s.ownersCode())
	olga.must(t, s.address, "name Olga")
	bystander := newCommandPlayer(t, "Wanda")
	bystander.must(t, s.address, "name Wanda")
	other := bystander.open(t, s.address, "chess4")
	from := newCommandPlayer(t, "")
	var flood []*commandPlayer
	for _, name := range floodNames(6) {
		r := from.neighbour(t, name)
		r.must(t, s.address, "name "+name)
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
	bystander.wantRefusal(t, s.address, "admin close --account 'Flood aa' --reason spam", "no command")
	olga.wantRefusal(t, s.address, "admin close --account 'Flood aa'", "reason")
	olga.wantRefusal(t, s.address, "admin close --account 'Flood aa' --address 127.0.0.1 --reason spam", "write one of TABLE, --account NAME and --address RANGE")
	if out := olga.must(t, s.address, "admin close --account 'Flood aa' --reason spam"); out != "3 tables are closed\n" {
		t.Errorf("closing those of an account: %s", out)
	}
	live(1 + 15)
	olga.must(t, s.address, "admin ban 'Flood ab' --reason spam")
	s.log.await(t, "the tables of a banned account to close", func(text string) bool {
		return strings.Count(text, `"why":"banned"`) == 3
	})
	live(1 + 12)
	s.stop(syscall.SIGTERM) // where a table was opened is known after a restart
	s.start()
	olga.hangUp()
	if out := olga.must(t, s.address, "admin close --address "+from.local+" --reason spam"); out != "12 tables are closed\n" {
		t.Errorf("closing those of an address: %s", out)
	}
	if audit := olga.must(t, s.address, "admin audit --last 1"); !strings.Contains(audit, from.local+"/32") || !strings.Contains(audit, "12 tables") {
		t.Errorf("the audit: %s", audit)
	}
	flood[3].hangUp()
	flood[3].open(t, s.address, "chess4")
	olga.must(t, s.address, "admin ban "+from.local+"/32 --reason spam")
	s.log.await(t, "the table of a banned address to close", func(text string) bool {
		return strings.Count(text, `"why":"banned"`) == 4
	})
	bystander.hangUp()
	if out := bystander.must(t, s.address, "tables"); !strings.Contains(out, fmt.Sprint(other)) {
		t.Errorf("the table of another player was closed: %s", out)
	}
}

// A table that nobody joins closes even if its host stays connected.
func TestTablesThatNobodyJoinsAreClosed(t *testing.T) {
	s := serveConfigured(t, "")
	host, guest := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ann"), newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ben")
	for n := range 3 {
		id := host.must(host.ask("new", fields{"game": "chess4", "options": fields{"clock": "3d"}})).number("table")
		host.must(host.ask("sit", fields{"table": id}))
		if n == 1 {
			guest.must(guest.ask("sit", fields{"table": id}))
		}
	}
	s.write("[quotas]\ncorrespondence_waiting_timeout = \"1s\"\n")
	s.reload(true)
	s.log.await(t, "the tables that nobody joined to close", func(text string) bool {
		return strings.Count(text, `"why":"nobody joined"`) == 2
	})
	if tables := host.must(host.ask("tables", nil)).list("tables"); len(tables) != 1 || tables[0].(map[string]any)["table"] != 2.0 {
		t.Errorf("the tables are %v", tables)
	}
}

// A table closes after all its players have disconnected, and no longer counts for its
// address.
func TestTablesThatTheirPlayersLeftAreClosed(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "[quotas]\nwaiting_timeout = \"1s\"\ncorrespondence_waiting_timeout = \"1s\"\n")
	host, guest := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ann"), newAPIClient(t, s.testServer, sshtest.NewKey(t), "Ben")
	stays := newAPIClient(t, s.testServer, sshtest.NewKey(t), "Cat")
	open := func(by *apiClient, options fields, others ...*apiClient) {
		id := by.must(by.ask("new", fields{"game": "chess4", "options": options})).number("table")
		for _, p := range others {
			p.must(p.ask("sit", fields{"table": id}))
			p.must(p.ask("ready", fields{"table": id}))
		}
	}
	open(host, fields{"clock": "3d"}, guest)
	open(host, fields{"clock": "5+0"}, guest)
	open(host, fields{"clock": "3d"}, stays, guest)
	host.die()
	guest.die()
	s.log.await(t, "the tables that their players left to close", func(text string) bool {
		return strings.Count(text, `"reason":"nobody connected"`) == 2
	})
	if tables := stays.must(stays.ask("tables", nil)).list("tables"); len(tables) != 1 || tables[0].(map[string]any)["table"] != 3.0 {
		t.Errorf("the tables are %v", tables)
	}
}
