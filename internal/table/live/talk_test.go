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
	openTalk = table.Terms{Game: "chess4", Chat: true}
	funky    = player.Player{ID: "SHA256:funky", Name: "Funky"}
	spunky   = player.Player{ID: "SHA256:spunky", Name: "Spunky"}
)

func says(by player.Player, text string) table.Command {
	return table.Command{By: by, Kind: table.Chat, Text: text}
}

// spoken is what lines say.
func spoken(lines []table.ChatLine) string {
	var all []string
	for _, l := range lines {
		all = append(all, l.By.Name+": "+l.Text)
	}
	return strings.Join(all, "; ")
}

func TestF19_OpenTalkIsHeardByAll(t *testing.T) {
	bubble(t, table.Terms{Game: "forchess", Chat: true}, func(b *bed) {
		b.begin(four...)
		b.do(says(pinky, "  shall we   trade queens? "))
		for _, p := range append(four, sue) {
			if got := spoken(b.Seen(p.ID).Chat); got != "Pinky: shall we trade queens?" {
				t.Errorf("%s hears %q", p.Name, got)
			}
		}
	})
}

func TestV24_PlayersAreSilentWhileTheGameIsOn(t *testing.T) {
	bubble(t, table.Terms{Game: "verney"}, func(b *bed) {
		b.do(says(sue, "may I watch?"))
		b.begin(four...)
		if b.View().ChatOpen {
			t.Error("talk is open")
		}
		b.refused(says(inky, "take the rook"), table.ChatClosed)
		b.do(says(sue, "he should take the rook"))
		if got := spoken(b.View().Chat); got != "guest-sue: may I watch?" {
			t.Errorf("all hear %q", got)
		}
		b.moves("resign")
		b.do(table.Command{By: pinky, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: black}})
		b.do(says(inky, "the rook!"))
		b.do(says(sue, "yes"))
		v := b.View()
		if got := spoken(v.Chat); got != "guest-sue: may I watch?; Inky: the rook!; guest-sue: yes" || !v.ChatOpen {
			t.Errorf("after the end all hear %q", got)
		}
		if got := spoken(v.SpectatorChat); got != "guest-sue: he should take the rook" {
			t.Errorf("after the end all read %q", got)
		}
	})
}

func TestV24_WhoPlaysGetsNothingOfTheGalleryInAnySession(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		b.begin(four...)
		var seated []*live.Watcher
		for _, p := range append(four, four...) { // two sessions each
			seated = append(seated, b.Watch(p))
		}
		guest := b.Watch(funky)
		nobody := b.Watch(player.Player{})
		synctest.Wait()
		for _, w := range append(seated, guest, nobody) {
			_, _ = w.Take(context.Background())
		}
		b.do(says(sue, "the bishop hangs"))
		if v, ok := guest.Take(context.Background()); !ok || spoken(v.SpectatorChat) != "guest-sue: the bishop hangs" || len(v.Chat) != 0 {
			t.Errorf("a spectator gets %+v", v)
		}
		soon, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		for i, w := range append(seated, nobody) {
			if v, ok := w.Take(soon); ok {
				t.Errorf("session %d is told something: %q", i, spoken(v.SpectatorChat))
			}
		}
		b.moves("m7-k7")
		for _, p := range append(four, player.Player{}) {
			w := b.Watch(p)
			v, _ := w.Take(context.Background())
			if v.SpectatorChat != nil || b.Seen(p.ID).SpectatorChat != nil || b.View().SpectatorChat != nil {
				t.Errorf("%s gets %q", p.Name, spoken(v.SpectatorChat))
			}
			w.Close()
		}
		for _, w := range append(seated, nobody, guest) {
			w.Close()
		}
	})
}

func TestQ14_TalkOnlyIfAllConsentBeforeTheStart(t *testing.T) {
	terms := table.Terms{Game: "quadrochess", Chat: true}
	for name, c := range map[string]struct {
		consent []player.Player
		dissent []player.Player
		open    bool
	}{
		"all":              {four, nil, true},
		"but one":          {four[:3], nil, false},
		"one not any more": {four, four[1:2], false},
		"none":             {nil, nil, false},
	} {
		bubble(t, terms, func(b *bed) {
			b.refused(table.Command{By: inky, Kind: table.AcceptChat}, table.NotSeated)
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
			b.refused(table.Command{By: clyde, Kind: table.AcceptChat}, table.AlreadyStarted)
			if !c.open {
				b.refused(says(inky, "hm"), table.ChatClosed)
			}
		})
	}
}

