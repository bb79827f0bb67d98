package decide

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// notChecked lists the reasons of package table with which package decide never refuses a command, and what does.
var notChecked = map[*table.Reason]string{
	table.LongKey: "live.Table.Do", table.TooFast: "live: limits of rate", table.InUse: "CloseIfEmpty", table.CannotStore: "live: storage",
	table.InDoubt:    "live: storage",
	table.CannotRead: "storage",
	table.DiskFull:   "live: storage", table.TableFailed: "live: storage", table.ServerStopping: "live: Stop",
	table.TooManyAdmitted:   "Admit",
	table.AlreadyEliminated: "Adjudicate", table.NoSuchPlayer: "RemovePlayer", table.BadDays: "terms", table.BadClock: "terms",
	table.NoSuchTable:   "the lobby",
	table.PairingPaused: "Env.MayPair, TestLaws",
}

// club implements [table.Rights] for a test.
type club struct {
	muted, mayNotRate, botAccount map[player.ID]bool
	mutedUntil                    time.Time
	ratesBots, ratesBotAccounts   bool
}

func (c *club) MutedUntil(id player.ID) (time.Time, bool) { return c.mutedUntil, c.muted[id] }

func (c *club) MayRate(id player.ID) bool                           { return !c.mayNotRate[id] }
func (c *club) Member(player.ID) bool                               { return true }
func (c *club) Moderator(player.ID) bool                            { return false }
func (c *club) RatesBotAccounts() bool                              { return c.ratesBotAccounts }
func (c *club) RatesBots() bool                                     { return c.ratesBots }
func (c *club) BotAccount(id player.ID) bool                        { return c.botAccount[id] }
func (c *club) MarkBotAccount(_ context.Context, _ player.ID) error { return nil }

// people are those who give commands: more than there are seats, one of them a guest.
var people = []player.Player{
	{ID: "a", Name: "Ann"},
	{ID: "b", Name: "Bo"},
	{ID: "c", Name: "Cy"},
	{ID: "d", Name: "Di"},
	{ID: "e", Name: "Ed"},
	{ID: "f", Name: "Flo"},
	{ID: "guest:1", Name: "Gus"},
	{ID: "n"},
}

var forms = variants.Forms()

// game is a table in a test: its state, and the circumstances of the next command.
type game struct {
	state   *fold.State
	now     time.Time
	club    club
	env     Env
	present map[player.ID]bool
	refused func(*table.Reason) // called with the reason of each refusal
}

func newGame(r *rapid.T, refused func(*table.Reason)) *game {
	facts := forms[rapid.IntRange(0, len(forms)-1).Draw(r, "form")].Facts()
	options := map[string]string{}
	for _, o := range facts.ChosenOptions() {
		options[o.Name] = o.Value
	}
	terms := table.Terms{
		Game: facts.Name, Options: options,
		Fairness: rapid.IntRange(0, 1).Draw(r, "fairness"), Touch: rapid.Bool().Draw(r, "touch"), Chat: rapid.Bool().Draw(r, "chat"),
		Rated: rapid.Bool().Draw(r, "rated"), RatedBots: rapid.Bool().Draw(r, "rated bots"),
		SeatsPerPerson: rapid.IntRange(0, 2).Draw(r, "seats"), Bots: rapid.SampledFrom([]int{0, 0, 3}).Draw(r, "bots"),
		Clock: rapid.SampledFrom([]table.Clock{{}, {Start: time.Hour}, {PerMove: 3 * table.Day}}).Draw(r, "clock"),
	}
	g := &game{now: time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC), present: map[player.ID]bool{}, refused: refused}
	g.club = club{muted: map[player.ID]bool{}, mayNotRate: map[player.ID]bool{}, botAccount: map[player.ID]bool{}}
	host := people[0]
	state, err := fold.Replay([]table.Event{{Kind: table.Opened, At: g.now, Player: &host, Terms: &terms}}, variants.New, nil)
	if err != nil {
		r.Fatal(err)
	}
	g.state = state
	return g
}

func (g *game) decision(s *fold.State) *Decision {
	g.env.Present = func(id player.ID) bool { return g.present[id] }
	g.env.Roll = func(n int) int { return n - 1 }
	return &Decision{State: s, Now: g.now, Env: g.env}
}

