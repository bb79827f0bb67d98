package server

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// entries returns the log entries with the given message.
func (j *logBuffer) entries(t *testing.T, message string) (list []map[string]any) {
	t.Helper()
	for line := range strings.Lines(j.text()) {
		var entry map[string]any
		must(t, json.Unmarshal([]byte(line), &entry))
		if entry["msg"] == message {
			list = append(list, entry)
		}
	}
	return list
}

func TestLoginsAndRefusalsAreLogged(t *testing.T) {
	d := startServer(t, Limits{AccountSessions: 1})
	key := sshtest.NewKey(t)
	id := gossh.FingerprintSHA256(key.PublicKey())
	d.setName(t, player.ID(id), "Ada")
	client := sshtest.DialFrom(t, "127.3.3.3", d.address, sshtest.KeyAuth(key))
	sshtest.Run(t, client, "whoami")
	sshtest.Run(t, client, "whoami") // a second session on the same connection adds no log entry
	logins := d.logged.entries(t, "login")
	if len(logins) != 1 || logins[0]["account"] != id || logins[0]["name"] != "Ada" ||
		!strings.HasPrefix(logins[0]["remote"].(string), "127.3.3.3:") {
		t.Errorf("logged %v, want one login of %s from 127.3.3.3", logins, id)
	}
	sshtest.Open(t, client, "first", 80, 24, "").See(t, "size")
	sshtest.Run(t, sshtest.DialFrom(t, "127.3.3.4", d.address, sshtest.KeyAuth(key)), "whoami")
	refused := d.logged.entries(t, "session refused")
	if len(refused) != 1 || refused[0]["account"] != id || refused[0]["reason"] != "full" {
		t.Errorf("logged %v, want one refused session of %s", refused, id)
	}
	d.noGuests.Store(true)
	if _, err := sshtest.TryDialFrom("127.3.3.5", d.address, sshtest.GuestAuth()); err == nil {
		t.Fatal("a guest was admitted")
	}
	d.logged.await(t, "msg", "login failed")
	if failed := d.logged.entries(t, "login failed"); len(failed) != 1 || !strings.HasPrefix(failed[0]["remote"].(string), "127.3.3.5:") {
		t.Errorf("logged %v, want a failed login from 127.3.3.5", failed)
	}
}

func TestLoginLogIsRateLimited(t *testing.T) {
	var written bytes.Buffer
	logger, log := slog.New(slog.NewJSONHandler(&written, nil)), newLoginLog()
	log.limiter.SetLimit(0)
	for range loginBurst + 70 {
		log.write(logger, "login")
	}
	if n := strings.Count(written.String(), "\n"); n != loginBurst {
		t.Errorf("%d lines are written, want %d", n, loginBurst)
	}
	log.limiter = newLoginLog().limiter
	log.write(logger, "login")
	if !strings.HasSuffix(written.String(), `"omitted":70}`+"\n") {
		t.Error("the next line does not say that 70 were omitted")
	}
}
