package command_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/refusal"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/share"
	"quadrille/internal/service/vacation"
	"quadrille/internal/setup"
	"quadrille/internal/store"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// allReasons lists the reasons of the packages lobby, club and seek, and those of package table
// that package decide does not check. TestEachReasonIsChecked of package decide requires the same
// of the others: each occurs there, and changes nothing.
var allReasons = []*refusal.Reason{
	table.LongKey, table.TooFast, table.InUse, table.CannotStore, table.InDoubt, table.DiskFull, table.TableFailed, table.ServerStopping,
	table.TooManyAdmitted, table.AlreadyEliminated, table.NoSuchPlayer, table.BadDays, table.BadClock, table.NoSuchTable,
	lobby.Closing, lobby.TooManyHosted, setup.BotsUnrated, lobby.PasswordNeeded, lobby.PasswordUnasked, lobby.MembersChoose,
	lobby.GuestsPrivate, lobby.NoEntry, lobby.GuestsPassword, lobby.NotHost, lobby.WasSetAside, lobby.NotConnected, lobby.NotAtTable,
	lobby.NoOpenSeat, lobby.HasSeat, lobby.Declined, lobby.TooManySent, lobby.TooManyOpen, lobby.NoInvitation, lobby.ManyMuted,
	club.NoReason, club.LowRole, club.Oneself, club.HighRole, club.LastOwner, club.GuestRole, club.HasRole, club.NoMember,
	club.NoSuchRole, club.IsMuted, club.NotMuted, club.NotPaused, club.OwnersMute, club.NotMachine,
	club.CodeVoid, club.NameGiven, club.NameInvited,
	club.MembersAlone, club.BanOver, club.BannedAlready, club.OwnerBan, club.NoSuchBan, club.OwnersBan, club.NoAddress, club.WideRange,
	club.NoInvitation, club.InvitationExpired, club.InvitationUsed, club.InvitationRevoked, club.GuestInvited, club.NamedOnce,
	club.BadUses, club.BadTime, club.ManyInvitations, club.NotOpenNumber, club.RoleAlready, club.BadSeeks, club.NoSuchEntry,
	club.NoClubSetting, club.NotSet,
	seek.Off, seek.PublicOnly, seek.NoDays, seek.NotOpen, seek.Ended, seek.BadBotsTime, seek.BadLevel,
}

// world is a club with people of all roles, tables in all phases, a running evening and all
// services, in which commands run as they do in a session.
type world struct {
	*testing.T
	services service.Services
	people   map[string]player.Player
	unnamed  map[string]bool
	dump     *sql.DB
	reached  map[*refusal.Reason]bool
	texts    map[*refusal.Reason]*regexp.Regexp
	seen     map[string]bool  // what saw was called with
	hook     *httptest.Server // answers what webhooks send
	last     table.ID         // the last table that was ever listed
	state    string           // the state after the last run
	version  int64            // the data_version of the database when stored was read
	stored   string           // the rows of the database
}

