package lobby

import (
	"context"
	"slices"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Invite calls somebody who is here to a table, to a seat or to any that is
// open. Whoever muted the caller hears nothing of it, and the caller nothing of
// that.
func (l *Lobby) Invite(by player.Player, id table.ID, seat rules.Seat, whom player.ID) error {
	by = table.As(l.cfg.Rights, by)
	if err := l.callable(by, id, seat, whom); err != nil {
		return err
	}
	line, ok := l.directory.line(id)
	if !ok {
		return noTable(id)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.post(by, whom, Invitation{From: by, Table: id, Title: line.Title, Seat: seat})
}

// callable refuses an invitation, and opens a private table to whom its host
// invites.
func (l *Lobby) callable(by player.Player, id table.ID, seat rules.Seat, whom player.ID) error {
	ctx, cancel := context.WithTimeout(context.Background(), soonEnough)
	defer cancel()
	s, called, err := l.mayCall(by, id, seat, whom)
	if err != nil || s.OpenTo(table.ViewerOf(whom, l.cfg.Rights)) {
		return err
	}
	return l.Admit(ctx, by, id, called)
}

// mayCall returns the table's summary, and who is called to it.
func (l *Lobby) mayCall(by player.Player, id table.ID, seat rules.Seat, whom player.ID) (*table.Summary, player.Player, error) {
	s := l.directory.summary(id)
	if s == nil || !s.OpenTo(table.ViewerOf(by.ID, l.cfg.Rights)) {
		return nil, player.Player{}, noTable(id)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.mayInvite(s, by, seat, whom); err != nil {
		return nil, player.Player{}, err
	}
	return s, l.here[whom].player, l.mayTalk(by.ID)
}

// mayTalk refuses what somebody says to another whom the house does not hear.
func (l *Lobby) mayTalk(id player.ID) error {
	if l.cfg.Rights == nil {
		return nil
	}
	return table.MayTalk(l.cfg.Rights, id)
}

func (l *Lobby) mayInvite(v *table.Summary, by player.Player, seat rules.Seat, whom player.ID) error {
	who := l.here[whom]
	open := slices.ContainsFunc(v.Seats[:], func(s table.SeatSummary) bool { return s.Open })
	if seat < rules.SeatCount {
		open = v.Seats[seat].Open
	}
	switch {
	case by.Name == "" || v.Host.ID != by.ID && v.Held(by.ID) == 0:
		return ErrNotYours
	case who == nil || who.player.Name == "":
		return ErrNotHere
	case v.Held(whom) != 0 || whom == by.ID:
		return ErrSitsThere
	case !open || v.Phase == table.Finished:
		return ErrNoOpenSeat
	}
	return v.Terms.Admits(table.As(l.cfg.Rights, who.who()))
}

// post delivers an invitation, within bounds. The lock is held.
func (l *Lobby) post(by player.Player, whom player.ID, letter Invitation) error {
	now := l.cfg.Now()
	l.forget(now)
	m := l.mailOf(whom)
	same := func(i Invitation) bool { return i.From.ID == by.ID && i.Table == letter.Table }
	switch {
	case slices.ContainsFunc(m.letters, same):
		m.tell() // a session that went there has put it aside
		return nil
	case !m.refused[by.ID].IsZero():
		return ErrDeclined
	case len(l.sent[by.ID]) >= lettersSent:
		return ErrManyCalls
	case len(m.letters) >= lettersKept:
		return ErrMailFull
	}
	l.sent[by.ID] = append(l.sent[by.ID], now)
	if m.muted[by.ID] {
		return nil
	}
	l.letters++
	letter.Number, letter.Until = l.letters, now.Add(spell)
	m.letters = append(m.letters, letter)
	m.tell()
	l.soil()
	return nil
}
