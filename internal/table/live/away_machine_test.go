package live_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// TestWhoIsGoneIsItsModel lets people come and go, vote, adjourn, go on, take
// seats and be taken down with the server, and holds a table against a plain
// model of who is gone and what was voted.
func TestWhoIsGoneIsItsModel(t *testing.T) {
	seldom(t, 2)
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			m := newAway(r)
			defer m.close()
			r.Repeat(map[string]func(*rapid.T){
				"come":   m.come,
				"go":     m.goAway,
				"vote":   m.vote,
				"voteUp": m.vote, // twice as likely
				"agree":  m.agree,
				"absent": m.absent,
				"unvote": m.unvote,
				"sit":    m.sit,
				"move":   m.move,
				"resign": m.resign,
				"wait":   m.wait,
				"kill":   m.kill,
				"":       m.compare,
			})
		})
	})
}

// away is a table and what should be so at it.
type away struct {
	b         *bed
	people    []player.Player
	sessions  map[player.ID][]*live.Watcher
	who       [rules.SeatCount]player.ID
	vacant    [rules.SeatCount]bool
	missing   map[player.ID]time.Time // neither looks on nor did anything since
	gone      map[player.ID]time.Time // noted
	votes     map[player.ID]table.Choice
	adjourned bool
	up, waits time.Time
	left      [rules.SeatCount]time.Duration // when it was adjourned
	outs      rules.Seats                    // as of the last step
	over      bool
	fault     string
}

func newAway(r *rapid.T) *away {
	terms := rapid.SampledFrom([]table.Terms{
		{Game: "chess4"},
		{Game: "chess4", Clock: table.Clock{Start: 90 * time.Hour}},
		{Game: "forchess"},
	}).Draw(r, "terms")
	m := &away{
		b: layBare(r, terms), people: append(four[:4:4], sue), sessions: map[player.ID][]*live.Watcher{},
		missing: map[player.ID]time.Time{}, gone: map[player.ID]time.Time{}, votes: map[player.ID]table.Choice{}, up: time.Now(),
	}
	players := rapid.SampledFrom([][]player.Player{four, four[:3], four[:2]}).Draw(r, "players")
	m.b.begin(players...)
	for seat, s := range m.b.View().Seats {
		m.who[seat] = s.Player.ID
		m.missing[s.Player.ID] = time.Now()
	}
	synctest.Wait()
	return m
}

func (m *away) close() {
	for _, p := range m.people {
		for _, w := range m.sessions[p.ID] {
			w.Close()
		}
	}
	m.b.check()
}

func (m *away) somebody(r *rapid.T) player.Player {
	return rapid.SampledFrom(m.people).Draw(r, "player")
}