func newWorld(t *testing.T, reached map[*refusal.Reason]bool) *world {
	t.Helper()
	w := &world{T: t, reached: reached, unnamed: map[string]bool{"Una": true}, seen: map[string]bool{}}
	w.people = map[string]player.Player{"root": {Name: player.Server.Name}}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, dir, quiet := t.Context(), t.TempDir(), slog.New(slog.DiscardHandler)
	st, err := store.Open(ctx, dir, quiet)
	must(err)
	t.Cleanup(func() { _ = st.Close() })
	theClub, err := club.Open(ctx, st.Audit, club.Config{Name: "Club"})
	must(err)
	board, err := notify.OpenBoard(ctx, theClub)
	must(err)
	ratings := st.Ratings(variants.New, quiet)
	reports, err := notify.OpenReports(ctx, theClub, st.Reports(), board, ratings.Called)
	must(err)
	w.hook = httptest.NewTLSServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(out, r.Body) // the challenge is part of the request
	}))
	t.Cleanup(w.hook.Close)
	roots := x509.NewCertPool()
	roots.AddCert(w.hook.Certificate())
	hooks, err := notify.OpenWebhooks(ctx, notify.HookConfig{
		Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Roots: roots,
		Club: theClub, Store: st.Webhooks(), Board: board, Logger: quiet, Targets: 3, Directory: st.Accounts,
		Known: func(context.Context, player.ID) (bool, error) { return true, nil }, Turns: func(player.ID) []notify.Turn { return nil },
		Evening: func() (notify.Evening, bool) { return notify.Evening{}, false },
	})
	must(err)
	mail, err := messages.Open(ctx, messages.Config{
		Store: st.Messages(), Rights: theClub, Names: st.Accounts, Memory: st.Settings, Logger: quiet,
	})
	must(err)
	vacations, err := vacation.Open(ctx, vacation.Config{Store: st.Vacations(), Days: 10, Changed: board.Changed, Logger: quiet})
	must(err)
	theLobby, err := lobby.Open(ctx, lobby.Config{
		Store: st.Tables, Evenings: st.Evenings, Rights: theClub, Ladder: ratings, NewGames: board.NewGames, Audit: theClub.Audit.Note,
		Blocked: mail.Blocked, Logger: quiet,
	})
	must(err)
	t.Cleanup(func() { _ = theLobby.Close(context.Background()) })
	seeks := seek.New(seek.Config{Tables: lobby.ForSeeks(theLobby), Rights: theClub, Enabled: theClub.Settings.Seeks, Logger: quiet})
	t.Cleanup(seeks.Close)
	w.services = service.Services{
		Lobby: theLobby, Seeks: seeks, Club: theClub, Ladder: ratings, Decider: ratings,
		Directory: club.Names{Directory: st.Accounts, Club: theClub},
		Keyring:   st.Keyring, Recovery: st.Keyring, Memory: st.Settings, Accounts: st.Accounts, Messages: mail, Vacations: vacations,
		Notify: notify.Services{Board: board, Reports: reports, Hooks: hooks}, Share: share.New(""),
	}
	w.dump, err = sql.Open("sqlite", datadir.DSN(filepath.Join(dir, datadir.DatabaseName)))
	must(err)
	w.dump.SetMaxOpenConns(1) // data_version counts for a connection
	t.Cleanup(func() { _ = w.dump.Close() })

	for i, p := range []struct {
		name string
		role club.Role
	}{
		{"Olga", club.Owner},
		{"Mina", club.Moderator},
		{"Bob", club.Member},
		{"Cid", club.Member},
		{"Moe", club.Member},
		{"Sid", 0},
		{"Una", 0},
		{"Dan", 0},
	} {
		who := player.Player{ID: player.ID("SHA256:" + strings.Repeat(string(rune('A'+i)), 43)), Name: p.name}
		if p.name == "Una" {
			who.Name = ""
		} else {
			_, err := st.Accounts.Claim(ctx, who.ID, who.Name)
			must(err)
		}
		if p.role > club.Guest {
			must(theClub.Roles.Appoint(ctx, "", who.ID, p.role, ""))
		}
		w.people[p.name] = who
	}
	w.people["Guest"] = player.Player{ID: "guest:abcd", Name: player.GuestName("guest:abcd")}
	for name, who := range w.people {
		if name != "root" && name != "Dan" {
			theLobby.Connect(who)
		}
	}
	must(theClub.Mutes.Set(ctx, "", w.people["Moe"].ID, true, time.Time{}, "loud"))
	bob, cid := w.people["Bob"], w.people["Cid"]
	open := func(words ...string) *table.View {
		terms, err := setup.ParseTerms(words)
		must(err)
		tb, err := theLobby.Create(ctx, bob, terms)
		must(err)
		return tb.View()
	}
	do := func(id table.ID, c table.Command) {
		t.Helper()
		tb, err := theLobby.TableFor(ctx, c.By.ID, id)
		must(err)
		must(tb.Do(ctx, c))
	}
	sitAll := func(id table.ID, four ...player.Player) {
		for seat, who := range four {
			do(id, table.Command{By: who, Kind: table.Sit, Seat: rules.Seat(seat)})
		}
		for _, who := range four {
			do(id, table.Command{By: who, Kind: table.Ready})
		}
	}
	four := []player.Player{bob, cid, w.people["Sid"], w.people["Mina"]}
	do(open("chess4").ID, table.Command{By: cid, Kind: table.Sit, Seat: 1})           // 1: waiting
	do(open("chess4", "private=invited").ID, table.Command{By: bob, Kind: table.Sit}) // 2: private, by invitation
	do(open("chess4", "private=members").ID, table.Command{By: bob, Kind: table.Sit}) // 3: private, for members
	sitAll(open("chess4", "clock=none").ID, four...)                                  // 4: playing, free-for-all
	sitAll(open("verney", "rated=off", "clock=none").ID, four...)                     // 5: playing, in teams
	sitAll(open("chess4", "clock=none").ID, four...)                                  // 6: finished below
	do(6, table.Command{By: bob, Kind: table.Abort})
	open("chess4", "rated=on") // 7: rated
	tb, err := theLobby.CreateWithPassword(
		ctx,
		bob,
		table.Terms{Game: "chess4", Private: table.ByPassword},
		"sesame",
	) // 8: with a password
	must(err)
	do(tb.View().ID, table.Command{By: bob, Kind: table.Sit})
	for seat := range rules.Seat(rules.SeatCount) { // 9: full
		if seat == 0 {
			open("chess4")
		}
		do(9, table.Command{By: four[seat], Kind: table.Sit, Seat: seat})
	}
	return w
}

