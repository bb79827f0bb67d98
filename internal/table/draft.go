package table

import (
	"time"
)

// draft is what is being decided: events that are not stored yet, and the state
// as it will be then. If they cannot be stored it is thrown away.
type draft struct {
	*state
	now    time.Time
	actID  string // of the act that is decided; its first event carries it
	events []Event
}

// emit decides that something happened.
func (d *draft) emit(e Event) error {
	e.At = d.now
	if d.author(e) != "" {
		e.ActID, d.actID = d.actID, ""
	}
	return d.add(e)
}

func (d *draft) add(e Event) error {
	if err := d.apply(e); err != nil {
		return err
	}
	d.events = append(d.events, e)
	return nil
}

// conclude decides what follows by itself from what was decided.
func (d *draft) conclude() error {
	if d.offer != nil && !d.over() && d.offer.complete(d.game.Position.InPlay()) {
		if err := d.emit(Event{Kind: Agreed}); err != nil {
			return err
		}
	}
	if err := d.concede(); err != nil {
		return err
	}
	if d.over() {
		return d.emit(Event{Kind: Closed, Action: d.game.Position.Outcome.Why.String()})
	}
	return nil
}

// decisions is what is asked, and who decides it.
var decisions = map[Do]func(*draft, Act) error{
	Sit:     (*draft).sit,
	Stand:   (*draft).stand,
	Ready:   func(d *draft, a Act) error { return d.setReady(a, true) },
	Unready: func(d *draft, a Act) error { return d.setReady(a, false) },
	Play:    (*draft).play,
	Offer:   (*draft).offerDraw,
	Accept:  (*draft).accept,
	Decline: (*draft).decline,
	Lift:    (*draft).touch,
	PlayOn:  (*draft).playOn,
}

// decide decides an act; what it asks for and already is, needs no event.
func (d *draft) decide(a Act) error {
	decision, ok := decisions[a.Do]
	switch {
	case !ok:
		return refuse(Unasked)
	case a.By.ID == "" || a.By.Name == "":
		return refuse(Nameless)
	}
	d.actID = a.ID
	return decision(d, a)
}
