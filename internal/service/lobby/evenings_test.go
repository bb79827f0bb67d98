package lobby_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"quadrille/internal/pairing"
	"quadrille/internal/player"
	"quadrille/internal/service/evening"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
)

// eveningLog stores evenings in memory, as JSON. A test can make its writes fail.
type eveningLog struct {
	evenings [][]string
	fail     func(pairing.Event) bool
}

var errDisk = errors.New("the disk is full")

func (a *eveningLog) BeginEvening(_ context.Context, after pairing.Number, opened pairing.Event) (pairing.Number, error) {
	if int(after) != len(a.evenings) {
		return 0, fmt.Errorf("an evening after %d, but there are %d: %w", after, len(a.evenings), table.ErrGap)
	}
	a.evenings = append(a.evenings, nil)
	n := pairing.Number(len(a.evenings))
	return n, a.AppendEvening(ctx, n, 1, []pairing.Event{opened})
}

func (a *eveningLog) AppendEvening(_ context.Context, n pairing.Number, seq int, events []pairing.Event) error {
	log := &a.evenings[n-1]
	if seq != len(*log)+1 {
		return fmt.Errorf("event %d after %d", seq, len(*log))
	}
	for _, e := range events {
		if a.fail != nil && a.fail(e) {
			return errDisk
		}
	}
	for _, e := range events {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		*log = append(*log, string(text))
	}
	return nil
}

func (a *eveningLog) LoadEvening(_ context.Context, n pairing.Number) (events []pairing.Event, err error) {
	if n < 1 || int(n) > len(a.evenings) {
		return nil, pairing.ErrNone
	}
	for _, text := range a.evenings[n-1] {
		var e pairing.Event
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}

func (a *eveningLog) Evenings(_ context.Context, limit int) (list []pairing.Number, err error) {
	for n := len(a.evenings); n > 0 && len(list) < limit; n-- {
		list = append(list, pairing.Number(n))
	}
	return list, nil
}

// eveningLobby is a lobby with an evening, in virtual time.
type eveningLobby struct {
	*testing.T
	*lobby.Lobby
	store      *logtest.Memory
	eveningLog *eveningLog
	rights     table.Rights
	people     []player.Player
}

func withEvening(t *testing.T, people int, method pairing.Method, words string, test func(c *eveningLobby)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &eveningLobby{T: t, store: logtest.NewMemory(), eveningLog: &eveningLog{}}
		for i := range people {
			name := fmt.Sprintf("P%d", i)
			c.people = append(c.people, player.Player{ID: player.ID("SHA256:" + name), Name: name})
		}
		c.open()
		defer func() { c.must(c.Close(ctx)) }()
		plan, err := evening.NewPlan(" Tuesday  drive", method, strings.Fields(words))
		c.must(err)
		_, err = c.Evenings().Begin(ctx, inky, plan, c.people)
		c.must(err)
		test(c)
	})
}

func (c *eveningLobby) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

func (c *eveningLobby) open() {
	c.Helper()
	var err error
	c.Lobby, err = lobby.Open(
		ctx,
		lobby.Config{Store: c.store, Evenings: c.eveningLog, Rights: c.rights, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))},
	)
	c.must(err)
}

func (c *eveningLobby) restart() {
	c.Helper()
	c.must(c.Close(ctx))
	c.open()
}

func (c *eveningLobby) next() *pairing.Evening {
	c.Helper()
	on, err := c.Evenings().Next(ctx, inky)
	c.must(err)
	return on
}

// games returns the games of the current round.
func (c *eveningLobby) games() []pairing.Game {
	on := c.Evenings().Current()
	return on.Rounds[len(on.Rounds)-1].Games
}

func (c *eveningLobby) table(g pairing.Game) *live.Table {
	c.Helper()
	t, err := c.Table(ctx, table.ID(g.Table))
	c.must(err)
	return t
}

// play starts a game, and makes all opponents of seat 0 resign.
func (c *eveningLobby) play(g pairing.Game) {
	c.Helper()
	t := c.table(g)
	for _, p := range g.Seats {
		c.must(t.Do(ctx, table.Command{By: p, Kind: table.Ready}))
	}
	for seat, p := range g.Seats {
		if teams := t.View().Variant.Facts().Team; teams[seat] != teams[0] {
			c.must(t.Do(ctx, table.Command{By: p, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: rules.Seat(seat)}}))
		}
	}
}

// abort starts a game and aborts it.
func (c *eveningLobby) abort(g pairing.Game) {
	c.Helper()
	t := c.table(g)
	for _, p := range g.Seats {
		c.must(t.Do(ctx, table.Command{By: p, Kind: table.Ready}))
	}
	c.must(t.Do(ctx, table.Command{By: g.Seats[0], Kind: table.Abort}))
	time.Sleep(time.Second)
}

