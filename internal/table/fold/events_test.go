package fold_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/internal/table/logtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// terms are the terms of the table in a test; see `termsOf`.
type terms string

// Tables of the tests.
const (
	usual   terms = ""         // free-for-all without a clock
	clocked terms = "clock"    // each player has ten minutes
	daily   terms = "daily"    // three days for each move
	touch   terms = "touch"    // touch-move
	teams   terms = "teams"    // a game of two teams
	consent terms = "consents" // players must agree to chat
)

func termsOf(which terms) table.Terms {
	t := table.Terms{Game: "chess4", Options: map[string]string{}, Fairness: 1, Chat: true}
	switch which {
	case clocked:
		t.Clock = table.Clock{Start: 10 * time.Minute}
	case daily:
		t.Clock = table.Clock{PerMove: 3 * table.Day}
	case touch:
		t.Touch = true
	case teams:
		t.Options["teams"] = "on"
	case consent:
		t.Game = "quadrochess"
	}
	return t
}

// changed returns the terms of a table after a change, or without one if the function is nil.
func changed(which terms, change func(*table.Terms)) table.Terms {
	terms := termsOf(which)
	if change != nil {
		change(&terms)
	}
	return terms
}

// logOf returns the events that lines describe.
func logOf(t *testing.T, terms table.Terms, lines []string) []table.Event {
	t.Helper()
	v, err := variants.New(terms.Game, terms.Options)
	if err != nil {
		t.Fatal(err)
	}
	return logtest.Events(t, v.Facts(), terms, named(terms, lines)...)
}

// replayed returns the events that lines describe, and the state after them.
func replayed(t *testing.T, terms table.Terms, lines []string) ([]table.Event, *fold.State) {
	t.Helper()
	log := logOf(t, terms, lines)
	state, err := fold.Replay(log, variants.New, nil)
	if err != nil {
		t.Fatalf("%q: %v", lines, err)
	}
	return log, state
}

// Events that come before the event of a test.
var (
	taken   = []string{"seated white Ann", "seated silver Bob", "seated black Cyd", "seated gold Dee"}
	ready   = append(slices.Clone(taken), "readied white", "readied silver", "readied black", "readied gold")
	playing = append(slices.Clone(ready), "started")
	moved   = append(slices.Clone(playing), "acted white action=m7-k7")
	round   = append(slices.Clone(moved), "acted silver action=j1-k3", "acted black action=b8-d8", "acted gold action=h13-h11")
	over    = append(slices.Clone(round), "acted white action=resign", "acted silver action=resign", "acted black action=resign",
		"closed action=resignation text=gold")
)

// after returns the events of a list and further ones.
func after(list []string, more ...string) []string { return append(slices.Clone(list), more...) }

