package fold_test

import (
	"encoding/json"
	"fmt"
	"reflect"
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

// secret returns what a view contains that not everybody may see, in words.
func secret(v *table.View) string {
	var list []string
	for _, c := range []struct {
		name  string
		lines []table.ChatLine
	}{{"team", v.TeamChat}, {"spectators", v.SpectatorChat}} {
		for _, l := range c.lines {
			list = append(list, c.name+" "+l.Text)
		}
	}
	for _, p := range v.Premoves {
		word := "premove "
		if p.Dropped {
			word = "dropped "
		}
		list = append(list, word+p.Plain)
	}
	for seat := range v.Resigning.All() {
		list = append(list, "resigning "+v.Variant.Facts().Seats[seat])
	}
	return strings.Join(list, ", ")
}

// Each row has events, and who sees what after them. The kinds of events in `shown` are shown to nobody else.
// The view is sent to those who may see the last event.
func TestSecrets(t *testing.T) {
	everybody := []string{"Ann", "Bob", "Cyd", "Dee", "Eve", ""}
	ended := after(playing, "resignation-proposed white", "acted black action=black:resign", "closed action=resignation text=silver gold")
	for _, c := range []struct {
		terms  terms
		events []string
		sees   map[string]string // what a person sees; "" for everybody else
		shown  map[table.Kind]string
		server bool // whether the server is notified of the last event
	}{
		{usual, after(playing, "premoved silver action=j1-k3"), map[string]string{"Bob": "premove j1-k3"}, map[table.Kind]string{
			table.Premoved: "Bob", table.Heartbeat: "",
		}, false},
		{
			usual, after(playing, "premoved silver action=j1-k5", "acted white action=m7-k7", "premove-dropped silver"),
			map[string]string{"Bob": "dropped j1-k5"},
			map[table.Kind]string{table.PremoveDropped: "Bob", table.PremoveCancelled: "Bob"},
			false,
		},
		{
			teams, after(playing, "resignation-proposed white"),
			map[string]string{"Ann": "resigning white", "Cyd": "resigning white"},
			map[table.Kind]string{table.ResignationProposed: "Ann Cyd", table.ResignationRejected: "Ann Cyd"},
			true,
		},
		{
			teams, after(playing, "team-chatted white Ann text=plan", "team-chatted gold Dee text=idea",
				"team-chatted black Cyd text=good"),
			map[string]string{"Ann": "team plan, team good", "Cyd": "team plan, team good", "Bob": "team idea", "Dee": "team idea"},
			map[table.Kind]string{table.TeamChatted: "Ann Cyd"},
			false,
		},
		{
			teams, after(after(playing, "team-chatted white Ann text=plan"), ended[len(playing):]...),
			map[string]string{"Ann": "team plan", "Cyd": "team plan"},
			nil, true,
		},
		{ // a new player reads the chat of the team, and the former player no longer
			teams, after(playing, "team-chatted black Cyd text=plan", "left Cyd spent=5m", "vacated black", "replaced black Eve"),
			map[string]string{"Ann": "team plan", "Eve": "team plan"},
			nil, true,
		},
		{ // a person with seats in both teams
			teams,
			[]string{
				"seated white Ann", "seated silver Bob", "seated black Cyd", "seated gold Ann", "readied white", "readied silver",
				"readied black", "readied gold", "started", "team-chatted white Ann text=to_Cyd", "team-chatted gold Ann text=to_Bob",
			},
			map[string]string{"Ann": "team to_Cyd, team to_Bob", "Cyd": "team to_Cyd", "Bob": "team to_Bob"},
			map[table.Kind]string{table.TeamChatted: "Ann Bob"},
			false,
		},
		{
			usual, after(playing, "spectator-chatted Eve text=look"),
			map[string]string{"Eve": "spectators look"},
			map[table.Kind]string{table.SpectatorChatted: "Eve"},
			false,
		},
		{ // a replaced player still does not see what spectators write
			usual,
			after(playing, "left Dee spent=5m", "vacated gold", "replaced gold Sue", "spectator-chatted Eve text=look"),
			map[string]string{"Eve": "spectators look"},
			map[table.Kind]string{table.SpectatorChatted: "Eve"},
			false,
		},
		{ // after the game, everybody does
			usual, after(after(playing, "spectator-chatted Eve text=look"), over[len(playing):]...),
			map[string]string{
				"Ann": "spectators look", "Bob": "spectators look", "Cyd": "spectators look", "Dee": "spectators look",
				"Eve": "spectators look", "": "spectators look",
			},
			nil, true,
		},
	} {
		log, state := replayed(t, termsOf(c.terms), c.events)
		view, secrets := state.Snapshot(), state.Secrets()
		last := log[len(log)-1]
		notified := secrets.Recipients([]table.Event{last})
		for _, name := range everybody {
			id := logtest.Person(name).ID
			if got := secret(secrets.Seen(view, id)); got != c.sees[name] {
				t.Errorf("%q: %q sees %q, want %q", c.events, name, got, c.sees[name])
			}
			if !secrets.Shows(id, &log[0]) {
				t.Errorf("%q: %q is not shown who opened the table", c.events, name)
			}
			for kind, to := range c.shown {
				e := table.Event{Kind: kind, Seat: last.Seat, Player: last.Player}
				if shows, want := secrets.Shows(id, &e), slices.Contains(strings.Fields(to), name); shows != want {
					t.Errorf("%q: %q is shown %s: %v", c.events, name, kind, shows)
				}
			}
			_, private := c.shown[last.Kind]
			if notified.All() == private {
				t.Errorf("%q: all are notified: %v", c.events, !private)
			}
			want := !private || slices.Contains(strings.Fields(c.shown[last.Kind]), name)
			if notified.Include(&secrets, secrets.ViewerKey(id)) != want {
				t.Errorf("%q: %q is notified: %v", c.events, name, !want)
			}
		}
		if notified.Server != c.server {
			t.Errorf("%q: the server is notified: %v", c.events, notified.Server)
		}
	}
}

// TestTeamChatLeavesNoTraceForOthers checks that opponents and spectators see the same view, byte for
// byte, as in a game without team chat, apart from the numbers of events.
func TestTeamChatLeavesNoTraceForOthers(t *testing.T) {
	log := after(
		playing, "team-chatted white Ann text=secret", "acted white action=m7-k7", "team-chatted black Cyd text=another",
		"spectator-chatted Eve text=nice", "acted silver action=j1-k3", "resignation-proposed gold",
	)
	quiet := slices.DeleteFunc(slices.Clone(log), func(line string) bool { return strings.HasPrefix(line, "team-chatted") })
	for _, name := range []string{"Bob", "Dee", "Eve", ""} {
		var seen []string
		for _, events := range [][]string{log, quiet} {
			_, state := replayed(t, termsOf(teams), events)
			secrets := state.Secrets()
			v := *secrets.Seen(state.Snapshot(), logtest.Person(name).ID)
			v.Seq, v.Variant = 0, nil
			for i := range v.Moves {
				v.Moves[i].Event = 0
			}
			for i := range v.Recent {
				v.Recent[i].Number = 0
			}
			for i := range v.SpectatorChat {
				v.SpectatorChat[i].Number = 0
			}
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, string(text))
		}
		if seen[0] != seen[1] {
			t.Errorf("%q sees with team chat\n%s\nwithout\n%s", name, seen[0], seen[1])
		}
	}
}

