package live_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
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

// wantTeamChat checks what each person can read in the team chats.
func (b *testTable) wantTeamChat(want map[player.Player]string) {
	b.Helper()
	for _, p := range append(four[:4:4], sue, funky, player.Player{}) {
		v := b.Seen(p.ID)
		if got := chatText(v.TeamChat); got != want[p] {
			b.Errorf("%q reads %q in the team chat, want %q", p.Name, got, want[p])
		}
		if text := chatText(v.Chat) + chatText(v.SpectatorChat); strings.Contains(text, "secret") {
			b.Errorf("%q reads %q", p.Name, text)
		}
	}
	if v := b.View(); v.TeamChat != nil {
		b.Errorf("the public view has the team chat %q", chatText(v.TeamChat))
	}
}

// TestTeamChatIsReadByPartnersOnly checks that only partners can read team chat: during
// the game, after it, and after the table has been loaded again.
func TestTeamChatIsReadByPartnersOnly(t *testing.T) {
	inVirtualTime(t, teams, func(b *testTable) {
		b.wantRefusal(teamChatCommand(inky, "too early"), table.NotStarted)
		b.startGame(four...)
		b.do(teamChatCommand(inky, "  my secret   plan "))
		b.do(teamChatCommand(clyde, "our secret"))
		b.do(teamChatCommand(pinky, "a good secret"))
		b.wantRefusal(teamChatCommand(sue, "hello"), table.NotSeated)
		one, other := "Inky: my secret plan; Pinky: a good secret", "Clyde: our secret"
		want := map[player.Player]string{inky: one, pinky: one, blinky: other, clyde: other}
		b.wantTeamChat(want)
		_ = b.Stop(context.Background())
		b.open()
		b.wantTeamChat(want)
		b.moves("resign")
		b.do(resignation(pinky, black))
		b.wantRefusal(teamChatCommand(inky, "too late"), table.GameOver)
		b.wantTeamChat(want)
	})
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

// TestTeamChatLeavesNoTraceForOthers checks that opponents and spectators receive the same
// views, byte for byte, as in a game without team chat. The test ignores the numbers of
// events, which premoves and heartbeats change too.
func TestTeamChatLeavesNoTraceForOthers(t *testing.T) {
	views := func(talk bool) (list []string) {
		inVirtualTime(t, teams, func(b *testTable) {
			b.startGame(four...)
			seen := func() {
				for _, p := range []player.Player{blinky, clyde, sue, {}} {
					v := *b.Seen(p.ID)
					v.Seq, v.Variant = 0, nil
					v.Moves, v.Chat, v.SpectatorChat = slices.Clone(v.Moves), slices.Clone(v.Chat), slices.Clone(v.SpectatorChat)
					for i := range v.Moves {
						v.Moves[i].Event = 0
					}
					v.Recent = slices.Clone(v.Recent)
					for i := range v.Recent {
						v.Recent[i].Number = 0
					}
					for _, lines := range [][]table.ChatLine{v.Chat, v.SpectatorChat} {
						for i := range lines {
							lines[i].Number = 0
						}
					}
					text, err := json.Marshal(v)
					if err != nil {
						t.Fatal(err)
					}
					list = append(list, string(text))
				}
			}
			say := func(by player.Player, text string) {
				if talk {
					b.do(teamChatCommand(by, text))
				} else {
					advance(table.ChatBatchDelay)
				}
				seen()
			}
			say(inky, "a secret")
			b.moves("m7-k7")
			say(pinky, "another secret")
			b.do(chatCommand(sue, "nice"))
			seen()
			b.moves("resign")
			b.do(resignation(clyde, gold))
			seen()
		})
		return list
	}
	with, without := views(true), views(false)
	if !slices.Equal(with, without) {
		t.Errorf("views with team chat:\n%s\nwithout:\n%s", strings.Join(with, "\n"), strings.Join(without, "\n"))
	}
}

// TestF19_V24_Q14_NoTeamChat checks that team chat is refused if the rules of the game
// regulate chat, if the game is not played in teams, or if the player has no partner.
func TestF19_V24_Q14_NoTeamChat(t *testing.T) {
	for _, terms := range []table.Terms{
		{Game: "forchess", Chat: true},
		{Game: "verney"},
		{Game: "verney", Chat: true},
		{Game: "quadrochess", Chat: true},
		{Game: "chess4", Chat: true},
		{Game: "forchess", Options: map[string]string{"cutthroat": "on"}, Chat: true},
	} {
		b := newTable(t, terms)
		b.startGame(four...)
		b.wantRefusal(teamChatCommand(inky, "psst"), table.NoTeamChat)
	}
	alone := newTable(t, table.Terms{Game: "chess4", Options: map[string]string{"teams": "on", "armies": "white,silver,gold"}})
	alone.startGame(inky, blinky, clyde)
	alone.wantRefusal(teamChatCommand(inky, "psst"), table.NoTeamChat)
	alone.do(teamChatCommand(blinky, "psst"))
}

// TestTeamChatLimits checks that team chat refuses invalid text and too many lines, like
// other chat.
func TestTeamChatLimits(t *testing.T) {
	inVirtualTime(t, teams, func(b *testTable) {
		b.startGame(four...)
		for _, text := range []string{"", "\x1b[31mred", "two\nlines", "\u202eback", strings.Repeat("x", 301)} {
			var r *player.Refusal
			if err := b.Do(context.Background(), teamChatCommand(inky, text)); !errors.As(err, &r) {
				t.Errorf("%q: %v", text, err)
			}
		}
		for n := range table.LinesPerPerson {
			b.do(teamChatCommand(inky, fmt.Sprint("line ", n)))
		}
		b.wantRefusal(teamChatCommand(inky, "one more"), table.ChatTooFast)
		b.do(teamChatCommand(pinky, "slow down"))
		advance(table.ChatWindow)
		b.do(teamChatCommand(inky, "well"))
	})
}

// TestHostMutesOnlyOwnTeam checks that the host can mute their partner in the team chat,
// but cannot mute an opponent there.
func TestHostMutesOnlyOwnTeam(t *testing.T) {
	inVirtualTime(t, teams, func(b *testTable) { // Inky is the host
		b.startGame(four...)
		for _, p := range []player.Player{pinky, blinky} {
			b.do(table.Command{By: inky, Kind: table.Mute, Target: p})
		}
		b.wantRefusal(teamChatCommand(pinky, "a secret"), table.MutedByHost)
		b.do(teamChatCommand(blinky, "our secret"))
	})
}

// TestTeamChatOfMutedAndBlockedPartner checks that a player who is muted in the club
// cannot use the team chat. A player who has blocked their partner must not see what
// the partner writes there, but the player's report to the moderators must contain it.
func TestTeamChatOfMutedAndBlockedPartner(t *testing.T) {
	b := newTableWithRights(t, &testRights{muted: map[player.ID]time.Time{clyde.ID: {}}}, teams)
	b.startGame(four...)
	b.wantRefusal(teamChatCommand(clyde, "psst"), table.MutedInClub)
	c := newUncheckedTable(t, teams)
	c.blocked = func(by player.ID) map[player.ID]bool {
		return map[player.ID]bool{inky.ID: by == pinky.ID}
	}
	c.open()
	c.startGame(four...)
	c.do(teamChatCommand(inky, "rude words"))
	if got := chatText(c.Seen(pinky.ID).TeamChat); got != "" {
		t.Errorf("Pinky reads %q", got)
	}
	if got := chatText(c.Reportable(pinky.ID).TeamChat); got != "Inky: rude words" {
		t.Errorf("Pinky reports %q", got)
	}
}

// TestNewPartnerReadsTeamChat checks that a player who takes over a seat can read the team
// chat, and that the former player no longer can.
func TestNewPartnerReadsTeamChat(t *testing.T) {
	inVirtualTime(t, teams, func(b *testTable) {
		b.startGame(four...)
		leave := b.connect(inky, blinky, clyde)
		defer leave()
		b.do(teamChatCommand(pinky, "a secret"))
		advance(table.AwayAfter + table.ReplaceAfter + time.Minute)
		for _, p := range []player.Player{inky, blinky, clyde} {
			b.do(table.Command{By: p, Kind: table.Vote, Choice: table.OpenSeat})
		}
		b.do(table.Command{By: funky, Kind: table.Sit, Seat: black})
		b.wantTeamChat(map[player.Player]string{inky: "Pinky: a secret", funky: "Pinky: a secret"})
	})
}

// TestTeamChatOfPersonWithSeatsInBothTeams checks that a person with seats in both teams
// can read both team chats, and that the seat named in the command selects the team.
func TestTeamChatOfPersonWithSeatsInBothTeams(t *testing.T) {
	b := newTable(t, teams)
	b.startGame(inky, blinky, pinky, inky)
	for seat, text := range map[rules.Seat]string{white: "to Pinky", gold: "to Blinky"} {
		b.do(table.Command{By: inky, Kind: table.TeamChat, Seat: seat, Text: text})
	}
	if one, other := chatText(b.Seen(pinky.ID).TeamChat), chatText(b.Seen(blinky.ID).TeamChat); one != "Inky: to Pinky" ||
		other != "Inky: to Blinky" {
		t.Errorf("%q, %q", one, other)
	}
	if n := len(b.Seen(inky.ID).TeamChat); n != 2 {
		t.Errorf("Inky reads %d lines", n)
	}
}
