// Command gobot plays a seat with whatever legal action chance gives it, over the
// door for programs (docs/api.md). Cut off, it comes back and goes on where it was.
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

// line is what the bot reads of answers and events.
type line struct {
	ID, Event string
	Seq, Ply  int
	Yours     bool
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
		log.Printf("%v; coming back to what follows event %d", err, seq)
		time.Sleep(time.Duration(lost) * time.Second)
	}
}

// firstSeen trusts the host key that it sees first, and no other after that.
func firstSeen() ssh.HostKeyCallback {
	var seen string
	return func(_ string, _ net.Addr, key ssh.PublicKey) error {
		if now := ssh.FingerprintSHA256(key); seen != "" && seen != now {
			return fmt.Errorf("the host has another key than before")
		}
		seen = ssh.FingerprintSHA256(key)
		return nil
	}
}

// play is one connection, or what of the game it lasts; seq is the last event
// that was seen.
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
	fmt.Fprintf(in, `{"v":1,"id":"hello","do":"hello","name":%q}`+"\n", name)
	fmt.Fprintf(in, `{"v":1,"id":"sit","do":"sit","table":%s,"after":%d,"with":["legal"]}`+"\n", table, *seq)
	fmt.Fprintf(in, `{"v":1,"id":"ready","do":"ready","table":%s}`+"\n", table)
	for lines := bufio.NewReader(out); ; {
		var l line
		text, err := lines.ReadBytes('\n')
		if err != nil || json.Unmarshal(text, &l) != nil {
			return fmt.Errorf("the connection is lost: %w", err)
		}
		switch {
		case l.Error != nil && (l.ID == "hello" || l.ID == "sit"):
			log.Fatal(l.Error.Message)
		case l.Event == "closed":
			return nil
		case l.Event == "turn" && l.Yours: // a key of its own: repeated, it would be played once
			action := l.Legal[rand.IntN(len(l.Legal))]
			fmt.Fprintf(in, `{"v":1,"id":"act","do":"act","table":%s,"ply":%d,"key":"act-%d","action":%q}`+"\n", table, l.Ply, l.Seq, action)
		case l.Event != "" && l.Event != "turn":
			*seq = l.Seq
		}
	}
}
