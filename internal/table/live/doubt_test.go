package live_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/play"
	"quadrille/rules"
)

// inDoubt plays a move at node 0 of a cluster whose log cannot confirm that the move is durable.
// The log has the move if `kept` is true.
func inDoubt(c *cluster, kept bool) (move table.Command) {
	c.Helper()
	c.start()
	c.play(0, "m7-k7")
	c.settle()
	for _, n := range c.nodes {
		n.away.Store(true)
	}
	n := c.nodes[0]
	n.unsure = func() (bool, bool) { return kept || !n.away.Load(), n.away.Load() }
	for _, other := range c.nodes {
		other.lose = other.away.Load
		if other != n {
			other.unsure = func() (bool, bool) { return !other.away.Load(), other.away.Load() }
		}
	}
	move = c.move(0, "j1-k3")
	move.ID = "again"
	var why *table.Refusal
	if err := n.Do(context.Background(), move); !errors.As(err, &why) || why.Reason != table.InDoubt {
		c.Fatalf("a move with an unknown outcome: %v", err)
	}
	return move
}

// returns lets the log confirm its events again.
func (c *cluster) returns() {
	for _, n := range c.nodes {
		n.away.Store(false)
	}
}

// TestMoveInDoubtIsNotAcknowledged plays a move that only the primary has. The move was once
// acknowledged because the log returned it. A repeated command, another command or the news
// that the log has grown must not acknowledge or show it either.
func TestMoveInDoubtIsNotAcknowledged(t *testing.T) {
	for _, kept := range []bool{true, false} {
		inCluster(t, 2, timed, func(c *cluster) {
			for i, p := range four {
				defer c.connect(i%2, p)()
			}
			move := inDoubt(c, kept)
			n := c.nodes[0]
			w := n.Watch(sue)
			defer w.Close()
			v, _ := w.Take(context.Background())
			if len(v.Moves) != 1 || !strings.Contains(v.Fault, "not stored yet") || v.Clock.Running != rules.NoSeat {
				t.Errorf("%d moves, fault %q, running clock %d", len(v.Moves), v.Fault, v.Clock.Running)
			}
			var why *table.Refusal
			if err := n.Do(context.Background(), move); !errors.As(err, &why) || why.Reason != table.InDoubt {
				t.Errorf("the move again: %v", err)
			}
			chat := table.Command{By: sue, Kind: table.Chat, Text: "hi"}
			if err := n.Do(context.Background(), chat); !errors.As(err, &why) || why.Reason != table.InDoubt {
				t.Errorf("a chat line: %v", err)
			}
			n.follow()
			live.CopyOf(n.Table).Check()
			time.Sleep(time.Minute)
			if n := len(n.View().Moves); n != 1 {
				t.Errorf("%d moves are shown", n)
			}
			before, left := len(c.events()), c.nodes[0].View().Clock.Left
			c.returns()
			time.Sleep(5 * time.Second)
			c.settle()
			if v := n.View(); v.Fault != "" || len(v.Moves) == 2 != kept {
				t.Errorf("afterwards %d moves, fault %q", len(v.Moves), v.Fault)
			}
			if tail := c.kinds(before); !strings.HasPrefix(tail, "paused resumed") {
				t.Errorf("afterwards the log has %q", tail)
			}
			c.do(0, move)
			c.settle()
			for _, n := range c.nodes {
				v := n.View()
				if len(v.Moves) != 2 || v.Clock.Left[move.Seat] < left[move.Seat]-10*time.Second {
					t.Errorf("%d moves, %v left", len(v.Moves), v.Clock.Left)
				}
			}
		})
	}
}

// TestRepeatedMoveIsConfirmed repeats a move at another node, which has read it from the
// primary. The node must not acknowledge the move until the log confirms it.
func TestRepeatedMoveIsConfirmed(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		move := inDoubt(c, true)
		other := c.nodes[1]
		other.follow()
		synctest.Wait()
		var why *table.Refusal
		if err := other.Do(context.Background(), move); !errors.As(err, &why) || why.Reason != table.InDoubt {
			t.Errorf("the same command at another node: %v", err)
		}
		text := play.Move{By: move.By, Text: "j1-k3", After: 1, ID: move.ID}
		if r, err := play.Text(context.Background(), other.Table, text); !errors.As(err, &why) || why.Reason != table.InDoubt {
			t.Errorf("the same move as text at another node: %v, %v", r.Number, err)
		}
		c.returns()
		c.do(1, move)
		if r, err := play.Text(context.Background(), other.Table, text); err != nil || r.Number != 2 {
			t.Errorf("after the confirmation: %v, %v", r.Number, err)
		}
		time.Sleep(5 * time.Second)
	})
}

// TestLostMoveInDoubtIsTakenBack loses a move in doubt: a standby without it replaces the
// database. Both nodes must show the game without the move as soon as they check their copies.
func TestLostMoveInDoubtIsTakenBack(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		move := inDoubt(c, true)
		c.nodes[1].follow() // the other node shows the move
		synctest.Wait()
		c.log.Lose(c.id, len(c.events())-1)
		c.returns()
		for _, n := range c.nodes {
			live.CopyOf(n.Table).Check()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if v := c.nodes[0].View(); len(v.Moves) != 1 || v.Fault != "" {
			t.Errorf("node 0: %d moves, fault %q", len(v.Moves), v.Fault)
		}
		if v := c.nodes[1].View(); len(v.Moves) != 1 || !strings.Contains(v.Fault, "back at move 1") {
			t.Errorf("node 1: %d moves, fault %q", len(v.Moves), v.Fault)
		}
		c.do(0, move)
		c.settle()
	})
}

