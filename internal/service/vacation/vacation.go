package vacation

import (
	"context"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

const day = 24 * time.Hour

// Vacation is a vacation of an account, as stored.
type Vacation struct {
	Number  int64     `json:"-"`
	Account player.ID `json:"-"`
	From    time.Time `json:"from"`
	Until   time.Time `json:"until"`
	Early   bool      `json:"early,omitempty"` // whether the player ended the vacation early, at the time Until
}

// days returns how many vacation days v uses. A day that has begun counts as a full day.
func (v *Vacation) days() int { return int((v.Until.Sub(v.From) + day - 1) / day) }

// Store stores vacations.
type Store interface {
	// AddVacation stores a vacation and returns its number. It returns [OnVacation] if
	// another vacation of the account has not ended.
	AddVacation(ctx context.Context, v Vacation) (number int64, err error)
	// EndVacation records that the player ended v early, at v.Until.
	EndVacation(ctx context.Context, v Vacation) error
	// Vacations returns the vacations that end after the given time, oldest first.
	Vacations(ctx context.Context, after time.Time) ([]Vacation, error)
}

// Tables applies vacations to tables.
type Tables interface {
	// SetVacation stores the end of a player's vacation at each correspondence table where
	// the player has a seat. An end in the past means that the player is not on vacation.
	SetVacation(ctx context.Context, who player.ID, until time.Time) error
}

// The reasons to refuse a vacation.
var (
	NeedsAccount = &refusal.Reason{
		Code: "vacation-needs-account",
		Text: "only accounts have vacations; connect with a key and choose a name",
	}
	NoVacations = &refusal.Reason{Code: "no-vacations", Text: "this server has no vacations"}
	// %[1]s is the word that the player typed
	BadDays = &refusal.Reason{
		Code: "vacation-days",
		Text: "%[1]s is not a number of days; run \"vacation DAYS\" or \"vacation end\"",
	}
	TooManyDays   = &refusal.Reason{Code: "vacation-too-long", Text: "%[1]s days are too many: %[2]s are left this year"}
	OnVacation    = &refusal.Reason{Code: "on-vacation", Text: "you are on vacation already; run \"vacation end\" first"}
	NotOnVacation = &refusal.Reason{Code: "not-on-vacation", Text: "you are not on vacation; to start one, run \"vacation DAYS\""}
	NotEverywhere = &refusal.Reason{
		Code: "vacation-incomplete",
		Text: "the vacation is changed, but not yet at all tables; the server will try again",
	}
)
