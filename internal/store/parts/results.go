package parts

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/store/datadir"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
)

// result returns the result of a game, or nil if the game is not rated. A game whose events
// cannot be read is not rated, so that it does not block the ratings of other games.
func (r *Ratings) result(ctx context.Context, id table.ID) (*club.Result, error) {
	terms, err := r.terms(ctx, id)
	if err != nil || terms == nil || !terms.Rated {
		return nil, err
	}
	tables := Tables{r.DB}
	log, err := tables.load(ctx, id)
	var refusal *datadir.Refusal
	if errors.As(err, &refusal) && refusal.Reason == datadir.Unreadable {
		r.logger.Warn("cannot rate a game", "table", int64(id), "error", err.Error())
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ended, err := fold.ResultOf(log, r.variant)
	if err != nil {
		r.logger.Warn("cannot rate a game", "table", int64(id), "error", err.Error())
		return nil, nil
	}
	return Ranked(id, ended), nil
}

// terms returns the terms of a table, or nil if the table does not exist or its opening event is
// damaged.
func (s *DB) terms(ctx context.Context, id table.ID) (*table.Terms, error) {
	var data []byte
	err := s.Read.QueryRowContext(ctx, `SELECT data FROM event_log WHERE table_id = $1 AND seq = 1`, int64(id)).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	var opened table.Event
	if err != nil || json.Unmarshal(data, &opened) != nil {
		return nil, err
	}
	return opened.Terms, nil
}

// lively reports whether ratings became less certain before the game of a table; see
// [club.Result].
func (s *DB) lively(ctx context.Context, id table.ID) (bool, error) {
	terms, err := s.terms(ctx, id)
	return err == nil && terms != nil && terms.Fairness >= table.LivelyRatings, err
}

// Ranked returns the score of each side of a finished game; partners are one side. The
// players of a side are those who started the game, not their replacements. Ranked returns
// nil if the game was too short, or if its terms exclude one of these players.
func Ranked(id table.ID, ended *fold.Result) *club.Result {
	if ended == nil || ended.Short {
		return nil
	}
	var parties []club.Scored
	var teams []uint8 // for each element of `parties`, the number of its team
	for seat, p := range ended.Players {
		if p == (player.Player{}) {
			continue
		}
		if ended.Terms.Admits(p) != nil {
			return nil
		}
		at := slices.Index(teams, ended.Facts.Team[seat])
		if at < 0 {
			at, teams = len(teams), append(teams, ended.Facts.Team[seat])
			parties = append(parties, club.Scored{})
		}
		parties[at].Members = append(parties[at].Members, p.ID)
		parties[at].Score += int(ended.Outcome.Scores[seat])
	}
	class := club.Class{Game: ended.Terms.Game, Form: club.FreeForAll}
	if ended.Facts.Teams() {
		class.Form = club.Teams
	}
	result := club.NewResult(int64(id), class, ended.Ended, parties)
	if result != nil {
		result.Lively = ended.Terms.Fairness >= table.LivelyRatings
	}
	return result
}
