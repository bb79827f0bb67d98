package notify

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

const (
	// announcementCells is the maximum width of an announcement, in terminal cells.
	announcementCells = 200
	announcedFor      = 24 * time.Hour
)

var (
	errNoAnnouncement = errors.New("there is no announcement; to write one, run \"admin announce TEXT\"")
	errGamesStart     = errors.New("new games are not paused")
	errNoGames        = errors.New("no server runs here, and a pause of new games ends when a server starts")
	errGamesPaused    = errors.New("new games are already paused; run \"admin games on\" to allow them")
)

// Announce shows a text to everybody who is connected, and to everybody who connects before
// the announcement expires. It replaces an earlier announcement. The parameter `lasts` is a
// duration in the form that people type, such as "12h". If it is empty, the announcement is
// shown for a day.
func (b *Board) Announce(ctx context.Context, by player.ID, text, lasts string) (Notice, error) {
	open := announcedFor
	var err error
	if lasts != "" {
		if open, err = club.ParseLasting(lasts); err != nil {
			return Notice{}, err
		}
	}
	if text, err = player.CleanLine(text, announcementCells); err != nil {
		return Notice{}, err
	}
	n := Notice{Kind: Announcement, Text: text, Until: b.now().Add(open).UTC().Truncate(time.Second)}
	n.Number, err = b.note(ctx, club.AuditEntry{By: by, Action: club.Announced, Value: text, Until: n.Until}, nil)
	return n, err
}

// Clear withdraws the announcement.
func (b *Board) Clear(ctx context.Context, by player.ID) error {
	possible := func() error {
		if b.announcement.Number == 0 || !b.now().Before(b.announcement.Until) {
			return errNoAnnouncement
		}
		return nil
	}
	_, err := b.note(ctx, club.AuditEntry{By: by, Action: club.AnnouncementCleared}, possible)
	return err
}

// PauseGames stops new games from starting if `pause` is true, and otherwise allows them
// again. A pause also ends when the server restarts. Running games continue.
func (b *Board) PauseGames(ctx context.Context, by player.ID, pause bool, reason string) error {
	verb := club.GamesResumed
	if pause {
		verb = club.GamesPaused
	}
	possible := func() error {
		switch {
		case pause && b.Offline:
			return errNoGames
		case pause && b.paused != 0:
			return errGamesPaused
		case !pause && b.paused == 0:
			return errGamesStart
		}
		return nil
	}
	_, err := b.note(ctx, club.AuditEntry{By: by, Action: verb, Reason: reason}, possible)
	return err
}

// note stores an audit entry about what a moderator did, and returns its number. If
// `possible` is not nil and returns an error, note stores nothing. The audit log passes
// each stored entry to the method apply.
func (b *Board) note(ctx context.Context, entry club.AuditEntry, possible func() error) (number int64, err error) {
	if err := b.club.Roles.May(entry.By, club.Moderator); err != nil {
		return 0, err
	}
	return b.club.Audit.Enter(ctx, entry, func() error {
		b.mu.Lock()
		defer b.mu.Unlock()
		if possible == nil {
			return nil
		}
		return possible()
	})
}

// GamesLine returns a sentence that says whether new games can start.
func (b *Board) GamesLine() string {
	if b.NewGames() {
		return "New games can start."
	}
	return noNewGames
}

// Line returns one line with the text of the current announcement and the time until which
// the announcement is shown.
func (b *Board) Line() (string, error) {
	n, ok := b.current()
	if !ok {
		return "", errNoAnnouncement
	}
	return fmt.Sprintf("%s %s", club.Until(n.Until, b.club.Settings.Zone()), n.Text), nil
}

// NewGames reports whether new games can start.
func (b *Board) NewGames() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.paused == 0
}
