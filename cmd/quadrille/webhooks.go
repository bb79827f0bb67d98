package main

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/share"
	"quadrille/internal/table"
)

// openWebhooks opens the webhook service of a server. It takes a function that returns the
// lobby, because the lobby is opened after the webhook service.
func openWebhooks(
	ctx context.Context, c config.Webhooks, db *database, theClub *club.Club, board *notify.Board,
	known func(context.Context, player.ID) (bool, error), mine func(player.ID) bool, clk *clock.Clock, logger *slog.Logger,
	getLobby func() *lobby.Lobby, studio *share.Studio,
) (*notify.Webhooks, error) {
	allowed, err := config.ParseRanges(c.Allow)
	if err != nil {
		return nil, fmt.Errorf("webhooks.allow %w", err)
	}
	roots, err := trusted(c.Certificates)
	if err != nil {
		return nil, err
	}
	return notify.OpenWebhooks(ctx, notify.HookConfig{
		Clock: clk, Club: theClub, Store: db.Webhooks(), Board: board, Logger: logger, Targets: c.Max, Allowed: allowed, Roots: roots,
		Directory: db.Accounts, Known: known, Mine: mine,
		Turns: func(id player.ID) []notify.Turn { return turnsOf(getLobby(), studio, id) },
		Evening: func() (e notify.Evening, ok bool) {
			on := getLobby().Evenings().Current()
			if on == nil {
				return e, false
			}
			return notify.Evening{Number: int64(on.Number), Name: on.Name, Game: on.Title, Link: studio.EveningLink()}, true
		},
	})
}

// turnsOf returns the correspondence games in which it is the player's turn, except those at
// private tables.
func turnsOf(theLobby *lobby.Lobby, studio *share.Studio, id player.ID) (list []notify.Turn) {
	for _, d := range theLobby.WaitingFor(id) {
		if d.Task == table.ToMove && d.Terms.Clock.Correspondence() && d.Terms.Private == table.ForAll {
			list = append(
				list,
				notify.Turn{
					Table:    d.Table,
					Game:     d.Title,
					Seat:     d.SeatName,
					Ply:      d.Moves,
					Deadline: d.Deadline,
					Link:     studio.Link(d.Table),
				},
			)
		}
	}
	return list
}

// trusted returns the certificates of the system and those in a file. If `file` is empty, it
// returns nil, which means the certificates of the system alone.
func trusted(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("webhooks.certificates: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("webhooks.certificates: %s has no certificates (PEM)", file)
	}
	return pool, nil
}