// TestRepetitionAfterAFailOver repeats a move in doubt at another node, which has read it from the
// primary, after a standby without it has replaced the database, and before the node compares its copy
// with the log. The new server confirms its events, so the repetition was once acknowledged although the
// log lacked the move. All ways to repeat a command must store the move again.
func TestRepetitionAfterAFailOver(t *testing.T) {
	for name, again := range map[string]func(c *cluster, move table.Command) error{
		"command": func(c *cluster, move table.Command) error { return c.nodes[1].Do(context.Background(), move) },
		"text with an ID": func(c *cluster, move table.Command) error {
			_, err := play.Text(context.Background(), c.nodes[1].Table, play.Move{By: move.By, Text: "j1-k3", After: 1, ID: move.ID})
			return err
		},
		"text without an ID": func(c *cluster, move table.Command) error {
			_, err := play.Text(context.Background(), c.nodes[1].Table, play.Move{By: move.By, Text: "j1-k3", After: 1})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			inCluster(t, 2, chess4, func(c *cluster) {
				move := inDoubt(c, true)
				c.nodes[1].follow() // the other node shows the move
				synctest.Wait()
				c.log.Lose(c.id, len(c.events())-1)
				c.returns()
				before := len(c.events())
				if err := again(c, move); err != nil {
					t.Errorf("the move again: %v", err)
				}
				if kinds := c.kinds(before); kinds != "acted" {
					t.Errorf("the repetition is acknowledged, and the log has %q", kinds)
				}
				time.Sleep(5 * time.Second)
			})
		})
	}
}

// TestChatAfterAFailOver does the same with a line of chat, and with a command that has no effect: only
// the primary knows that the player is ready already. While the log confirms nothing, neither may be
// acknowledged.
func TestChatAfterAFailOver(t *testing.T) {
	for name, command := range map[string]table.Command{
		"chat":  {By: sue, Kind: table.Chat, Seat: rules.NoSeat, Text: "hi", ID: "again"},
		"ready": {By: sue, Kind: table.Ready, Seat: rules.NoSeat},
	} {
		t.Run(name, func(t *testing.T) {
			inCluster(t, 2, openChat, func(c *cluster) {
				c.do(0, table.Command{By: sue, Kind: table.Sit, Seat: 0})
				c.settle()
				before := len(c.events())
				c.do(0, command)
				c.settle() // the other node shows it
				want := c.kinds(before)
				c.nodes[1].away.Store(true)
				var why *table.Refusal
				if err := c.nodes[1].Do(context.Background(), command); !errors.As(err, &why) || why.Reason != table.InDoubt {
					t.Errorf("the repetition before the log confirms its events: %v", err)
				}
				c.log.Lose(c.id, before)
				c.nodes[1].away.Store(false)
				c.do(1, command)
				if kinds := c.kinds(before); kinds != want {
					t.Errorf("the repetition is acknowledged, and the log has %q, want %q", kinds, want)
				}
				c.settle()
			})
		})
	}
}

// TestRepetitionAtAnEndedTableAfterAFailOver repeats the command that ended a game, after the loop of the
// table has ended and a fail-over has lost the end. It was once acknowledged from the memory of the ended
// table.
func TestRepetitionAtAnEndedTableAfterAFailOver(t *testing.T) {
	inCluster(t, 2, table.Terms{Game: "chess4", Fairness: table.Fairness}, func(c *cluster) {
		c.start()
		before := len(c.events())
		abort := table.Command{By: inky, Kind: table.Abort, Seat: rules.NoSeat, ID: "again"}
		c.do(0, abort)
		want := c.kinds(before)
		for begun := time.Now(); !c.nodes[0].Ended(); {
			if time.Since(begun) > 24*time.Hour {
				t.Fatal("the loop of the table does not end")
			}
			time.Sleep(time.Minute)
		}
		c.do(0, abort)
		c.log.Lose(c.id, before)
		c.do(0, abort)
		if kinds := c.kinds(before); !strings.HasSuffix(kinds, want) {
			t.Errorf("the repetition is acknowledged, and the log has %q, want %q", kinds, want)
		}
		if err := c.nodes[1].Stop(context.Background()); err != nil { // the lobby of a node loads such a table again
			t.Error(err)
		}
		synctest.Wait() // until the notifications of the append have been read
		c.open(1)
		c.settle()
	})
}

// TestFailedRepetitionKeepsTheDoubt appends a move with an unknown outcome, and cannot repeat the
// append. The player once read that the move was not stored, although it was.
func TestFailedRepetitionKeepsTheDoubt(t *testing.T) {
	inCluster(t, 2, chess4, func(c *cluster) {
		c.start()
		n := c.nodes[0]
		n.unsure = func() (bool, bool) {
			n.cut.Store(true) // the second attempt cannot reach the log
			return true, true
		}
		move := c.move(0, "m7-k7")
		move.ID = "again"
		var why *table.Refusal
		if err := n.Do(context.Background(), move); !errors.As(err, &why) || why.Reason != table.InDoubt {
			t.Errorf("the move: %v", err)
		}
		n.cut.Store(false)
		n.unsure = nil
		time.Sleep(5 * time.Second)
		c.do(0, move)
		c.settle()
		if moves := len(c.nodes[1].View().Moves); moves != 1 {
			t.Errorf("%d moves", moves)
		}
	})
}