// plays is who plays and was not out after the last step.
func (m *away) plays() (list []player.ID) {
	if m.over {
		return nil
	}
	for seat, id := range m.who {
		if !m.outs.Has(rules.Seat(seat)) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

func (m *away) isGone(id player.ID) bool { return !m.gone[id].IsZero() }

func (m *away) anybodyGone() bool { return slices.ContainsFunc(m.plays(), m.isGone) }

func (m *away) back(id player.ID) {
	if !m.isGone(id) {
		return
	}
	delete(m.gone, id)
	for seat := range m.who {
		m.vacant[seat] = m.vacant[seat] && m.who[seat] != id
	}
	if m.anybodyGone() {
		return
	}
	clear(m.votes)
	if m.adjourned {
		m.adjourned, m.waits = false, time.Now()
	}
}

func (m *away) come(r *rapid.T) { m.comes(m.somebody(r)) }

func (m *away) comes(p player.Player) {
	m.sessions[p.ID] = append(m.sessions[p.ID], m.b.Watch(p))
	synctest.Wait()
	delete(m.missing, p.ID)
	if m.isGone(p.ID) {
		m.back(p.ID)
		m.carry(m.b.View(), time.Now())
	}
}

func (m *away) goAway(r *rapid.T) {
	p := m.somebody(r)
	list := m.sessions[p.ID]
	if len(list) == 0 {
		r.Skip("is not here")
	}
	list[0].Close()
	m.sessions[p.ID] = list[1:]
	synctest.Wait()
	if len(list) == 1 {
		m.missing[p.ID] = time.Now()
	}
}

// ask asks for something that the model says may be done or not.
func (m *away) ask(r *rapid.T, a table.Command, may func() bool) bool {
	was := m.isGone(a.By.ID) && slices.Contains(m.plays(), a.By.ID)
	saved := *m
	saved.gone, saved.votes = cloned(m.gone), cloned(m.votes)
	if was {
		m.back(a.By.ID)
	}
	want := may()
	err := m.b.Do(context.Background(), a)
	if (err == nil) != want {
		r.Fatalf("%+v: %v, where the model says %v", a, err, want)
	}
	if err != nil { // nothing happened, not even that he came back
		*m = saved
		return false
	}
	if _, missing := m.missing[a.By.ID]; missing {
		m.missing[a.By.ID] = time.Now()
	}
	return true
}

func cloned[V any](of map[player.ID]V) map[player.ID]V {
	c := map[player.ID]V{}
	for id, v := range of {
		c[id] = v
	}
	return c
}

func (m *away) vote(r *rapid.T) {
	p := m.somebody(r)
	c := rapid.SampledFrom([]table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat, table.Resume}).Draw(r, "choice")
	m.votesFor(r, p, c)
}

func (m *away) votesFor(r *rapid.T, p player.Player, c table.Choice) {
	before := m.b.View()
	if m.ask(r, table.Command{By: p, Kind: table.Vote, Choice: c}, func() bool { return m.mayVote(p.ID, c) }) {
		m.votes[p.ID] = c
		m.carry(before, time.Now())
	}
}

func (m *away) mayVote(id player.ID, c table.Choice) bool {
	switch {
	case !slices.Contains(m.plays(), id):
		return false
	case m.adjourned || c == table.Resume:
		return m.adjourned && c == table.Resume
	case !m.anybodyGone():
		return c == table.Adjourn
	case c == table.OpenSeat || c == table.EndSeat:
		return len(m.longGone(time.Now())) > 0
	}
	return true
}

func (m *away) longGone(at time.Time) (list []player.ID) {
	for _, id := range m.plays() {
		since := m.gone[id]
		if !since.IsZero() && at.Sub(slices.MaxFunc([]time.Time{since, m.up, m.waits}, time.Time.Compare)) >= table.ReplaceAfter {
			list = append(list, id)
		}
	}
	return list
}

// carry does what has voices enough; the view is of before.
func (m *away) carry(before *table.View, at time.Time) {
	here := slices.DeleteFunc(m.plays(), m.isGone)
	need := len(here)/2 + 1
	switch {
	case m.adjourned:
		need = len(m.plays())/2 + 1
	case !m.anybodyGone():
		need = len(here)
	}
	count := map[table.Choice]int{}
	for _, id := range here {
		count[m.votes[id]]++
	}
	switch {
	case need == 0:
	case count[table.Wait] >= need:
		m.waits = at
		clear(m.votes)
	case count[table.Adjourn] >= need:
		m.adjourned, m.waits = true, time.Time{}
		clear(m.votes)
		if before.Clock != nil {
			m.left = m.b.View().Clock.Left
		}
	case count[table.Resume] >= need:
		m.adjourned, m.waits = false, at
		clear(m.votes)
	case count[table.OpenSeat] >= need:
		m.vacate(m.longGone(at))
	case count[table.EndSeat] >= need:
		m.end(m.longGone(at))
	}
}

// end wants the seats of who is gone long out, but in a team only with the
// voices of the partners that are here (G5).
func (m *away) end(gone []player.ID) {
	v := m.b.View()
	for seat, id := range m.who {
		if !slices.Contains(gone, id) || m.outs.Has(rules.Seat(seat)) || !m.partnersLet(v, rules.Seat(seat)) {
			continue
		}
		clear(m.votes)
		if v.Position.State[seat] != rules.Eliminated && v.Phase == table.Playing {
			m.fault = fmt.Sprintf("seat %d plays on, though its end was voted", seat)
		}
	}
}

func (m *away) partnersLet(v *table.View, seat rules.Seat) bool {
	for other, id := range m.who {
		partner := v.Variant.Facts().Partners(seat, rules.Seat(other)) && !m.outs.Has(rules.Seat(other))
		if partner && !m.isGone(id) && m.votes[id] != table.EndSeat {
			return false
		}
	}
	return true
}

// agree lets all who are here vote for the same.
func (m *away) agree(r *rapid.T) {
	c := rapid.SampledFrom([]table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat, table.Resume}).Draw(r, "choice")
	for _, p := range m.people {
		if slices.Contains(m.plays(), p.ID) && !m.isGone(p.ID) {
			m.votesFor(r, p, c)
			m.tidy()
		}
	}
}

// absent lets one or two be gone for long, and the others be here.
func (m *away) absent(r *rapid.T) {
	gone := rapid.SliceOfNDistinct(rapid.SampledFrom(m.people), 1, 2, rapid.ID[player.Player]).Draw(r, "gone")
	for _, p := range m.people {
		switch away := slices.Contains(gone, p); {
		case away && len(m.sessions[p.ID]) > 0:
			for _, w := range m.sessions[p.ID] {
				w.Close()
			}
			m.sessions[p.ID] = nil
			m.missing[p.ID] = time.Now()
		case !away && len(m.sessions[p.ID]) == 0:
			m.comes(p)
		}
		synctest.Wait()
	}
	time.Sleep(table.ReplaceAfter)
	synctest.Wait()
	m.pass()
}

func (m *away) vacate(gone []player.ID) {
	for seat, id := range m.who {
		if slices.Contains(gone, id) && !m.vacant[seat] && m.b.View().Position.State[seat] != rules.Eliminated {
			m.vacant[seat] = true
			clear(m.votes)
		}
	}
}

func (m *away) unvote(r *rapid.T) {
	p := m.somebody(r)
	if m.ask(r, table.Command{By: p, Kind: table.Unvote}, func() bool { return slices.Contains(m.plays(), p.ID) && m.votes[p.ID] != "" }) {
		delete(m.votes, p.ID)
	}
}

