package live_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

var (
	openChat = table.Terms{Game: "chess4", Chat: true}
	funky    = player.Player{ID: "SHA256:funky", Name: "Funky"}
	spunky   = player.Player{ID: "SHA256:spunky", Name: "Spunky"}
)

func chatCommand(by player.Player, text string) table.Command {
	return table.Command{By: by, Kind: table.Chat, Text: text}
}

// chatText joins chat messages into one string.
func chatText(lines []table.ChatLine) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.By.Name+": "+l.Text)
	}
	return strings.Join(all, "; ")
}

func TestF19_ChatIsVisibleToAll(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "forchess", Chat: true}, func(b *testTable) {
		b.startGame(four...)
		b.do(chatCommand(pinky, "  shall we   trade queens? "))
		for _, p := range append(four, sue) {
			if got := chatText(b.Seen(p.ID).Chat); got != "Pinky: shall we trade queens?" {
				t.Errorf("%s sees %q", p.Name, got)
			}
		}
	})
}

func TestV24_NoPlayerChatDuringGame(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "verney"}, func(b *testTable) {
		b.do(chatCommand(sue, "may I watch?"))
		b.startGame(four...)
		if b.View().ChatOpen {
			t.Error("chat is open")
		}
		b.wantRefusal(chatCommand(inky, "take the rook"), table.ChatClosed)
		b.do(chatCommand(sue, "White should take the rook"))
		if got := chatText(b.View().Chat); got != "guest-sue: may I watch?" {
			t.Errorf("all see %q", got)
		}
		b.moves("resign")
		b.do(table.Command{By: pinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: black}})
		b.do(chatCommand(inky, "the rook!"))
		b.do(chatCommand(sue, "yes"))
		v := b.View()
		if got := chatText(v.Chat); got != "guest-sue: may I watch?; Inky: the rook!; guest-sue: yes" || !v.ChatOpen {
			t.Errorf("after the end all see %q", got)
		}
		if got := chatText(v.SpectatorChat); got != "guest-sue: White should take the rook" {
			t.Errorf("after the end the spectator chat is %q", got)
		}
	})
}

func TestV24_PlayersNeverSeeSpectatorChat(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		b.startGame(four...)
		var seated []*live.Watcher
		for _, p := range append(four, four...) { // connect each player twice
			seated = append(seated, b.Watch(p))
		}
		guest := b.Watch(funky)
		nobody := b.Watch(player.Player{})
		advance(time.Second) // wait until the table publishes the new number of spectators
		for _, w := range append(seated, guest, nobody) {
			_, _ = w.Take(context.Background())
		}
		b.do(chatCommand(sue, "the bishop hangs"))
		if v, ok := guest.Take(context.Background()); !ok || chatText(v.SpectatorChat) != "guest-sue: the bishop hangs" ||
			len(v.Chat) != 0 {
			t.Errorf("a spectator gets %+v", v)
		}
		soon, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for i, w := range append(seated, nobody) {
			if v, ok := w.Take(soon); ok {
				t.Errorf("session %d got a view: %q", i, chatText(v.SpectatorChat))
			}
		}
		b.moves("m7-k7")
		for _, p := range append(four, player.Player{}) {
			w := b.Watch(p)
			v, _ := w.Take(context.Background())
			if v.SpectatorChat != nil || b.Seen(p.ID).SpectatorChat != nil || b.View().SpectatorChat != nil {
				t.Errorf("%s gets %q", p.Name, chatText(v.SpectatorChat))
			}
			w.Close()
		}
		for _, w := range append(seated, nobody, guest) {
			w.Close()
		}
	})
}

