package e2e

import (
	"bufio"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOpenSSHNamesRefusedKey checks with the OpenSSH client that a refused key is named in the
// banner and by whoami.
func TestOpenSSHNamesRefusedKey(t *testing.T) {
	t.Parallel()
	c := newOpenSSH(t)
	for _, k := range []struct{ kind, bits, want string }{
		{"rsa", "1024", "it has 1024 bits, and at least 2048 are needed"},
		{"dsa", "1024", "Your DSA key was refused"},
	} {
		key := filepath.Join(t.TempDir(), k.kind)
		keygen := exec.CommandContext(t.Context(), "ssh-keygen", "-q", "-t", k.kind, "-b", k.bits, "-N", "", "-f", key)
		if out, err := keygen.CombinedOutput(); err != nil {
			t.Logf("this ssh-keygen makes no %s key: %s", k.kind, out)
			continue
		}
		c.key = key
		run := func(args ...string) (out, errs string) {
			cmd := c.command(append([]string{"-o", "PubkeyAcceptedAlgorithms=+ssh-dss", "-o", "RequiredRSASize=1024"}, args...)...)
			for i, arg := range cmd.Args {
				cmd.Args[i] = strings.Replace(arg, "LogLevel=ERROR", "LogLevel=INFO", 1) // so that ssh prints banners
			}
			var stdout, stderr strings.Builder
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			c.server.must(cmd.Run())
			return stdout.String(), stderr.String()
		}
		if out, errs := run("whoami"); !strings.HasPrefix(out, "guest-") || strings.Count(errs, k.want) != 2 {
			t.Errorf("%s: out %q, err %q", k.kind, out, errs)
		}
		if _, errs := run("about"); strings.Count(errs, k.want) != 1 {
			t.Errorf("%s: the banner is %q", k.kind, errs)
		}
	}
}

// TestOpenSSHSharesAConnection checks that six sessions can use the connection of a ControlMaster.
func TestOpenSSHSharesAConnection(t *testing.T) {
	t.Parallel()
	c := newOpenSSH(t)
	if out, errs, status := c.run("name Inky"); status != 0 {
		t.Fatalf("status %d, %q, %q", status, out, errs)
	}
	socket := filepath.Join(t.TempDir(), "s")
	for n := range 6 {
		master := "ControlMaster=no"
		if n == 0 {
			master = "ControlMaster=yes"
		}
		cmd := c.command("-S", socket, "-o", master, "api")
		in, err := cmd.StdinPipe()
		c.server.must(err)
		out, err := cmd.StdoutPipe()
		c.server.must(err)
		var errs strings.Builder
		cmd.Stderr = &errs
		c.server.must(cmd.Start())
		defer func() { _, _ = in.Close(), cmd.Wait() }()
		_, err = in.Write([]byte(`{"v":2,"command":"hello"}` + "\n"))
		c.server.must(err)
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, `"named":true`) || errs.Len() > 0 {
			t.Fatalf("session %d: %v, %q, %q", n+1, err, line, errs.String())
		}
	}
}
