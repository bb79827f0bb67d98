package server

import (
	"context"
	"log/slog"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// loginLog logs each login, failed login and refused session. During a flood it omits lines,
// and the next line that it writes says how many lines it omitted.
type loginLog struct {
	limiter *rate.Limiter
	omitted atomic.Int64
}

// The rate limit of the log: loginLines lines per second, in bursts of at most loginBurst
// lines.
const (
	loginLines = 20
	loginBurst = 400
)

func newLoginLog() *loginLog { return &loginLog{limiter: rate.NewLimiter(loginLines, loginBurst)} }

// write logs a message. The logger adds the client's address.
func (l *loginLog) write(logger *slog.Logger, message string, details ...slog.Attr) {
	if !l.limiter.Allow() {
		l.omitted.Add(1)
		return
	}
	if n := l.omitted.Swap(0); n > 0 {
		details = append(details, slog.Int64("omitted", n))
	}
	logger.LogAttrs(context.Background(), slog.LevelInfo, message, details...)
}

// accountAttrs returns the log attributes for the account and name of the session's player,
// or nil if the player has not been identified yet.
func (v *session) accountAttrs() []slog.Attr {
	if v.identity.ID == "" {
		return nil
	}
	return []slog.Attr{slog.String("account", string(v.identity.ID)), slog.String("name", v.identity.Name)}
}

// logLogin logs the first session of an account on a connection.
func (v *session) logLogin() {
	c := v.conn
	c.mu.Lock()
	again := c.account == v.identity.ID
	c.account = v.identity.ID
	c.mu.Unlock()
	if !again {
		v.server.logins.write(c.logger, "login", v.accountAttrs()...)
	}
}