// circumstances changes who is connected, what the club permits, and the time.
func (g *game) circumstances(r *rapid.T) {
	who := rapid.SampledFrom(people).Draw(r, "who").ID
	switch rapid.IntRange(0, 7).Draw(r, "circumstance") {
	case 0:
		g.present[who] = !g.present[who]
	case 1:
		g.club.muted[who] = !g.club.muted[who]
	case 2:
		g.club.mayNotRate[who] = !g.club.mayNotRate[who]
	case 3:
		g.club.botAccount[who] = !g.club.botAccount[who]
	case 4:
		paused := rapid.Bool().Draw(r, "paused")
		g.env.NewGames = func() bool { return !paused }
	case 5:
		g.env.Bots = rapid.Bool().Draw(r, "bots")
		expected := rapid.IntRange(0, 2).Draw(r, "expected")
		g.env.Expected = func() int { return expected }
	case 6:
		g.env.Rights = nil
		if rapid.Bool().Draw(r, "rights") {
			g.env.Rights = &g.club
		}
	case 7:
		g.now = g.now.Add(time.Duration(rapid.SampledFrom([]int{1, 10, 70, 200}).Draw(r, "seconds")) * time.Second)
	}
}

// missing marks a player as away, as the server does.
func (g *game) missing(r *rapid.T) {
	who := rapid.SampledFrom(people).Draw(r, "missing").ID
	d := g.decision(g.state.Clone())
	if err := Attendance(d, map[player.ID]time.Time{who: g.now.Add(-time.Minute)}); err != nil {
		r.Fatal(err)
	}
	g.state = d.State
}

func (g *game) anyCommand(r *rapid.T) table.Command {
	row := rapid.SampledFrom(slices.DeleteFunc(slices.Clone(table.Commands), func(row table.CommandRow) bool {
		return !row.In.Has(g.state.Phase) && rapid.IntRange(0, 9).Draw(r, "phase") > 0
	})).Draw(r, "command")
	seat := rapid.SampledFrom([]rules.Seat{rules.NoSeat, rules.NoSeat, 0, 1, 2, 3, 9}).Draw(r, "seat")
	a := table.Command{By: rapid.SampledFrom(people).Draw(r, "by"), Kind: row.Kind, Seat: seat}
	if rapid.IntRange(0, 3).Draw(r, "actor") > 0 && g.state.Phase == table.Playing {
		if p := g.state.Seats.List[g.state.Actor()].Player; !p.ID.Bot() {
			a.By = p
		}
	}
	a.Action, a.Answers = g.anyAction(r, a.By.ID), rapid.SampledFrom([]int{-1, len(g.state.Game.Moves), 0}).Draw(r, "answers")
	a.Square = a.Action.From
	a.Choice = rapid.SampledFrom(append(slices.Clone(table.Choices), "sing")).Draw(r, "choice")
	a.Level, a.Text, a.Target = rapid.IntRange(0, 3).Draw(r, "level"), "hello", rapid.SampledFrom(people).Draw(r, "target")
	a.Rotate = rapid.Bool().Draw(r, "rotate")
	return a
}

func (g *game) anyAction(r *rapid.T, by player.ID) rules.Action {
	legal := g.state.Variant.Legal(&g.state.Game.Position, nil)
	kind := rapid.IntRange(0, 19).Draw(r, "action")
	switch {
	case kind == 0:
		return rules.Action{Type: rules.DrawClaimed}
	case kind == 1:
		return rules.Action{Type: rules.Flag, Seat: 1}
	case kind == 2:
		return rules.Action{Type: rules.Resign, Seat: rapid.SampledFrom([]rules.Seat{0, 1, 2, 3}).Draw(r, "resigns")}
	case kind == 3:
		return rules.Action{Type: rules.Resign, Seat: g.state.HeldBy(by).First()}
	case kind == 4 || len(legal) == 0:
		return rules.NewMove(legal0(legal).To, legal0(legal).From)
	}
	return rapid.SampledFrom(legal).Draw(r, "legal")
}

func legal0(legal []rules.Action) rules.Action {
	if len(legal) == 0 {
		return rules.Action{}
	}
	return legal[0]
}

// step gives a command. It requires that Check answers what Command then does, and that Check and a refused command change nothing.
func (g *game) step(r *rapid.T) { g.checked(r, g.anyCommand(r)) }

