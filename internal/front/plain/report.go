package plain

import (
	"quadrille/internal/service/notify"
	"quadrille/internal/table"
)

// report files a report that includes the last chat messages of the current table.
func report(s *session, rest string) {
	if rest == "" {
		s.say("Type \"report\", a name and a reason, for example \"report Inky insults everybody\"")
		return
	}
	var seen *table.View
	present := s.Lobby.ViewFor(s.me.ID).Players()
	if s.table != nil && s.table.table != nil && s.table.study == nil {
		seen = s.table.table.Reportable(s.me.ID)
		present = append(present, notify.People(seen)...)
	}
	who, why, err := s.Notify.Reports.SplitName(s.ctx, rest, present)
	if err != nil {
		s.refuse(err)
		return
	}
	one, err := s.Notify.Reports.File(s.ctx, s.me, s.me.Name != "", who, why, seen)
	if err != nil {
		s.refuse(err)
		return
	}
	s.say("%s", one.Thanks())
}
