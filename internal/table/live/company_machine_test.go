package live_test

import (
	"context"
	"fmt"
	"strconv"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// premove sets one that is legal or not, of anybody.
func (m *machine) premove(r *rapid.T) {
	p, seat := somePlayer.Draw(r, "player"), someSeat.Draw(r, "seat")
	position := m.model.game.Position
	position.Turn = seat
	legal := m.model.game.Variant.Legal(&position, nil)
	if m.model.phase != table.Playing || len(legal) == 0 {
		r.Skip("nothing to move")
	}
	a := rapid.SampledFrom(legal).Draw(r, "action")
	if a.Type == rules.ChooseArmy {
		r.Skip("no move")
	}
	if rapid.IntRange(0, 2).Draw(r, "own") > 0 {
		p = m.model.who[seat]
	}
	m.ask(r, table.Command{By: p, Kind: table.Premove, Seat: seat, Action: a}, func() bool { return m.model.premove(p, seat, a) })
}

func (m *machine) recall(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.ask(r, table.Command{By: p, Kind: table.CancelPremove, Seat: rules.NoSeat}, func() bool { return m.model.recall(p) })
}

func (m *machine) askUndo(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.ask(r, table.Command{By: p, Kind: table.OfferTakeback}, func() bool { return m.model.askUndo(p) })
}

// answerUndo is by one, or a yes by all, so that some come to pass.
func (m *machine) answerUndo(r *rapid.T) {
	if m.model.asked == nil {
		r.Skip("nothing is asked")
	}
	if rapid.Bool().Draw(r, "all") {
		for _, p := range four {
			m.ask(r, table.Command{By: p, Kind: table.AcceptTakeback}, func() bool { return m.model.answerUndo(p, true) })
		}
		return
	}
	p, yes := somePlayer.Draw(r, "player"), rapid.Bool().Draw(r, "yes")
	do := table.DeclineTakeback
	if yes {
		do = table.AcceptTakeback
	}
	m.ask(r, table.Command{By: p, Kind: do}, func() bool { return m.model.answerUndo(p, yes) })
}

func (m *machine) consent(r *rapid.T) {
	p, yes := somePlayer.Draw(r, "player"), rapid.IntRange(0, 5).Draw(r, "no") > 0
	do := table.DeclineChat
	if yes {
		do = table.AcceptChat
	}
	m.ask(r, table.Command{By: p, Kind: do}, func() bool { return m.model.consent(p, yes) })
}

// say takes a moment: what is said waits for company.
func (m *machine) say(r *rapid.T) {
	p := rapid.SampledFrom(append(four[:3:3], sue)).Draw(r, "player")
	m.acts++
	a := table.Command{By: p, Kind: table.Chat, Text: fmt.Sprint("line ", m.acts), ID: strconv.Itoa(m.acts)}
	from := time.Now()
	err := m.b.Do(context.Background(), a)
	m.model.pass(from, time.Now())
	if want := m.model.say(p, a.Text); (err == nil) != want {
		r.Fatalf("%+v: %v, where the model says %v", a, err, want)
	}
}

// takeover is somebody who looks in by one more session: he finds the table as
// it is, what he lifted and what he wanted played, and his clock goes on.
func (m *machine) takeover(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	w := m.b.Watch(p)
	defer w.Close()
	synctest.Wait()
	if actor := m.model.actor(); actor != rules.NoSeat && m.model.who[actor].ID == p.ID {
		m.model.comeBack()
	}
	v, _ := w.Take(context.Background())
	if v.Lifted != m.model.lifted {
		r.Fatalf("%s finds %d lifted", p.Name, v.Lifted)
	}
	m.comparePremoves(r, p, v)
}

func (m *machine) compareCompany(r *rapid.T) {
	for _, p := range append(four[:4:4], sue, player.Player{}) {
		v := m.b.Seen(p.ID)
		m.comparePremoves(r, p, v)
		m.compareTalk(r, p, v)
	}
	asked := m.b.View().Takeback
	if (asked != nil) != (m.model.asked != nil) || asked != nil && asked.To != m.model.asked.to {
		r.Fatalf("undo %+v, want %+v", asked, m.model.asked)
	}
	m.b.same()
}

func (m *machine) comparePremoves(r *rapid.T, p player.Player, v *table.View) {
	seen := map[rules.Seat]wish{}
	for _, pre := range v.Premoves {
		seen[pre.Seat] = wish{pre.Action, pre.Dropped}
	}
	for seat, want := range m.model.premoves {
		own := m.model.who[seat].ID == p.ID && m.model.phase == table.Playing
		if got := seen[rules.Seat(seat)]; own && got != want || !own && got != (wish{}) {
			r.Fatalf("%s sees the premove %+v of seat %d, want %+v (own: %v)", p.Name, got, seat, want, own)
		}
	}
}

func (m *machine) compareTalk(r *rapid.T, p player.Player, v *table.View) {
	if got, want := lastLines(v.Chat), lastSpeeches(m.model.said); got != want {
		r.Fatalf("%s hears %q, want %q", p.Name, got, want)
	}
	want := ""
	if m.model.phase == table.Finished || p.ID != "" && m.model.seats(p.ID) == 0 {
		want = lastSpeeches(m.model.gallery)
	}
	if got := lastLines(v.SpectatorChat); got != want {
		r.Fatalf("%s hears the gallery say %q, want %q", p.Name, got, want)
	}
}

func lastLines(lines []table.ChatLine) (text string) {
	for _, l := range lines {
		text += string(l.By.ID) + ": " + l.Text + "; "
	}
	return text
}

func lastSpeeches(list []speech) (text string) {
	for _, s := range list[max(0, len(list)-100):] {
		text += string(s.by) + ": " + s.text + "; "
	}
	return text
}