func TestQ14_ChatNeedsConsentOfAll(t *testing.T) {
	terms := table.Terms{Game: "quadrochess", Chat: true}
	for name, c := range map[string]struct {
		consent []player.Player
		dissent []player.Player
		open    bool
	}{
		"all":          {four, nil, true},
		"all but one":  {four[:3], nil, false},
		"one withdrew": {four, four[1:2], false},
		"none":         {nil, nil, false},
	} {
		inVirtualTime(t, terms, func(b *testTable) {
			b.wantRefusal(table.Command{By: inky, Kind: table.AcceptChat}, table.NotSeated)
			for seat, p := range four {
				b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
			}
			for _, p := range c.consent {
				b.do(table.Command{By: p, Kind: table.AcceptChat})
			}
			for _, p := range c.dissent {
				b.do(table.Command{By: p, Kind: table.DeclineChat})
			}
			for _, p := range four {
				b.do(table.Command{By: p, Kind: table.Ready})
			}
			if got := b.View().ChatOpen; got != c.open {
				t.Errorf("%s: open %v", name, got)
			}
			b.wantRefusal(table.Command{By: clyde, Kind: table.AcceptChat}, table.AlreadyStarted)
			if !c.open {
				b.wantRefusal(chatCommand(inky, "hm"), table.ChatClosed)
			}
		})
	}
}

func TestQ14_NewPlayerMustConsentToChat(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "quadrochess", Chat: true}, func(b *testTable) {
		for seat, p := range four {
			b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
			b.do(table.Command{By: p, Kind: table.AcceptChat})
		}
		b.do(table.Command{By: clyde, Kind: table.Stand, Seat: gold})
		b.do(table.Command{By: sue, Kind: table.Sit, Seat: gold})
		for _, p := range []player.Player{inky, blinky, pinky, sue} {
			b.do(table.Command{By: p, Kind: table.Ready})
		}
		if v := b.View(); v.ChatOpen || v.Seats[gold].AcceptsChat || !v.Seats[white].AcceptsChat {
			t.Errorf("open %v, seats %+v", v.ChatOpen, v.Seats)
		}
	})
}

func TestChatTextIsValidatedAndBounded(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		for _, text := range []string{"", "  ", "\x1b[31mred", "two\nlines", "\u202eback", strings.Repeat("x", 301), "\xff"} {
			var r *player.Refusal
			if err := b.Do(context.Background(), chatCommand(inky, text)); !errors.As(err, &r) {
				t.Errorf("%q: %v", text, err)
			}
		}
		b.do(chatCommand(inky, strings.Repeat("山", 150)))
		for i := range 120 {
			b.do(chatCommand(inky, fmt.Sprint("line ", i)))
			advance(table.ChatWindow)
		}
		if v := b.View(); len(v.Chat) != 100 || v.Chat[99].Text != "line 119" || v.Chat[0].Text != "line 20" {
			t.Errorf("%d lines are shown", len(v.Chat))
		}
	})
}

func TestChatRateLimit(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		b.startGame(four...)
		for range 5 {
			b.do(chatCommand(inky, "me"))
			b.do(chatCommand(sue, "look"))
		}
		b.wantRefusal(chatCommand(inky, "me"), table.ChatTooFast)
		b.wantRefusal(chatCommand(sue, "look"), table.ChatTooFast)
		b.do(chatCommand(blinky, "and I?"))
		soon := chatCommand(inky, "me again")
		soon.ID = "soon"
		b.wantRefusal(soon, table.ChatTooFast)
		advance(table.ChatWindow)
		b.do(soon) // a refusal is not remembered, so a repetition of the command succeeds
		for i := range 50 {
			who := player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("Fan", i)}
			b.do(chatCommand(who, "go!"))
		}
		b.wantRefusal(chatCommand(spunky, "go!"), table.ChatTooFast)
		b.do(chatCommand(blinky, "player chat has its own limit"))
	})
}