// TestChatOfPeopleIsLeftOut checks a view for a person who has blocked others.
func TestChatOfPeopleIsLeftOut(t *testing.T) {
	log, state := replayed(t, termsOf(teams), after(
		playing, "team-chatted white Ann text=rude", "chatted Ann text=rude", "chatted Bob text=hello",
	))
	secrets := state.Secrets()
	v := secrets.Seen(state.Snapshot(), logtest.Person("Cyd").ID)
	blocked := map[player.ID]bool{logtest.Person("Ann").ID: true}
	mine := fold.WithoutChatOf(v, blocked)
	for _, e := range log {
		if by := e.Player; fold.IsChatOf(&e, blocked) != (e.Text == "rude") {
			t.Errorf("%s by %+v is chat of a blocked person: %v", e.Kind, by, e.Text != "rude")
		}
	}
	if len(mine.TeamChat) != 0 || len(mine.Chat) != 1 || len(v.Chat) != 2 || fold.WithoutChatOf(v, nil) != v {
		t.Errorf("%+v, of all %+v", mine.Chat, v.Chat)
	}
}

// TestLongChatIsCut checks that a view has only the newest lines.
func TestLongChatIsCut(t *testing.T) {
	var lines []string
	for i := range table.LinesShown + 20 {
		lines = append(lines, fmt.Sprint("chatted Eve text=", i))
	}
	_, state := replayed(t, termsOf(usual), lines)
	if v := state.Snapshot(); len(v.Chat) != table.LinesShown || v.Chat[0].Text != "20" {
		t.Errorf("%d lines, the first is %q", len(v.Chat), v.Chat[0].Text)
	}
}

