package e2e

import (
	"bufio"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

func TestServeWithoutGuests(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), program, "serve", "--no-guests", "--listen", "127.0.0.1:0", "--data", t.TempDir())
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	defer func() { _, _ = cmd.Process.Kill(), cmd.Wait() }()
	var address string
	for lines := bufio.NewScanner(out); address == "" && lines.Scan(); {
		var host string
		var port int
		if n, _ := fmt.Sscanf(lines.Text(), "ssh -p %d %s", &port, &host); n == 2 {
			address = fmt.Sprintf("%s:%d", host, port)
		}
	}
	if _, err := sshtest.TryDial(address, sshtest.GuestAuth()); err == nil {
		t.Error("a guest was admitted")
	}
	client := sshtest.Dial(t, address, sshtest.KeyAuth(sshtest.NewKey(t)))
	if out, _, status := sshtest.Run(t, client, "whoami"); status != 0 || !strings.Contains(out, "SHA256:") {
		t.Errorf("with a key: status %d, %q", status, out)
	}
	if out, _, _ := sshtest.Run(t, client, "about"); out != "Everybody may enter and play; an SSH key is required; you are a guest.\n" {
		t.Errorf("about prints %q", out)
	}
}