func (g *game) checked(r *rapid.T, a table.Command) {
	before, allowed := g.state.Clone(), g.decision(g.state).Allowed(g.state.Variant.Legal(&g.state.Game.Position, nil))
	checked := g.decision(g.state).Check(a)
	if !reflect.DeepEqual(before, g.state) {
		r.Fatalf("Check or Allowed changed the state: %+v", a)
	}
	d := g.decision(g.state.Clone())
	err := d.Command(a)
	if fmt.Sprint(err) != fmt.Sprint(checked) {
		r.Fatalf("%+v: Check says %v, Command %v", a, checked, err)
	}
	var refused *table.Refusal
	if errors.As(err, &refused) {
		g.refused(refused.Reason)
	}
	if err != nil && !reflect.DeepEqual(before, g.state) {
		r.Fatalf("%+v: a refused command changed the state", a)
	}
	if err == nil && len(d.Events) > 0 && !a.By.ID.Bot() && !mayInView(g.state, allowed, a) {
		r.Fatalf("%+v was carried out, but is not in %+v", a, allowed)
	}
	if err == nil {
		g.state = d.State
	}
	for seat, out := range g.state.Game.Out {
		if left := g.state.Game.Position.Out().Has(rules.Seat(seat)) && !g.state.Seats.List[seat].Closed; left != (out > 0) {
			r.Fatalf("seat %d is out: %t, by action %d", seat, left, out)
		}
	}
}

// mayInView reports whether the sets of Allowed permit a command that was carried out.
func mayInView(s *fold.State, allowed table.Allowed, a table.Command) bool {
	v := s.Snapshot()
	v.Allowed = allowed
	return v.May(a.By.ID, a.Kind)
}

// TestCheckAnswersWhatCommandDoes plays random games with random commands.
func TestCheckAnswersWhatCommandDoes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) { newGame(r, func(*table.Reason) {}).play(r) })
}

// TestEachReasonIsChecked plays the same random games each time. Every reason of package table occurs, except those that others give.
func TestEachReasonIsChecked(t *testing.T) {
	if testing.Short() {
		t.Skip("with fewer games, some reasons do not occur")
	}
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "1200"} {
		before := flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = flag.Set(name, before) }()
	}
	seen := map[string]int{}
	rapid.Check(t, func(r *rapid.T) { newGame(r, func(reason *table.Reason) { seen[reason.Code]++ }).play(r) })
	source, err := os.ReadFile("../refusal.go")
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := map[string]string{}
	for reason, by := range notChecked {
		elsewhere[reason.Code] = by
	}
	for _, code := range regexp.MustCompile(`Code: "([a-z-]+)"`).FindAllStringSubmatch(string(source), -1) {
		if by, listed := elsewhere[code[1]]; listed == (seen[code[1]] > 0) {
			t.Errorf("%s: refused %d times, listed as a refusal of %q", code[1], seen[code[1]], by)
		}
	}
}

func (g *game) play(r *rapid.T) {
	r.Repeat(map[string]func(*rapid.T){
		"command": g.step, "again": g.step, "more": g.step, "fill": g.fill, "circumstances": g.circumstances, "missing": g.missing,
		"moves": g.moves, "twice": g.twice, "adjourn": g.adjourn, "server": g.server, "scene": g.scene,
	})
}

// do gives a command and ignores its refusal.
func (g *game) do(a table.Command) {
	d := g.decision(g.state.Clone())
	if d.Command(a) == nil {
		g.state = d.State
	}
}

// moves plays a few legal moves.
func (g *game) moves(r *rapid.T) {
	for range rapid.IntRange(1, 6).Draw(r, "number") {
		legal := g.state.Variant.Legal(&g.state.Game.Position, nil)
		if g.state.Phase != table.Playing || len(legal) == 0 {
			return
		}
		action := rapid.SampledFrom(legal).Draw(r, "move")
		g.do(
			table.Command{
				By:      g.state.Seats.List[g.state.Actor()].Player,
				Kind:    table.Play,
				Seat:    rules.NoSeat,
				Action:  action,
				Answers: -1,
			},
		)
	}
}

// twice gives one kind of command for two people, so that offers are answered, declined and offered again.
func (g *game) twice(r *rapid.T) {
	kinds := []table.CommandKind{table.OfferTakeback, table.DeclineTakeback, table.OfferDraw, table.OfferRematch, table.Chat}
	kind := rapid.SampledFrom(kinds).Draw(r, "kind")
	first := rapid.IntRange(0, rules.SeatCount-1).Draw(r, "first")
	for _, i := range []int{first, first, (first + 1) % rules.SeatCount, first, first} {
		g.checked(r, table.Command{By: g.state.Seats.List[i].Player, Kind: kind, Seat: rules.NoSeat, Text: "hello"})
	}
}