func TestHostMutes(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		b.startGame(four...)
		b.wantRefusal(table.Command{By: blinky, Kind: table.Mute, Target: sue}, table.HostOnly)
		b.wantRefusal(table.Command{By: inky, Kind: table.Mute, Target: inky}, table.UnknownCommand)
		b.do(table.Command{By: inky, Kind: table.Mute, Target: sue})
		b.do(table.Command{By: inky, Kind: table.Mute, Target: blinky})
		b.wantRefusal(chatCommand(sue, "boo"), table.MutedByHost)
		b.wantRefusal(chatCommand(blinky, "boo"), table.MutedByHost)
		b.do(table.Command{By: inky, Kind: table.Unmute, Target: blinky})
		b.do(chatCommand(blinky, "thanks"))
		if v := b.View(); len(v.Muted) != 1 || v.Muted[0] != sue {
			t.Errorf("muted: %+v", v.Muted)
		}
	})
}

func TestChatLinesShareOneCommit(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		before := b.log.appends.Load()
		var all sync.WaitGroup
		for i := range 20 {
			who := player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("Fan", i)}
			all.Go(func() {
				if err := b.Do(context.Background(), chatCommand(who, "hello")); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := b.log.appends.Load() - before; n != 1 || len(b.View().Chat) != 20 {
			t.Errorf("%d lines in %d commits", len(b.View().Chat), n)
		}
	})
}

func TestRepeatedChatLineIsStoredOnce(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		a := chatCommand(inky, "once")
		a.ID = "x"
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { b.do(a) })
		}
		both.Wait()
		b.do(a)
		if got := chatText(b.View().Chat); got != "Inky: once" {
			t.Errorf("chat: %s", got)
		}
	})
}

// TestRepeatedChatLineIsRefusedLikeTheFirst sends a line twice at once, with the same ID, after too
// many other lines.
func TestRepeatedChatLineIsRefusedLikeTheFirst(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "chess4"}, func(b *testTable) {
		for i := range table.LinesPerPerson {
			b.do(table.Command{By: inky, Kind: table.Chat, Text: fmt.Sprint("line ", i)})
		}
		line := table.Command{By: inky, Kind: table.Chat, Text: "hello", ID: "k1"}
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				if err := b.Do(context.Background(), line); err == nil {
					t.Error("the line was accepted")
				}
			})
		}
		both.Wait()
		advance(2 * table.ChatWindow)
		b.do(line)
		if list := b.View().Chat; list[len(list)-1].Text != "hello" {
			t.Errorf("the last line is %q", list[len(list)-1].Text)
		}
	})
}

// TestRefusedChatLineDoesNotEndAnAbsence has an away player send lines that are refused.
func TestRefusedChatLineDoesNotEndAnAbsence(t *testing.T) {
	inVirtualTime(t, table.Terms{Game: "chess4"}, func(b *testTable) {
		b.startGame(four...)
		defer b.connect(blinky, pinky, clyde)()
		advance(table.AwayAfter + 10*time.Second)
		before := len(b.events())
		for range 3 {
			if err := b.Do(context.Background(), table.Command{By: inky, Kind: table.Chat, Text: "hello"}); err == nil {
				t.Error("the line was accepted")
			}
			advance(time.Second)
		}
		if kinds := b.kinds(before); len(kinds) != 0 {
			t.Errorf("events %q", kinds)
		}
	})
}

func TestChatNotStoredIsNotShown(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		b.log.fail(errors.New("disk full"))
		b.wantRefusal(chatCommand(inky, "hello"), table.CannotStore)
		b.log.fix()
		if got := chatText(b.View().Chat); got != "" {
			t.Errorf("chat: %s", got)
		}
	})
}

func TestStopStoresWaitingChat(t *testing.T) {
	inVirtualTime(t, openChat, func(b *testTable) {
		answer := make(chan error)
		go func() { answer <- b.Do(context.Background(), chatCommand(inky, "good night")) }()
		synctest.Wait()
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := <-answer; err != nil {
			t.Error(err)
		}
		b.open()
		if got := chatText(b.View().Chat); got != "Inky: good night" {
			t.Errorf("chat: %s", got)
		}
	})
}