// lately is the pause of a player who left games.
var lately = club.Pause{Left: 2, Last: time.Now(), Until: time.Now().Add(time.Hour)}

// session returns a session of a person.
func (w *world) session(name string, out, errs *bytes.Buffer) command.Session {
	who := w.people[name]
	key := string(who.ID)
	if who.ID.Guest() {
		key = ""
	}
	return command.Session{
		Services: w.services, Player: who, Named: !w.unnamed[name], Out: out, Err: errs, File: out,
		Fingerprint: key, In: strings.NewReader("x\n"),
		KeyRemoved: func(player.Fingerprint) {}, AccountLeft: func(player.ID) {}, Terminal: true, SSHCommand: "ssh chess.example",
		Join: func(ctx context.Context, code string) (club.Role, error) {
			return w.services.Club.Invitations.Join(ctx, code, who.ID, func(string) error { return nil })
		},
		Admin: &club.Admin{
			Club: w.services.Club, By: who.ID, From: netip.MustParseAddr("192.0.2.1"),
			Directory: w.services.Directory.(club.Names).Directory, Keyring: w.services.Keyring,
			Recovery: w.services.Recovery, Ladder: w.services.Ladder, KeyRemoved: func(player.Fingerprint) {},
			ParseKey: func(string) (player.Fingerprint, error) { return "", errors.New("not a key") },
			Present:  func() []club.Visitor { return nil },
			Pauses:   func() map[player.ID]club.Pause { return map[player.ID]club.Pause{w.people["Sid"].ID: lately} },
		},
	}
}

