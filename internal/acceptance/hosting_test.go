package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHosting follows docs/hosting.md in a fresh Debian system. Then it kills the server,
// makes its process hang, breaks its configuration, and removes the package.
func TestHosting(t *testing.T) {
	needs(t, "mmdebstrap", "unshare", "nsenter", "pgrep", "make", "git")
	m := boot(t, "systemd", "dbus", "openssh-server", "openssh-client", "curl", "nftables", "ufw")
	prepare(m)
	if !t.Run("guide", func(t *testing.T) { m.T = t; followGuide(m) }) {
		return
	}
	// In these subtests the server listens on port 22, because the last step of the guide
	// sets this port.
	for _, part := range []struct {
		name string
		do   func(*machine)
	}{
		{"confinement", confinement},
		{"reload", reload},
		{"socket starts the server", socketStarts},
		{"killed", killed},
		{"wrong configuration", wrongConfiguration},
		{"hangs", hangs},
		{"removed", removed},
	} {
		if !t.Run(part.name, func(t *testing.T) { m.T = t; part.do(m) }) {
			return
		}
	}
}

// prepare creates the users and everything else that the guide assumes.
func prepare(m *machine) {
	m.Helper()
	m.person("ada")
	m.person("bea")
	m.run("echo '127.0.0.1 club.example.org' >>/etc/hosts")
	m.run("printf 'StrictHostKeyChecking accept-new\nLogLevel ERROR\n' >/etc/ssh/ssh_config.d/test.conf")
	// Bea has a key. Ada creates her key by following the guide. Root's authorized_keys is a
	// link to Ada's public key, so that Ada can log in as root as soon as she has created
	// her key.
	m.run(
		"runuser -u bea -- ssh-keygen -q -t ed25519 -N '' -f /home/bea/key && runuser -u bea -- install -D -m 600 /home/bea/key " +
			"/home/bea/.ssh/id_ed25519",
	)
	m.run("mkdir -p -m 700 .ssh && ln -s /home/ada/.ssh/id_ed25519.pub .ssh/authorized_keys")
	m.run("echo 'StrictModes no' >/etc/ssh/sshd_config.d/test.conf && systemctl restart ssh")
	// The guide opens an editor to set the key "public". In the test, the editor is a script
	// that sets this key.
	m.must(os.WriteFile(m.path("usr/bin/editor"), []byte("#!/bin/sh\nexec sed -i 's/^#public/public/' \"$1\"\n"), 0o755))
	if out, err := m.as("root", "systemctl start nftables"); err != nil {
		m.Logf("this kernel has no nftables, so its rule is not tested: %s", out)
	}
}

// followGuide runs every command of docs/hosting.md.
func followGuide(m *machine) {
	built := 0
	who := "ada"
	for _, s := range readGuide(m.T) {
		m.Logf("%s", s)
		var printed string
		switch {
		case strings.HasPrefix(s.command, "make "):
			printed = m.build(&built)
		case (strings.HasPrefix(s.command, "nft ") || strings.HasSuffix(s.command, " nftables")) && m.without("nft list table inet filter"):
			continue
		default:
			who = m.whoRuns(s)
			var err error
			printed, err = m.as(who, strings.ReplaceAll(s.command, "CODE", m.code))
			if err != nil {
				m.Errorf("%s, as %s: %v\n%s\n%s", s, who, err, printed, m.log())
				continue
			}
		}
		found, err := s.check(printed)
		if err != nil {
			m.Error(err)
		}
		if found != "" {
			m.code = found
		}
	}
}

// whoRuns returns the user who runs a command: root for commands on the server, Bea for the
// commands of a new member, and Ada for all other commands.
func (m *machine) whoRuns(s step) string {
	switch {
	case s.root:
		return "root"
	case strings.HasSuffix(s.command, " name Bea"), strings.HasSuffix(s.command, " join CODE") && m.owned:
		return "bea"
	case strings.HasSuffix(s.command, " join CODE"):
		m.owned = true
	}
	return "ada"
}

func (m *machine) without(line string) bool {
	_, err := m.as("root", line)
	return err != nil
}

// build builds the Debian package and copies it to the home directory of the user ada. The
// first build has an older version number, so that installing the second package is an
// upgrade.
func (m *machine) build(built *int) string {
	m.Helper()
	*built++
	words := []string{"make", "deb"}
	if *built == 1 {
		words = append(words, "VERSION=0.2.0+1")
	}
	printed := m.outside(words...)
	debs, err := filepath.Glob("../../bin/quadrille_*.deb")
	if err != nil || len(debs) != 1 {
		m.Fatalf("%v, %v", debs, err)
	}
	content, err := os.ReadFile(debs[0])
	m.must(err)
	m.run("rm -rf /home/ada/bin && mkdir /home/ada/bin")
	m.must(os.WriteFile(m.path("home/ada/bin/"+filepath.Base(debs[0])), content, 0o644))
	return printed
}

// ada runs a command over SSH as Ada, on port 22.
func (m *machine) ada(command string) string {
	m.Helper()
	out, err := m.as("ada", "ssh -n -o BatchMode=yes club.example.org "+command)
	if err != nil {
		m.Fatalf("%s: %v\n%s\n%s", command, err, out, m.log())
	}
	return out
}

