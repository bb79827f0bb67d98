package live_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// byMachine is somebody for whom a program acts.
func byMachine(p player.Player) player.Player {
	p.BotAccount = true
	return p
}

// An account is marked when a program takes a seat for it, and by nothing less.
func TestAProgramThatSitsMarksTheAccount(t *testing.T) {
	house := &ours{}
	b := within(t, house, verney)
	b.do(table.Command{By: byMachine(blinky), Kind: table.Chat, Text: "hello"})
	b.refused(table.Command{By: byMachine(blinky), Kind: table.Sit, Seat: 7}, table.NoSuchSeat)
	b.do(table.Command{By: blinky, Kind: table.Sit, Seat: red})
	b.do(table.Command{By: byMachine(sue), Kind: table.Sit, Seat: yellow})
	if len(house.machines) != 0 {
		t.Errorf("marked: %v", house.machines)
	}
	b.do(table.Command{By: byMachine(pinky), Kind: table.Sit, Seat: gold})
	if !house.BotAccount(pinky.ID) || len(house.machines) != 1 {
		t.Errorf("marked: %v", house.machines)
	}
}

// The mark is kept before the seat, and where it cannot be, nobody sits.
func TestWhoCannotBeMarkedDoesNotSit(t *testing.T) {
	house := &ours{disk: errors.New("full")}
	b := within(t, house, verney)
	b.refused(table.Command{By: byMachine(pinky), Kind: table.Sit, Seat: gold}, table.CannotStore)
	house.disk = nil
	b.diary.fail(errors.New("full too"))
	b.refused(table.Command{By: byMachine(pinky), Kind: table.Sit, Seat: gold}, table.CannotStore)
	if !house.BotAccount(pinky.ID) || b.View().Held(pinky.ID) != 0 {
		t.Errorf("marked %v, seats %v", house.machines, b.View().Held(pinky.ID))
	}
	b.diary.mend()
}

// Who is marked is a machine whatever door it comes by; it sits at no rated table,
// and does not play at one where it sat as a person.
func TestWhoIsMarkedSitsAsAMachine(t *testing.T) {
	house := &ours{members: []player.ID{inky.ID, pinky.ID}}
	b := within(t, house, verney)
	b.do(table.Command{By: byMachine(pinky), Kind: table.Sit, Seat: gold})
	b.do(table.Command{By: pinky, Kind: table.Stand, Seat: gold})
	b.do(table.Command{By: pinky, Kind: table.Sit, Seat: red})
	if who := b.View().Seats[red].Player; who != byMachine(pinky) {
		t.Errorf("%+v sits there", who)
	}
	rated := within(t, house, table.Terms{Game: "verney", Rated: true})
	rated.refused(table.Command{By: pinky, Kind: table.Sit, Seat: red}, table.PeopleOnly)
	rated.do(table.Command{By: inky, Kind: table.Sit, Seat: yellow})
	if err := house.MarkBotAccount(context.Background(), inky.ID); err != nil {
		t.Fatal(err)
	}
	rated.refused(table.Command{By: inky, Kind: table.Ready}, table.PeopleOnly)
}

// Who was marked after he got ready, or sat down where who sits is ready, does not
// play at a rated table when the last of the others comes.
func TestNoRatedGameBeginsWithWhoWasMarkedWhileHeWaited(t *testing.T) {
	daysApart := table.Clock{PerMove: 3 * 24 * time.Hour}
	for name, c := range map[string]struct {
		clock table.Clock
		last  table.Command
	}{
		"the last gets ready":         {last: table.Command{By: inky, Kind: table.Ready}},
		"the last sits down":          {daysApart, table.Command{By: inky, Kind: table.Sit, Seat: black}},
		"the host brings a bot":       {last: table.Command{By: inky, Kind: table.AddBot, Seat: black, Level: 1}},
		"days apart, he brings a bot": {daysApart, table.Command{By: inky, Kind: table.AddBot, Seat: black, Level: 1}},
	} {
		house := &ours{members: []player.ID{inky.ID, pinky.ID}, ratesBots: true}
		b := within(t, house, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true, Clock: c.clock}.ForClub(house))
		b.do(table.Command{By: pinky, Kind: table.Sit, Seat: white})
		if c.last.Kind == table.Ready {
			b.do(table.Command{By: inky, Kind: table.Sit, Seat: black})
		}
		b.do(table.Command{By: pinky, Kind: table.Ready})
		if err := house.MarkBotAccount(context.Background(), pinky.ID); err != nil {
			t.Fatal(err)
		}
		b.do(c.last)
		if v := b.View(); v.Phase != table.Waiting || v.Held(pinky.ID) != 0 {
			t.Errorf("%s: %v, %+v sits at the first seat", name, v.Phase, v.Seats[white].Player)
		}
		b.refused(table.Command{By: pinky, Kind: table.Sit, Seat: white}, table.PeopleOnly)
	}
}

