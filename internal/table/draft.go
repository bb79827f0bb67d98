package table

import (
	"strings"
	"time"

	"quadrille/internal/player"
)

// draft is what is being decided: events that are not stored yet, and the state
// as it will be then. If they cannot be stored it is thrown away.
type draft struct {
	*state
	now    time.Time
	up     time.Time            // since when the table runs
	here   func(player.ID) bool // whether somebody looks on
	rights Rights               // of the house
	// newGames reports whether the game may begin now; nil: always.
	newGames func() bool
	bots     bool      // whether there are any
	marks    player.ID // an account that is to be marked as a machine before this is kept
	actID    string    // of the act that is decided; its first event carries it
	events   []Event
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

// conclude decides what follows by itself from what was decided, and what
// follows from that.
func (d *draft) conclude() error {
	for before := -1; before != len(d.events); {
		before = len(d.events)
		for _, follow := range []func() error{d.drawn, d.concede, d.takeBack, d.playAhead, d.carry} {
			if err := follow(); err != nil {
				return err
			}
		}
	}
	return d.end()
}

func (d *draft) drawn() error {
	if d.offer == nil || d.over() || !d.offer.complete(d.game.Position.InPlay()) {
		return nil
	}
	return d.emit(Event{Kind: Agreed})
}

func (d *draft) end() error {
	if !d.over() {
		return nil
	}
	o := &d.game.Position.Outcome
	winners := strings.ReplaceAll(d.names(o.Winners), ",", "")
	return d.emit(Event{Kind: Closed, Action: o.Why.String(), Text: winners})
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

	Consent: func(d *draft, a Act) error { return d.agreeToTalk(a, true) },
	Dissent: func(d *draft, a Act) error { return d.agreeToTalk(a, false) },
	Say:     (*draft).say,
	Mute:    func(d *draft, a Act) error { return d.silence(a, true) },
	Unmute:  func(d *draft, a Act) error { return d.silence(a, false) },

	Premove: (*draft).keepForLater,
	Recall:  (*draft).recall,

	AskUndo:    (*draft).askUndo,
	AgreeUndo:  (*draft).agreeUndo,
	RefuseUndo: (*draft).refuseUndo,

	Vote:   (*draft).castVote,
	Unvote: (*draft).takeVoteBack,

	Unseat:   (*draft).unseat,
	BringBot: (*draft).bringBot,

	Rematch:   (*draft).wantRematch,
	NoRematch: (*draft).noRematch,
}

// afterwards is what can still be asked when the game is over.
var afterwards = map[Do]bool{Say: true, Mute: true, Unmute: true, Rematch: true, NoRematch: true}

// decide decides an act; what it asks for and already is, needs no event.
func (d *draft) decide(a Act) error {
	decision, ok := decisions[a.Do]
	switch {
	case !ok:
		return refuse(Unasked)
	case a.By.ID == "" || a.By.Name == "":
		return refuse(Nameless)
	case d.phase == Finished && !afterwards[a.Do]:
		return refuse(GameOver)
	}
	d.actID = a.ID
	if d.phase == Playing && d.isGone(a.By.ID) { // who does something is back
		if err := d.comeBack(a.By.ID); err != nil {
			return err
		}
	}
	a.By = As(d.rights, a.By)
	if err := decision(d, a); err != nil {
		return err
	}
	if a.By.Machine && d.heldBy(a.By.ID) != 0 {
		d.marks = a.By.ID
	}
	return nil
}
