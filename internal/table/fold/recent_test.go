package fold

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
	"quadrille/rules/variants"
)

var (
	start  = time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	people = [rules.SeatCount]player.Player{{ID: "a", Name: "Ada"}, {ID: "b", Name: "Bo"}, {ID: "c", Name: "Cy"}, {ID: "d", Name: "Di"}}
	guest  = player.Player{ID: "g", Name: "Gus"}
)

func at(s rules.Seat) *rules.Seat { return &s }

// started returns the events of a table up to the start of the game, with one player on each seat.
func started(terms table.Terms) []table.Event {
	log := []table.Event{{Kind: table.Opened, At: start, Player: &people[0], Terms: &terms}}
	for s := range people {
		seat := rules.Seat(s)
		log = append(log, table.Event{Kind: table.Seated, At: start, Seat: &seat, Player: &people[s]},
			table.Event{Kind: table.Readied, At: start, Seat: &seat})
	}
	return append(log, table.Event{Kind: table.Started, At: start})
}

// describe returns a notable event as a line: its kind, seat and people.
func describe(n *table.Notable) string {
	words := []string{n.Kind.String()}
	if n.Seat != rules.NoSeat {
		words = append(words, fmt.Sprint("seat ", n.Seat))
	}
	if n.Player.ID != "" {
		words = append(words, "of "+n.Player.Name)
	}
	if n.By.ID != "" {
		words = append(words, "by "+n.By.Name)
	}
	if n.How != rules.Unfinished {
		words = append(words, n.How.String())
	}
	return strings.Join(append(words, n.Text), " ")
}

