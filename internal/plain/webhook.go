package plain

import "strings"

// webhook manages the webhook of the account. The session waits up to ten seconds for
// the answer of a URL that is set or tested.
func webhook(s *session, rest string) {
	lines, err := s.Notify.Hooks.Words(s.ctx, s.me, s.me.Name != "", false, strings.Fields(rest))
	if err != nil {
		s.refuse(err)
		return
	}
	for _, line := range lines {
		s.say("%s", line)
	}
}
