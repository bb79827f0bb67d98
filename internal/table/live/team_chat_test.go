package live_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// teams are the terms of a game in which inky and pinky play against blinky and clyde.
var teams = table.Terms{Game: "chess4", Options: map[string]string{"teams": "on"}}

func teamChatCommand(by player.Player, text string) table.Command {
	return table.Command{By: by, Kind: table.TeamChat, Seat: rules.NoSeat, Text: text}
}

// TestTeamChatWakesOnlyPartners checks that a line of team chat sends a new view only to
// the partners, and that nobody else can see its event.
func TestTeamChatWakesOnlyPartners(t *testing.T) {
	inVirtualTime(t, teams, func(b *testTable) {
		var changes atomic.Int64
		_ = b.Stop(context.Background())
		b.changed = func(*table.View) { changes.Add(1) }
		b.open()
		b.startGame(four...)
		watchers := map[player.Player]*live.Watcher{}
		for _, p := range append(four[:4:4], sue, player.Player{}) {
			watchers[p] = b.Watch(p)
		}
		advance(time.Second) // wait until the table publishes the number of spectators
		for _, w := range watchers {
			_, _ = w.Take(context.Background())
		}
		changes.Store(0)
		b.do(teamChatCommand(inky, "a secret"))
		synctest.Wait()
		if n := changes.Load(); n != 0 {
			t.Errorf("the server was notified %d times", n)
		}
		soon, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for p, w := range watchers {
			v, got := w.Take(soon)
			if partner := p == inky || p == pinky; got != partner || got && chatText(v.TeamChat) != "Inky: a secret" {
				t.Errorf("%q got a view: %v", p.Name, got)
			}
		}
		var numbered []table.Numbered
		for i, e := range b.events() {
			numbered = append(numbered, table.Numbered{Seq: i + 1, Event: e})
		}
		for p := range watchers {
			sees := slices.ContainsFunc(b.Shown(p.ID, numbered), func(e table.Numbered) bool { return e.Kind == table.TeamChatted })
			if sees != (p == inky || p == pinky) {
				t.Errorf("%q sees the event: %v", p.Name, sees)
			}
			watchers[p].Close()
		}
	})
}
