package main

import (
	"context"
	"fmt"
	"log/slog"

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/quota"
)

// openMessages opens the message service of a server. It makes the board show a notice for
// unread messages, and makes each report include recent messages of the reported person.
func openMessages(
	ctx context.Context, c config.Config, db *database, theClub *club.Club, board *notify.Board, reports *notify.Reports,
	quotas *quota.Quotas, clk *clock.Clock, logger *slog.Logger,
) (*messages.Service, error) {
	s, err := messages.Open(ctx, messages.Config{
		Clock: clk,
		Store: db.Messages(), Rights: theClub, Names: db.Accounts, Memory: db.Settings, Charge: quotas.Charge,
		GuestChat: c.Club.GuestChat, Changed: board.Changed, Logger: logger,
	})
	if err != nil {
		return nil, err
	}
	board.AddSource(func(who player.ID) []notify.Notice {
		count, newest := s.Unread(who)
		if count == 0 {
			return nil
		}
		text := fmt.Sprintf("You have %d unread messages. To read them: ssh HOST messages", count)
		if count == 1 {
			text = "You have an unread message. To read it: ssh HOST messages"
		}
		return []notify.Notice{{Kind: notify.UnreadMessages, Number: newest, Text: text}}
	})
	reports.AddContact(func(ctx context.Context, by, about player.ID) (lines []notify.Line) {
		for _, m := range s.Reported(ctx, by, about) {
			channel := notify.DirectMessage
			if m.To == messages.Lobby {
				channel = notify.InLobby
			}
			lines = append(lines, notify.Line{At: m.At, By: m.From, Channel: channel, Text: m.Text})
		}
		return lines
	})
	return s, nil
}

// runMessages delivers messages until stop is called.
func runMessages(ctx context.Context, s *messages.Service, theLobby *lobby.Lobby) (stop func()) {
	return background(ctx, func(ctx context.Context) {
		watcher := theLobby.Watch()
		defer watcher.Close()
		s.Run(ctx, theLobby, func(ctx context.Context) (messages.Presence, bool) {
			v, ok := watcher.Take(ctx)
			if !ok {
				return messages.Presence{}, false
			}
			return messages.PresenceOf(v), true
		})
	})
}
