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

// TestAwayAndVotesMatchModel makes random people connect, disconnect, vote and take seats,
// kills the server at random times, and compares the table with a simple model.
func TestAwayAndVotesMatchModel(t *testing.T) {
	reduceChecks(t, 2)
	rapid.Check(t, func(r *rapid.T) {
		rapid.SyncTest(r, func(r *rapid.T) {
			m := newAwayStateMachine(r)
			defer m.close()
			r.Repeat(map[string]func(*rapid.T){
				"connect":      m.connect,
				"disconnect":   m.disconnect,
				"vote":         m.vote,
				"voteAgain":    m.vote, // a second entry makes votes twice as likely
				"voteTogether": m.voteTogether,
				"absent":       m.absent,
				"unvote":       m.unvote,
				"sit":          m.sit,
				"move":         m.move,
				"resign":       m.resign,
				"wait":         m.wait,
				"kill":         m.kill,
				"":             m.compare,
			})
		})
	})
}

// awayStateMachine is a table together with the state that the test expects it to have.
type awayStateMachine struct {
	b            *testTable
	people       []player.Player
	sessions     map[player.ID][]*live.Watcher
	players      [rules.SeatCount]player.ID
	vacant       [rules.SeatCount]bool
	missing      map[player.ID]time.Time // the last time each disconnected player was connected or gave a command
	awaySince    map[player.ID]time.Time // when each away player was marked as away
	votes        map[player.ID]table.Choice
	adjourned    bool
	up, waitedAt time.Time
	left         [rules.SeatCount]time.Duration // time on the clocks when the game was adjourned
	eliminated   rules.Seats                    // eliminated seats after the last step
	over         bool
	fault        string
}

func newAwayStateMachine(r *rapid.T) *awayStateMachine {
	terms := rapid.SampledFrom([]table.Terms{
		{Game: "chess4"},
		{Game: "chess4", Clock: table.Clock{Start: 90 * time.Hour}},
		{Game: "forchess"},
	}).Draw(r, "terms")
	m := &awayStateMachine{
		b: newUncheckedTable(r, terms), people: append(four[:4:4], sue), sessions: map[player.ID][]*live.Watcher{},
		missing: map[player.ID]time.Time{}, awaySince: map[player.ID]time.Time{}, votes: map[player.ID]table.Choice{}, up: time.Now(),
	}
	players := rapid.SampledFrom([][]player.Player{four, four[:3], four[:2]}).Draw(r, "players")
	m.b.startGame(players...)
	for seat, s := range m.b.View().Seats {
		m.players[seat] = s.Player.ID
		m.missing[s.Player.ID] = time.Now()
	}
	synctest.Wait()
	return m
}

func (m *awayStateMachine) close() {
	for _, p := range m.people {
		for _, w := range m.sessions[p.ID] {
			w.Close()
		}
	}
	m.b.check()
}

func (m *awayStateMachine) anyPlayer(r *rapid.T) player.Player {
	return rapid.SampledFrom(m.people).Draw(r, "player")
}

