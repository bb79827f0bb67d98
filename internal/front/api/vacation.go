package api

import "time"

type vacationRequest struct {
	Days int  `json:"days,omitempty"`
	End  bool `json:"end,omitempty"`
}

type vacationResult struct {
	Until time.Time `json:"until,omitzero"` // when the vacation ends; absent if there is none
	Left  int       `json:"left"`           // days of vacation left this year
	Days  int       `json:"days"`           // days of vacation per year
}

// takeVacation starts or ends a vacation of the account.
func takeVacation(s *session, in vacationRequest) (any, error) {
	me := s.me
	if !s.Named {
		me.Name = ""
	}
	var err error
	switch {
	case in.End:
		err = s.Vacations.End(s.ctx, me)
	case in.Days != 0:
		err = s.Vacations.Start(s.ctx, me, in.Days)
	}
	if err != nil {
		return nil, err
	}
	return vacationResult{s.Vacations.Until(me.ID), s.Vacations.Left(me.ID), s.Vacations.PerYear()}, nil
}
