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
)

var (
	openChat = table.Terms{Game: "chess4", Chat: true}
	funky    = player.Player{ID: "SHA256:funky", Name: "Funky"}
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
