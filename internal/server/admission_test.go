package server

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
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

// TestBannedAddressAdmitsOnlyAccounts checks who can log in from a banned address: an owner, a
// moderator if a moderator made the ban, and people with an account, who can only export and
// delete their data. Guests and new keys are refused and told why.
func TestBannedAddressAdmitsOnlyAccounts(t *testing.T) {
	d := startServer(t, Limits{})
	keys := map[string]gossh.Signer{}
	roles := map[string]club.Role{"Olga": club.Owner, "Mina": club.Moderator, "Bob": club.Member, "Sid": club.Guest, "": club.Guest}
	for name, role := range roles {
		keys[name] = sshtest.NewKey(t)
		id := player.ID(gossh.FingerprintSHA256(keys[name].PublicKey()))
		if name != "" {
			_, err := d.directory.Claim(t.Context(), id, name)
			must(t, err)
		}
		if role > club.Guest {
			must(t, d.services.Club.Roles.Appoint(t.Context(), "", id, role, ""))
		}
	}
	minas := player.ID(gossh.FingerprintSHA256(keys["Mina"].PublicKey()))
	const refused = "refused"
	number := 0
	for by, want := range map[player.ID]map[string]string{
		minas: {"Olga": "", "Mina": "", "Bob": "you are banned", "Sid": "you are banned", "": refused, "guest": refused},
		"":    {"Olga": "", "Mina": "you are banned", "Bob": "you are banned", "Sid": "you are banned", "": refused, "guest": refused},
	} {
		for _, form := range []string{"127.6.%d.0/24", "127.6.%d.1", "::ffff:127.6.%d.1", "::ffff:127.6.%d.0/120"} {
			number++ // another range each time, so that the limits of an address do not matter
			text, from := fmt.Sprintf(form, number), fmt.Sprintf("127.6.%d.1", number)
			banned, err := club.ParseRange(text)
			must(t, err)
			ban, err := d.services.Club.Bans.Add(t.Context(), by, club.Ban{Range: banned, Reason: "flood"})
			must(t, err)
			for name, wanted := range want {
				auth := sshtest.GuestAuth()
				if name != "guest" {
					auth = sshtest.KeyAuth(keys[name])
				}
				got := ""
				client, err := sshtest.TryDialFrom(from, d.address, auth)
				if err != nil {
					got = refused
				} else if _, errs, status := sshtest.Run(t, client, "about"); status != 0 {
					got = errs
				}
				if !strings.Contains(got, wanted) || (wanted == "") != (got == "") {
					t.Errorf("ban of %s by %q: %q gets %q, %v; want %q", text, by, name, got, err, wanted)
				}
			}
			must(t, d.services.Club.Bans.Lift(t.Context(), "", ban.Number, ""))
		}
	}
	sshtest.DialFrom(t, "127.6.1.1", d.address, sshtest.GuestAuth())
}

// TestBannedAddressGetsFewHandshakes checks that the server refuses connections from a banned
// address before the key exchange, after a few of them.
func TestBannedAddressGetsFewHandshakes(t *testing.T) {
	d := startServer(t, Limits{})
	banned, err := club.ParseRange("127.6.0.0/16")
	must(t, err)
	_, err = d.services.Club.Bans.Add(t.Context(), "", club.Ban{Range: banned, Reason: "flood"})
	must(t, err)
	first := func(from string) string {
		c, err := sshtest.Connect(from, d.address)
		must(t, err)
		t.Cleanup(func() { _ = c.Close() })
		printed := make([]byte, 512)
		n, _ := c.Read(printed)
		return string(printed[:n])
	}
	handshakes := map[string]int{}
	for n := range 40 {
		for _, from := range []string{"127.6.1.1", fmt.Sprintf("127.6.2.%d", n)} {
			text := first(from)
			switch {
			case strings.Contains(text, "SSH-2.0"):
				handshakes[strings.SplitAfterN(from, ".", 4)[2]]++
			case !strings.Contains(text, "Your address is banned"):
				t.Fatalf("%s: %q", from, text)
			}
		}
	}
	if one, many := handshakes["1."], handshakes["2."]; one > 4 || one < 1 || many > 20 {
		t.Errorf("one address got %d handshakes, 40 addresses got %d", one, many)
	}
}

// TestCodesTriedAtOnceAreLimited tries wrong codes in many sessions at the same time. Each code
// counts before it is checked.
func TestCodesTriedAtOnceAreLimited(t *testing.T) {
	d := startServer(t, Limits{AddressWrongCodes: Rate{Burst: 3, Every: time.Hour}})
	var checked atomic.Int32
	var all sync.WaitGroup
	start := make(chan struct{})
	for range 8 {
		client := sshtest.DialFrom(t, "127.6.6.8", d.address, sshtest.KeyAuth(sshtest.NewKey(t)))
		all.Go(func() {
			<-start
			wrong, _ := player.NewInvite()
			session, err := client.NewSession()
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = session.Close() }()
			out, err := session.CombinedOutput("join " + wrong)
			switch text := string(out); {
			case strings.Contains(text, "there is no such invitation"):
				checked.Add(1)
			case !strings.Contains(text, "too many wrong codes"):
				t.Errorf("%q, %v", text, err)
			}
		})
	}
	close(start)
	all.Wait()
	if n := checked.Load(); n != 3 {
		t.Errorf("%d codes were checked, want 3", n)
	}
}