// rows returns all rows of the database as text. It reads them again only if something was written.
func (w *world) rows() string {
	w.Helper()
	var version int64
	if err := w.dump.QueryRow(`PRAGMA data_version`).Scan(&version); err != nil {
		w.Fatal(err)
	}
	if version == w.version {
		return w.stored
	}
	var b strings.Builder
	names, err := datadir.Texts(w.dump.Query(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`))
	if err != nil {
		w.Fatal(err)
	}
	for _, name := range names {
		if slices.Contains([]string{"quotas", "commits", "summaries", "alive", "rated_through"}, name) ||
			strings.HasPrefix(name, "sqlite_") {
			continue
		}
		rows, err := w.dump.Query("SELECT * FROM \"" + name + "\"")
		if err != nil {
			w.Fatal(err)
		}
		columns, _ := rows.Columns()
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				w.Fatal(err)
			}
			if id, ok := values[0].(int64); ok && id > 9 && slices.Contains(ofTable, name) {
				continue
			}
			if line := fmt.Sprintln(values...); !unasked(name, line) {
				b.WriteString(name + ": " + line)
			}
		}
		_ = rows.Close()
	}
	w.version, w.stored = version, b.String()
	return w.stored
}

// snapshot returns the state of the world: all rows of the database, and what the club, the
// lobby and the tables hold in memory.
func (w *world) snapshot() string {
	w.Helper()
	var b strings.Builder
	b.WriteString(w.rows())
	c, l, last := w.services.Club, w.services.Lobby, table.ID(0)
	fmt.Fprintln(&b, c.Roles.People(), c.Mutes.All(), c.Bans.All(), c.Invitations.Open())
	for _, s := range club.AllSettings {
		value, set := c.Settings.Get(s)
		fmt.Fprintln(&b, s, value, set)
	}
	for _, name := range slices.Sorted(maps.Keys(w.people)) {
		id := w.people[name].ID
		if id == "" {
			continue
		}
		for n := table.ID(1); n < 10; n++ {
			if s := l.Line(id, n); s != nil {
				fmt.Fprintln(&b, name, "sees", n, s.Phase)
			}
		}
		later, _ := l.Tables(id, w.last, 100)
		for _, s := range later {
			last = max(last, s.ID)
		}
		fmt.Fprintln(&b, name, c.BotAccount(id))
	}
	w.last = max(w.last, last)
	fmt.Fprintln(&b, "the last table is", w.last)
	for id := table.ID(1); id < 10; id++ {
		if tb, err := l.AnyTable(context.Background(), id); err == nil {
			v := *tb.View()
			fmt.Fprintln(&b, id, v.Phase, len(v.Moves), v.Chat, v.Resigning, v.Admitted, v.Muted)
			for _, s := range v.Seats {
				fmt.Fprintln(&b, s.Player.ID) // readiness ends by itself, because nobody is connected
			}
		}
	}
	if on := l.Evenings().Current(); on != nil {
		fmt.Fprintln(&b, on.Number, on.Seq)
	}
	return b.String()
}

// unasked tells of rows that tables store by themselves, without a command, and of the audit entry
// about a moderator who enters a private table, which is kept although a later step is refused.
func unasked(name, line string) bool {
	for _, kind := range []string{"heartbeat", "left", "returned", "paused", "resumed"} {
		if strings.Contains(line, `"kind":"`+kind+`"`) {
			return true
		}
	}
	return name == "audit" && strings.Contains(line, " entered ")
}

// ofTable lists the database tables whose rows begin with the number of a table. The tables above 9, which the
// commands opened, close by themselves when nobody attends them; so only their number is compared.
var ofTable = []string{"games", "game_players", "events", "recent_events", "table_origins", "seeks"}

// check compares the state after something that was refused with the state before it.
func (w *world) check(what string, refused bool) {
	w.Helper()
	now := w.snapshot()
	if refused && now != w.state {
		before, after := strings.Split(w.state, "\n"), strings.Split(now, "\n")
		for i := range after {
			if i >= len(before) || after[i] != before[i] {
				w.Errorf("%s was refused and changed %.300q\nto %.300q", what, at(before, i), after[i])
				break
			}
		}
	}
	w.state = now
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// saw records which reasons an error text shows.
func (w *world) saw(text string) {
	if w.seen[text] {
		return
	}
	w.seen[text] = true
	for _, r := range allReasons {
		if w.texts[r] == nil {
			if w.texts == nil {
				w.texts = map[*refusal.Reason]*regexp.Regexp{}
			}
			w.texts[r] = regexp.MustCompile(regexp.MustCompile(`%\\\[\d\\\]s`).ReplaceAllString(regexp.QuoteMeta(r.Text), ".*"))
		}
		if !w.reached[r] && w.texts[r].MatchString(text) {
			w.reached[r] = true
		}
	}
}

// run runs a command line and compares the states.
func (w *world) run(name, line string) {
	w.Helper()
	words, err := command.Words(line)
	if err != nil {
		w.Fatalf("%s: %v", line, err)
	}
	if name == "root" && words[0] != "admin" {
		return
	}
	var out, errs bytes.Buffer
	s := w.session(name, &out, &errs)
	ctx, cancel := context.WithTimeout(player.WithAddress(w.Context(), netip.MustParseAddr("192.0.2.1")), 5*time.Second)
	defer cancel()
	var status int
	if name == "root" {
		status = command.RunAdmin(ctx, s, words[1:])
	} else {
		status, _ = command.Run(ctx, s, words)
	}
	w.saw(errs.String())
	// A vacation is stored before the tables store it, which can be done later.
	refused := status != 0 && !strings.Contains(errs.String(), "the vacation is changed")
	w.check(name+": "+line+": "+strings.TrimSpace(errs.String()), refused)
}

// candidates are values for the words in capital letters in the usage of commands.
var candidates = map[string][]string{
	"N": {"1", "2", "4", "6", "8", "9", "99", "x"}, "TABLE": {"1", "2", "4", "6", "99", "x"},
	"NAME": {"Bob", "Sid", "Mina", "Olga", "Moe", "nobody", "guest-abcd"}, "SEAT": {"white", "gold", "nowhere"},
	"ACTION": {"m7-k7", "a1-a2", "nonsense", "resign", "offer-draw", "claim-draw"}, "CODE": {"ABCD"}, "KEY": {"x"},
	"FINGERPRINT": {"SHA256:x"},
	"ADDRESS":     {"198.51.100.0/24", "0.0.0.0/0", "192.0.2.1", "999.1.1.1"}, "RANGE": {"0.0.0.0/0", "x"},
	"ROLE": {"member", "owner", "guest", "king"}, "NEW": {"Newname", "Olga"}, "VALUE": {"x", "off"},
	"RESULT": {"draw", "void", "white", "purple"}, "GAME": {"chess4", "nogame"}, "TIME": {"1h", "x", "9999d"},
	"REASON": {
		"test",
		"",
		strings.Repeat("long ", 60),
	}, "TEXT": {"hello"}, "PASSWORD": {"sesame", "wrong", ""}, "NUMBER": {"1", "99", "x"},
	"BOARD": {"1", "9", "x"}, "K": {"0", "5", "x"}, "ID": {"a", strings.Repeat("i", 100)}, "DAYS": {"1", "99", "x"},
	"URL":     {"http://x", "x"},
	"COMMAND": {"x"}, "FORM": {"x"}, "DATE": {"x"},
}

// extra are command lines for states that the usage alone does not reach.
var extra = []string{
	"new chess4 private=password", "new chess4 --password sesame", "new chess4 private=members", "new chess4 private=invited",
	"new chess4 rated=on bots=3",
	"new chess4 rated=on private=invited", "new chess4 clock=99", "new chess4 clock=99d",
	"new verney chat=open rated=on", "seek chess4 private=invited",
	"seek chess4 clock=3d",
	"seek chess4 bots=99", "seek chess4 --bots 99h", "seek chess4 --bots x", "seek 1", "seek 99", "play 8 --password wrong",
	"play 8 --password sesame",
	"play 2 white", "invite 2 Dan", "evening new Night --game chess4", "evening new Night --game chess4 --tournament --fixed A,B,C,D",
	"evening add Bob Cid Sid Mina", "evening add nobody", "evening substitute Bob Sid", "evening next", "evening score 1 void",
	"evening score 1 white=99 --reason x", "evening remove Bob", "evening end", "admin invite --role king",
	"admin invite --uses 0", "admin invite --uses 9999",
	"admin invite --for 9999d", "admin invite --name Bob", "admin invite --name New --uses 3", "admin invite --role guest",
	"admin invite --role owner",
	"admin invite --name Newbie --reason x", "name Newbie", "name Bob", "name root", "admin unban 99", "admin revoke 99",
	"admin unset name",
	"admin set nothing x", "admin set entry x", "admin set seeks x", "admin ban Sid --for 1ns --reason x",
	"admin rename Sid Olga --reason x", "admin role Sid owner",
	"admin role guest-abcd member", "admin remove Sid --reason x", "admin remove Olga --reason x", "admin role Olga member",
	"admin unmark Sid --reason x",
	"admin mute Moe --reason x", "admin unpause Bob", "admin unmute Bob", "admin unmute Moe", "move 4 m7-k7 --after 99", "move 4 j1-k3",
	"admin ban 10.0.0.0/8 --reason x", "admin ban 198.51.100.0/24 --reason x",
	"admin mute Mina --reason x", "admin mute Olga --reason x", "invite 1 Dan", "invite 2 Bob", "lobby-chat hello", "tell Bob hello",
	"admin games off --reason x",
	"new chess4", "seek chess4", "evening next", "admin games on", "admin set seeks off", "seek chess4", "admin set seeks on",
}

// word matches a word in capital letters in the usage of a command.
var word = regexp.MustCompile(`^[A-Z]+$`)

// linesOf returns command lines for a usage: with all values of its words, with each flag with
// all its values, and with too few and too many words.
func linesOf(use string) (lines []string) {
	path := strings.TrimSpace(regexp.MustCompile(`^[a-z]+( (key|members|evening) ?[a-z]+| [a-z]+)?( |$)`).FindString(use))
	if under, _, _ := strings.Cut(use, " "); under != "admin" && under != "evening" {
		path = under
	}
	if sub := regexp.MustCompile(`^admin (key|members) [a-z]+ `).FindString(use); sub != "" && !strings.Contains(use, "|") {
		path = strings.TrimSpace(sub)
	}
	rest := strings.TrimPrefix(use, path)
	var flags []string
	for _, m := range regexp.MustCompile(`--([a-z-]+)( [A-Z]+)?`).FindAllStringSubmatch(rest, -1) {
		if m[1] != "json" {
			for _, value := range append([]string{""}, candidates[strings.TrimSpace(m[2])]...) {
				flags = append(flags, " --"+m[1]+" "+quoted(value))
			}
		}
	}
	var args []string // words in capital letters, in order
	for _, w := range strings.FieldsFunc(regexp.MustCompile(`--[a-z-]+( [A-Z]+)?|<.*`).ReplaceAllString(rest, " "), func(r rune) bool {
		return strings.ContainsRune(" []|=,.()", r)
	}) {
		if word.MatchString(w) && len(args) < 3 {
			args = append(args, w)
		}
	}
	reason := ""
	if strings.Contains(use, "--reason") {
		reason = " --reason test"
	}
	lines = []string{path, path + reason, path + " x x x x x x"}
	var build func(args []string, line string)
	build = func(args []string, line string) {
		lines = append(lines, line+reason)
		if len(args) > 0 {
			for _, v := range candidates[args[0]] {
				build(args[1:], line+" "+quoted(v))
			}
		}
	}
	for from := range args {
		build(args[from:min(len(args), from+2)], path)
	}
	for _, f := range flags {
		line := path
		for _, a := range args {
			if c := candidates[a]; len(c) > 0 {
				line += " " + quoted(c[0])
			}
		}
		lines = append(lines, line+f, line+f+reason)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

func quoted(v string) string {
	if v == "" || strings.Contains(v, " ") {
		return "'" + v + "'"
	}
	return v
}

// slow are the commands whose lines are not built from their usage: they write large files, wait,
// only print, or are run by the server.
var slow = []string{"gif", "cast", "picture", "export", "plain", "api", "return", "schema", "analysis", "watch", "help"}

// everyone are the people who run the commands.
var everyone = []string{"Guest", "Una", "Sid", "Moe", "Cid", "Bob", "Mina", "Olga", "root"}

// TestARefusedCommandChangesNothing runs all commands, with valid and invalid arguments, as
// people of each role, and compares the whole stored state and the states in memory before and
// after each command that fails.
func TestARefusedCommandChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes minutes under the race detector")
	}
	reached := map[*refusal.Reason]bool{}
	w := newWorld(t, reached)
	w.state = w.snapshot()
	for _, name := range everyone {
		for _, line := range extra {
			w.run(name, line)
		}
	}
	w = newWorld(t, reached)
	w.state = w.snapshot()
	n := 0
	for _, use := range command.Uses() {
		if slices.Contains(slow, strings.Fields(use)[0]) {
			continue
		}
		for i, line := range linesOf(use) {
			for k := range 3 { // each line as three people, and each person with a third of the lines
				w.run(everyone[(i+3*k)%len(everyone)], line)
				n++
			}
		}
	}
	t.Logf("%d commands", n)
	w.tableCommands()
	w.serviceCalls()
	for _, r := range allReasons {
		switch why := unreached[r.Code]; {
		case !reached[r] && why == "":
			t.Errorf("nothing was refused with %q; add a command or a call, or list it in unreached", r.Code)
		case reached[r] && why != "":
			t.Errorf("something was refused with %q, but unreached lists it, because it %s", r.Code, why)
		}
	}
}

// TestAllReasonsAreListed requires that allReasons has each reason of lobby, club and seek.
func TestAllReasonsAreListed(t *testing.T) {
	for _, name := range []string{"lobby", "club", "seek"} {
		source, err := os.ReadFile("../../service/" + name + "/refusal.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range regexp.MustCompile(`Code: +"([a-z-]+)"`).FindAllStringSubmatch(string(source), -1) {
			if !slices.ContainsFunc(allReasons, func(r *refusal.Reason) bool { return r.Code == code[1] }) {
				t.Errorf("%s: add the reason %q to allReasons", name, code[1])
			}
		}
	}
}

// unreached lists the reasons that the test does not reach, and why.
var unreached = func() map[string]string {
	why := map[string]string{}
	for text, codes := range map[string][]string{
		"needs a fault of the disk or a server that stops; tested in table/live, store and lobby": {
			"in-use", "cannot-store", "in-doubt", "disk-full", "table-failed", "server-stopping", "closing", "table-set-aside",
		},
		"needs more commands than this test runs; tested in table/live, lobby and club": {
			"too-fast", "too-many-admitted", "many-invitations", "invitations-full", "invitations-open",
		},
		"needs a code, which this test cannot know; tested in club": {
			"code-void", "name-invited", "members-only", "invitation-expired", "invitation-used", "invitation-revoked", "role-already",
		},
		"needs a moderator's change in the middle of a command; tested in adjudication and club": {"already-eliminated", "name-given"},
		"is an answer of seek.Await, which waits for a game; tested in seek":                     {"seek-ended"},
	} {
		for _, code := range codes {
			why[code] = text
		}
	}
	return why
}()

// serviceCalls calls the services as screens do, which check less before than the commands: with
// values that the forms of a screen do not offer, and with those that were offered before the
// state changed. It compares the states before and after each call that is refused.
func (w *world) serviceCalls() {
	ctx := player.WithAddress(w.Context(), netip.MustParseAddr("192.0.2.1"))
	v := newWorld(w.T, w.reached)
	v.state = v.snapshot()
	l, seeks := v.services.Lobby, v.services.Seeks
	call := func(what string, err error) {
		w.Helper()
		if r := refusal.Of(err); r != nil {
			v.reached[r] = true
		}
		v.check(fmt.Sprintf("%s: %v", what, err), err != nil)
	}
	terms := []table.Terms{
		{Game: "chess4"},
		{Game: "nogame"},
		{Game: "chess4", Rated: true},
		{Game: "chess4", Rated: true, Bots: 3},
		{Game: "chess4", Private: table.ByPassword},
		{Game: "chess4", Private: table.ForMembers},
		{Game: "chess4", Clock: table.Clock{PerMove: 24 * time.Hour}},
		{Game: "chess4", Clock: table.Clock{Start: -1}},
		{Game: "chess4", Bots: 99},
	}
	for _, name := range []string{"Guest", "Una", "Sid", "Moe", "Cid", "Bob", "Mina", "Olga"} {
		who := v.people[name]
		if v.unnamed[name] {
			who.Name = ""
		}
		for i, t := range terms {
			_, err := l.Create(ctx, who, t)
			call(fmt.Sprintf("%s creates a table with the terms %d", name, i), err)
			_, err = l.CreateWithPassword(ctx, who, t, "x")
			call(fmt.Sprintf("%s creates a table with a password and the terms %d", name, i), err)
			for _, bots := range []time.Duration{seek.Never, 0, time.Hour} {
				_, err = seeks.Start(ctx, who, seek.Want{Terms: t, BotsAfter: bots, BotLevel: i * 20})
				call(fmt.Sprintf("%s seeks the terms %d, with bots after %v", name, i, bots), err)
			}
			_, err = seeks.PlayBots(ctx, who, t)
			call(fmt.Sprintf("%s plays bots with the terms %d", name, i), err)
		}
		for _, id := range []table.ID{1, 2, 4, 6, 7, 8, 9, 99} {
			_, err := seeks.Join(ctx, who, id)
			call(fmt.Sprintf("%s joins the seek %d", name, id), err)
			_, err = l.Unlock(ctx, who, id, "wrong")
			call(fmt.Sprintf("%s guesses the password of table %d", name, id), err)
			for _, other := range []string{"Bob", "Dan", "Guest", "Una"} {
				call(fmt.Sprintf("%s admits %s to table %d", name, other, id), l.Admit(ctx, who, id, v.people[other]))
				call(fmt.Sprintf("%s invites %s to table %d", name, other, id), l.Invite(who, id, 2, v.people[other].ID))
				_, err = l.InviteOrAdmit(ctx, who, id, v.people[other])
				call(fmt.Sprintf("%s invites or admits %s to table %d", name, other, id), err)
			}
		}
		if tb, err := l.Table(ctx, 1); err == nil {
			call(name+" gives a command a long ID", tb.Do(ctx, table.Command{By: who, Kind: table.Sit, ID: strings.Repeat("k", 200)}))
		}
		call(name+" declines no invitation", l.Decline(who.ID, 99))
	}
	v.declined(call)
	for i := range 70 {
		call("Sid mutes one more", l.MuteInvitations(v.people["Sid"].ID, player.ID(fmt.Sprintf("SHA256:%d", i)), true))
	}
	v.adminCalls(ctx, call)
}

// declined has Cid, who has a seat, invite somebody who declines, and then invite them again.
func (w *world) declined(call func(string, error)) {
	sid, l := w.people["Sid"], w.services.Lobby
	tb, err := l.Create(w.Context(), w.people["Cid"], table.Terms{Game: "forchess"})
	if err != nil {
		w.Fatal(err)
	}
	w.state = w.snapshot()
	id := tb.View().ID
	call("Cid invites Sid", l.Invite(w.people["Cid"], id, rules.NoSeat, sid.ID))
	inbox := l.Inbox(sid.ID)
	list, _ := inbox.Take(w.Context())
	inbox.Close()
	for _, one := range list {
		call("Sid declines", l.Decline(sid.ID, one.Number))
	}
	call("Cid invites Sid again", l.Invite(w.people["Cid"], id, rules.NoSeat, sid.ID))
}

// adminCalls calls what the screens for moderators call.
func (w *world) adminCalls(ctx context.Context, call func(string, error)) {
	for _, name := range []string{"Olga", "Mina", "Bob", "Sid"} {
		admin := w.session(name, nil, nil).Admin
		bans, err := admin.BansOf(ctx, "203.0.113.0/24")
		if err == nil {
			_, err = admin.Ban(ctx, bans, "", "test", false)
		}
		call(name+" bans a range", err)
		for _, ban := range w.services.Club.Bans.All() {
			_, err = admin.Unban(ctx, ban.Number+1000, "test")
			call(name+" lifts a ban that does not exist", err)
			if name != "Olga" {
				_, err = admin.Unban(ctx, ban.Number, "test")
				call(name+" lifts a ban of an owner", err)
			}
		}
		for _, other := range []string{"Guest", "Una", "Sid", "Moe", "Mina", "Olga"} {
			target := w.people[other]
			for _, role := range []string{"member", "owner", "king", "guest"} {
				if name == "Olga" && role == "owner" {
					continue // the other calls need one owner
				}
				_, err := admin.Give(ctx, target, role, "test")
				call(fmt.Sprintf("%s gives %s the role %s", name, other, role), err)
			}
			_, err := admin.Remove(ctx, target, "")
			call(fmt.Sprintf("%s removes %s without a reason", name, other), err)
			_, err = admin.Mute(ctx, target, true, "9999d", "test")
			call(fmt.Sprintf("%s mutes %s for too long", name, other), err)
			_, err = admin.Rename(ctx, target, "Bob", "test")
			call(fmt.Sprintf("%s renames %s", name, other), err)
			_, err = admin.RemoveKey(ctx, target, "x", "test")
			call(fmt.Sprintf("%s removes a key of %s", name, other), err)
			_, err = admin.Unmark(ctx, target, "test")
			call(fmt.Sprintf("%s unmarks %s", name, other), err)
		}
		_, _, err = admin.Invite(ctx, "king", 1, "", "")
		call(name+" invites a king", err)
		_, err = admin.Revoke(ctx, 9999, "")
		call(name+" revokes no invitation", err)
		_, err = admin.Set(ctx, "entry", "x", "")
		call(name+" sets a wrong value", err)
		_, err = admin.Unset(ctx, "name", "")
		call(name+" unsets a value", err)
	}
}

// tableCommands runs all commands of tables, at tables in all phases, as people of each role, and
// compares the states before and after each command that is refused.
func (w *world) tableCommands() {
	ctx := w.Context()
	v := newWorld(w.T, w.reached)
	v.state = v.snapshot()
	for _, name := range []string{"Guest", "Moe", "Cid", "Bob"} {
		who := v.people[name]
		for _, id := range []table.ID{1, 2, 4, 5, 6} {
			for i := range table.Commands {
				row := &table.Commands[i]
				for k, c := range []table.Command{
					{Seat: 0, Text: "hello", Choice: table.Wait, Level: 1, Target: v.people["Cid"], Answers: -1},
					{Seat: 2, Text: "", Choice: "x", Level: 99, Target: v.people["Bob"], Answers: 99},
					{Seat: rules.NoSeat, Text: strings.Repeat("long ", 99), Answers: -1},
					{Seat: 1, Square: 5, Action: rules.Action{Type: rules.Resign, Seat: 1}, Level: 3, Answers: -1},
					{Seat: 0, Square: 9, Action: rules.Action{Type: rules.Flag, Seat: 0}, Answers: -1},
				} {
					if (k+i+int(id))%2 == 1 {
						continue
					}
					c.By, c.Kind = who, row.Kind
					tb, err := v.services.Lobby.TableFor(ctx, who.ID, id)
					if err == nil {
						err = tb.Do(ctx, c)
					}
					if r := refusal.Of(err); r != nil {
						v.reached[r] = true
					}
					v.check(fmt.Sprintf("%s at table %d: %s: %v", name, id, row.Names[0], err), err != nil)
				}
			}
		}
	}
}
