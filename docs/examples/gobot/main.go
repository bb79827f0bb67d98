// Command gobot plays one seat with random legal moves, through the JSON API (docs/api.md).
// If it loses its connection, it reconnects and resumes the game.
//
//	go run ./docs/examples/gobot HOST:PORT KEYFILE NAME TABLE
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"time"

	"golang.org/x/crypto/ssh"
)

// line holds the fields that the bot uses from an answer or event.
type line struct {
	ID, Event string
	Seq, Ply  int
	Own       bool `json:"yours"`
	Legal     []string
	Error     *struct{ Code, Message string }
}

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: gobot HOST:PORT KEYFILE NAME TABLE")
	}
	pem, err := os.ReadFile(os.Args[2])
	key, wrong := ssh.ParsePrivateKey(pem)
	if err := cmp.Or(err, wrong); err != nil {
		log.Fatal(err)
	}
	config := &ssh.ClientConfig{User: "bot", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: firstSeen()}
	for seq, lost := 0, 0; lost < 10; lost++ {
		err := play(os.Args[1], config, os.Args[3], os.Args[4], &seq)
		if err == nil {
			return
		}
		log.Printf("%v; resuming after event %d", err, seq)
		time.Sleep(time.Duration(lost) * time.Second)
	}
}

// firstSeen returns a callback that trusts the host key of the first connection and refuses
// any other key later.
func firstSeen() ssh.HostKeyCallback {
	var seen string
	return func(_ string, _ net.Addr, key ssh.PublicKey) error {
		if now := ssh.FingerprintSHA256(key); seen != "" && seen != now {
			return fmt.Errorf("the host key has changed")
		}
		seen = ssh.FingerprintSHA256(key)
		return nil
	}
}

// play plays over one connection. It returns nil when the game is over, and an error when the
// connection is lost. seq is the number of the last received event.
func play(host string, config *ssh.ClientConfig, name, table string, seq *int) error {
	client, err := ssh.Dial("tcp", host, config)
	if err != nil {
		return err
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	in, _ := session.StdinPipe()
	out, _ := session.StdoutPipe()
	if err := session.Start("api"); err != nil {
		return err
	}
	fmt.Fprintf(in, `{"v":2,"id":"hello","command":"hello","name":%q}`+"\n", name)
	fmt.Fprintf(in, `{"v":2,"id":"sit","command":"sit","table":%s,"after":%d,"with":["legal"]}`+"\n", table, *seq)
	fmt.Fprintf(in, `{"v":2,"id":"ready","command":"ready","table":%s}`+"\n", table)
	for lines := bufio.NewReader(out); ; {
		var l line
		text, err := lines.ReadBytes('\n')
		if err == nil {
			err = json.Unmarshal(text, &l)
		}
		if err != nil {
			return fmt.Errorf("connection lost: %w", err)
		}
		switch {
		case l.Error != nil && (l.ID == "hello" || l.ID == "sit"):
			log.Fatal(l.Error.Message)
		case l.Event == "closed":
			return nil
		case l.Event == "turn" && l.Own: // the server may repeat this event after a reconnection; the field "key" prevents a second move
			action := l.Legal[rand.IntN(len(l.Legal))]
			fmt.Fprintf(
				in,
				`{"v":2,"id":"move","command":"move","table":%s,"ply":%d,"key":"move-%d","action":%q}`+"\n",
				table,
				l.Ply,
				l.Seq,
				action,
			)
		case l.Seq > 0:
			*seq = l.Seq
		}
	}
}
