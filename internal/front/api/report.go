package api

import (
	"quadrille/internal/service/notify"
	"quadrille/internal/table"
)

type reportRequest struct {
	Name   string `json:"name"`
	Reason string `json:"reason,omitempty"`
	// Table is a table that the session follows. The report includes the last chat lines of
	// the table.
	Table table.ID `json:"table,omitempty"`
}

type reportResult struct {
	Report int64 `json:"report"`
}

// report files a report about a player for the moderators.
func report(s *session, in reportRequest) (any, error) {
	var seen *table.View
	present := s.Lobby.ViewFor(s.me.ID).Players()
	if in.Table != 0 {
		f, err := s.follower.following(in.Table)
		if err != nil {
			return nil, err
		}
		seen = f.table.Reportable(s.me.ID)
		present = append(present, notify.People(seen)...)
	}
	who, err := s.Notify.Reports.Person(s.ctx, in.Name, present)
	if err != nil {
		return nil, err
	}
	filed, err := s.Notify.Reports.File(s.ctx, s.me, s.Named, who, in.Reason, seen)
	return reportResult{filed.Number}, err
}
