package server

import (
	"strings"
	"testing"
	"time"

	"quadrille/internal/club"
	"quadrille/internal/player"
	"quadrille/internal/sshtest"
)

// TestInvitationCodesAreRateLimited checks that an address that tried several wrong codes
// must wait before it may try another code, even if that code is valid or the client uses
// another key. Other addresses need not wait.
func TestInvitationCodesAreRateLimited(t *testing.T) {
	d := startServer(t, Limits{AddressWrongCodes: Rate{Burst: 3, Every: time.Minute}})
	right, _, err := d.services.Club.Invitations.Add(t.Context(), "", club.Member, 1, time.Hour, "", "")
	must(t, err)
	try := func(from, code string) string {
		t.Helper()
		client := sshtest.DialFrom(t, from, d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		out, errs, _ := sshtest.Run(t, client, "join "+code)
		return out + errs
	}
	for n := range 20 {
		wrong, _ := player.NewInvite()
		want := "there is no such invitation"
		if n >= 3 {
			want = "too many wrong codes"
		}
		if printed := try("127.6.6.6", wrong); !strings.Contains(printed, want) {
			t.Errorf("guess %d: %q", n+1, printed)
		}
	}
	if printed := try("127.6.6.6", right); !strings.Contains(printed, "too many wrong codes") {
		t.Errorf("the right code from there: %q", printed)
	}
	if printed := try("127.6.6.7", right); !strings.Contains(printed, "now member") {
		t.Errorf("the right code from elsewhere: %q", printed)
	}
}

func TestBannedAddressGetsNoHandshake(t *testing.T) {
	d := startServer(t, Limits{})
	banned, err := club.ParseRange("127.6.0.0/16")
	must(t, err)
	ban, err := d.services.Club.Bans.Add(t.Context(), "", club.Ban{Range: banned, Reason: "flood"})
	must(t, err)
	c, err := sshtest.Connect("127.6.1.1", d.address)
	must(t, err)
	defer func() { _ = c.Close() }()
	printed := make([]byte, 512)
	n, _ := c.Read(printed)
	if text := string(printed[:n]); strings.Contains(text, "SSH-2.0") {
		t.Errorf("the server sent %q", text)
	}
	must(t, d.services.Club.Bans.Lift(t.Context(), "", ban.Number, ""))
	sshtest.DialFrom(t, "127.6.1.1", d.address, sshtest.GuestAuth())
}
