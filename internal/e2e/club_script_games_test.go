package e2e

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// board runs the script command "board NUMBER SEAT ...", which plays the game of one board of
// an evening: the players open its table and get ready, and then the given seats resign.
func (s *clubScript) board(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	var on struct {
		Rounds []struct {
			Boards []struct {
				Table        int
				Seats, Names []string
			}
		}
	}
	client := s.connect(ts, "guest")
	out, _, _ := sshtest.Run(s, client, "evening show --json")
	_ = client.Close()
	ts.Check(json.Unmarshal([]byte(out), &on))
	board := on.Rounds[len(on.Rounds)-1].Boards[n-1]
	people := map[string]*commandPlayer{}
	for i, seat := range board.Seats {
		people[seat] = &commandPlayer{name: board.Names[i], key: s.key(board.Names[i]), local: newAddress()}
		defer people[seat].disconnect()
		people[seat].sit(s, s.server.address, board.Table, seat)
	}
	for _, seat := range args[1:] {
		people[seat].mustRun(s, s.server.address, fmt.Sprintf("move %d resign", board.Table))
	}
}

// sit takes a seat and gets ready.
func (s *clubScript) sit(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	who := &commandPlayer{name: args[0], key: s.key(args[0]), local: newAddress()}
	who.sit(s, s.server.address, n, args[2])
	ts.Defer(who.disconnect)
}

func (s *clubScript) connect(ts *testscript.TestScript, name string) *ssh.Client {
	client, err := sshtest.TryDialFrom(s.from, s.server.address, s.auth(name))
	ts.Check(err)
	return client
}

// moves implements the script command "moves N NAMES ACTION...". The players NAMES, separated
// by commas, take turns to play the actions at table N.
func (s *clubScript) moves(ts *testscript.TestScript, _ bool, args []string) {
	names := strings.Split(args[1], ",")
	for i, action := range args[2:] {
		s.as(ts, false, []string{names[i%len(names)], "move", args[0], action})
	}
}
