package plain

import "strings"

// webhook does what is said about the webhook of this account. A URL that is set or
// tested answers within ten seconds; until then this session waits, and nobody else.
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