func TestNotableEvents(t *testing.T) {
	by := func(kind table.Kind, p player.Player) table.Event { return table.Event{Kind: kind, Player: &p} }
	seat := func(kind table.Kind, s rules.Seat) table.Event { return table.Event{Kind: kind, Seat: &s} }
	act := func(s rules.Seat, action string) table.Event {
		return table.Event{Kind: table.Acted, Seat: &s, Action: action}
	}
	for _, test := range []struct {
		name   string
		game   string
		events []table.Event
		want   []string
	}{
		{"draw", "chess4", []table.Event{by(table.DrawOffered, people[1]), by(table.DrawDeclined, people[2])}, []string{
			"draw-offered seat 1 by Bo", "draw-declined seat 2 of Bo by Cy",
		}},
		{"own draw", "chess4", []table.Event{by(table.DrawOffered, people[1]), by(table.DrawDeclined, people[1])}, []string{
			"draw-offered seat 1 by Bo", "draw-withdrawn seat 1 of Bo by Bo",
		}},
		{"resignation", "chess4", []table.Event{act(3, "gold:resign")}, []string{"eliminated seat 3 of Di resignation"}},
		{"time", "chess4", []table.Event{seat(table.Flagged, 0)}, []string{"eliminated seat 0 of Ada flag"}},
		{"abort", "chess4", []table.Event{by(table.Aborted, people[2])}, []string{"aborted seat 2 by Cy"}},
		{"late", "chess4", []table.Event{seat(table.Aborted, 0)}, []string{"aborted seat 0 of Ada"}},
		{"replacement", "chess4", []table.Event{
			{Kind: table.Left, Player: &people[1]}, seat(table.Vacated, 1), {Kind: table.Replaced, Seat: at(1), Player: &guest},
		}, []string{"left seat 1 of Bo", "seat-opened seat 1 of Bo", "replaced seat 1 of Bo by Gus"}},
		{"forfeit", "chess4", []table.Event{by(table.Left, people[1]), seat(table.Forfeited, 1)}, []string{
			"left seat 1 of Bo", "forfeited seat 1 of Bo", "eliminated seat 1 of Bo resignation",
		}},
		{"vote", "chess4", []table.Event{
			{Kind: table.Voted, Player: &people[1], Action: "adjourn"},
			by(table.Unvoted, people[1]),
			{Kind: table.Adjourned},
			{Kind: table.Continued},
		}, []string{"voted seat 1 by Bo adjourn", "vote-withdrawn seat 1 by Bo", "adjourned", "continued"}},
		{"adjudication", "chess4", []table.Event{
			{Kind: table.Adjudicated, Player: &guest, Action: "white", Text: "late"}, {Kind: table.Closed, Action: "adjudication"},
		}, []string{"adjudicated by Gus late", "won adjudication"}},
		{"mute", "chess4", []table.Event{{Kind: table.Muted, Player: &people[0], Target: &people[1]}}, []string{"muted of Bo by Ada"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			log := started(table.Terms{Game: test.game, Chat: true, Fairness: table.Fairness, Clock: table.Clock{Start: time.Minute}})
			for _, e := range test.events {
				e.At = start.Add(time.Minute)
				log = append(log, e)
			}
			s, err := Replay(log, variants.New, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i := range s.Recent[1:] {
				got = append(got, strings.TrimSpace(describe(&s.Recent[i+1])))
			}
			if s.Recent[0].Kind != table.GameStarted || !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// TestNotableEffectsOfActions plays random games to their end. Each elimination and the result must be
// recorded once, and an elimination that the rules credit to a seat says how it happened.
func TestNotableEffectsOfActions(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, def := range variants.All() {
		for range 3 {
			s, err := Replay(started(table.Terms{Game: def.Name}), variants.New, nil)
			if err != nil {
				t.Fatal(err)
			}
			var seen []table.Notable
			for !s.Over() {
				legal := s.Variant.Legal(&s.Game.Position, nil)
				a := legal[random.IntN(len(legal))]
				if random.IntN(150) == 0 && !s.ByLot() {
					a = rules.Action{Type: rules.Resign, Seat: s.Actor()}
				}
				e := table.Event{Kind: table.Acted, Seat: at(s.Actor()), Action: rules.Plain(s.Variant.Facts(), s.Actor(), a)}
				if s.ByLot() {
					e.Text = table.LotText
				}
				if a.Type == rules.Resign {
					e.Kind, e.Action = table.Flagged, ""
					s.Terms.Clock.Start = time.Minute
				}
				if err := s.Apply(e); err != nil {
					t.Fatal(err)
				}
				for _, n := range s.Recent {
					if n.Number == s.Seq {
						seen = append(seen, n)
					}
				}
			}
			out, ends := rules.Seats(0), 0
			var walked rules.Seats // seats whose players have left, and which may be eliminated afterwards
			for _, n := range seen {
				switch n.Kind {
				case table.SeatOut:
					again := out.Has(n.Seat) && !walked.Has(n.Seat)
					if again || n.Player != people[n.Seat] || n.BySeat != rules.NoSeat && n.How == rules.Unfinished {
						t.Errorf("%s: %s", def.Name, describe(&n))
					}
					if walked &^= rules.Seats(0).With(n.Seat); n.How == rules.ByFlag && !out.Has(n.Seat) {
						walked = walked.With(n.Seat)
					}
					out = out.With(n.Seat)
				case table.GameWon, table.GameDrawn:
					ends++
				}
			}
			if out != s.Game.Position.Out() || ends != 1 {
				t.Errorf("%s: %d eliminations of %d, %d results", def.Name, out, s.Game.Position.Out(), ends)
			}
			if len(s.Recent) > table.RecentKept {
				t.Errorf("%s: %d notable events are kept", def.Name, len(s.Recent))
			}
		}
	}
}

// TestSecretNotableEvents checks that only a team learns of its proposals to resign.
func TestSecretNotableEvents(t *testing.T) {
	for _, def := range variants.All() {
		s, err := Replay(started(table.Terms{Game: def.Name}), variants.New, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !s.Variant.Facts().Teams() {
			continue
		}
		if err := s.Apply(table.Event{Kind: table.ResignationProposed, Seat: at(1)}); err != nil {
			t.Fatal(err)
		}
		v, secrets := s.Snapshot(), s.Secrets()
		for i, p := range append(people[:], guest) {
			sees := slices.ContainsFunc(secrets.Seen(v, p.ID).Recent, func(n table.Notable) bool { return n.Kind == table.ResignOffer })
			if sees != (i%2 == 1) {
				t.Errorf("%s: %s sees the proposal: %v", def.Name, p.Name, sees)
			}
		}
		return
	}
	t.Fatal("no game has teams")
}