// TestAbortedGameOfEveningIsReplayedOnce checks that an aborted game is played again with
// the same seats. If the second game is aborted too, it is not played a third time.
func TestAbortedGameOfEveningIsReplayedOnce(t *testing.T) {
	withEvening(t, 8, pairing.Rotating, "verney", func(c *eveningLobby) {
		c.next()
		before := c.games()
		c.abort(before[1])
		again := c.games()
		if again[1].Table == 0 || again[1].Table == before[1].Table || again[1].State != pairing.Open ||
			again[1].Seats != before[1].Seats ||
			again[0].Table != before[0].Table ||
			again[0].Seats != before[0].Seats {
			t.Fatalf("games %+v, then %+v", before, again)
		}
		if seats := c.table(again[1]).View().Seats; seats[0].Player != before[1].Seats[0] {
			t.Errorf("seats %+v", seats)
		}
		c.restart()
		c.abort(again[1])
		if g := c.games()[1]; g.State != pairing.Void || g.Reason != "the game was aborted twice" {
			t.Errorf("after the second abort: %+v", g)
		}
		_, err := c.Evenings().Score(ctx, inky, 1, 2, &[rules.SeatCount]uint8{6}, "the director decides")
		c.must(err)
		if g := c.games()[1]; g.State != pairing.ByHand || g.Scores[0] != 6 {
			t.Errorf("scored by hand: %+v", g)
		}
		c.play(c.games()[0])
		time.Sleep(time.Second)
		c.next()
	})
}

// The result of a game is entered into the evening as soon as the game ends.
func TestEveningResultsAreEntered(t *testing.T) {
	withEvening(t, 8, pairing.Rotating, "verney", func(c *eveningLobby) {
		on := c.next()
		for _, g := range on.Rounds[0].Games {
			c.play(g)
		}
		time.Sleep(time.Second)
		if on := c.View().Evening; len(on.Unfinished()) != 0 {
			t.Fatalf("%+v", on.Rounds[0])
		}
		for _, s := range c.Evenings().Current().Standings() {
			if s.Games != 1 || s.Points != 6*s.Won {
				t.Errorf("%+v", s)
			}
		}
		c.next()
		if n := len(c.Evenings().Current().Rounds); n != 2 {
			t.Errorf("%d rounds", n)
		}
	})
}

// TestRoundTablesSurviveARestart checks that each of the ten tables of a round is opened
// only once, even if the server stops before all are open. The limit of eight tables for
// each host does not apply to them.
func TestRoundTablesSurviveARestart(t *testing.T) {
	withEvening(t, pairing.MaxPeople, pairing.Rotating, "chess4", func(c *eveningLobby) {
		tabled := 0
		c.eveningLog.fail = func(e pairing.Event) bool {
			if e.Kind == pairing.TableOpened {
				tabled++
			}
			return tabled == 4
		}
		if _, err := c.Evenings().Next(ctx, inky); err == nil {
			t.Fatal("no error although the disk was full")
		}
		c.eveningLog.fail = nil
		c.restart()
		if on := c.Evenings().Current(); on == nil || len(on.Rounds) != 1 {
			t.Fatalf("after a restart: %+v", on)
		}
		if n := len(c.View().Tables); n != 10 {
			t.Fatalf("%d tables", n)
		}
		for i, g := range c.games() {
			v := c.table(g).View()
			for seat, p := range g.Seats {
				if v.Seats[seat].Player != p {
					t.Errorf("board %d: seat of %v, want %v", i+1, v.Seats[seat].Player, p)
				}
			}
		}
		if _, err := c.Create(ctx, inky, duel); err != nil {
			t.Errorf("the host's own table: %v", err)
		}
	})
}

