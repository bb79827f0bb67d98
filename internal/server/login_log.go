package server

import (
	"context"
	"log/slog"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// loginLog writes a line for each login, and for each connection or session that
// is refused. A flood of them is not written; the next line says how many were
// left out.
type loginLog struct {
	limiter *rate.Limiter
	omitted atomic.Int64
}

// loginLines a second are written, and loginBurst at once.
const (
	loginLines = 20
	loginBurst = 400
)

func newLoginLog() *loginLog { return &loginLog{limiter: rate.NewLimiter(loginLines, loginBurst)} }

// write logs what happened to a client. The logger knows where the client comes
// from.
func (l *loginLog) write(logger *slog.Logger, what string, details ...slog.Attr) {
	if !l.limiter.Allow() {
		l.omitted.Add(1)
		return
	}
	if n := l.omitted.Swap(0); n > 0 {
		details = append(details, slog.Int64("omitted", n))
	}
	logger.LogAttrs(context.Background(), slog.LevelInfo, what, details...)
}

// accountAttrs returns whose session it is, as far as that is known.
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
