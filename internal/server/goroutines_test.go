package server

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"quadrille/internal/front/screen"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/notify"
	"quadrille/internal/sshtest"
	"quadrille/internal/table"
)

// ownGoroutines is the maximum number of goroutines of an idle session. It does not include the
// two goroutines in which golang.org/x/crypto handles packets and exchanges keys, because
// the test cannot tell them from the same goroutines of its clients.
const ownGoroutines = 6

var ownGoroutine = regexp.MustCompile(`charm\.land/ssh|quadrille/internal/(server\.|ui)`)

// TestIdleSessionHasFewGoroutines checks that an idle session, in the lobby or at a table, has
// few goroutines.
func TestIdleSessionHasFewGoroutines(t *testing.T) {
	var tables *lobby.Lobby
	d := startServer(t, Limits{}, func(cfg *Config) {
		var err error
		tables = cfg.Lobby
		cfg.Notify.Board, err = notify.OpenBoard(t.Context(), cfg.Club)
		must(t, err)
	})
	d.screens = screen.New
	opened, err := tables.Create(t.Context(), player.Player{ID: "host", Name: "Host"}, table.Terms{Game: kit.DefaultGame()})
	must(t, err)
	for command, see := range map[string]string{"": "New table", fmt.Sprintf("watch %d", opened.View().ID): "Sit down as Gold"} {
		before := countOwnGoroutines(stacks())
		const sessions = 3
		for n := range sessions {
			key, name := sshtest.NewKey(t), fmt.Sprint("Player", n)
			_, err := d.directory.Claim(t.Context(), player.ID(gossh.FingerprintSHA256(key.PublicKey())), name)
			must(t, err)
			sshtest.Open(t, sshtest.Dial(t, d.address, sshtest.KeyAuth(key)), name, 80, 24, command).See(t, see)
		}
		deadline := time.Now().Add(20 * time.Second)
		for {
			now := stacks()
			count := countOwnGoroutines(now) - before
			if count <= ownGoroutines*sessions { // fewer if goroutines of earlier tests ended meanwhile
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf(
					"%d sessions of %q have %d goroutines, want at most %d each:\n%s",
					sessions,
					command,
					count,
					ownGoroutines,
					strings.Join(now, "\n\n"),
				)
			}
			runtime.Gosched()
		}
	}
}

// stacks returns the stack of each goroutine.
func stacks() []string {
	all := make([]byte, 4<<20)
	return strings.Split(string(all[:runtime.Stack(all, true)]), "\n\n")
}

func countOwnGoroutines(stacks []string) (count int) {
	for _, s := range stacks {
		if ownGoroutine.MatchString(s) && !strings.Contains(s, "testing.tRunner") && !strings.Contains(s, "server.(*Server).Serve") {
			count++
		}
	}
	return count
}
