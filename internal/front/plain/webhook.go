package plain

import "strings"

// webhook manages the account's webhook. If it sets or tests a URL, it waits up to ten
// seconds for a response.
func webhook(s *session, rest string) {
	lines, err := s.Notify.Hooks.Words(s.ctx, s.me, s.me.Name != "", false, strings.Fields(rest))
	s.readOr(lines, err)
}

// goOnVacation starts or ends a vacation, and prints the number of days of vacation that the
// player has left.
func goOnVacation(s *session, rest string) {
	text, err := s.Vacations.Command(s.ctx, s.me, rest, s.Club.Settings.Zone())
	s.readOr([]string{text}, err)
}
