package plain

import "strings"

// webhook manages the account's webhook. Setting or testing a URL waits up to ten seconds
// for the URL's response.
func webhook(s *session, rest string) {
	lines, err := s.Notify.Hooks.Words(s.ctx, s.me, s.me.Name != "", false, strings.Fields(rest))
	s.readOr(lines, err)
}
