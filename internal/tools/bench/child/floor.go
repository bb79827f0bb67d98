package child

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net"
	"sync"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/tools/must"
)

const (
	FloorServer = "floor"   // first argument that makes a child process run a minimal SSH server; see serveFloor
	FloorText   = "waiting" // the first text that the minimal SSH server sends to each client
	floorBytes  = 150       // size of each write, which is about the size of a move
)

// AskOneWrite maps a number n of clients to the request that makes the floor server, a minimal
// SSH server, write once to each of its first n clients.
var AskOneWrite = map[int]string{200: "write-200", 2000: "write-2000"}

// floor holds the open channels of the server that serveFloor runs. This minimal server only
// encrypts bytes and writes them.
var floor struct {
	sync.Mutex
	channels []ssh.Channel
}

// serveFloor runs a server that does only what every server has to do: it encrypts bytes with
// golang.org/x/crypto and writes them.
func serveFloor() {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	must.Check(err)
	cfg := &ssh.ServerConfig{
		NoClientAuth:      true,
		PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) { return nil, nil },
	}
	cfg.AddHostKey(must.Get(ssh.NewSignerFromKey(private)))
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))
	serveAndAnswer(listener.Addr().String(), func(ctx context.Context) error {
		context.AfterFunc(ctx, func() { _ = listener.Close() })
		for {
			conn, err := listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return nil
			}
			if err != nil {
				return err
			}
			go serveFloorConn(conn, cfg)
		}
	})
}

func serveFloorConn(conn net.Conn, cfg *ssh.ServerConfig) {
	_, channels, requests, err := ssh.NewServerConn(conn, cfg)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests)
	for wanted := range channels {
		channel, requests, err := wanted.Accept()
		if err != nil {
			return
		}
		for r := range requests {
			_ = r.Reply(true, nil)
			if r.Type != "exec" {
				continue
			}
			floor.Lock()
			floor.channels = append(floor.channels, channel)
			floor.Unlock()
			_, _ = channel.Write([]byte(FloorText)) // tells the benchmark that the next client can connect
		}
	}
}

// writeFloorOnce writes once to each of the first n clients of the floor server, which only
// encrypts bytes and writes them. It returns n.
func writeFloorOnce(n int) int {
	floor.Lock()
	defer floor.Unlock()
	b := make([]byte, floorBytes)
	for _, c := range floor.channels[:n] {
		_, _ = c.Write(b)
	}
	return n
}
