package profile

import (
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
)

// vacationMsg carries the result of a change of the player's vacation.
type vacationMsg struct {
	s    *Settings
	note string
}

// mayTakeVacation reports whether the player can start vacations on this server.
func (s *Settings) mayTakeVacation() bool {
	return s.env.Cfg.Vacations.PerYear() > 0 && !s.env.Me.ID.Guest() && s.env.Me.Name != ""
}

// askVacation opens a dialog that offers vacations of several lengths. If the player is on
// vacation, it offers only to end that vacation.
func (s *Settings) askVacation() kit.Step {
	if !s.mayTakeVacation() {
		return kit.Stay
	}
	vacations, me := s.env.Cfg.Vacations, s.env.Me.ID
	choices := []kit.Choice{{Label: "Cancel"}}
	if !vacations.Until(me).IsZero() {
		choices = append(choices, kit.Choice{Label: "End my vacation", Do: func() tea.Cmd { return s.changeVacation("end") }})
	} else {
		left := vacations.Left(me)
		for _, days := range []int{1, 3, 7, left} {
			if label := present.Count(days, "day"); days <= left && days > 0 && choices[len(choices)-1].Label != label {
				choices = append(choices, kit.Choice{Label: label, Do: func() tea.Cmd { return s.changeVacation(strconv.Itoa(days)) }})
			}
		}
	}
	d := kit.NewDialog(
		s.env,
		"Vacation",
		"Your clocks in correspondence games stand still during a vacation. "+vacations.Sentence(me, s.env.Zone()),
		choices...)
	d.Below = true
	return kit.Enter(d)
}

// changeVacation starts or ends a vacation, as the command vacation does.
func (s *Settings) changeVacation(word string) tea.Cmd {
	e := s.env
	return func() tea.Msg {
		if _, err := e.Cfg.Vacations.Command(e.Ctx, e.Me, word, s.env.Zone()); err != nil {
			return vacationMsg{s, present.Capital(err.Error())}
		}
		return vacationMsg{s, ""}
	}
}

// vacation returns the state of the player's vacation, or why the last change of it failed.
func (s *Settings) vacation() string {
	if s.vacationNote != "" || !s.mayTakeVacation() {
		return s.vacationNote
	}
	return fmt.Sprintf(
		"Press %s for a vacation. %s",
		kit.KeyName(kit.SettingsKeys, kit.TakeVacation),
		s.env.Cfg.Vacations.Sentence(s.env.Me.ID, s.env.Zone()),
	)
}
