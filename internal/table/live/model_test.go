package live_test

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// model is what a table should be, written down as plainly as can be: no events,
// no goroutine; the law is the only thing that it shares with the table.
type model struct {
	terms  table.Terms
	phase  table.Phase
	who    [rules.SeatCount]player.Player
	ready  [rules.SeatCount]bool
	game   *rules.Game
	plain  []string
	turns  int // gone by
	offer  map[player.ID]bool
	made   int                // turns that had gone by at the offer
	yields map[rules.Seat]int // who proposed that his team resign, and the turns gone by then
	lifted rules.Square
	company
	was    [rules.SeatCount]time.Duration // the clocks before the action that is recorded
	left   [rules.SeatCount]time.Duration
	since  time.Time // of the turn
	paused bool
	resume time.Time
}

func newModel(terms table.Terms, v rules.Variant) *model {
	m := &model{terms: terms, game: rules.NewGame(v), yields: map[rules.Seat]int{}}
	m.refused = map[rules.Seat]int{}
	for seat := range m.left {
		m.left[seat] = terms.Clock.Start + terms.Clock.PerMove
	}
	return m
}

// moved gives the seat what it gets for a move.
func (m *model) moved(seat rules.Seat) {
	m.left[seat] += m.terms.Clock.Increment
	if m.terms.Clock.Correspondence() {
		m.left[seat] = m.terms.Clock.PerMove
	}
}

func (m *model) seats(id player.ID) (n int) {
	for _, p := range m.who {
		if p.ID == id {
			n++
		}
	}
	return n
}

func (m *model) actor() rules.Seat {
	if m.phase != table.Playing {
		return rules.NoSeat
	}
	return m.game.Variant.Actor(&m.game.Position)
}

func (m *model) sit(p player.Player, seat rules.Seat) bool {
	if m.phase != table.Waiting || m.who[seat].ID != "" && m.who[seat].ID != p.ID {
		return false
	}
	m.who[seat] = p
	return true
}

func (m *model) stand(p player.Player, seat rules.Seat) bool {
	if m.phase != table.Waiting || m.who[seat].ID != p.ID {
		return false
	}
	m.who[seat], m.ready[seat], m.consents[seat] = player.Player{}, false, false
	return true
}

func (m *model) setReady(p player.Player, ready bool) bool {
	if m.phase != table.Waiting || m.seats(p.ID) == 0 {
		return false
	}
	for seat := range m.who {
		if m.who[seat].ID == p.ID {
			m.ready[seat] = ready
		}
	}
	if m.ready == [rules.SeatCount]bool{true, true, true, true} {
		m.phase, m.since, m.open = table.Playing, time.Now(), m.mayTalk()
	}
	return true
}

// play is for actions that are known to be legal when they are in turn.
func (m *model) play(p player.Player, seat rules.Seat, a rules.Action) bool {
	resigns := a.Type == rules.Resign
	if !m.plays(p, seat) || !resigns && (seat != m.actor() || m.lifted != rules.NoSquare && m.lifted != a.From) {
		return false
	}
	if resigns && !m.agreed(seat) {
		if _, already := m.yields[seat]; !already {
			m.yields[seat] = m.turns
		}
		return true
	}
	m.was = m.left
	if seat == m.actor() {
		m.comeBack()
		m.left[seat] = max(0, m.left[seat]-time.Since(m.since))
		if !resigns {
			m.moved(seat)
		}
		m.since = time.Now()
	}
	m.record(seat, a, time.Now())
	return true
}

// plays reports whether a seat is the player's, and in the game.
func (m *model) plays(p player.Player, seat rules.Seat) bool {
	return m.phase == table.Playing && m.who[seat].ID == p.ID && m.game.Position.State[seat] != rules.Eliminated
}

func (m *model) comeBack() {
	if m.paused {
		m.paused, m.since = false, time.Now()
	}
}

// agreed reports whether no partner is left who has to agree that a seat resigns.
func (m *model) agreed(seat rules.Seat) bool {
	for other, p := range m.who {
		_, yields := m.yields[rules.Seat(other)]
		if m.mates(seat, rules.Seat(other)) && m.game.Position.State[other] != rules.Eliminated && p.ID != m.who[seat].ID && !yields {
			return false
		}
	}
	return true
}

func (m *model) mates(a, b rules.Seat) bool {
	team := m.game.Variant.Facts().Team
	return team[a] == team[b]
}

func (m *model) playOn(p player.Player) (was bool) {
	for seat := range m.who {
		if !m.plays(p, rules.Seat(seat)) {
			continue
		}
		for yields := range m.yields {
			if m.mates(yields, rules.Seat(seat)) {
				delete(m.yields, yields)
				was = true
			}
		}
	}
	return was
}

