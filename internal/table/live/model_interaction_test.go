package live_test

import (
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// interaction is the model of premoves, takebacks and chat.
type interaction struct {
	premoves      [rules.SeatCount]modelPremove
	played        []playedAction
	takeback      *takebackOffer
	declined      map[rules.Seat]int // for each seat, the index of its action whose takeback was declined last
	acceptsChat   [rules.SeatCount]bool
	chatOpen      bool // whether players may chat during the game
	chat          []chatLine
	spectatorChat []chatLine
	teamChat      [2][]chatLine
	ended         time.Time
}

type modelPremove struct {
	action  rules.Action
	dropped bool
}

// playedAction is an action, with the clocks before it and the seats that had to pass after
// it.
type playedAction struct {
	by     rules.Seat
	action rules.Action
	before [rules.SeatCount]time.Duration
	passed []rules.Seat // seats that had to pass after the action
}

// takebackOffer is an open takeback offer.
type takebackOffer struct {
	by        player.ID
	seat      rules.Seat
	to        int
	offeredAt int // number of turns played when the offer was made
	accepted  map[player.ID]bool
}

type chatLine struct {
	by   player.ID
	text string
	at   time.Time
}

func (m *model) premove(p player.Player, seat rules.Seat, a rules.Action) bool {
	if m.terms.Touch || !m.inPlay(p, seat) || seat == m.actor() || m.game.Variant.Controller(&m.game.Position, a.From) != seat {
		return false
	}
	m.premoves[seat] = modelPremove{action: a}
	return true
}

func (m *model) cancelPremove(p player.Player) (was bool) {
	if m.phase != table.Playing {
		return false
	}
	for seat := range m.players {
		if m.players[seat].ID == p.ID && m.premoves[seat] != (modelPremove{}) {
			m.premoves[seat], was = modelPremove{}, true
		}
	}
	return was
}

// playPremove plays the premove of the seat to move and reports whether there was one.
func (m *model) playPremove(at time.Time) bool {
	seat := m.actor()
	if seat == rules.NoSeat || m.game.Position.Over() || m.premoves[seat].dropped || m.premoves[seat] == (modelPremove{}) {
		return false
	}
	a := m.premoves[seat].action
	if !slices.Contains(m.game.Variant.Legal(&m.game.Position, nil), a) {
		m.premoves[seat].dropped = true
		return false
	}
	m.clocksBefore = m.left
	m.moved(seat)
	m.startTurn(at)
	m.record(seat, a, at)
	return true
}

// afterAction records an action, and removes the premoves and offers that the action ends.
func (m *model) afterAction(by, actor rules.Seat, a rules.Action, passed []rules.Seat) {
	m.played = append(m.played, playedAction{by, a, m.clocksBefore, slices.Clone(passed)})
	if by == actor {
		m.premoves[by] = modelPremove{}
	}
	for seat, state := range m.game.Position.State {
		if state == rules.Eliminated {
			m.premoves[seat] = modelPremove{}
		}
	}
	if q := m.takeback; q != nil && (!a.IsBoardAction() || m.turns-q.offeredAt >= rules.SeatCount) {
		m.declineTakeback()
	}
}

func (m *model) declineTakeback() {
	m.declined[m.takeback.seat] = m.takeback.to
	m.takeback = nil
}

func (m *model) offerTakeback(p player.Player) bool {
	switch {
	case !m.isPlaying(p) || m.terms.Touch:
		return false
	case m.takeback != nil:
		return m.takeback.by == p.ID
	}
	to := len(m.played) - 1
	for ; to >= 0 && m.played[to].action.IsBoardAction(); to-- {
		if m.players[m.played[to].by].ID == p.ID {
			break
		}
	}
	if to < 0 || !m.played[to].action.IsBoardAction() {
		return false
	}
	if last, was := m.declined[m.played[to].by]; was && last == to {
		return false
	}
	m.takeback = &takebackOffer{p.ID, m.played[to].by, to, m.turns, map[player.ID]bool{p.ID: true}}
	m.conclude(time.Now())
	return true
}

func (m *model) answerTakeback(p player.Player, yes bool) bool {
	if !m.isPlaying(p) || m.terms.Touch || m.takeback == nil {
		return false
	}
	if !yes {
		m.declineTakeback()
		return true
	}
	m.takeback.accepted[p.ID] = true
	m.conclude(time.Now())
	return true
}

// applyTakeback takes back moves if all players have accepted the offer.
func (m *model) applyTakeback(at time.Time) {
	if m.takeback == nil || m.game.Position.Over() {
		return
	}
	for seat, p := range m.players {
		if m.game.Position.State[seat] != rules.Eliminated && !m.takeback.accepted[p.ID] {
			return
		}
	}
	to := m.takeback.to
	m.left = m.played[to].before
	m.played, m.plain = m.played[:to], m.plain[:to]
	m.game = rules.NewGame(m.game.Variant)
	for _, d := range m.played {
		if _, err := m.game.Play(d.action); err != nil {
			panic(err)
		}
	}
	m.takeback, m.declined, m.premoves, m.offer = nil, map[rules.Seat]int{}, [rules.SeatCount]modelPremove{}, nil
	clear(m.resigning)
	m.startTurn(at)
}

func (m *model) answerChat(p player.Player, yes bool) bool {
	if m.phase != table.Waiting || m.seats(p.ID) == 0 || !m.terms.Chat || !m.game.Variant.Facts().ChatConsent {
		return false
	}
	for seat := range m.players {
		if m.players[seat].ID == p.ID {
			m.acceptsChat[seat] = yes
		}
	}
	return true
}

// chatAllowed reports whether players may chat in a game that starts now.
func (m *model) chatAllowed() bool {
	all := m.acceptsChat == [rules.SeatCount]bool{true, true, true, true}
	return m.terms.Chat && (all || !m.game.Variant.Facts().ChatConsent)
}

func (m *model) sendChat(p player.Player, text string) bool {
	list := &m.chat
	if m.phase == table.Finished && time.Since(m.ended) >= table.AfterGame {
		return false
	}
	if m.phase == table.Playing {
		switch {
		case m.seats(p.ID) == 0:
			list = &m.spectatorChat
		case !m.chatOpen:
			return false
		}
	}
	return addChatLine(list, p, text)
}

// addChatLine adds a line to a chat and returns true, or returns false if the author has
// written too many lines.
func addChatLine(list *[]chatLine, p player.Player, text string) bool {
	own := 0
	for _, s := range *list {
		if s.by == p.ID && time.Since(s.at) < table.ChatWindow {
			own++
		}
	}
	if own >= 5 {
		return false
	}
	*list = append(*list, chatLine{p.ID, text, time.Now()})
	return true
}

// sendTeamChat adds a line to the team chat that belongs to the player's first seat.
func (m *model) sendTeamChat(p player.Player, text string) bool {
	first := slices.IndexFunc(m.players[:], func(q player.Player) bool { return q.ID == p.ID })
	if m.phase != table.Playing || first < 0 || m.terms.Game != "chess4" || m.terms.Options["teams"] != "on" {
		return false
	}
	return addChatLine(&m.teamChat[first%2], p, text)
}
