package screen

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
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

// vacationsAtNoon returns the service of a server whose players have 14 days of vacation a
// year. Sue was on vacation for five days two months ago. If `away` is true, Sue is on
// vacation now.
func vacationsAtNoon(t testing.TB, away bool) *vacation.Service {
	t.Helper()
	earlier := uitest.Noon.AddDate(0, -2, 0)
	list := storedVacations{{Number: 1, Account: uitest.Spectator.ID, From: earlier, Until: earlier.AddDate(0, 0, 5)}}
	if away {
		list = append(
			list,
			vacation.Vacation{Number: 2, Account: uitest.Spectator.ID, From: uitest.Noon, Until: uitest.Noon.AddDate(0, 0, 7)},
		)
	}
	s, err := vacation.Open(
		t.Context(),
		vacation.Config{Store: list, Days: 14, Clock: clocktest.At(func() time.Time { return uitest.Noon })},
	)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestVacationDialog checks that the dialog offers to start a vacation or, if the player is on
// vacation, to end it.
func TestVacationDialog(t *testing.T) {
	for away, want := range map[bool][]string{
		false: {"[ Cancel ]", "1 day", "3 days", "7 days", "9 days", "9 of 14 days are left"},
		true:  {"[ Cancel ]", "End my vacation", "You are on vacation until"},
	} {
		d := inLobby(t, kit.Config{})
		d.Env.Cfg.Vacations = vacationsAtNoon(t, away)
		d.Keys("ctrl+s", "v")
		for _, text := range want {
			d.Reads(text)
		}
		if away {
			d.Lacks("3 days")
		}
	}
}
