package plain

import (
	"quadrille/internal/notify"
	"quadrille/internal/table"
)

// report tells the moderators about somebody, with the last lines of chat at the
// table where the session is.
func report(s *session, rest string) {
	if rest == "" {
		s.say("Say report, a name, and why if you want: report Inky insults everybody")
		return
	}
	var seen *table.View
	present := s.Lobby.ViewFor(s.me.ID).Players()
	if s.at.room != nil && s.at.room.table != nil && s.at.room.study == nil {
		seen = s.at.room.table.Seen(s.me.ID)
		present = append(present, notify.People(seen)...)
	}
	whom, why, err := s.Notify.Reports.Whom(s.ctx, rest, present)
	if err != nil {
		s.refuse(err)
		return
	}
	one, err := s.Notify.Reports.File(s.ctx, s.me, s.me.Name != "", whom, why, seen)
	if err != nil {
		s.refuse(err)
		return
	}
	s.say("%s", one.Thanks())
}