// TestVacantSeatIsNotOpenAfterTheGame checks a seat that was open to others when the game ended.
func TestVacantSeatIsNotOpenAfterTheGame(t *testing.T) {
	events := after(playing, "left Dee spent=5m", "vacated gold", "acted white action=resign",
		"acted silver action=resign", "acted black action=resign")
	for _, ended := range []bool{false, true} {
		if ended {
			events = after(events, "closed action=resignation text=gold")
		}
		_, state := replayed(t, termsOf(usual), events)
		v := state.Snapshot()
		seat := v.Seats[3]
		if sum := fold.Summarize(state, v, false).Seats[3]; seat.Open == ended || seat.Vacant == ended || sum.Vacant == ended {
			t.Errorf("ended %v: seat %+v, in the summary %+v", ended, seat, sum)
		}
	}
}

// Each row has events, and when a table must be loaded and when it closes without a command: "-" means never.
func TestDue(t *testing.T) {
	allAway := after(playing, "left Ann spent=1m", "left Bob spent=1m", "left Cyd spent=1m", "left Dee spent=1m")
	evening := func(t *table.Terms) { t.Evening = &table.EveningBoard{Evening: 1} }
	for _, c := range []struct {
		terms                terms
		change               func(*table.Terms)
		events               []string
		due, idle, abandoned string
	}{
		{usual, nil, nil, "-", "-", "-"},
		{usual, nil, taken[:1], "30m0s", "30m0s", "-"},
		{usual, nil, after(taken[:1], "readied white"), "0s", "-", "-"},
		{usual, evening, taken[:1], "-", "-", "-"},
		{daily, nil, after(taken[:1], "readied white"), "-", "-", "-"},
		{usual, nil, playing, "0s", "-", "-"},
		{usual, nil, allAway, "167h59m0s", "-", "167h59m0s"},
		{clocked, nil, allAway, "0s", "-", "-"},
		{daily, nil, playing, "72h0m0.1s", "-", "-"},
		{usual, nil, over, "-", "-", "-"},
	} {
		_, state := replayed(t, changed(c.terms, c.change), c.events)
		due := fold.Summarize(state, state.Snapshot(), false).Due
		if fold.Summarize(state, state.Snapshot(), true).Due.IsZero() {
			t.Errorf("%q, %q: not due although a bot is about to act", c.terms, c.events)
		}
		idle, abandoned := state.IdleAt(time.Time{}, nil), state.AbandonedAt(time.Time{}, nil)
		for name, at := range map[string]struct {
			got  time.Time
			want string
		}{"due": {due, c.due}, "idle": {idle, c.idle}, "abandoned": {abandoned, c.abandoned}} {
			got := "-"
			if !at.got.IsZero() {
				got = at.got.Sub(logtest.Noon).String()
			}
			if got != at.want {
				t.Errorf("%q, %q: %s at %s, want %s", c.terms, c.events, name, got, at.want)
			}
		}
	}
}

// Each row has events, and the most urgent task of each player in the summary.
func TestTasks(t *testing.T) {
	const move, vote, resign, draw, takeback = table.ToMove, table.ToVote, table.ToResign, table.ToDraw, table.ToTakeback
	type tasks = [rules.SeatCount]table.Task
	taking := after(moved, "takeback-offered Ann")
	drawn := after(taking, "draw-offered Ann")
	resigns := after(drawn, "resignation-proposed white")
	for _, c := range []struct {
		terms  terms
		events []string
		want   tasks
	}{
		{usual, taken[:3], tasks{}},
		{usual, after(taken, "readied white"), tasks{1: table.ToReady, 2: table.ToReady, 3: table.ToReady}},
		{usual, playing, tasks{0: move}},
		{usual, after(playing, "adjourned"), tasks{}},
		{teams, taking, tasks{0, move, takeback, takeback}},
		{teams, drawn, tasks{0, move, draw, draw}},
		{teams, resigns, tasks{0, move, resign, draw}},
		{teams, after(resigns, "voted Dee action=adjourn"), tasks{vote, move, vote, draw}},
		{usual, after(playing, "acted silver action=silver:resign", "draw-offered Cyd"), tasks{move, 0, 0, draw}},
		{usual, after(over, "rematch-offered Ann action=same"), tasks{1: table.ToRematch, 2: table.ToRematch, 3: table.ToRematch}},
		{usual, after(over, "rematch-offered Ann action=same", "rematch-opened table=7"), tasks{}},
	} {
		_, state := replayed(t, termsOf(c.terms), c.events)
		var got tasks
		for i, seat := range fold.Summarize(state, state.Snapshot(), false).Seats {
			got[i] = seat.Task
		}
		if got != c.want {
			t.Errorf("%q: tasks %v, want %v", c.events, got, c.want)
		}
	}
}

