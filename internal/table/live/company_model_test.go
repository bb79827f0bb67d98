package live_test

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// company is what the model knows of premoves, undoing and talk.
type company struct {
	premoves [rules.SeatCount]wish
	acts     []deed
	asked    *question
	refused  map[rules.Seat]int // the action that was not taken back
	consents [rules.SeatCount]bool
	open     bool // the players may talk while the game is on
	said     []speech
	gallery  []speech
	ended    time.Time
}

// wish is a premove.
type wish struct {
	action  rules.Action
	dropped bool
}

// deed is an action as it was played, and the clocks before it.
type deed struct {
	by     rules.Seat
	action rules.Action
	before [rules.SeatCount]time.Duration
}

// question is what somebody asks to take back.
type question struct {
	by    player.ID
	seat  rules.Seat
	to    int
	made  int // turns that had gone by
	agree map[player.ID]bool
}

type speech struct {
	by   player.ID
	text string
	at   time.Time
}

func (m *model) premove(p player.Player, seat rules.Seat, a rules.Action) bool {
	if m.terms.Touch || !m.plays(p, seat) || seat == m.actor() || m.game.Variant.Controller(&m.game.Position, a.From) != seat {
		return false
	}
	m.premoves[seat] = wish{action: a}
	return true
}

func (m *model) recall(p player.Player) (was bool) {
	if m.phase != table.Playing {
		return false
	}
	for seat := range m.who {
		if m.who[seat].ID == p.ID && m.premoves[seat] != (wish{}) {
			m.premoves[seat], was = wish{}, true
		}
	}
	return was
}

// playAhead plays premoves of whose turn it is, and reports whether there was
// one to play.
func (m *model) playAhead(at time.Time) bool {
	seat := m.actor()
	if seat == rules.NoSeat || m.game.Position.Over() || m.premoves[seat].dropped || m.premoves[seat] == (wish{}) {
		return false
	}
	a := m.premoves[seat].action
	if !slices.Contains(m.game.Variant.Legal(&m.game.Position, nil), a) {
		m.premoves[seat].dropped = true
		return false
	}
	m.was = m.left
	m.moved(seat)
	m.since = at
	m.record(seat, a, at)
	return true
}

// done notes what was played.
func (m *model) done(by, actor rules.Seat, a rules.Action) {
	m.acts = append(m.acts, deed{by, a, m.was})
	if by == actor {
		m.premoves[by] = wish{}
	}
	for seat, state := range m.game.Position.State {
		if state == rules.Eliminated {
			m.premoves[seat] = wish{}
		}
	}
	if q := m.asked; q != nil && (!a.IsBoardAction() || m.turns-q.made >= rules.SeatCount) {
		m.no()
	}
}

func (m *model) no() {
	m.refused[m.asked.seat] = m.asked.to
	m.asked = nil
}

func (m *model) askUndo(p player.Player) bool {
	switch {
	case !m.hasVoice(p) || m.terms.Touch:
		return false
	case m.asked != nil:
		return m.asked.by == p.ID
	}
	to := len(m.acts) - 1
	for ; to >= 0 && m.acts[to].action.IsBoardAction(); to-- {
		if m.who[m.acts[to].by].ID == p.ID {
			break
		}
	}
	if to < 0 || !m.acts[to].action.IsBoardAction() {
		return false
	}
	if last, was := m.refused[m.acts[to].by]; was && last == to {
		return false
	}
	m.asked = &question{p.ID, m.acts[to].by, to, m.turns, map[player.ID]bool{p.ID: true}}
	m.conclude(time.Now())
	return true
}

func (m *model) answerUndo(p player.Player, yes bool) bool {
	if !m.hasVoice(p) || m.terms.Touch || m.asked == nil {
		return false
	}
	if !yes {
		m.no()
		return true
	}
	m.asked.agree[p.ID] = true
	m.conclude(time.Now())
	return true
}

// takeBack undoes what all agreed to.
func (m *model) takeBack(at time.Time) {
	if m.asked == nil || m.game.Position.Over() {
		return
	}
	for seat, p := range m.who {
		if m.game.Position.State[seat] != rules.Eliminated && !m.asked.agree[p.ID] {
			return
		}
	}
	to := m.asked.to
	m.left = m.acts[to].before
	m.acts, m.plain = m.acts[:to], m.plain[:to]
	m.game = rules.NewGame(m.game.Variant)
	for _, d := range m.acts {
		if _, err := m.game.Play(d.action); err != nil {
			panic(err)
		}
	}
	m.asked, m.refused, m.premoves, m.offer = nil, map[rules.Seat]int{}, [rules.SeatCount]wish{}, nil
	clear(m.yields)
	m.since = at
}

func (m *model) consent(p player.Player, yes bool) bool {
	if m.phase != table.Waiting || m.seats(p.ID) == 0 || !m.terms.Chat || !m.game.Variant.Facts().ChatConsent {
		return false
	}
	for seat := range m.who {
		if m.who[seat].ID == p.ID {
			m.consents[seat] = yes
		}
	}
	return true
}

// mayTalk is whether players may talk in a game that begins now.
func (m *model) mayTalk() bool {
	all := m.consents == [rules.SeatCount]bool{true, true, true, true}
	return m.terms.Chat && (all || !m.game.Variant.Facts().ChatConsent)
}

func (m *model) say(p player.Player, text string) bool {
	list := &m.said
	if m.phase == table.Finished && time.Since(m.ended) >= table.AfterGame {
		return false
	}
	if m.phase == table.Playing {
		switch {
		case m.seats(p.ID) == 0:
			list = &m.gallery
		case !m.open:
			return false
		}
	}
	own := 0
	for _, s := range *list {
		if s.by == p.ID && time.Since(s.at) < table.ChatWindow {
			own++
		}
	}
	if own >= 5 {
		return false
	}
	*list = append(*list, speech{p.ID, text, time.Now()})
	return true
}
