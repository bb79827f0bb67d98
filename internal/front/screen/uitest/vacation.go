package uitest

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/service/vacation"
)

// storedVacations is a store of vacations that do not change.
type storedVacations []vacation.Vacation

func (l storedVacations) AddVacation(context.Context, vacation.Vacation) (int64, error) {
	return 0, nil
}

func (l storedVacations) EndVacation(context.Context, vacation.Vacation) error { return nil }

func (l storedVacations) Vacations(context.Context, time.Time) ([]vacation.Vacation, error) {
	return l, nil
}

// VacationsAtNoon returns the service of a server whose players have 14 days of vacation a
// year. Sue was on vacation for five days two months ago. If `away` is true, Sue is on
// vacation now.
func VacationsAtNoon(t testing.TB, away bool) *vacation.Service {
	t.Helper()
	earlier := Noon.AddDate(0, -2, 0)
	list := storedVacations{{Number: 1, Account: Spectator.ID, From: earlier, Until: earlier.AddDate(0, 0, 5)}}
	if away {
		list = append(
			list,
			vacation.Vacation{Number: 2, Account: Spectator.ID, From: Noon, Until: Noon.AddDate(0, 0, 7)},
		)
	}
	s, err := vacation.Open(
		t.Context(),
		vacation.Config{Store: list, Days: 14, Clock: clocktest.At(func() time.Time { return Noon })},
	)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