func (m *model) lift(p player.Player, seat rules.Seat, sq rules.Square) bool {
	switch {
	case !m.terms.Touch || !m.plays(p, seat) || seat != m.actor() || !m.moves(sq):
		return false
	case m.lifted != rules.NoSquare:
		return m.lifted == sq
	}
	m.lifted = sq
	m.comeBack()
	return true
}

// moves reports whether the man on a square can be moved now.
func (m *model) moves(sq rules.Square) bool {
	for _, a := range m.game.Variant.Legal(&m.game.Position, nil) {
		if a.Type != rules.ChooseArmy && a.From == sq {
			return true
		}
	}
	return false
}

func (m *model) record(by rules.Seat, a rules.Action, at time.Time) {
	before, actor := m.game.Position.Turn, m.actor()
	m.plain = append(m.plain, rules.Plain(m.game.Variant.Facts(), actor, a))
	effects, err := m.game.Play(a)
	if err != nil {
		panic(err)
	}
	steps := int(m.game.Position.Turn+rules.SeatCount-before) % rules.SeatCount
	if steps == 0 && len(effects.Passed()) > 0 {
		steps = rules.SeatCount
	}
	m.turns += steps
	if m.offer != nil && m.turns-m.made >= rules.SeatCount {
		m.offer = nil
	}
	for seat, asked := range m.yields {
		if m.turns-asked >= rules.SeatCount || m.game.Position.State[seat] == rules.Eliminated {
			delete(m.yields, seat)
		}
	}
	if by == actor || m.actor() != actor || !m.moves(m.lifted) {
		m.lifted = rules.NoSquare
	}
	if m.actor() != actor {
		m.since = at
	}
	m.done(by, actor, a)
	m.conclude(at)
}

func (m *model) conclude(at time.Time) {
	if m.offer != nil && m.allAccept() && !m.game.Position.Over() {
		m.offer = nil
		m.record(m.actor(), rules.Action{Type: rules.DrawAgreed}, at)
	}
	for seat := range m.yields {
		if m.agreed(seat) && !m.game.Position.Over() {
			m.record(seat, rules.Action{Type: rules.Resign, Seat: seat}, at)
		}
	}
	m.takeBack(at)
	if m.playAhead(at) {
		return
	}
	if m.game.Position.Over() {
		m.phase, m.ended, m.offer, m.asked = table.Finished, at, nil, nil
		clear(m.yields)
	}
}

func (m *model) allAccept() bool {
	for seat, p := range m.who {
		if m.game.Position.State[seat] != rules.Eliminated && !m.offer[p.ID] {
			return false
		}
	}
	return true
}

func (m *model) hasVoice(p player.Player) bool {
	for seat := range m.who {
		if m.phase == table.Playing && m.who[seat].ID == p.ID && m.game.Position.State[seat] != rules.Eliminated {
			return true
		}
	}
	return false
}

func (m *model) draw(p player.Player, do table.CommandKind) bool {
	if !m.hasVoice(p) || m.offer == nil && do != table.OfferDraw {
		return false
	}
	switch {
	case do == table.DeclineDraw:
		m.offer = nil
	case m.offer == nil:
		m.offer, m.made = map[player.ID]bool{p.ID: true}, m.turns
	default:
		m.offer[p.ID] = true
	}
	m.conclude(time.Now())
	return true
}

// hear lets the flag of a player fall who says something after his deadline.
func (m *model) hear(p player.Player) {
	actor := m.actor()
	if actor != rules.NoSeat && !m.paused && m.who[actor].ID == p.ID && !time.Now().Before(m.since.Add(m.left[actor])) {
		m.left[actor] = 0
		m.record(actor, rules.Action{Type: rules.Flag, Seat: actor}, time.Now())
	}
}

// pass lets time go by, after it has.
func (m *model) pass(from, to time.Time) {
	if m.phase == table.Playing && m.paused {
		if m.resume.After(to) {
			return
		}
		m.paused, m.since = false, m.resume
	}
	for m.phase == table.Playing {
		actor := m.actor()
		falls := m.since.Add(m.left[actor] + table.Grace)
		if falls.After(to) {
			break
		}
		m.left[actor] = 0
		m.record(actor, rules.Action{Type: rules.Flag, Seat: actor}, falls)
	}
}

// restart comes back after the server went down at that time, as the disk knew it.
func (m *model) restart(down time.Time) {
	if m.phase != table.Playing {
		return
	}
	if !m.paused {
		m.left[m.actor()] = max(0, m.left[m.actor()]-down.Sub(m.since))
	}
	if m.terms.Clock.Correspondence() {
		m.since = time.Now()
		return
	}
	m.paused, m.resume = true, time.Now().Add(table.ReconnectTime)
}