func TestQ14_WhoSitsDownLaterIsAskedToo(t *testing.T) {
	bubble(t, table.Terms{Game: "quadrochess", Chat: true}, func(b *bed) {
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

func TestNobodyIsAskedWhereTheGameDoesNotWantIt(t *testing.T) {
	b := lay(t, openTalk)
	b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
	b.refused(table.Command{By: inky, Kind: table.AcceptChat}, table.NoChatOffer)
}

func TestWhatIsSaidIsCleanAndBounded(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		for _, text := range []string{"", "  ", "\x1b[31mred", "two\nlines", "\u202eback", strings.Repeat("x", 301), "\xff"} {
			var r *player.Refusal
			if err := b.Do(context.Background(), says(inky, text)); !errors.As(err, &r) {
				t.Errorf("%q: %v", text, err)
			}
		}
		b.do(says(inky, strings.Repeat("山", 150)))
		for i := range 120 {
			b.do(says(inky, fmt.Sprint("line ", i)))
			pass(table.ChatWindow)
		}
		if v := b.View(); len(v.Chat) != 100 || v.Chat[99].Text != "line 119" || v.Chat[0].Text != "line 20" {
			t.Errorf("%d lines are shown", len(v.Chat))
		}
	})
}

func TestNobodyTalksOthersDown(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		b.begin(four...)
		for range 5 {
			b.do(says(inky, "me"))
			b.do(says(sue, "look"))
		}
		b.refused(says(inky, "me"), table.ChatTooFast)
		b.refused(says(sue, "look"), table.ChatTooFast)
		b.do(says(blinky, "and I?"))
		soon := says(inky, "me again")
		soon.ID = "soon"
		b.refused(soon, table.ChatTooFast)
		pass(table.ChatWindow)
		b.do(soon) // it was only too soon, and is not remembered as refused
		for i := range 50 {
			who := player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("Fan", i)}
			b.do(says(who, "go!"))
		}
		b.refused(says(spunky, "go!"), table.ChatTooFast)
		b.do(says(blinky, "the players' talk is another matter"))
	})
}

func TestTheHostMutesPeople(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		b.begin(four...)
		b.refused(table.Command{By: blinky, Kind: table.Mute, Target: sue}, table.HostOnly)
		b.refused(table.Command{By: inky, Kind: table.Mute, Target: inky}, table.UnknownCommand)
		b.do(table.Command{By: inky, Kind: table.Mute, Target: sue})
		b.do(table.Command{By: inky, Kind: table.Mute, Target: blinky})
		b.refused(says(sue, "boo"), table.MutedByHost)
		b.refused(says(blinky, "boo"), table.MutedByHost)
		b.do(table.Command{By: inky, Kind: table.Unmute, Target: blinky})
		b.do(says(blinky, "thanks"))
		if v := b.View(); len(v.Muted) != 1 || v.Muted[0] != sue {
			t.Errorf("muted: %+v", v.Muted)
		}
	})
}

func TestWhatManySayIsStoredTogether(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		before := b.diary.syncs.Load()
		var all sync.WaitGroup
		for i := range 20 {
			who := player.Player{ID: player.ID(fmt.Sprint("SHA256:", i)), Name: fmt.Sprint("Fan", i)}
			all.Go(func() {
				if err := b.Do(context.Background(), says(who, "hello")); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := b.diary.syncs.Load() - before; n != 1 || len(b.View().Chat) != 20 {
			t.Errorf("%d lines in %d syncs", len(b.View().Chat), n)
		}
	})
}

func TestWhatIsSaidTwiceUnderOneNameIsSaidOnce(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		a := says(inky, "once")
		a.ID = "x"
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { b.do(a) })
		}
		both.Wait()
		b.do(a)
		if got := spoken(b.View().Chat); got != "Inky: once" {
			t.Errorf("said: %s", got)
		}
	})
}

func TestWhatCannotBeStoredWasNotSaid(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		b.diary.fail(errors.New("disk full"))
		b.refused(says(inky, "hello"), table.CannotStore)
		b.diary.mend()
		if got := spoken(b.View().Chat); got != "" {
			t.Errorf("said: %s", got)
		}
	})
}

func TestWhatWasSaidJustBeforeTheEndOfTheServerIsKept(t *testing.T) {
	bubble(t, openTalk, func(b *bed) {
		answer := make(chan error)
		go func() { answer <- b.Do(context.Background(), says(inky, "good night")) }()
		synctest.Wait()
		if err := b.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := <-answer; err != nil {
			t.Error(err)
		}
		b.open()
		if got := spoken(b.View().Chat); got != "Inky: good night" {
			t.Errorf("said: %s", got)
		}
	})
}
