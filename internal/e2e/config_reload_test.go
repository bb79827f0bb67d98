package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"quadrille/internal/config"
	"quadrille/internal/sshtest"
)

// configuredServer is a server with a configuration file that the test changes.
type configuredServer struct {
	*testServer
	reads, errors int
}

func serveConfigured(t *testing.T, text string) *configuredServer {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	must(t, os.Mkdir(data, 0o700))
	must(t, os.WriteFile(filepath.Join(data, config.FileName), []byte(text), 0o600))
	return &configuredServer{testServer: serveIn(t, data)}
}

func (c *configuredServer) write(text string) {
	c.Helper()
	c.must(os.WriteFile(filepath.Join(c.data, config.FileName), []byte(text), 0o600))
}

// reload sends SIGHUP and waits until the server logs that it has accepted the file or, if
// `taken` is false, that it has refused the file.
func (c *configuredServer) reload(taken bool) {
	c.Helper()
	if taken {
		c.reads++
	} else {
		c.errors++
	}
	c.must(c.cmd.Process.Signal(syscall.SIGHUP))
	c.log.await(c.T, "the configuration to be read", func(text string) bool {
		return strings.Count(text, "configuration reloaded") == c.reads &&
			strings.Count(text, "the new configuration has errors; nothing was changed") == c.errors
	})
}

// tryGuest connects as a guest from a new address and returns the error, if any.
func (c *configuredServer) tryGuest() error {
	client, err := sshtest.TryDial(c.address, sshtest.GuestAuth())
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	if _, errs, status := sshtest.Run(c.T, client, "whoami"); status != 0 {
		return fmt.Errorf("%s", strings.TrimSpace(errs))
	}
	return nil
}

func (c *configuredServer) want(what string, err error, part string) {
	c.Helper()
	if got := fmt.Sprint(err); !strings.Contains(got, part) {
		c.Errorf("%s: %s; want %s", what, got, part)
	}
}

// TestReloadToMembersOnlyEndsGuestSessions reloads a members-only configuration. Guests are
// disconnected and members stay. After another reload guests may connect again.
func TestReloadToMembersOnlyEndsGuestSessions(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "")
	olga := newPerson(t, "Olga", 80, 24)
	olga.checkCommand(s.address, "join "+s.ownerCode(), 0, "now owner")
	olga.mustRun(s.address, "name Olga")
	olga.checkCommand(s.address, "new chess4", 0, "1\n")
	olga.connect(s.address, "")
	olga.See(t, "New table")
	stan := newPerson(t, "Stan", 80, 24)
	stan.mustRun(s.address, "name Stan")
	places := map[string]string{"play 1 silver": "Leave seat Silver", "watch 1": "Sit down as", "": "New table", "plain": "Stan"}
	out := map[string]*sshtest.Screen{}
	for command, sees := range places {
		p := *stan
		p.connect(s.address, command)
		p.See(t, sees)
		out[command+" with a key"] = p.Screen
	}
	out["a guest"] = sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.GuestAuth()), "guest", 80, 24, "watch 1")
	out["a guest"].See(t, "Sit down as")

	s.write("[club]\nentry = \"members-only\"\n")
	s.reload(true)
	for who, screen := range out {
		if status := screen.Ended(t); status == 0 || !strings.Contains(screen.Text(), "this club is for members only") {
			t.Errorf("%s: status %d, and the screen shows:\n%s", who, status, screen.Text())
		}
	}
	stan.checkCommand(s.address, "tables", 1, "")
	s.want("a guest who comes then", s.tryGuest(), "this club is for members only")
	s.must(olga.Type("A"))
	olga.See(t, "Members 1")

	s.write("")
	s.reload(true)
	s.want("when it is open again", s.tryGuest(), "<nil>")
}

func TestReloadKeepsSessions(t *testing.T) {
	t.Parallel()
	s := serveConfigured(t, "[club]\ngreeting = \"Come on Wednesdays.\"\n")
	client := sshtest.Dial(t, s.address, sshtest.GuestAuth())
	screen := sshtest.Open(t, client, "guest", 80, 24, "")
	screen.See(t, "Come on Wednesdays.")
	s.want("before", s.tryGuest(), "<nil>")

	s.write("[club]\ngreeting = \"Come on Thursdays.\"\n[limits]\naddress_guests = 1\n")
	s.reload(true)
	s.must(screen.Type("\x1b[B"))
	screen.See(t, "Come on Thursdays.")
	s.want("with a smaller limit", s.tryGuest(), "too many guests")
	if want := `"changed":["club.greeting","limits.address_guests"]`; !strings.Contains(s.log.String(), want) {
		t.Errorf("the log lacks %s", want)
	}

	s.write("[club]\ngreeting = \"Come never.\"\n[limits]\naddress_guests = \"many\"\nadress_guests = 3\n")
	s.reload(false)
	s.must(screen.Type("\x1b[A"))
	screen.See(t, "Come on Thursdays.")
	s.want("after a broken file", s.tryGuest(), "too many guests")
	for _, want := range []string{`toml:4: limits.address_guests must be a whole number`, `toml:5: there is no key limits.adress_guests`} {
		if !strings.Contains(s.log.String(), want) {
			t.Errorf("the log lacks %s", want)
		}
	}

	s.write("[server]\nguests = false\n[metrics]\nlisten = \"127.0.0.1:0\"\n")
	s.reload(true)
	s.want("without guests", s.tryGuest(), "handshake failed")
	if !strings.Contains(s.log.String(), `"msg":"metrics.listen changes only at the next start","now":"","then":"127.0.0.1:0"`) {
		t.Error("the log does not say that metrics wait for the next start")
	}

	s.must(os.Remove(filepath.Join(s.data, config.FileName)))
	s.reload(true)
	s.want("without a file", s.tryGuest(), "<nil>")
	s.must(screen.Type("\x1b[B"))
	screen.Await(t, "the greeting to go", func(text string) bool { return !strings.Contains(text, "Come on") })
	if _, errs, status := sshtest.Run(t, client, "whoami"); status != 0 {
		t.Errorf("a member who stayed connected: status %d, %s", status, errs)
	}
}
