package main

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/tools/bench/child"
	"quadrille/rules"
)

// person is a player with an SSH key.
type person struct {
	player.Player
	key ssh.Signer
}

func newPerson(name string) (person, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return person{}, err
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		return person{}, err
	}
	id := player.ID(ssh.FingerprintSHA256(key.PublicKey()))
	return person{player.Player{ID: id, Name: name}, key}, nil
}

// tablePlayers holds the four players of a table, by seat.
type tablePlayers [rules.SeatCount]person

// fixture is a data directory with running games, of people or of bots.
type fixture struct {
	data   string
	record *record
	plies  int    // number of plies played at each table
	bots   int    // level of the bots at the tables; 0 if people play
	prefix string // prefix of the players' names
	tables map[table.ID]tablePlayers
}

// newFixture creates a data directory with tables of four people each. At each table the given
// number of plies of the recorded game has been played.
func newFixture(ctx context.Context, dir string, tables, plies int) (*fixture, error) {
	r, err := readRecord()
	if err != nil {
		return nil, err
	}
	f := &fixture{data: dir, record: r, plies: plies, prefix: "Player", tables: map[table.ID]tablePlayers{}}
	return f, f.create(ctx, tables)
}

// newBotFixture creates a data directory with tables at which four bots of the given level
// begin a game. Each table also has four accounts that can watch it.
func newBotFixture(ctx context.Context, dir string, tables, level int) (*fixture, error) {
	r, err := readRecord()
	if err != nil {
		return nil, err
	}
	prefix := fmt.Sprintf("Watcher %d", level)
	f := &fixture{data: dir, record: r, bots: level, prefix: prefix, tables: map[table.ID]tablePlayers{}}
	return f, f.create(ctx, tables)
}

func (f *fixture) create(ctx context.Context, tables int) error {
	db, err := child.OpenDatabase(ctx, filepath.Clean(f.data), "", "", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(f.createTables(ctx, db, tables), db.Close())
}

// createTables creates all tables concurrently, so that they share commits of the store.
func (f *fixture) createTables(ctx context.Context, db child.Database, tables int) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	errs := make([]error, tables)
	for n := range tables {
		all.Go(func() {
			id, people, err := f.createTable(ctx, db, n)
			mu.Lock()
			defer mu.Unlock()
			f.tables[id], errs[n] = people, err
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *fixture) createTable(ctx context.Context, db child.Database, n int) (table.ID, tablePlayers, error) {
	var people tablePlayers
	for seat := range people {
		var err error
		if people[seat], err = newPerson(fmt.Sprintf("%s %d", f.prefix, rules.SeatCount*n+seat+1)); err != nil {
			return 0, people, err
		}
		if _, err = db.Accounts.Claim(ctx, people[seat].ID, people[seat].Name); err != nil {
			return 0, people, err
		}
	}
	events := f.events(people)
	id, err := db.Tables.Create(ctx, events[0], nil)
	if err != nil {
		return 0, people, err
	}
	return id, people, db.Tables.Append(ctx, id, 2, events[1:], nil)
}

// events returns the events with which a table starts.
func (f *fixture) events(people tablePlayers) []table.Event {
	now := time.Now().UTC()
	host := people[0].Player
	events := []table.Event{{Kind: table.Opened, At: now, Player: &host, Terms: &table.Terms{Game: f.record.offer.Name}}}
	for s := range people {
		seat, who := rules.Seat(s), people[s].Player
		if f.bots > 0 {
			who = player.Bot(f.bots, uint8(s))
		}
		events = append(events,
			table.Event{Kind: table.Seated, At: now, Seat: &seat, Player: &who},
			table.Event{Kind: table.Readied, At: now, Seat: &seat})
	}
	events = append(events, table.Event{Kind: table.Started, At: now})
	for ply, word := range f.record.plies[:f.plies] {
		seat := f.record.movers[ply]
		events = append(events, table.Event{
			Kind: table.Acted, At: now, Seat: &seat, Action: word,
			CommandID: fmt.Sprintf("bench-%d", ply), Spent: 3 * time.Second,
		})
	}
	return events
}
