package live_test

import (
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// model is the expected state of a table. It is computed in a simple way, without events or
// goroutines. Of the code that a table executes, it uses only package rules.
type model struct {
	terms     table.Terms
	phase     table.Phase
	players   [rules.SeatCount]player.Player
	ready     [rules.SeatCount]bool
	game      *rules.Game
	plain     []string
	turns     int // number of turns played so far
	offer     map[player.ID]bool
	offeredAt int                // number of turns played when the draw was offered
	resigning map[rules.Seat]int // for each seat that has proposed to resign, the number of turns played when it did so
	lifted    rules.Square
	interaction
	clocksBefore [rules.SeatCount]time.Duration // clocks before the last action
	left         [rules.SeatCount]time.Duration
	since        time.Time // start of the turn
	paused       bool
	aborted      bool
	resume       time.Time
	vacation     [rules.SeatCount]time.Time // end of the vacation of each seat's player
}

func newModel(terms table.Terms, v rules.Variant) *model {
	m := &model{terms: terms, game: rules.NewGame(v), resigning: map[rules.Seat]int{}}
	m.declined = map[rules.Seat]int{}
	for seat := range m.left {
		m.left[seat] = terms.Clock.Start + terms.Clock.PerMove
	}
	return m
}

// moved adds the increment to a seat's clock after its move. If the clock is a correspondence
// clock, moved resets it instead.
func (m *model) moved(seat rules.Seat) {
	m.left[seat] += m.terms.Clock.Increment
	if m.terms.Clock.Correspondence() {
		m.left[seat] = m.terms.Clock.PerMove
	}
}

// startTurn starts the clock of the seat to move, but not before the end of its player's
// vacation.
func (m *model) startTurn(at time.Time) {
	m.since = at
	if actor := m.actor(); actor != rules.NoSeat && m.vacation[actor].After(at) {
		m.since = m.vacation[actor]
	}
}

// charge subtracts the time from the start of the turn to `at` from the clock of the seat
// whose turn it is.
func (m *model) charge(at time.Time) {
	m.left[m.actor()] = max(0, m.left[m.actor()]-max(0, at.Sub(m.since)))
}

// setVacation sets the end of the vacation of a seat's player. A time in the past ends the
// vacation.
func (m *model) setVacation(seat rules.Seat, until time.Time) {
	if m.phase != table.Playing || m.game.Position.State[seat] == rules.Eliminated {
		return
	}
	if m.actor() == seat {
		m.charge(time.Now())
	}
	if m.vacation[seat] = until; m.actor() == seat {
		m.startTurn(time.Now())
	}
}

func (m *model) seats(id player.ID) (n int) {
	for _, p := range m.players {
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
	if m.phase != table.Waiting || m.players[seat].ID != "" && m.players[seat].ID != p.ID {
		return false
	}
	m.players[seat] = p
	return true
}

func (m *model) stand(p player.Player, seat rules.Seat) bool {
	if m.phase != table.Waiting || m.players[seat].ID != p.ID {
		return false
	}
	m.players[seat], m.ready[seat], m.acceptsChat[seat] = player.Player{}, false, false
	return true
}

func (m *model) setReady(p player.Player, ready bool) bool {
	if m.phase != table.Waiting || m.seats(p.ID) == 0 {
		return false
	}
	for seat := range m.players {
		if m.players[seat].ID == p.ID {
			m.ready[seat] = ready
		}
	}
	if m.ready == [rules.SeatCount]bool{true, true, true, true} {
		m.phase, m.chatOpen = table.Playing, m.chatAllowed()
		m.startTurn(time.Now())
	}
	return true
}

// play plays a legal action. It returns false if the player may not play it now.
func (m *model) play(p player.Player, seat rules.Seat, a rules.Action) bool {
	resigns := a.Type == rules.Resign
	if !m.inPlay(p, seat) || !resigns && (seat != m.actor() || m.lifted != rules.NoSquare && m.lifted != a.From) {
		return false
	}
	if resigns && !m.partnersResign(seat) {
		if _, already := m.resigning[seat]; !already {
			m.resigning[seat] = m.turns
		}
		return true
	}
	m.clocksBefore = m.left
	if seat == m.actor() {
		m.resumeClock()
		m.charge(time.Now())
		if !resigns {
			m.moved(seat)
		}
		m.startTurn(time.Now())
	}
	m.record(seat, a, time.Now())
	return true
}

// inPlay reports whether a player has the given seat and the seat is not eliminated.
func (m *model) inPlay(p player.Player, seat rules.Seat) bool {
	return m.phase == table.Playing && m.players[seat].ID == p.ID && m.game.Position.State[seat] != rules.Eliminated
}

func (m *model) resumeClock() {
	if m.paused {
		m.paused, m.since = false, time.Now()
	}
}

// partnersResign reports whether all partners in play agree to a seat's resignation.
func (m *model) partnersResign(seat rules.Seat) bool {
	for other, p := range m.players {
		_, resigning := m.resigning[rules.Seat(other)]
		if m.sameTeam(seat, rules.Seat(other)) && m.game.Position.State[other] != rules.Eliminated && p.ID != m.players[seat].ID &&
			!resigning {
			return false
		}
	}
	return true
}

func (m *model) sameTeam(a, b rules.Seat) bool {
	team := m.game.Variant.Facts().Team
	return team[a] == team[b]
}

func (m *model) playOn(p player.Player) (was bool) {
	for seat := range m.players {
		if !m.inPlay(p, rules.Seat(seat)) {
			continue
		}
		for resigning := range m.resigning {
			if m.sameTeam(resigning, rules.Seat(seat)) {
				delete(m.resigning, resigning)
				was = true
			}
		}
	}
	return was
}

func (m *model) lift(p player.Player, seat rules.Seat, sq rules.Square) bool {
	switch {
	case !m.terms.Touch || !m.inPlay(p, seat) || seat != m.actor() || !m.movable(sq):
		return false
	case m.lifted != rules.NoSquare:
		return m.lifted == sq
	}
	m.lifted = sq
	m.resumeClock()
	return true
}

// movable reports whether the piece on a square can move now.
func (m *model) movable(sq rules.Square) bool {
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
	if m.offer != nil && m.turns-m.offeredAt >= rules.SeatCount {
		m.offer = nil
	}
	for seat, takeback := range m.resigning {
		if m.turns-takeback >= rules.SeatCount || m.game.Position.State[seat] == rules.Eliminated {
			delete(m.resigning, seat)
		}
	}
	if by == actor || m.actor() != actor || !m.movable(m.lifted) {
		m.lifted = rules.NoSquare
	}
	if m.phase == table.Playing && m.actor() != actor {
		m.startTurn(at)
	}
	m.afterAction(by, actor, a, effects.Passed())
	m.conclude(at)
}

func (m *model) conclude(at time.Time) {
	if m.offer != nil && m.allAcceptDraw() && !m.game.Position.Over() {
		m.offer = nil
		m.record(m.actor(), rules.Action{Type: rules.DrawAgreed}, at)
	}
	for seat := range m.resigning {
		if m.partnersResign(seat) && !m.game.Position.Over() {
			m.record(seat, rules.Action{Type: rules.Resign, Seat: seat}, at)
		}
	}
	m.applyTakeback(at)
	if m.playPremove(at) {
		return
	}
	if m.game.Position.Over() {
		m.phase, m.ended, m.offer, m.takeback = table.Finished, at, nil, nil
		clear(m.resigning)
	}
}

func (m *model) allAcceptDraw() bool {
	for seat, p := range m.players {
		if m.game.Position.State[seat] != rules.Eliminated && !m.offer[p.ID] {
			return false
		}
	}
	return true
}

func (m *model) isPlaying(p player.Player) bool {
	for seat := range m.players {
		if m.phase == table.Playing && m.players[seat].ID == p.ID && m.game.Position.State[seat] != rules.Eliminated {
			return true
		}
	}
	return false
}

func (m *model) draw(p player.Player, do table.CommandKind) bool {
	if !m.isPlaying(p) || m.offer == nil && do != table.OfferDraw {
		return false
	}
	switch {
	case do == table.DeclineDraw:
		m.offer = nil
	case m.offer == nil:
		m.offer, m.offeredAt = map[player.ID]bool{p.ID: true}, m.turns
	default:
		m.offer[p.ID] = true
	}
	m.conclude(time.Now())
	return true
}

// flagIfLate makes the seat to move lose on time if the deadline has passed and p, who
// gives a command, has this seat.
func (m *model) flagIfLate(p player.Player) {
	actor := m.actor()
	if actor != rules.NoSeat && !m.paused && m.players[actor].ID == p.ID && !time.Now().Before(m.deadline()) {
		m.outOfTime(time.Now())
	}
}

// deadline returns the time at which the seat to move runs out of time, on its clock or for
// its first move.
func (m *model) deadline() time.Time {
	left := m.left[m.actor()]
	if m.firstMoves().Has(m.actor()) && !m.terms.Clock.Correspondence() {
		left = min(left, table.FirstMoveTime)
	}
	return m.since.Add(left)
}

// outOfTime lets the clock of the seat to move run out: the seat loses on time, or if it has
// not moved yet, the game is aborted.
func (m *model) outOfTime(at time.Time) {
	actor := m.actor()
	if m.firstMoves().Has(actor) {
		m.abortAt(at)
		return
	}
	m.left[actor] = 0
	m.record(actor, rules.Action{Type: rules.Flag, Seat: actor}, at)
}

// firstMoves returns the seats in play that have had no turn yet. It returns none if the
// game can no longer be aborted.
func (m *model) firstMoves() (set rules.Seats) {
	if m.phase != table.Playing || m.terms.Fairness == 0 {
		return 0
	}
	set = m.game.Position.HasStake()
	for _, d := range m.played {
		if d.action.IsBoardAction() {
			set &^= rules.Seats(0).With(d.by)
		}
		for _, seat := range d.passed {
			set &^= rules.Seats(0).With(seat)
		}
	}
	return set
}

func (m *model) abort(p player.Player) bool {
	if !m.isPlaying(p) || m.firstMoves() == 0 {
		return false
	}
	m.abortAt(time.Now())
	return true
}

func (m *model) abortAt(at time.Time) {
	m.phase, m.aborted, m.ended, m.offer, m.takeback, m.lifted = table.Finished, true, at, nil, nil, rules.NoSquare
	clear(m.resigning)
}

// advance applies the changes that happen between two moments without a command: a paused
// clock resumes, and the seat to move may lose on time.
func (m *model) advance(from, to time.Time) {
	if m.phase == table.Playing && m.paused {
		if m.resume.After(to) {
			return
		}
		m.paused, m.since = false, m.resume
	}
	for m.phase == table.Playing {
		falls := m.deadline().Add(table.Grace)
		if falls.After(to) {
			break
		}
		m.outOfTime(falls)
	}
}

// restart resumes the game after an outage that began at the given time.
func (m *model) restart(down time.Time) {
	if m.phase != table.Playing {
		return
	}
	if !m.paused {
		m.charge(down)
	}
	if m.terms.Clock.Correspondence() {
		m.startTurn(time.Now())
		return
	}
	m.paused, m.resume = true, time.Now().Add(table.ReconnectTime)
}
