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
	"quadrille/internal/store"
	"quadrille/internal/table"
	"quadrille/rules"
)

// person is somebody with a key and a name.
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

// four are the people of a table, by seat.
type four [rules.SeatCount]person

// house is a data directory with a table for each four, all of them playing, or
// bots for them.
type house struct {
	data   string
	record *record
	plies  int    // that were played at each table
	bots   int    // the level of those that sit at the tables; 0: the people do
	called string // what the people are called, before their numbers
	tables map[table.ID]four
}

// furnish makes a data directory with so many tables, at each of which the first
// plies of the recorded game were played by people of its own.
func furnish(ctx context.Context, dir string, tables, plies int) (*house, error) {
	r, err := readRecord()
	if err != nil {
		return nil, err
	}
	h := &house{data: dir, record: r, plies: plies, called: "Player", tables: map[table.ID]four{}}
	return h, h.furnish(ctx, tables)
}

// furnishBots adds so many tables with bots of a level, where a game begins, and
// four people for each who come to look on.
func furnishBots(ctx context.Context, dir string, tables, level int) (*house, error) {
	r, err := readRecord()
	if err != nil {
		return nil, err
	}
	called := fmt.Sprintf("Watcher %d", level)
	h := &house{data: dir, record: r, bots: level, called: called, tables: map[table.ID]four{}}
	return h, h.furnish(ctx, tables)
}

func (h *house) furnish(ctx context.Context, tables int) error {
	s, err := store.Open(ctx, filepath.Clean(h.data), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(h.lay(ctx, s, tables), s.Close())
}

// lay makes many tables at once: they share their commits.
func (h *house) lay(ctx context.Context, s *store.Store, tables int) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	errs := make([]error, tables)
	for n := range tables {
		all.Go(func() {
			id, people, err := h.layOne(ctx, s, n)
			mu.Lock()
			defer mu.Unlock()
			h.tables[id], errs[n] = people, err
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

func (h *house) layOne(ctx context.Context, s *store.Store, n int) (table.ID, four, error) {
	var people four
	for seat := range people {
		var err error
		if people[seat], err = newPerson(fmt.Sprintf("%s %d", h.called, rules.SeatCount*n+seat+1)); err != nil {
			return 0, people, err
		}
		if _, err = s.Accounts.Claim(ctx, people[seat].ID, people[seat].Name); err != nil {
			return 0, people, err
		}
	}
	events := h.history(people)
	id, err := s.Tables.Create(ctx, events[0], nil)
	if err != nil {
		return 0, people, err
	}
	return id, people, s.Tables.Append(ctx, id, 2, events[1:], nil)
}

// history is what happened at a table so far.
func (h *house) history(people four) []table.Event {
	now := time.Now().UTC()
	host := people[0].Player
	events := []table.Event{{Kind: table.Opened, At: now, Player: &host, Terms: &table.Terms{Game: h.record.offer.Name}}}
	for s := range people {
		seat, who := rules.Seat(s), people[s].Player
		if h.bots > 0 {
			who = player.Bot(h.bots, uint8(s))
		}
		events = append(events,
			table.Event{Kind: table.Seated, At: now, Seat: &seat, Player: &who},
			table.Event{Kind: table.Readied, At: now, Seat: &seat})
	}
	events = append(events, table.Event{Kind: table.Started, At: now})
	for ply, word := range h.record.plies[:h.plies] {
		seat := h.record.movers[ply]
		events = append(events, table.Event{
			Kind: table.Acted, At: now, Seat: &seat, Action: word,
			CommandID: fmt.Sprintf("bench-%d", ply), Spent: 3 * time.Second,
		})
	}
	return events
}