// TestPlayersAreSentToTheirBoards checks that connected players have an invitation to their
// board until they are ready. They receive it even if they have muted the organiser.
func TestPlayersAreSentToTheirBoards(t *testing.T) {
	withEvening(t, 4, pairing.Rotating, "chess4", func(c *eveningLobby) {
		for _, p := range c.people[:2] {
			defer c.Connect(p).Leave()
		}
		c.must(c.MuteInvitations(c.people[0].ID, inky.ID, true))
		c.next()
		g := c.games()[0]
		h := &testLobby{TB: t, Lobby: c.Lobby}
		for _, p := range c.people[:2] {
			list := h.openInvitations(p)
			if len(list) != 1 || list[0].Evening != "Tuesday drive" || list[0].Round != 1 || g.Seats[list[0].Seat] != p ||
				list[0].SeatName == "" {
				t.Errorf("%s has %+v", p.Name, list)
			}
		}
		if list := h.openInvitations(c.people[2]); len(list) != 0 {
			t.Errorf("a disconnected player has %+v", list)
		}
		if due := c.WaitingFor(c.people[2].ID); len(due) != 1 || due[0].Task != table.ToReady {
			t.Errorf("tasks of a disconnected player: %+v", due)
		}
		c.must(c.Decline(c.people[1].ID, h.openInvitations(c.people[1])[0].Number))
		c.must(c.table(g).Do(ctx, table.Command{By: c.people[0], Kind: table.Ready}))
		time.Sleep(time.Second)
		for _, p := range c.people[:2] {
			if list := h.openInvitations(p); len(list) != 0 {
				t.Errorf("%s still has %+v", p.Name, list)
			}
		}
	})
}

// A substitute can take over a player's seat before the game starts.
func TestSubstitutes(t *testing.T) {
	withEvening(t, 5, pairing.Rotating, "chess4", func(c *eveningLobby) {
		on := c.next()
		g, bye := on.Rounds[0].Games[0], on.Rounds[0].Byes[0]
		out := g.Seats[1]
		c.eveningLog.fail = func(e pairing.Event) bool { return e.Kind == pairing.Substituted }
		if _, err := c.Evenings().Substitute(ctx, inky, out, bye); err == nil {
			t.Fatal("no error although the disk was full")
		}
		c.eveningLog.fail = nil
		c.restart() // after the restart, the table is loaded from the store
		if got := c.table(g).View().Seats[1].Player; got != out {
			t.Fatalf("%s has the seat", got.Name)
		}
		_, err := c.Evenings().Substitute(ctx, inky, out, bye)
		c.must(err)
		if got := c.table(g).View().Seats[1].Player; got != bye {
			t.Fatalf("%s has the seat", got.Name)
		}
		c.play(c.games()[0])
		if _, err := c.Evenings().Substitute(ctx, inky, bye, out); err == nil {
			t.Error("a player was substituted after the game")
		}
	})
}

// A person who did not take part can be a substitute without a further step. The evening keeps a
// trace of the substitution, also after a restart.
func TestSubstituteWhoDidNotTakePart(t *testing.T) {
	withEvening(t, 4, pairing.Rotating, "chess4", func(c *eveningLobby) {
		on := c.next()
		out, late := on.Rounds[0].Games[0].Seats[1], player.Player{ID: "SHA256:late", Name: "Late"}
		_, err := c.Evenings().Substitute(ctx, inky, out, late)
		c.must(err)
		c.restart()
		on, err = c.Evenings().Find(ctx, 0)
		c.must(err)
		if got := c.table(on.Rounds[0].Games[0]).View().Seats[1].Player; got.ID != late.ID || !on.IsPresent(late.ID) {
			t.Errorf("%s has the seat; present: %v", got.Name, on.Present())
		}
		var sheet, json strings.Builder
		c.must(on.WriteResults(&sheet, time.UTC))
		c.must(on.WriteJSON(&json))
		if !strings.Contains(sheet.String(), "Late plays for "+out.Name) {
			t.Errorf("the sheet has no trace of the substitute:\n%s", &sheet)
		}
		if !strings.Contains(json.String(), fmt.Sprintf(`"substitutions":[{"out":%q,"in":"Late"}]`, out.Name)) {
			t.Errorf("JSON has no trace of the substitute: %s", &json)
		}
	})
}

// If a game that has not started is scored by hand, its table is closed.
func TestGameScoredByHand(t *testing.T) {
	withEvening(t, 8, pairing.Rotating, "chess4", func(c *eveningLobby) {
		c.next()
		games := c.games()
		for _, p := range games[1].Seats {
			c.must(c.table(games[1]).Do(ctx, table.Command{By: p, Kind: table.Ready}))
		}
		for board := range slices.Backward(games) {
			_, err := c.Evenings().Score(ctx, inky, 0, board+1, &[rules.SeatCount]uint8{6}, "the last bus")
			c.must(err)
		}
		for board, phase := range []table.Phase{table.Finished, table.Playing} {
			if got := c.table(games[board]).View().Phase; got != phase {
				t.Errorf("board %d: %v", board+1, got)
			}
		}
		for _, p := range games[0].Seats {
			if due := c.WaitingFor(p.ID); len(due) != 0 {
				t.Errorf("tasks of %s: %+v", p.Name, due)
			}
		}
		c.restart()
		g := c.games()[1] // end the running game, with a result that differs from the score entered by hand
		for seat, p := range g.Seats[:3] {
			c.must(
				c.table(g).
					Do(ctx, table.Command{By: p, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: rules.Seat(seat)}}),
			)
		}
		time.Sleep(time.Second)
		if g := c.games()[1]; g.State != pairing.ByHand || g.Scores != [rules.SeatCount]uint8{6} {
			t.Errorf("%+v", g)
		}
	})
}