// remainingPlayers returns the players who have a seat in play, according to the model.
func (m *awayStateMachine) remainingPlayers() (list []player.ID) {
	if m.over {
		return nil
	}
	for seat, id := range m.players {
		if !m.eliminated.Has(rules.Seat(seat)) && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

func (m *awayStateMachine) isAway(id player.ID) bool { return !m.awaySince[id].IsZero() }

func (m *awayStateMachine) anyAway() bool { return slices.ContainsFunc(m.remainingPlayers(), m.isAway) }

func (m *awayStateMachine) markBack(id player.ID) {
	if !m.isAway(id) {
		return
	}
	delete(m.awaySince, id)
	for seat := range m.players {
		m.vacant[seat] = m.vacant[seat] && m.players[seat] != id
	}
	if m.anyAway() {
		return
	}
	clear(m.votes)
	if m.adjourned {
		m.adjourned, m.waitedAt = false, time.Now()
	}
}

func (m *awayStateMachine) connect(r *rapid.T) { m.connectPlayer(m.anyPlayer(r)) }

func (m *awayStateMachine) connectPlayer(p player.Player) {
	m.sessions[p.ID] = append(m.sessions[p.ID], m.b.Watch(p))
	synctest.Wait()
	delete(m.missing, p.ID)
	if m.isAway(p.ID) {
		m.markBack(p.ID)
		m.applyVotes(m.b.View(), time.Now())
	}
}

func (m *awayStateMachine) disconnect(r *rapid.T) {
	p := m.anyPlayer(r)
	list := m.sessions[p.ID]
	if len(list) == 0 {
		r.Skip("not connected")
	}
	list[0].Close()
	m.sessions[p.ID] = list[1:]
	synctest.Wait()
	if len(list) == 1 {
		m.missing[p.ID] = time.Now()
	}
}

// run gives a command, checks that the table accepts it if and only if the model's method
// `may` returns true, and reports whether it was accepted.
func (m *awayStateMachine) run(r *rapid.T, a table.Command, may func() bool) bool {
	was := m.isAway(a.By.ID) && slices.Contains(m.remainingPlayers(), a.By.ID)
	saved := *m
	saved.awaySince, saved.votes = cloned(m.awaySince), cloned(m.votes)
	if was {
		m.markBack(a.By.ID)
	}
	want := may()
	err := m.b.Do(context.Background(), a)
	if (err == nil) != want {
		r.Fatalf("%+v: %v; the model says %v", a, err, want)
	}
	if err != nil { // undo markBack, because a refused command does not mark the player as present
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

func (m *awayStateMachine) vote(r *rapid.T) {
	p := m.anyPlayer(r)
	c := rapid.SampledFrom([]table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat, table.Resume}).Draw(r, "choice")
	m.votesFor(r, p, c)
}

func (m *awayStateMachine) votesFor(r *rapid.T, p player.Player, c table.Choice) {
	before := m.b.View()
	if m.run(r, table.Command{By: p, Kind: table.Vote, Choice: c}, func() bool { return m.mayVote(p.ID, c) }) {
		m.votes[p.ID] = c
		m.applyVotes(before, time.Now())
	}
}

func (m *awayStateMachine) mayVote(id player.ID, c table.Choice) bool {
	switch {
	case !slices.Contains(m.remainingPlayers(), id):
		return false
	case m.adjourned || c == table.Resume:
		return m.adjourned && c == table.Resume
	case !m.anyAway():
		return c == table.Adjourn
	case c == table.OpenSeat || c == table.EndSeat:
		return len(m.awayLong(time.Now())) > 0
	}
	return true
}

func (m *awayStateMachine) awayLong(at time.Time) (list []player.ID) {
	for _, id := range m.remainingPlayers() {
		since := m.awaySince[id]
		if !since.IsZero() && at.Sub(slices.MaxFunc([]time.Time{since, m.up, m.waitedAt}, time.Time.Compare)) >= table.ReplaceAfter {
			list = append(list, id)
		}
	}
	return list
}

// applyVotes applies a choice to the model if the choice has enough votes. The parameter
// `before` holds the view before the last vote.
func (m *awayStateMachine) applyVotes(before *table.View, at time.Time) {
	here := slices.DeleteFunc(m.remainingPlayers(), m.isAway)
	need := len(here)/2 + 1
	switch {
	case m.adjourned:
		need = len(m.remainingPlayers())/2 + 1
	case !m.anyAway():
		need = len(here)
	}
	count := map[table.Choice]int{}
	for _, id := range here {
		count[m.votes[id]]++
	}
	switch {
	case need == 0:
	case count[table.Wait] >= need:
		m.waitedAt = at
		clear(m.votes)
	case count[table.Adjourn] >= need:
		m.adjourned, m.waitedAt = true, time.Time{}
		clear(m.votes)
		if before.Clock != nil {
			m.left = m.b.View().Clock.Left
		}
	case count[table.Resume] >= need:
		m.adjourned, m.waitedAt = false, at
		clear(m.votes)
	case count[table.OpenSeat] >= need:
		m.openSeats(m.awayLong(at))
	case count[table.EndSeat] >= need:
		m.endSeats(m.awayLong(at))
	}
}

// endSeats eliminates the seats of the absentees in the model. In a team game, it
// eliminates a seat only if all its partners who are present have voted for that (G5).
func (m *awayStateMachine) endSeats(absentees []player.ID) {
	v := m.b.View()
	for seat, id := range m.players {
		if !slices.Contains(absentees, id) || m.eliminated.Has(rules.Seat(seat)) || !m.partnersAgree(v, rules.Seat(seat)) {
			continue
		}
		clear(m.votes)
		if v.Position.State[seat] != rules.Eliminated && v.Phase == table.Playing {
			m.fault = fmt.Sprintf("seat %d still plays after the vote to end it", seat)
		}
	}
}

func (m *awayStateMachine) partnersAgree(v *table.View, seat rules.Seat) bool {
	for other, id := range m.players {
		partner := v.Variant.Facts().Partners(seat, rules.Seat(other)) && !m.eliminated.Has(rules.Seat(other))
		if partner && !m.isAway(id) && m.votes[id] != table.EndSeat {
			return false
		}
	}
	return true
}

// voteTogether makes all present players vote for the same choice.
func (m *awayStateMachine) voteTogether(r *rapid.T) {
	c := rapid.SampledFrom([]table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat, table.Resume}).Draw(r, "choice")
	for _, p := range m.people {
		if slices.Contains(m.remainingPlayers(), p.ID) && !m.isAway(p.ID) {
			m.votesFor(r, p, c)
			m.removeEliminated()
		}
	}
}

// absent disconnects one or two players for a long time and connects all other players.
func (m *awayStateMachine) absent(r *rapid.T) {
	absentees := rapid.SliceOfNDistinct(rapid.SampledFrom(m.people), 1, 2, rapid.ID[player.Player]).Draw(r, "absentees")
	for _, p := range m.people {
		switch away := slices.Contains(absentees, p); {
		case away && len(m.sessions[p.ID]) > 0:
			for _, w := range m.sessions[p.ID] {
				w.Close()
			}
			m.sessions[p.ID] = nil
			m.missing[p.ID] = time.Now()
		case !away && len(m.sessions[p.ID]) == 0:
			m.connectPlayer(p)
		}
		synctest.Wait()
	}
	time.Sleep(table.ReplaceAfter)
	synctest.Wait()
	m.markAway()
}

func (m *awayStateMachine) openSeats(absentees []player.ID) {
	for seat, id := range m.players {
		if slices.Contains(absentees, id) && !m.vacant[seat] && m.b.View().Position.State[seat] != rules.Eliminated {
			m.vacant[seat] = true
			clear(m.votes)
		}
	}
}

func (m *awayStateMachine) unvote(r *rapid.T) {
	p := m.anyPlayer(r)
	if m.run(
		r,
		table.Command{By: p, Kind: table.Unvote},
		func() bool { return slices.Contains(m.remainingPlayers(), p.ID) && m.votes[p.ID] != "" },
	) {
		delete(m.votes, p.ID)
	}
}

func (m *awayStateMachine) sit(r *rapid.T) {
	p, seat := m.anyPlayer(r), someSeat.Draw(r, "seat")
	may := func() bool {
		return m.b.View().Phase == table.Playing && m.vacant[seat] && !slices.Contains(m.players[:], p.ID)
	}
	was := m.players[seat]
	if !m.run(r, table.Command{By: p, Kind: table.Sit, Seat: seat}, may) {
		return
	}
	m.players[seat], m.vacant[seat] = p.ID, false
	delete(m.votes, was)
	synctest.Wait()
	if len(m.sessions[p.ID]) == 0 {
		m.missing[p.ID] = time.Now()
	}
	if !slices.Contains(m.players[:], was) {
		delete(m.awaySince, was)
	}
	if !m.adjourned && !m.anyAway() {
		clear(m.votes)
	}
	m.applyVotes(m.b.View(), time.Now())
}

func (m *awayStateMachine) move(r *rapid.T) {
	v := m.b.View()
	if v.Phase != table.Playing || v.Adjourned {
		r.Skip("no move possible")
	}
	p, a := v.Seats[v.Actor].Player, v.Legal[0]
	m.run(r, table.Command{By: p, Kind: table.Play, Seat: v.Actor, Action: a, Answers: -1}, func() bool { return true })
	m.applyVotes(v, time.Now())
}

// resign makes a random seat resign in a free-for-all, where a seat needs no partner's
// consent.
func (m *awayStateMachine) resign(r *rapid.T) {
	v, seat := m.b.View(), someSeat.Draw(r, "seat")
	if v.Phase != table.Playing || v.Variant.Facts().Teams() || v.Position.State[seat] == rules.Eliminated {
		r.Skip("no resignation possible")
	}
	by := v.Seats[seat].Player
	m.run(r, table.Command{By: by, Kind: table.Play, Action: rules.Action{Type: rules.Resign, Seat: seat}}, func() bool { return true })
	if m.eliminated = v.Position.Out().With(seat); !slices.Contains(m.remainingPlayers(), by.ID) {
		delete(m.awaySince, by.ID)
	}
	if m.b.View().Phase == table.Playing { // fewer votes are needed now, so a choice may have enough votes
		m.applyVotes(v, time.Now())
	}
	m.removeEliminated()
}

// removeEliminated removes eliminated players and their votes from the model.
func (m *awayStateMachine) removeEliminated() {
	v := m.b.View()
	m.eliminated, m.over = v.Position.Out(), v.Phase == table.Finished
	for seat := range m.players {
		m.vacant[seat] = m.vacant[seat] && v.Phase == table.Playing && v.Position.State[seat] != rules.Eliminated
	}
	for id := range m.awaySince {
		if !slices.Contains(m.remainingPlayers(), id) {
			delete(m.awaySince, id)
		}
	}
	if v.Phase == table.Finished {
		clear(m.votes)
		m.adjourned = false
	}
}

func (m *awayStateMachine) wait(r *rapid.T) {
	span := rapid.SampledFrom([]time.Duration{time.Second, table.AwayAfter, time.Minute, table.ReplaceAfter}).Draw(r, "span")
	time.Sleep(span)
	synctest.Wait()
	m.markAway()
}

// markAway marks players as away, in the order in which they disconnected.
func (m *awayStateMachine) markAway() {
	due := func(id player.ID) time.Time { return m.missing[id].Add(table.AwayAfter) }
	var list []player.ID
	for _, id := range m.remainingPlayers() {
		if _, missing := m.missing[id]; missing && !m.isAway(id) && !due(id).After(time.Now()) {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, func(a, b player.ID) int { return due(a).Compare(due(b)) })
	for i, id := range list {
		m.awaySince[id] = m.missing[id]
		if i+1 == len(list) || !due(list[i+1]).Equal(due(id)) {
			m.applyVotes(m.b.View(), due(id))
		}
	}
}

func (m *awayStateMachine) kill(*rapid.T) {
	m.b.kill()
	time.Sleep(time.Minute)
	m.b.open()
	m.up = time.Now()
	clear(m.sessions)
	clear(m.missing)
	for _, id := range m.remainingPlayers() {
		m.missing[id] = m.up
	}
	synctest.Wait()
}

func (m *awayStateMachine) compare(r *rapid.T) {
	m.removeEliminated()
	if m.fault != "" {
		r.Fatal(m.fault)
	}
	v := m.b.View()
	for seat, s := range v.Seats {
		inPlay := v.Phase == table.Playing && v.Position.State[seat] != rules.Eliminated
		if s.Player.ID != m.players[seat] || s.Vacant != m.vacant[seat] || inPlay && !s.AwaySince.Equal(m.awaySince[s.Player.ID]) {
			r.Fatalf(
				"seat %d: %+v; want %s, vacant %v, away since %v",
				seat,
				s,
				m.players[seat],
				m.vacant[seat],
				m.awaySince[m.players[seat]],
			)
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
		r.Fatalf("adjourned with clock %+v, want %v", v.Clock, m.left)
	}
	m.b.checkViews()
}
