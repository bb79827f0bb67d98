// Package adjudication carries out what moderators decide about single tables, such as the
// result of a game.
//
// An [Adjudicator] acts for one moderator. It closes tables, ends games with a result,
// removes players from seats, and decides whether finished games count for ratings. For each
// action it checks the moderator's rights, and adds an audit entry with the reason.
package adjudication

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// Adjudicator acts for one moderator. Its methods accept results and names in the form in
// which people type them.
type Adjudicator struct {
	Club    *club.Club
	By      player.Player
	Decider club.RatingsDecider
}

// Words for results that do not name seats.
const (
	drawWord = "draw"
	voidWord = "void"
)

// ResultHelp explains how to write a result.
const ResultHelp = "RESULT is draw (between the remaining players), void (the game is not rated), or\n" +
	"the winning seats, like white or white,black. Several seats share the win. A\n" +
	"seat with a partner wins for the team."

// Close closes a table.
func (c *Adjudicator) Close(ctx context.Context, t *live.Table, reason string) (done string, err error) {
	if err := c.Club.Roles.MayActOn(c.By.ID, "", reason); err != nil {
		return "", err
	}
	v := t.View()
	if err := c.impartial(v); err != nil && v.Phase != table.Waiting {
		return "", err
	}
	if err := t.Adjudicate(ctx, c.author(), table.Adjudication{Reason: reason}); err != nil {
		return "", err
	}
	id := v.ID
	return fmt.Sprintf("table %d is closed", id), c.note(ctx, club.AuditEntry{Action: club.Closed, Table: int64(id), Reason: reason})
}

// CloseAll closes tables and returns how many it closed. It adds a single audit entry for
// all of them. It skips tables at which the moderator plays.
func (c *Adjudicator) CloseAll(ctx context.Context, tables []*live.Table, entry club.AuditEntry) (closed int, err error) {
	if err := c.Club.Roles.MayActOn(c.By.ID, entry.Target, entry.Reason); err != nil {
		return 0, err
	}
	for _, t := range tables {
		v := t.View()
		if v.Phase != table.Waiting && c.impartial(v) != nil {
			continue
		}
		switch err := t.Adjudicate(ctx, c.author(), table.Adjudication{Reason: entry.Reason}); {
		case err == nil:
			closed++
		case !errors.Is(err, &table.Refusal{Reason: table.GameOver}):
			return closed, err
		}
	}
	entry.Action, entry.Value = club.Closed, fmt.Sprintf("%d tables", closed)
	return closed, c.note(ctx, entry)
}

// Adjudicate ends a game with the given result.
func (c *Adjudicator) Adjudicate(ctx context.Context, t *live.Table, result, reason string) (done string, err error) {
	if err := c.Club.Roles.MayActOn(c.By.ID, "", reason); err != nil {
		return "", err
	}
	v := t.View()
	if err := c.impartial(v); err != nil {
		return "", err
	}
	to, err := decision(v, result)
	switch {
	case err != nil:
		return "", err
	case v.Phase == table.Waiting:
		return "", &table.Refusal{Reason: table.NotStarted}
	}
	if err := t.Adjudicate(ctx, c.author(), table.Adjudication{Winners: to, Reason: reason}); err != nil {
		return "", err
	}
	return fmt.Sprintf("table %d: %s", v.ID, result),
		c.note(ctx, club.AuditEntry{Action: club.Adjudicated, Table: int64(v.ID), Value: result, Reason: reason})
}

// impartial returns an error if the moderator plays or played in the game. Owners may
// decide their own games, because there may be no other moderator.
func (c *Adjudicator) impartial(v *table.View) error {
	if c.By.ID == "" { // the administrator has no account, so they cannot have played
		return nil
	}
	played := v.Held(c.By.ID) != 0 || slices.ContainsFunc(v.Replaced, func(p player.Player) bool { return p.ID == c.By.ID })
	if played && c.Club.Role(c.By.ID) < club.Owner {
		return errors.New("you play in that game yourself: ask another moderator or an owner")
	}
	return nil
}

// decision parses a typed result, and returns the seats that win or share a draw.
func decision(v *table.View, word string) (rules.Seats, error) {
	switch word {
	case voidWord:
		return 0, nil
	case drawWord:
		return v.Position.HasStake(), nil
	}
	var to rules.Seats
	for name := range strings.SplitSeq(word, ",") {
		seat, ok := v.Variant.Facts().Seat(strings.ToLower(name))
		if !ok {
			return 0, fmt.Errorf("%q is not a result for table %d: write %s, %s, or seats separated by commas: %s",
				player.Shown(word, player.MaxNameCells), v.ID, drawWord, voidWord, strings.Join(v.Variant.Facts().Seats[:], ", "))
		}
		to = to.With(seat)
	}
	return to, nil
}

// Unseat removes a player from a seat before the game starts.
func (c *Adjudicator) Unseat(ctx context.Context, t *live.Table, name, reason string) (done string, err error) {
	v := t.View()
	seated, err := seatedAs(v, name)
	if err != nil {
		return "", err
	}
	if err := c.Club.Roles.MayActOn(c.By.ID, seated.ID, reason); err != nil {
		return "", err
	}
	if err := t.RemovePlayer(ctx, c.author(), seated.ID, reason); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s no longer has a seat at table %d", player.ShownName(seated.Name, player.MaxNameCells), v.ID),
		c.note(ctx, club.AuditEntry{Action: club.Unseated, Table: int64(v.ID), Target: seated.ID, Reason: reason})
}

// seatedAs returns the seated player with the given name, who may be a guest.
func seatedAs(v *table.View, name string) (player.Player, error) {
	i := slices.IndexFunc(v.Seats[:], func(s table.SeatView) bool {
		return s.Player.ID != "" && player.Fold(s.Player.Name) == player.Fold(name)
	})
	if i < 0 {
		return player.Player{}, &table.Refusal{Reason: table.NoSuchPlayer}
	}
	return v.Seats[i].Player, nil
}

// SetRated includes a finished game in the ratings, or excludes it.
func (c *Adjudicator) SetRated(ctx context.Context, t *live.Table, counts bool, reason string) (done string, err error) {
	if err := c.Club.Roles.MayActOn(c.By.ID, "", reason); err != nil {
		return "", err
	}
	if err := c.impartial(t.View()); err != nil {
		return "", err
	}
	verb, done := club.Voided, "the game of table %d is now void"
	if counts {
		verb, done = club.Counted, "the game of table %d counts for the ratings again"
	}
	id := int64(t.View().ID)
	err = c.Decider.Decide(ctx, club.RatingsDecision{Table: id, Counts: counts, Author: string(c.By.ID), Reason: reason})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(done, id), c.note(ctx, club.AuditEntry{Action: verb, Table: id, Reason: reason})
}

// author returns the player who is stored in the table's events as the author of a decision.
func (c *Adjudicator) author() player.Player {
	if c.By.ID == "" {
		return player.Server
	}
	return c.By
}

// note adds an audit entry.
func (c *Adjudicator) note(ctx context.Context, d club.AuditEntry) error {
	d.By = c.By.ID
	return c.Club.Audit.Note(ctx, d)
}
