package live_test

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// premove enters a premove, legal or illegal, for a random player.
func (m *stateMachine) premove(r *rapid.T) {
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
		p = m.model.players[seat]
	}
	m.run(r, table.Command{By: p, Kind: table.Premove, Seat: seat, Action: a}, func() bool { return m.model.premove(p, seat, a) })
}

func (m *stateMachine) cancelPremove(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.run(r, table.Command{By: p, Kind: table.CancelPremove, Seat: rules.NoSeat}, func() bool { return m.model.cancelPremove(p) })
}

func (m *stateMachine) offerTakeback(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	m.run(r, table.Command{By: p, Kind: table.OfferTakeback}, func() bool { return m.model.offerTakeback(p) })
}

// answerTakeback makes one player answer the offer, or all players accept it. Without the
// second case, hardly any takeback would be completed.
func (m *stateMachine) answerTakeback(r *rapid.T) {
	if m.model.takeback == nil {
		r.Skip("no takeback offer")
	}
	if rapid.Bool().Draw(r, "all") {
		for _, p := range four {
			m.run(r, table.Command{By: p, Kind: table.AcceptTakeback}, func() bool { return m.model.answerTakeback(p, true) })
		}
		return
	}
	p, yes := somePlayer.Draw(r, "player"), rapid.Bool().Draw(r, "yes")
	do := table.DeclineTakeback
	if yes {
		do = table.AcceptTakeback
	}
	m.run(r, table.Command{By: p, Kind: do}, func() bool { return m.model.answerTakeback(p, yes) })
}

func (m *stateMachine) answerChat(r *rapid.T) {
	p, yes := somePlayer.Draw(r, "player"), rapid.IntRange(0, 5).Draw(r, "no") > 0
	do := table.DeclineChat
	if yes {
		do = table.AcceptChat
	}
	m.run(r, table.Command{By: p, Kind: do}, func() bool { return m.model.answerChat(p, yes) })
}

// sendChat sends a chat message and waits until the message is stored.
func (m *stateMachine) sendChat(r *rapid.T) {
	p, kind := rapid.SampledFrom(append(four[:3:3], sue)).Draw(r, "player"), table.Chat
	send := m.model.sendChat
	if rapid.Bool().Draw(r, "team") {
		kind, send = table.TeamChat, m.model.sendTeamChat
	}
	m.commands++
	a := table.Command{By: p, Kind: kind, Seat: rules.NoSeat, Text: fmt.Sprint("line ", m.commands), ID: strconv.Itoa(m.commands)}
	from := time.Now()
	err := m.b.Do(context.Background(), a)
	m.model.advance(from, time.Now())
	if want := send(p, a.Text); (err == nil) != want {
		r.Fatalf("%+v: %v; the model says %v", a, err, want)
	}
}

// secondSession opens another session of a player. The new session must show the player's
// lifted piece and premoves, and it must resume the player's clock if the clock was paused.
func (m *stateMachine) secondSession(r *rapid.T) {
	p := somePlayer.Draw(r, "player")
	w := m.b.Watch(p)
	defer w.Close()
	synctest.Wait()
	if actor := m.model.actor(); actor != rules.NoSeat && m.model.players[actor].ID == p.ID {
		m.model.resumeClock()
	}
	v, _ := w.Take(context.Background())
	if v.Lifted != m.model.lifted {
		r.Fatalf("%s sees %d lifted", p.Name, v.Lifted)
	}
	m.comparePremoves(r, p, v)
}

func (m *stateMachine) compareInteraction(r *rapid.T) {
	for _, p := range append(four[:4:4], sue, player.Player{}) {
		v := m.b.Seen(p.ID)
		m.comparePremoves(r, p, v)
		m.compareChat(r, p, v)
		m.compareTeamChat(r, p, v)
	}
	takeback := m.b.View().Takeback
	if (takeback != nil) != (m.model.takeback != nil) || takeback != nil && takeback.To != m.model.takeback.to {
		r.Fatalf("takeback %+v, want %+v", takeback, m.model.takeback)
	}
	m.b.checkViews()
}

func (m *stateMachine) comparePremoves(r *rapid.T, p player.Player, v *table.View) {
	seen := map[rules.Seat]modelPremove{}
	for _, pre := range v.Premoves {
		seen[pre.Seat] = modelPremove{pre.Action, pre.Dropped}
	}
	for seat, want := range m.model.premoves {
		own := m.model.players[seat].ID == p.ID && m.model.phase == table.Playing
		if got := seen[rules.Seat(seat)]; own && got != want || !own && got != (modelPremove{}) {
			r.Fatalf("%s sees the premove %+v of seat %d, want %+v (own: %v)", p.Name, got, seat, want, own)
		}
	}
}

func (m *stateMachine) compareChat(r *rapid.T, p player.Player, v *table.View) {
	if got, want := viewChatText(v.Chat), modelChatText(m.model.chat); got != want {
		r.Fatalf("%s sees chat %q, want %q", p.Name, got, want)
	}
	want := ""
	if m.model.phase == table.Finished || p.ID != "" && m.model.seats(p.ID) == 0 {
		want = modelChatText(m.model.spectatorChat)
	}
	if got := viewChatText(v.SpectatorChat); got != want {
		r.Fatalf("%s sees spectator chat %q, want %q", p.Name, got, want)
	}
}

// compareTeamChat compares the model with the team chat in a person's view: the chat of each
// team in which they have a seat.
func (m *stateMachine) compareTeamChat(r *rapid.T, p player.Player, v *table.View) {
	want := map[string]int{}
	for team, lines := range m.model.teamChat {
		if p.ID != "" && (m.model.players[team].ID == p.ID || m.model.players[team+2].ID == p.ID) {
			for _, s := range lines[max(0, len(lines)-100):] {
				want[modelChatText([]chatLine{s})]++
			}
		}
	}
	got := map[string]int{}
	for _, l := range v.TeamChat {
		got[viewChatText([]table.ChatLine{l})]++
	}
	if !maps.Equal(got, want) {
		r.Fatalf("%s sees team chat %v, want %v", p.Name, got, want)
	}
}

func viewChatText(lines []table.ChatLine) (text string) {
	for _, l := range lines {
		text += string(l.By.ID) + ": " + l.Text + "; "
	}
	return text
}

func modelChatText(list []chatLine) (text string) {
	for _, s := range list[max(0, len(list)-100):] {
		text += string(s.by) + ": " + s.text + "; "
	}
	return text
}
