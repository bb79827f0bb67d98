package uitest

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"quadrille/internal/clock/clocktest"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/club/clubtest"
	"quadrille/internal/service/messages"
	"quadrille/internal/store"
)

// OpenMail returns a service of direct messages and lobby chat, for the people of [People].
func OpenMail(t testing.TB) *messages.Service {
	t.Helper()
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "data"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	theClub, err := clubtest.Open(t.Context(), club.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range People {
		if _, err := db.Accounts.Claim(t.Context(), p.ID, p.Name); err != nil {
			t.Fatal(err)
		}
	}
	service, err := messages.Open(t.Context(), messages.Config{
		Store: db.Messages(), Rights: theClub, Names: db.Accounts, Memory: db.Settings,
		Clock: clocktest.At(func() time.Time { return Noon }),
	})
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// Write stores a message and delivers it to the session of the driver. If the recipient is
// messages.Lobby, the message is a line of lobby chat, otherwise a direct message.
func (d *Driver) Write(by, to player.Player, text string) {
	d.T.Helper()
	mail, ctx := d.Env.Cfg.Messages, d.Env.Ctx
	msg := kit.MailMsg{}
	var err error
	if to.ID == messages.Lobby {
		_, err = mail.Say(ctx, by, text)
	} else {
		var m messages.Message
		m, err = mail.Send(ctx, by, to, text)
		msg.News = []kit.MailNews{{Text: mail.Sentence(ctx, &m), Direct: true, From: by}}
	}
	if err != nil {
		d.T.Fatal(err)
	}
	msg.Lobby = mail.Lines(ctx, mail.LobbyChat(d.Env.Me.ID))
	d.Send(msg)
}