// Who besides people sits at a rated table is settled when it is opened.
func TestARatedTableAdmitsWhomItsTermsRate(t *testing.T) {
	bot := player.Bot(2, 1)
	for _, c := range []struct {
		machines, bots bool
		admitted       []player.Player
	}{
		{false, false, []player.Player{inky}},
		{true, false, []player.Player{inky, byMachine(pinky)}},
		{false, true, []player.Player{inky, bot}},
		{true, true, []player.Player{inky, byMachine(pinky), bot}},
	} {
		terms := table.Terms{Game: "verney", Rated: true}.ForClub(&ours{ratesMachines: c.machines, ratesBots: c.bots})
		for _, p := range []player.Player{inky, byMachine(pinky), bot} {
			var refusal *table.Refusal
			err := terms.Admits(p)
			if holds(idsOf(c.admitted), p.ID) != (err == nil) || err != nil && (!errors.As(err, &refusal) || refusal.Reason != table.PeopleOnly) {
				t.Errorf("machines %v, bots %v: %s: %v", c.machines, c.bots, p.Name, err)
			}
		}
		if err := terms.Admits(byMachine(sue)); err == nil {
			t.Error("a guest's program sits at a rated table")
		}
		if terms.AdmitsBots() != c.bots {
			t.Errorf("bots %v: admitted %v", c.bots, terms.AdmitsBots())
		}
	}
	if terms := (table.Terms{RatedBots: true}).ForClub(nil); terms.RatedBots || !terms.AdmitsBots() {
		t.Errorf("%+v where nothing is rated", terms)
	}
}

// A game at which a bot or a machine was rated is not played again as rated once the
// house rates none.
func TestARematchIsRatedAsTheHouseRatesNow(t *testing.T) {
	for name, c := range map[string]struct {
		second player.Player
		change func(*ours)
		want   *table.Reason
	}{
		"a machine":          {byMachine(pinky), func(o *ours) { o.ratesMachines = false }, table.PeopleOnly},
		"a machine, still":   {byMachine(pinky), func(o *ours) { o.ratesBots = false }, nil},
		"who is marked then": {blinky, func(o *ours) { o.ratesMachines, o.machines = false, []player.ID{blinky.ID} }, table.PeopleOnly},
		"who is unmarked":    {byMachine(pinky), func(o *ours) { o.ratesMachines, o.machines = false, nil }, nil},
		"people":             {blinky, func(o *ours) { o.ratesMachines = false }, nil},
	} {
		house := &ours{members: []player.ID{inky.ID, blinky.ID, pinky.ID}, ratesMachines: true, ratesBots: true}
		b := within(t, house, table.Terms{Game: "chess4", Options: map[string]string{"armies": "white,black"}, Rated: true}.ForClub(house))
		b.do(table.Command{By: inky, Kind: table.Sit, Seat: white})
		b.do(table.Command{By: c.second, Kind: table.Sit, Seat: black})
		b.do(table.Command{By: inky, Kind: table.Ready})
		b.do(table.Command{By: c.second, Kind: table.Ready})
		b.do(resignation(inky, white))
		c.change(house)
		again := table.Command{By: inky, Kind: table.OfferRematch}
		if c.want == nil {
			b.do(again)
			continue
		}
		t.Log(name)
		b.refused(again, c.want)
	}
}

// No bot decides a rated game in somebody's place where bots are not rated.
func TestABotTakesOverWhereItIsRated(t *testing.T) {
	for _, rated := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			house := &ours{members: idsOf(four), ratesBots: rated}
			b := within(t, house, table.Terms{Game: "chess4", Rated: true}.ForClub(house))
			if err := b.Stop(t.Context()); err != nil {
				t.Fatal(err)
			}
			cfg := b.config()
			cfg.Rights, cfg.Bots = house, true
			var err error
			if b.Table, err = live.Open(cfg, b.events()); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = b.Stop(context.Background()) }()
			for seat, p := range four {
				if p != clyde {
					defer b.Watch(p).Close()
				}
				b.do(table.Command{By: p, Kind: table.Sit, Seat: rules.Seat(seat)})
				b.do(table.Command{By: p, Kind: table.Ready})
			}
			time.Sleep(10 * time.Minute)
			for _, p := range four[:3] {
				b.do(table.Command{By: p, Kind: table.Vote, Choice: table.OpenSeat})
			}
			bring := table.Command{By: inky, Kind: table.AddBot, Seat: gold, Level: 1}
			if !rated {
				b.refused(bring, table.PeopleOnly)
			} else if b.do(bring); !b.View().Seats[gold].Player.ID.Bot() {
				t.Errorf("%+v sits there", b.View().Seats[gold].Player)
			}
		})
	}
}