// A closed table does not delay the round. Its game is void until somebody scores it by
// hand.
func TestClosedTableOfARound(t *testing.T) {
	withEvening(t, 4, pairing.Rotating, "chess4", func(c *eveningLobby) {
		c.next()
		g := c.games()[0]
		time.Sleep(25 * time.Hour) // a table of an evening stays open while it waits for its players
		if phase := c.table(g).View().Phase; phase != table.Waiting {
			t.Fatalf("the table is %v", phase)
		}
		c.must(c.table(g).CloseWaiting(ctx))
		on, err := c.Evenings().Find(ctx, 0)
		c.must(err)
		if g := on.Rounds[0].Games[0]; g.State != pairing.Void || g.Reason != "the table was closed" {
			t.Errorf("%+v", g)
		}
		_, err = c.Evenings().Score(ctx, inky, 1, 1, &[rules.SeatCount]uint8{6, 0, 6, 0}, "they had played it on a board")
		c.must(err)
		if s := c.Evenings().Current().Standings()[0]; s.Points != 6 {
			t.Errorf("%+v", s)
		}
		c.next()
	})
}

// A rematch of an evening's game does not belong to the evening.
func TestRematchIsNotPartOfTheEvening(t *testing.T) {
	withEvening(t, 4, pairing.Fixed, "verney", func(c *eveningLobby) {
		c.next()
		g := c.games()[0]
		c.play(g)
		for _, p := range g.Seats {
			c.must(c.table(g).Do(ctx, table.Command{By: p, Kind: table.OfferRematch}))
		}
		time.Sleep(time.Second)
		next := c.table(g).View().Next
		if again := c.table(pairing.Game{Table: int64(next)}).View(); next == 0 || again.Terms.Evening != nil {
			t.Errorf("table %d: %+v", next, again.Terms)
		}
		if n := len(c.Evenings().Current().Rounds); n != 1 {
			t.Errorf("%d rounds", n)
		}
	})
}

func TestOneEveningAtATime(t *testing.T) {
	withEvening(t, 4, pairing.Rotating, "verney first=red", func(c *eveningLobby) {
		plan, err := evening.NewPlan("Another", pairing.Rotating, []string{"chess4"})
		c.must(err)
		if _, err := c.Evenings().Begin(ctx, inky, plan, nil); err == nil {
			t.Error("two evenings are open")
		}
		_, err = c.Evenings().End(ctx, inky)
		c.must(err)
		for _, refused := range []error{
			errorOf(c.Evenings().End(ctx, inky)), errorOf(c.Evenings().Next(ctx, inky)), errorOf(c.Evenings().Find(ctx, 0)),
			errorOf(c.Evenings().Find(ctx, 9)),
		} {
			if refused == nil || !strings.Contains(refused.Error(), "evening") {
				t.Errorf("refused with %v", refused)
			}
		}
		c.restart()
		if c.Evenings().Current() != nil || c.View().Evening != nil {
			t.Error("the evening is still open")
		}
		one, err := c.Evenings().Find(ctx, 1)
		if err != nil || one.Options["first"] != "red" || one.Name != "Tuesday drive" {
			t.Errorf("%+v, %v", one, err)
		}
		if _, err := c.Evenings().Begin(ctx, inky, plan, nil); err != nil {
			t.Error(err)
		}
		if list, err := c.Evenings().List(ctx, 10); err != nil || len(list) != 2 || list[0].Name != "Another" {
			t.Errorf("%+v, %v", list, err)
		}
	})
}

func errorOf[T any](_ T, err error) error { return err }

func TestEveningRefusals(t *testing.T) {
	for words, want := range map[string]string{
		"tiddlywinks":         "tiddlywinks",
		"chess4 clock=soon":   "soon",
		"chess4 armies=white": "armies",
	} {
		if _, err := evening.NewPlan("Tuesday", pairing.Rotating, strings.Fields(words)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", words, err)
		}
	}
	if _, err := evening.NewPlan("Tuesday", pairing.Rotating, []string{"chess4", "armies=white,black"}); err == nil ||
		!strings.Contains(err.Error(), "four players at each table") {
		t.Errorf("a game for two: %v", err)
	}
	if _, err := evening.NewPlan("a\x1bb", pairing.Rotating, []string{"chess4"}); err == nil {
		t.Error("a name with a control character was accepted")
	}
}