// Each kind of event has at least one row here: the events before it, and what it changes in the
// state. A change that begins with "-" is a line of the state that the event removes.
func TestEvents(t *testing.T) {
	seen := map[table.Kind]bool{table.Opened: true}
	for _, c := range []struct {
		terms  terms
		before []string
		event  string
		want   []string
	}{
		{usual, nil, "seated white Ann", []string{"white: Ann"}},
		{usual, nil, "reserved white Ann", []string{"white: reserved for Ann"}},
		{usual, taken, "unseated white", []string{"-white: Ann"}},
		{usual, taken, "unseated white Hal text=late", []string{"-white: Ann", "removed: Ann, late"}},
		{usual, taken, "readied white", []string{"-white: Ann", "white: Ann ready"}},
		{usual, ready, "unreadied white", []string{"-white: Ann ready", "white: Ann"}},
		{usual, ready, "started", []string{"-phase: 0", "phase: 1", "turn: white", "chat: open", "first moves: white silver black gold"}},
		{clocked, ready, "started", []string{
			"-phase: 0", "phase: 1", "turn: white", "clock: white 10m0s", "chat: open", "first moves: white silver black gold",
		}},
		{usual, playing, "acted white action=m7-k7", []string{
			"-turn: white", "turn: silver", "moves: m7-k7", "-first moves: white silver black gold", "first moves: silver black gold",
		}},
		{clocked, playing, "acted white action=m7-k7 spent=1m", []string{
			"-turn: white", "turn: silver", "moves: m7-k7", "-clock: white 10m0s", "clock: silver 10m0s", "left: white 9m0s",
			"-first moves: white silver black gold", "first moves: silver black gold",
		}},
		{usual, round, "acted white action=resign", []string{
			"-turn: white", "turn: silver", "-moves: m7-k7 j1-k3 b8-d8 h13-h11", "moves: m7-k7 j1-k3 b8-d8 h13-h11 resign", "out: white",
		}},
		{touch, playing, "lifted white action=m7", []string{"lifted: m7"}},
		{usual, round, "draw-offered Ann", []string{"draw: Ann, white"}},
		{usual, after(round, "draw-offered Ann"), "draw-accepted Bob", []string{"-draw: Ann, white", "draw: Ann, white silver"}},
		{usual, after(round, "draw-offered Ann"), "draw-declined Bob", []string{"-draw: Ann, white"}},
		{
			usual, after(round, "draw-offered Ann", "draw-accepted Bob", "draw-accepted Cyd", "draw-accepted Dee"), "draw-agreed",
			[]string{
				"-moves: m7-k7 j1-k3 b8-d8 h13-h11", "moves: m7-k7 j1-k3 b8-d8 h13-h11 draw:agreed", "-turn: white", "over: agreement",
			},
		},
		{teams, round, "resignation-proposed white", []string{"resigning: white"}},
		{teams, after(round, "resignation-proposed white"), "resignation-rejected black", []string{"-resigning: white"}},
		{clocked, round, "flagged white", []string{
			"-turn: white", "turn: silver", "-clock: white 10m0s", "clock: silver 10m0s", "left: white 0s", "out: white",
			"-moves: m7-k7 j1-k3 b8-d8 h13-h11", "moves: m7-k7 j1-k3 b8-d8 h13-h11 flag",
		}},
		{clocked, round, "paused spent=1m", []string{"-clock: white 10m0s", "clock: white 9m0s paused", "left: white 9m0s"}},
		{clocked, after(round, "paused spent=1m"), "resumed", []string{"-clock: white 9m0s paused", "clock: white 9m0s"}},
		{clocked, round, "heartbeat after=1m", nil},
		{usual, moved, "aborted Bob", []string{"aborted: Bob"}},
		{usual, after(moved, "aborted Bob"), "closed action=aborted", []string{
			"-phase: 1", "phase: 2", "-turn: silver", "-first moves: silver black gold",
		}},
		{usual, nil, "closed action=abandoned", []string{"-phase: 0", "phase: 2"}},
		{consent, taken, "chat-accepted Ann", []string{"-white-a: Ann", "white-a: Ann agrees to chat"}},
		{consent, after(taken, "chat-accepted Ann"), "chat-declined Ann", []string{"-white-a: Ann agrees to chat", "white-a: Ann"}},
		{usual, taken, "chatted Eve text=hello", []string{"line: Eve hello"}},
		{usual, playing, "spectator-chatted Eve text=hello", []string{"spectators: Eve hello"}},
		{teams, playing, "team-chatted white Ann text=hello", []string{"team: Ann hello"}},
		{usual, taken, "muted Hal @Eve", []string{"muted: Eve"}},
		{usual, after(taken, "muted Hal @Eve"), "unmuted Hal @Eve", []string{"-muted: Eve"}},
		{usual, playing, "premoved silver action=j1-k3", []string{"premove: silver"}},
		{usual, after(playing, "premoved silver action=j1-k3"), "premove-cancelled silver", []string{"-premove: silver"}},
		{
			usual, after(playing, "premoved silver action=j1-k9", "acted white action=m7-k7"), "premove-dropped silver",
			[]string{"-premove: silver"},
		},
		{usual, round, "takeback-offered Ann", []string{"takeback: Ann to 0, white"}},
		{usual, after(round, "takeback-offered Dee to=3"), "takeback-accepted Ann", []string{
			"-takeback: Dee to 3, gold", "takeback: Dee to 3, white gold",
		}},
		{usual, after(round, "takeback-offered Dee to=3"), "takeback-declined Ann", []string{"-takeback: Dee to 3, gold"}},
		{
			usual, after(round, "takeback-offered Dee to=3", "takeback-accepted Ann", "takeback-accepted Bob", "takeback-accepted Cyd"),
			"taken-back to=3",
			[]string{
				"-takeback: Dee to 3, white silver black gold", "-turn: white", "turn: gold", "-moves: m7-k7 j1-k3 b8-d8 h13-h11",
				"moves: m7-k7 j1-k3 b8-d8", "first moves: gold",
			},
		},
		{usual, playing, "left Bob spent=1m", []string{"away: silver"}},
		{usual, after(playing, "left Bob spent=1m"), "returned Bob", []string{"-away: silver"}},
		{usual, playing, "voted Ann action=adjourn", []string{"votes: Ann adjourn"}},
		{usual, after(playing, "voted Ann action=adjourn"), "unvoted Ann", []string{"-votes: Ann adjourn"}},
		{usual, after(playing, "left Bob spent=1m", "voted Ann action=wait"), "wait-extended", []string{"-votes: Ann wait"}},
		{clocked, after(playing, "voted Ann action=adjourn"), "adjourned spent=1m", []string{
			"-votes: Ann adjourn", "adjourned: true", "-clock: white 10m0s", "clock: white 9m0s paused", "left: white 9m0s",
		}},
		{clocked, after(playing, "adjourned spent=1m"), "continued", []string{
			"-adjourned: true", "-clock: white 9m0s paused", "clock: white 9m0s",
		}},
		{usual, after(playing, "left Bob spent=5m"), "vacated silver", []string{"-silver: Bob ready", "silver: Bob ready vacant"}},
		{usual, after(playing, "left Bob spent=5m", "vacated silver"), "returned Bob", []string{
			"-silver: Bob ready vacant", "silver: Bob ready", "-away: silver",
		}},
		{usual, after(playing, "left Bob spent=5m", "vacated silver"), "replaced silver Eve", []string{
			"-silver: Bob ready vacant", "silver: Eve ready", "-away: silver", "replaced: Bob",
		}},
		{usual, after(playing, "left Bob spent=5m", "vacated silver", "voted Ann action=wait"), "replaced silver Eve", []string{
			"-silver: Bob ready vacant", "silver: Eve ready", "-away: silver", "replaced: Bob", "-votes: Ann wait",
		}},
		{ // an old log, in which votes outlived the absence that they were about
			usual, after(playing, "left Bob spent=5m", "vacated silver", "voted Ann action=wait", "replaced silver Eve"), "unvoted Ann",
			nil,
		},
		{clocked, after(round, "left Ann spent=1m", "voted Bob action=wait", "voted Cyd action=adjourn"), "flagged white", []string{
			"-turn: white", "turn: silver", "-clock: white 10m0s", "clock: silver 10m0s", "left: white 0s", "out: white",
			"-moves: m7-k7 j1-k3 b8-d8 h13-h11", "moves: m7-k7 j1-k3 b8-d8 h13-h11 flag", "-away: white", "-votes: Bob wait",
			"-votes: Cyd adjourn",
		}},
		{usual, after(playing, "premoved silver action=j1-k3"), "acted silver action=silver:resign", []string{
			"-premove: silver", "moves: resign", "out: silver", "-first moves: white silver black gold",
			"first moves: white black gold",
		}},
		{
			usual, after(moved, "draw-offered Dee", "acted silver action=j1-k3", "acted black action=b8-d8", "acted gold action=h13-h11"),
			"acted white action=n6-k9",
			[]string{
				"-draw: Dee, gold", "-turn: white", "turn: silver", "-moves: m7-k7 j1-k3 b8-d8 h13-h11",
				"moves: m7-k7 j1-k3 b8-d8 h13-h11 n6-k9",
			},
		},
		{usual, after(round, "left Bob spent=5m"), "forfeited silver", []string{
			"-moves: m7-k7 j1-k3 b8-d8 h13-h11", "moves: m7-k7 j1-k3 b8-d8 h13-h11 resign", "out: silver", "-away: silver",
		}},
		{daily, playing, "vacation-started Ann until=240h", []string{"vacation: white 240h0m0s"}},
		{daily, after(playing, "vacation-started Ann until=240h"), "vacation-ended Ann after=1h", []string{"-vacation: white 240h0m0s"}},
		{usual, over, "rematch-offered Ann action=same", []string{"rematch: false, white"}},
		{usual, after(over, "rematch-offered Ann action=same"), "rematch-offered Bob action=same", []string{
			"-rematch: false, white", "rematch: false, white silver",
		}},
		{usual, after(over, "rematch-offered Ann action=rotated"), "rematch-declined Ann", []string{"-rematch: true, white"}},
		{usual, after(over, "rematch-offered Ann action=rotated"), "rematch-declined Bob", []string{"-rematch: true, white"}},
		{
			usual, after(over, "rematch-offered Ann action=same", "rematch-offered Bob action=same"), "rematch-declined Ann",
			[]string{"-rematch: false, white silver", "rematch: false, silver"},
		},
		{usual, over, "rematch-opened table=7", []string{"next: 7"}},
		{usual, taken, "admitted Hal @Eve", []string{"admitted: Eve"}},
		{usual, round, "adjudicated Mod action=nobody text=why", []string{"adjudicated: Mod, why"}},
		{usual, round, "adjudicated Mod action=white text=why", []string{"adjudicated: Mod, why", "-turn: white", "over: adjudication"}},
	} {
		_, state := replayed(t, termsOf(c.terms), c.before)
		e := logOf(t, termsOf(c.terms), []string{c.event})[1]
		seen[e.Kind] = true
		before := describe(state)
		if err := state.Apply(e); err != nil {
			t.Errorf("%s: %v", c.event, err)
			continue
		}
		if got, want := changes(before, describe(state)), slices.Sorted(slices.Values(c.want)); !slices.Equal(got, want) {
			t.Errorf("%s changes\n%q, want\n%q", c.event, got, want)
		}
	}
	for _, kind := range fold.Kinds() {
		if !seen[kind] {
			t.Errorf("no row for the event %q", kind)
		}
	}
}