func (m *machine) want(text, printed string) {
	m.Helper()
	if !strings.Contains(printed, text) {
		m.Fatalf("%q is not in\n%s\n%s", text, printed, m.log())
	}
}

func (m *machine) property(name string) string {
	m.Helper()
	return strings.TrimSpace(m.run("systemctl show -P " + name + " quadrille.service"))
}

// confinement checks that the server has no more rights than it needs.
func confinement(m *machine) {
	status := m.run("cat /proc/" + m.property("MainPID") + "/status")
	for _, want := range []string{"NoNewPrivs:\t1", "Seccomp:\t2", "CapBnd:\t0000000000000000"} {
		m.want(want, status)
	}
	m.want("quadrille", m.run("stat -c %U /proc/"+m.property("MainPID")))
	m.want("700 quadrille quadrille", m.run("stat -c '%a %U %G' /var/lib/quadrille"))
	m.want("644 root root", m.run("stat -c '%a %U %G' /etc/quadrille/quadrille.toml"))
	m.want("0.2.0+", m.ada("version"))
	m.want("exposure level", m.run("systemd-analyze security --no-pager quadrille.service"))
}

const log = "journalctl -u quadrille -o cat --no-pager"

// reload checks that the same process continues after a reload, and that reloading a
// configuration with errors changes nothing.
func reload(m *machine) {
	before := m.property("MainPID")
	m.run("systemctl reload quadrille")
	m.prints("configuration reloaded", log)
	m.run("echo 'nonsense = 1' >>/etc/quadrille/quadrille.toml; systemctl reload quadrille")
	m.prints("the new configuration has errors", log)
	m.run("sed -i /nonsense/d /etc/quadrille/quadrille.toml")
	if after := m.property("MainPID"); after != before {
		m.Fatalf("process %s became %s", before, after)
	}
}

// socketStarts checks that a connection to the socket starts the stopped service.
func socketStarts(m *machine) {
	m.run("systemctl stop quadrille.service")
	m.want("Ada", m.ada("whoami"))
	m.want("active", m.run("systemctl is-active quadrille.service"))
}

// killed checks that systemd replaces a killed server, and that the new process has all
// stored data.
func killed(m *machine) {
	table := strings.TrimSpace(m.ada("new chess4"))
	m.run("kill -9 " + m.property("MainPID"))
	m.want(table+"  waiting", m.ada("tables"))
	m.prints("1", "systemctl show -P NRestarts quadrille.service")
}

// wrongConfiguration checks that systemd keeps restarting a server that cannot start, and
// that a connection waits until the configuration is corrected.
func wrongConfiguration(m *machine) {
	m.run("echo 'nonsense = 1' >>/etc/quadrille/quadrille.toml")
	fails := func() {
		if out, err := m.as("root", "systemctl restart quadrille.service"); err == nil {
			m.Fatalf("the server starts with a wrong configuration: %s", out)
		}
	}
	fails()
	came := make(chan string, 1)
	go func() {
		out, err := m.as("ada", "ssh -n -o BatchMode=yes club.example.org whoami")
		came <- fmt.Sprint(out, err)
	}()
	for range 6 { // by default, systemd allows only five starts in ten seconds
		fails()
	}
	m.want("78", m.property("ExecMainStatus"))
	if state := strings.TrimSpace(m.run("systemctl is-active quadrille.socket")); state != "active" {
		m.Fatalf("the socket is %s\n%s", state, m.log())
	}
	m.run("sed -i /nonsense/d /etc/quadrille/quadrille.toml")
	m.want("Ada", <-came)
	m.want("active", m.run("systemctl is-active quadrille.service"))
}

// hangs checks that systemd restarts a server that does not respond.
func hangs(m *machine) {
	m.run("mkdir -p /etc/systemd/system/quadrille.service.d")
	m.run("printf '[Service]\nWatchdogSec=2\n' >/etc/systemd/system/quadrille.service.d/soon.conf")
	m.run("systemctl daemon-reload && systemctl restart quadrille.service")
	m.run("kill -STOP " + m.property("MainPID"))
	m.prints("Watchdog timeout", log)
	m.want("Ada", m.ada("whoami"))
}

// removed removes the package and then purges it. The server must stop, and the data of the
// club must remain.
func removed(m *machine) {
	m.want("Removing quadrille", m.run("apt-get remove -q -y quadrille"))
	m.want("inactive", m.run("systemctl is-active quadrille.socket quadrille.service quadrille-backup.timer || true"))
	m.run("test ! -e /usr/bin/quadrille && test -e /etc/quadrille/quadrille.toml")
	m.want("still in /var/lib/quadrille", m.run("apt-get purge -q -y quadrille"))
	m.run("test ! -e /etc/quadrille/quadrille.toml && test -s /var/lib/quadrille/quadrille.db")
	m.want("0 loaded units listed", m.run("systemctl list-units --failed --no-pager 'quadrille*'")) // a slow machine may stop its console
}
