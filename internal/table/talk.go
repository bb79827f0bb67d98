package table

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// Bounds on what is said. Everything said stays in the log; views show the
// newest lines.
const (
	maxLineCells = 300
	linesShown   = 100
	// In so short a time one person says that much, and all together what fits
	// into what is shown, so that nobody's lines drive out another's unread.
	// company is how long a line waits for others, to be stored with them, and
	// linesTogether how many do.
	company       = 50 * time.Millisecond
	linesTogether = 64
	lately        = 20 * time.Second
	linesEach     = 5
	linesOfAll    = linesShown / 2
	maxMuted      = 50
	MaxWhyCells   = 80
	maxIDBytes    = 256
)

// talk is what was said at a table, and who may not. Its lists do not change:
// what follows are new ones, or the same grown at the end.
type talk struct {
	lines      []Line // to all
	gallery    []Line // to those who do not play
	muted      []player.Player
	mayPlayers bool // while the game is on; settled when it begins
}

// mayTalk reports whether the terms let the players talk during the game, and
// where the game wants it (Q14) everybody agreed.
func (s *state) mayTalk() bool {
	if !s.terms.Talk || !s.variant.Facts().TalkConsent {
		return s.terms.Talk
	}
	return s.seatsWhere(func(s *seat) bool { return !s.closed && !s.consents }) == 0
}

// involved reports whether somebody sits here, or sat here when the game was on:
// he hears nothing of the gallery.
func (s *state) involved(id player.ID) bool {
	return s.heldBy(id) != 0 || contains(s.replaced, id)
}

func contains(list []player.Player, id player.ID) bool { return position(list, id) >= 0 }

func position(list []player.Player, id player.ID) int {
	return slices.IndexFunc(list, func(p player.Player) bool { return p.ID == id })
}

// say decides what somebody says, and to whom.
func (d *draft) say(a Act) error {
	kind := Said
	if d.phase == Playing && !d.involved(a.By.ID) {
		kind = Remarked
	}
	switch {
	case contains(d.muted, a.By.ID):
		return refuse(MutedHere)
	case kind == Said && d.phase == Playing && (!d.mayPlayers || d.heldBy(a.By.ID) == 0):
		return refuse(Silent)
	case d.tooMuch(kind, a.By.ID):
		return refuse(TalksTooMuch)
	}
	if err := d.houseMutes(a.By.ID); err != nil {
		return err
	}
	text, err := player.CleanLine(a.Text, maxLineCells)
	if err != nil {
		return err
	}
	return d.emit(Event{Kind: kind, Player: &a.By, Text: text})
}

func (d *draft) tooMuch(kind Kind, by player.ID) bool {
	list, own, all := d.lines, 0, 0
	if kind == Remarked {
		list = d.gallery
	}
	for _, l := range slices.Backward(list) {
		if d.now.Sub(l.At) >= lately {
			break
		}
		all++
		if l.By.ID == by {
			own++
		}
	}
	return own >= linesEach || all >= linesOfAll
}

func (s *state) said(e Event) error { return s.hear(&s.lines, e) }

func (s *state) remarked(e Event) error { return s.hear(&s.gallery, e) }

func (s *state) hear(list *[]Line, e Event) error {
	if e.Text == "" {
		return fmt.Errorf("%q without a text", e.Kind)
	}
	*list = append(*list, Line{Number: s.seq + 1, At: e.At, By: *e.Player, Text: e.Text})
	*list = (*list)[max(0, len(*list)-linesShown):]
	return nil
}

// silence decides whether somebody may talk at the host's table.
func (d *draft) silence(a Act, muted bool) error {
	kind := Unmuted
	if muted {
		kind = Muted
	}
	switch {
	case a.By.ID != d.host.ID:
		return refuse(HostOnly)
	case a.Whom.ID == "" || a.Whom.ID == a.By.ID || len(a.Whom.ID) > maxIDBytes:
		return refuse(Unasked)
	case contains(d.muted, a.Whom.ID) == muted:
		return nil
	}
	whom := player.Player{ID: a.Whom.ID, Name: player.Shown(a.Whom.Name, player.MaxNameCells)}
	return d.emit(Event{Kind: kind, Player: &a.By, Whom: &whom})
}

// mute folds that somebody says no more; beyond a bound the oldest is forgotten.
func (s *state) mute(e Event) error {
	if e.Whom == nil || e.Whom.ID == "" {
		return fmt.Errorf("%q whom", e.Kind)
	}
	s.muted = append(slices.Clone(s.muted), *e.Whom)
	s.muted = s.muted[max(0, len(s.muted)-maxMuted):]
	return nil
}

func (s *state) unmute(e Event) error {
	if e.Whom == nil || !contains(s.muted, e.Whom.ID) {
		return fmt.Errorf("%q who was not", e.Kind)
	}
	i := position(s.muted, e.Whom.ID)
	s.muted = slices.Delete(slices.Clone(s.muted), i, i+1)
	return nil
}

// agreeToTalk decides that somebody consents to talk before the start, or not.
func (d *draft) agreeToTalk(a Act, yes bool) error {
	a.Seat = rules.NoSeat // he is one person, whatever he holds
	held, err := d.mine(a)
	switch {
	case err != nil:
		return err
	case !d.terms.Talk || !d.variant.Facts().TalkConsent:
		return refuse(SilentTable)
	case d.seats[first(held)].consents == yes:
		return nil
	case yes:
		return d.emit(Event{Kind: Consented, Player: &a.By})
	}
	return d.emit(Event{Kind: Dissented, Player: &a.By})
}

func (s *state) setConsent(e Event, yes bool) error {
	held := s.heldBy(e.Player.ID)
	if held == 0 {
		return fmt.Errorf("%q by who has no seat", e.Kind)
	}
	for seat := range members(held) {
		s.seats[seat].consents = yes
	}
	return nil
}