// named returns the lines with the seats of the game.
func named(terms table.Terms, lines []string) []string {
	if terms.Game != "quadrochess" {
		return lines
	}
	change := strings.NewReplacer(" white", " white-a", " silver", " black-a", " black", " black-b", " gold", " white-b")
	var list []string
	for _, line := range lines {
		list = append(list, change.Replace(line))
	}
	return list
}

// changes returns the lines that are only in `now`, and those that are only in `before`, with "-".
func changes(before, now []string) (list []string) {
	for _, line := range before {
		if !slices.Contains(now, line) {
			list = append(list, "-"+line)
		}
	}
	for _, line := range now {
		if !slices.Contains(before, line) {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return list
}

// describe returns the parts of a state that are not empty, a line each.
func describe(s *fold.State) (list []string) {
	facts := s.Variant.Facts()
	add := func(ok bool, format string, values ...any) {
		if ok {
			list = append(list, fmt.Sprintf(format, values...))
		}
	}
	seats := func(set rules.Seats) string {
		var names []string
		for seat := range set.All() {
			names = append(names, facts.Seats[seat])
		}
		return strings.Join(names, " ")
	}
	people := func(of []player.Player) string {
		var names []string
		for _, p := range of {
			names = append(names, p.Name)
		}
		return strings.Join(names, " ")
	}
	lines := func(name string, of []table.ChatLine) {
		for _, l := range of {
			add(true, "%s: %s %s", name, l.By.Name, l.Text)
		}
	}
	add(true, "phase: %d", s.Phase)
	for i := range s.Seats.List {
		seat := &s.Seats.List[i]
		words := ""
		for _, word := range []struct {
			ok   bool
			word string
		}{{seat.Ready, " ready"}, {seat.AcceptsChat, " agrees to chat"}, {seat.Vacant, " vacant"}, {seat.Closed, " closed"}} {
			if word.ok {
				words += word.word
			}
		}
		add(seat.Player.ID != "", "%s: %s%s", facts.Seats[i], seat.Player.Name, words)
		add(seat.Reserved.ID != "", "%s: reserved for %s", facts.Seats[i], seat.Reserved.Name)
		add(s.Game.Out[i] != 0, "out: %s", facts.Seats[i])
		add(s.Premoves[i].Set(), "premove: %s", facts.Seats[i])
		add(!s.AwaySince[i].IsZero(), "away: %s", facts.Seats[i])
		add(s.Clocks.Settings.Start != 0 && s.Clocks.Left[i] != s.Clocks.Settings.Start, "left: %s %v", facts.Seats[i], s.Clocks.Left[i])
		add(s.Clocks.Vacation[i].After(s.Times.Last), "vacation: %s %v", facts.Seats[i], s.Clocks.Vacation[i].Sub(logtest.Noon))
		lines("team", s.Chat.Teams[i])
	}
	for _, r := range s.Seats.Removals {
		add(true, "removed: %s, %s", r.Player.Name, r.Reason)
	}
	add(len(s.Seats.Replaced) > 0, "replaced: %s", people(s.Seats.Replaced))
	if actor := s.Actor(); s.Phase == table.Playing && actor != rules.NoSeat && !s.Over() {
		add(true, "turn: %s", facts.Seats[actor])
	}
	var moves []string
	for _, m := range s.Game.Moves {
		moves = append(moves, rules.Plain(facts, m.By, m.Action))
	}
	add(len(moves) > 0, "moves: %s", strings.Join(moves, " "))
	add(s.Over() && s.Phase == table.Playing, "over: %s", s.Game.Position.Outcome.Termination)
	if s.Game.Lifted != rules.NoSquare {
		add(true, "lifted: %s", facts.Geometry.Name(s.Game.Lifted))
	}
	if running := s.Clocks.Running; running != rules.NoSeat && s.Clocks.Settings.Start != 0 {
		paused := ""
		if s.Clocks.Paused {
			paused = " paused"
		}
		add(true, "clock: %s %v%s", facts.Seats[running], s.Clocks.Left[running], paused)
	}
	if o := s.Offer; o != nil {
		add(true, "draw: %s, %s", o.By.Name, seats(o.Accepted))
	}
	if o := s.Takeback.Offer; o != nil {
		add(true, "takeback: %s to %d, %s", o.By.Name, o.To, seats(o.Accepted))
	}
	add(s.Resigning.Seats != 0, "resigning: %s", seats(s.Resigning.Seats))
	for _, v := range s.Vote.Cast {
		add(true, "votes: %s %s", v.By.Name, v.Choice)
	}
	add(s.Vote.Adjourned, "adjourned: true")
	add(s.Chat.Open, "chat: open")
	lines("line", s.Chat.Lines)
	lines("spectators", s.Chat.Spectators)
	add(len(s.Chat.Muted) > 0, "muted: %s", people(s.Chat.Muted))
	if r := s.Rematch.Offer; r != nil {
		add(true, "rematch: %v, %s", r.Rotate, seats(r.Accepted))
	}
	add(s.Rematch.Next != 0, "next: %d", s.Rematch.Next)
	add(len(s.Access.Admitted) > 0, "admitted: %s", people(s.Access.Admitted))
	add(s.Phase == table.Playing && s.Fairness.FirstMoves != 0, "first moves: %s", seats(s.Fairness.FirstMoves))
	if a := s.Fairness.Aborted; a != nil {
		add(true, "aborted: %s", a.By.Name)
	}
	if a := s.Adjudication; a != nil {
		add(true, "adjudicated: %s, %s", a.By.Name, a.Reason)
	}
	return list
}

// An event that is impossible in the state is refused: in the wrong phase, without its seat or
// player, or because of what happened before.
func TestImpossibleEvents(t *testing.T) {
	for _, c := range []struct {
		terms  terms
		before []string
		event  string
	}{
		{usual, playing, "seated white Ann"},
		{usual, taken, "seated white Eve"},
		{usual, nil, "seated Ann"},
		{usual, nil, "seated white"},
		{usual, nil, "unseated white"},
		{usual, nil, "readied white"},
		{usual, taken, "started"},
		{usual, taken, "acted white action=m7-k7"},
		{usual, playing, "acted silver action=j1-k3"},
		{usual, playing, "acted white action=m7-m3"},
		{usual, over, "acted white action=m7-k7"},
		{usual, playing, "draw-accepted Bob"},
		{usual, playing, "draw-declined Bob"},
		{usual, playing, "draw-agreed"},
		{usual, playing, "lifted white action=m7"},
		{touch, playing, "lifted white action=m9m"},
		{touch, playing, "lifted silver action=j1"},
		{usual, playing, "resignation-proposed white"},
		{teams, playing, "resignation-rejected white"},
		{usual, playing, "flagged white"},
		{usual, playing, "paused"},
		{clocked, playing, "resumed"},
		{usual, round, "aborted Ann"},
		{usual, playing, "aborted Eve"},
		{usual, playing, "closed action=abandoned"},
		{usual, round, "closed action=checkmate"},
		{usual, taken, "chat-accepted Eve"},
		{usual, playing, "takeback-offered Ann to=1"},
		{usual, round, "takeback-accepted Ann"},
		{usual, round, "takeback-declined Ann"},
		{usual, after(round, "takeback-offered Dee to=3"), "taken-back to=3"},
		{usual, playing, "voted Eve action=wait"},
		{usual, playing, "voted Ann"},
		{usual, after(playing, "adjourned"), "adjourned"},
		{usual, playing, "continued"},
		{usual, playing, "replaced silver Eve"},
		{usual, playing, "returned Eve"},
		{usual, playing, "vacation-started Ann until=1h"},
		{daily, playing, "vacation-started Ann"},
		{usual, over, "rematch-offered Eve action=same"},
		{usual, over, "rematch-offered Ann action=x"},
		{usual, over, "rematch-declined Ann"},
		{usual, over, "rematch-opened"},
		{usual, taken, "admitted Hal"},
		{usual, round, "adjudicated Mod action=purple"},
		{usual, round, "dreamt"},
		{usual, playing, "reserved white Ann"},
		{usual, moved, "acted silver action=g1-g7"},
		{usual, moved, "acted silver action=army:red"},
		{usual, moved, "acted silver action=flag"},
		{usual, after(playing, "adjourned"), "resumed"},
		{clocked, after(playing, "adjourned"), "resumed"},
		{usual, playing, "chatted Ann"},
		{usual, playing, "premove-cancelled silver"},
		{usual, playing, "forfeited silver"},
		{usual, playing, "vacated silver"},
		{usual, playing, "returned Ann"},
		{usual, playing, "left Eve spent=1m"},
		{usual, playing, "rematch-opened table=2"},
		{usual, playing, "rematch-offered Ann action=same"},
		{usual, playing, "taken-back"},
		{usual, playing, "opened Ann"},
		{teams, playing, "acted white action=resign"},
		{teams, after(playing, "resignation-proposed white"), "resignation-proposed white"},
		{teams, after(playing, "resignation-proposed white"), "resignation-rejected silver"},
		{touch, after(playing, "lifted white action=m7"), "lifted white action=m8"},
		{touch, after(playing, "lifted white action=m7"), "acted white action=m8-k8"},
	} {
		_, state := replayed(t, termsOf(c.terms), c.before)
		if err := state.Apply(logOf(t, termsOf(c.terms), []string{c.event})[1]); err == nil {
			t.Errorf("%s was applied after %q", c.event, c.before)
		}
	}
}

// TestUnreadableLogs checks that a log cannot be replayed that begins wrongly, or has an event without what it needs.
func TestUnreadableLogs(t *testing.T) {
	log, _ := replayed(t, termsOf(usual), taken[:1])
	begin := log[0]
	seat := func(s rules.Seat, p *player.Player) table.Event {
		return table.Event{Kind: table.Seated, Seat: &s, Player: p}
	}
	for name, events := range map[string][]table.Event{
		"empty":           nil,
		"no opening":      log[1:],
		"opened twice":    {begin, begin},
		"a game unknown":  {{Kind: table.Opened, Player: begin.Player, Terms: &table.Terms{Game: "go"}}},
		"no terms":        {{Kind: table.Opened, Player: begin.Player}},
		"a seat too many": {begin, seat(200, begin.Player)},
		"nobody":          {begin, seat(0, &player.Player{})},
	} {
		if _, err := fold.Replay(events, variants.New, nil); err == nil {
			t.Errorf("%s: replayed", name)
		}
	}
}