// scene gives commands that seldom follow each other by chance.
func (g *game) scene(r *rapid.T) {
	give := func(by player.Player, k table.CommandKind, a table.Command) {
		a.By, a.Kind, a.Answers = by, k, -1
		g.checked(r, a)
	}
	holder := func(i int) player.Player { return g.state.Seats.List[i%rules.SeatCount].Player }
	i := rapid.IntRange(0, rules.SeatCount-1).Draw(r, "seat")
	legal := g.state.Variant.Legal(&g.state.Game.Position, nil)
	switch scene := rapid.IntRange(0, 6).Draw(r, "scene"); {
	case scene == 0:
		for seat := range rules.Seat(rules.SeatCount) {
			give(people[i], table.Sit, table.Command{Seat: seat})
		}
	case scene == 1:
		who := holder(i)
		give(people[0], table.Unseat, table.Command{Seat: rules.Seat(i)})
		give(who, table.Sit, table.Command{Seat: rules.NoSeat})
	case g.state.Phase != table.Playing || len(legal) == 0:
	case scene == 2:
		by := holder(int(g.state.Actor()))
		give(by, table.Lift, table.Command{Seat: rules.NoSeat, Square: legal[0].To})
		give(by, table.Lift, table.Command{Seat: rules.NoSeat, Square: legal[0].From})
		give(by, table.Play, table.Command{Seat: rules.NoSeat, Action: legal[len(legal)-1]})
	case scene == 3:
		give(holder(i), table.Premove, table.Command{Seat: rules.Seat(i), Action: rules.NewMove(legal[0].From, legal[0].To)})
	case scene == 4:
		g.moves(r)
		for _, k := range []table.CommandKind{table.OfferTakeback, table.DeclineTakeback, table.OfferTakeback} {
			give(holder(i), k, table.Command{Seat: rules.NoSeat})
		}
	case scene == 5:
		for j := range rules.SeatCount {
			give(holder(i), table.Play, table.Command{Action: rules.Action{Type: rules.Resign, Seat: rules.Seat(j)}})
		}
		give(holder(i), table.OfferDraw, table.Command{Seat: rules.NoSeat})
	case scene == 6:
		d := g.decision(g.state.Clone())
		if err := Attendance(d, map[player.ID]time.Time{holder(i).ID: g.now.Add(-time.Minute)}); err != nil {
			r.Fatal(err)
		}
		g.state = d.State
		give(holder(i+1), table.Vote, table.Command{Choice: table.OpenSeat})
		g.now = g.now.Add(table.ReplaceAfter)
		for j := range rules.SeatCount - 1 {
			give(holder(i+1+j), table.Vote, table.Command{Choice: table.OpenSeat})
		}
		give(holder(i+1), table.Sit, table.Command{Seat: rules.NoSeat})
	}
}

// adjourn makes all players vote to adjourn.
func (g *game) adjourn(*rapid.T) {
	for i := range g.state.Seats.List {
		g.do(table.Command{By: g.state.Seats.List[i].Player, Kind: table.Vote, Choice: table.Adjourn, Seat: rules.NoSeat})
	}
}

// server does what the server does at a table.
func (g *game) server(r *rapid.T) {
	d := g.decision(g.state.Clone())
	var err error
	switch rapid.IntRange(0, 4).Draw(r, "server") {
	case 0:
		err = Assign(d, [rules.SeatCount]player.Player(people))
	case 1:
		err = SetRematch(d, 7)
	case 2:
		err = Adjudicate(d, people[5], table.Adjudication{Reason: "late"})
	case 3:
		err = RemovePlayer(d, people[0], rapid.SampledFrom(people).Draw(r, "removed").ID, "late")
	case 4:
		err = Tick(d, true, g.now)
	}
	if err == nil {
		g.state = d.State
	}
}

// fill seats people on the open seats and makes all ready, so that a game starts.
func (g *game) fill(r *rapid.T) {
	for i := range rules.SeatCount {
		for _, kind := range []table.CommandKind{table.Sit, table.Ready} {
			g.do(table.Command{By: people[i], Kind: kind, Seat: rules.NoSeat, ID: strconv.Itoa(i)})
		}
	}
}
