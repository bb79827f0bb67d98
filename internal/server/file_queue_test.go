package server

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/service/share"
	"quadrille/internal/setup"
	"quadrille/internal/sshtest"
)

// TestFileQueueOfSSHClients has other files take all slots. A client that waits reads its place on
// the error stream. When it disconnects, or closes only its session, the next client gets its
// place. The file is complete when there is a slot.
func TestFileQueueOfSSHClients(t *testing.T) {
	studio := share.New("")
	d := startServer(t, Limits{}, func(c *Config) { c.Services.Share = studio })
	terms, err := setup.ParseTerms([]string{"chess4"})
	must(t, err)
	_, err = d.services.Lobby.Create(t.Context(), player.Player{ID: "SHA256:host", Name: "Host"}, terms)
	must(t, err)

	release := make(chan struct{})
	var others sync.WaitGroup
	for n := range max(1, runtime.GOMAXPROCS(0)/2) { // the slots
		began := make(chan struct{})
		others.Go(func() {
			job := share.Job{Account: player.ID(rune('a' + n)), Pixels: 1}
			_ = studio.Do(context.Background(), job, io.Discard, func(context.Context, io.Writer) error {
				close(began)
				<-release
				return nil
			})
		})
		<-began
	}
	key := sshtest.NewKey(t)
	ask := func() (conn *ssh.Client, s *ssh.Session, file *bytes.Buffer, lines *bufio.Reader) {
		conn = sshtest.Dial(t, d.address, sshtest.KeyAuth(key))
		s, err := conn.NewSession()
		must(t, err)
		file = new(bytes.Buffer)
		s.Stdout = file
		stderr, err := s.StderrPipe()
		must(t, err)
		must(t, s.Start("picture 1"))
		return conn, s, file, bufio.NewReader(stderr)
	}
	first := func(lines *bufio.Reader) {
		t.Helper()
		if line, err := lines.ReadString('\n'); err != nil || line != "Your file is number 1 in the queue.\n" {
			t.Fatalf("%q, %v", line, err)
		}
	}
	// retry asks until the server has noticed that the last client disconnected: an account may have one file.
	retry := func() (*ssh.Client, *ssh.Session, *bytes.Buffer, *bufio.Reader) {
		for {
			conn, s, file, lines := ask()
			line, err := lines.ReadString('\n')
			switch {
			case err == nil && line == "Your file is number 1 in the queue.\n":
				return conn, s, file, lines
			case !strings.Contains(line, share.Busy.Text):
				t.Fatalf("%q, %v", line, err)
			}
			must(t, conn.Close())
		}
	}
	conn, _, _, lines := ask()
	first(lines)
	must(t, conn.Close())
	_, s, _, _ := retry()
	must(t, s.Close())
	_, s, file, lines := retry()
	close(release)
	others.Wait()
	if _, err := io.Copy(io.Discard, lines); err != nil {
		t.Error(err)
	}
	must(t, s.Wait())
	if !bytes.HasPrefix(file.Bytes(), []byte("\x89PNG")) {
		t.Errorf("%d bytes", file.Len())
	}
}