// TestTakebackKeepsOldViews checks that a view from before a takeback keeps its moves.
func TestTakebackKeepsOldViews(t *testing.T) {
	offered := []string{"takeback-offered Dee to=3", "takeback-accepted Ann", "takeback-accepted Bob", "takeback-accepted Cyd"}
	log, _ := replayed(t, termsOf(usual), after(round, append(offered, "taken-back to=3", "acted gold action=h13-h12")...))
	state, err := fold.Replay(log[:len(log)-2], variants.New, nil)
	if err != nil {
		t.Fatal(err)
	}
	before := state.Snapshot()
	moves := slices.Clone(before.Moves)
	for _, e := range log[len(log)-2:] {
		if err := state.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(before.Moves, moves) || state.Snapshot().Moves[3].Plain != "h13-h12" {
		t.Errorf("the old view has the moves %+v", before.Moves)
	}
}

// Each row has a log and the result of its game: how it ended, who won, the scores, and whether it was short.
func TestResults(t *testing.T) {
	second := after(round, "acted white action=k7-j7", "acted silver action=k3-i4", "acted black action=d8-e8")
	draw := []string{
		"draw-offered Ann", "draw-accepted Bob", "draw-accepted Cyd", "draw-accepted Dee", "draw-agreed",
		"closed action=agreement",
	}
	for _, c := range []struct {
		terms  terms
		change func(*table.Terms)
		events []string
		want   string
	}{
		{usual, nil, over, "resignation gold [0 6 12 18] short"},
		{
			usual, nil, after(second, "acted gold action=resign", "acted white action=resign", "acted silver action=resign",
				"closed action=resignation text=black"), "resignation black [6 12 18 0]",
		},
		{usual, func(t *table.Terms) { t.Fairness = 0 }, over, "resignation gold [0 6 12 18]"},
		{usual, nil, after(round, draw...), "agreement  [9 9 9 9]"},
		{usual, nil, over[:len(over)-1], "none"},
		{usual, nil, after(moved, "aborted Bob", "closed action=aborted"), "none"},
		{usual, nil, []string{"seated white Ann", "closed action=abandoned"}, "none"},
		{
			teams, nil, after(round, "adjudicated Mod action=white_black text=late", "closed action=adjudication text=white black"),
			"adjudication white black [6 0 6 0]",
		},
		{usual, nil, after(round, "adjudicated Mod action=nobody text=late", "closed action=abandoned"), "none"},
		{usual, nil, after(over, "chatted Ann text=thanks"), "resignation gold [0 6 12 18] short"},
		{usual, nil, after(round, over[len(round)]), "none"},
		{
			usual, nil, after(moved, "closed action=checkmate"),
			`event 12: the event closes the table as "checkmate", but the game's result is "abandoned"`,
		},
	} {
		r, err := fold.ResultOf(logOf(t, changed(c.terms, c.change), c.events), variants.New)
		got := "none"
		switch {
		case err != nil:
			got = err.Error()
		case r != nil:
			got = fmt.Sprintf("%s %s %v", r.Outcome.Termination, strings.Join(winners(r), " "), r.Outcome.Scores)
			if r.Short {
				got += " short"
			}
			if r.Players[1].Name != "Bob" || !r.Ended.Equal(logtest.Noon) {
				t.Errorf("%+v", r)
			}
		}
		if got != c.want {
			t.Errorf("%q\nends with %s, want %s", c.events, got, c.want)
		}
	}
	if r, err := fold.ResultOf(nil, variants.New); r != nil || err == nil {
		t.Errorf("an empty log: %+v, %v", r, err)
	}
}

func winners(r *fold.Result) (names []string) {
	for seat := range r.Outcome.Winners.All() {
		names = append(names, r.Facts.Seats[seat])
	}
	return names
}