func (m *away) sit(r *rapid.T) {
	p, seat := m.somebody(r), someSeat.Draw(r, "seat")
	may := func() bool {
		return m.b.View().Phase == table.Playing && m.vacant[seat] && !slices.Contains(m.who[:], p.ID)
	}
	was := m.who[seat]
	if !m.ask(r, table.Command{By: p, Kind: table.Sit, Seat: seat}, may) {
		return
	}
	m.who[seat], m.vacant[seat] = p.ID, false
	delete(m.votes, was)
	synctest.Wait()
	if len(m.sessions[p.ID]) == 0 {
		m.missing[p.ID] = time.Now()
	}
	if !slices.Contains(m.who[:], was) {
		delete(m.gone, was)
	}
	m.carry(m.b.View(), time.Now())
}

func (m *away) move(r *rapid.T) {
	v := m.b.View()
	if v.Phase != table.Playing || v.Adjourned {
		r.Skip("nobody moves")
	}
	p, a := v.Seats[v.Actor].Player, v.Legal[0]
	m.ask(r, table.Command{By: p, Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1}, func() bool { return true })
	m.carry(v, time.Now())
}

// resign is of a seat in a game of each for himself, where it needs nobody.
func (m *away) resign(r *rapid.T) {
	v, seat := m.b.View(), someSeat.Draw(r, "seat")
	if v.Phase != table.Playing || v.Variant.Facts().Teams() || v.Position.State[seat] == rules.Eliminated {
		r.Skip("it does not")
	}
	by := v.Seats[seat].Player
	m.ask(r, table.Command{By: by, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}}, func() bool { return true })
	if m.outs = v.Position.Eliminated().With(seat); !slices.Contains(m.plays(), by.ID) {
		delete(m.gone, by.ID)
	}
	if m.b.View().Phase == table.Playing { // his voice is gone: the others' may be enough now
		m.carry(v, time.Now())
	}
	m.tidy()
}

// tidy forgets who is out.
func (m *away) tidy() {
	v := m.b.View()
	m.outs, m.over = v.Position.Eliminated(), v.Phase == table.Finished
	for seat := range m.who {
		m.vacant[seat] = m.vacant[seat] && v.Position.State[seat] != rules.Eliminated
	}
	for id := range m.gone {
		if !slices.Contains(m.plays(), id) {
			delete(m.gone, id)
		}
	}
	if v.Phase == table.Finished {
		clear(m.votes)
		m.adjourned = false
	}
}

func (m *away) wait(r *rapid.T) {
	span := rapid.SampledFrom([]time.Duration{time.Second, table.AwayAfter, time.Minute, table.ReplaceAfter}).Draw(r, "span")
	time.Sleep(span)
	synctest.Wait()
	m.pass()
}

// pass notes who is gone by now, in the order in which it was noticed.
func (m *away) pass() {
	due := func(id player.ID) time.Time { return m.missing[id].Add(table.AwayAfter) }
	var list []player.ID
	for _, id := range m.plays() {
		if _, missing := m.missing[id]; missing && !m.isGone(id) && !due(id).After(time.Now()) {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, func(a, b player.ID) int { return due(a).Compare(due(b)) })
	for i, id := range list {
		m.gone[id] = m.missing[id]
		if i+1 == len(list) || !due(list[i+1]).Equal(due(id)) {
			m.carry(m.b.View(), due(id))
		}
	}
}

func (m *away) kill(*rapid.T) {
	m.b.kill()
	time.Sleep(time.Minute)
	m.b.open()
	m.up = time.Now()
	clear(m.sessions)
	clear(m.missing)
	for _, id := range m.plays() {
		m.missing[id] = m.up
	}
	synctest.Wait()
}

func (m *away) compare(r *rapid.T) {
	m.tidy()
	if m.fault != "" {
		r.Fatal(m.fault)
	}
	v := m.b.View()
	for seat, s := range v.Seats {
		inPlay := v.Phase == table.Playing && v.Position.State[seat] != rules.Eliminated
		if s.Player.ID != m.who[seat] || s.Vacant != m.vacant[seat] || inPlay && !s.AwaySince.Equal(m.gone[s.Player.ID]) {
			r.Fatalf("seat %d: %+v; want %s, vacant %v, gone %v", seat, s, m.who[seat], m.vacant[seat], m.gone[m.who[seat]])
		}
	}
	var votes []table.VoteView
	for _, vote := range v.Votes {
		votes = append(votes, vote)
		if m.votes[vote.By.ID] != vote.Choice {
			r.Fatalf("%s votes for %s, want %s", vote.By.Name, vote.Choice, m.votes[vote.By.ID])
		}
	}
	if len(votes) != len(m.votes) || v.Adjourned != m.adjourned {
		r.Fatalf("votes %+v, adjourned %v; want %v, %v", v.Votes, v.Adjourned, m.votes, m.adjourned)
	}
	if m.adjourned && v.Clock != nil && (v.Clock.Running != rules.NoSeat || v.Clock.Left != m.left) {
		r.Fatalf("adjourned, and the clock says %+v, want %v", v.Clock, m.left)
	}
	m.b.same()
}
