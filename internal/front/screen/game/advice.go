package game

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/draw"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Advice contains the facts that determine the sentences below the menu, for one viewer of a
// table before its game.
type Advice struct {
	View       *table.View
	Seated     bool          // whether the viewer has a seat
	Ready      bool          // whether the viewer is ready on all seats that they have
	Bots       bool          // whether the server has bots
	BotsIn     time.Duration // time until bots fill the empty seats of a seek; 0 if they never do
	PeopleOnly bool          // whether bots stay away because a player at the table wants none
	ReturnCode string        // code with which a guest can return to the seat; empty for accounts
	Partner    string        // partner of the selected seat; empty if there is none
}

// Lines returns the sentences that fit into a box, most important first.
func (w *Advice) Lines(width, room int) []string {
	var lines []string
	if w.ReturnCode != "" && w.Seated { // a guest can return only with this code, so the code comes first
		lines = append(draw.Wrap("To return to your seat, run:", width), draw.Wrap("ssh -t HOST return "+w.ReturnCode, width)...)
		if len(lines) > room {
			lines = lines[1:]
		}
	}
	add := func(texts ...string) { // appends the first of the texts for which there is room, if any
		for _, text := range texts {
			part := draw.Wrap(text, width)
			if len(lines) > 0 {
				part = append([]string{""}, part...)
			}
			if len(lines)+len(part) <= room {
				lines = append(lines, part...)
				return
			}
		}
	}
	if w.View.Terms.Seek && w.Seated && !w.Ready {
		add("The seek waits until you are ready.")
	}
	if w.BotsIn > 0 {
		add("Bots fill the empty seats in "+present.Duration(w.BotsIn)+".", "Bots join in "+present.Duration(w.BotsIn)+".")
	}
	if w.PeopleOnly {
		add("No bots: a player here waits for people only.", "No bots while a player here wants none.")
	}
	if w.Partner != "" {
		add("Your partner would be " + w.Partner + ".")
	}
	begins, talk := w.StartCondition(), ""
	if needsChatConsent(w.View) {
		accept, all := w.chatConsents()
		talk = fmt.Sprintf(" Players can chat during the game only if all accept: %d of %d so far.", accept, all)
	}
	texts := []string{begins + " " + w.seatsEach() + talk, begins + talk}
	for _, brief := range w.shortConditions() {
		texts = append(texts, brief+talk)
	}
	add(slices.Concat(texts, []string{begins}, w.shortConditions())...)
	return lines
}

// StartCondition returns a sentence that says when the game will start.
func (w *Advice) StartCondition() string {
	if w.botsFill() {
		return fmt.Sprintf("When all players are ready, level %d bots take the open seats and the game starts.", w.View.Terms.Bots)
	}
	return "The game starts when every seat is taken and everyone is ready."
}

// shortConditions returns shorter forms of the sentence that StartCondition returns, longest
// first.
func (w *Advice) shortConditions() []string {
	if w.botsFill() {
		level := w.View.Terms.Bots
		return []string{
			fmt.Sprintf("When all are ready, level %d bots take the open seats.", level),
			fmt.Sprintf("Level %d bots take the open seats.", level),
		}
	}
	return []string{"The game starts when all are ready."}
}

// botsFill reports whether bots take the open seats when the game starts.
func (w *Advice) botsFill() bool {
	return w.View.Terms.Bots > 0 && w.Bots && OpenSeats(w.View) != 0
}

// seatsEach returns a sentence that says how many seats a player may have.
func (w *Advice) seatsEach() string {
	switch n := w.View.Terms.SeatLimit(); n {
	case 1:
		return "One seat per player."
	case rules.SeatCount:
		return "A player may take several seats."
	default:
		return fmt.Sprintf("A player may take up to %d seats.", n)
	}
}

// chatConsents returns how many seats have agreed that players may chat during the game, and
// how many seats there are.
func (w *Advice) chatConsents() (accept, all int) {
	for s := range w.View.Seats {
		if w.View.Seats[s].AcceptsChat {
			accept++
		}
		if !w.View.Seats[s].Closed {
			all++
		}
	}
	return accept, all
}

// OpenSeats returns the open seats of a table.
func OpenSeats(v *table.View) rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if v.Seats[s].Open {
			set = set.With(s)
		}
	}
	return set
}

// needsChatConsent reports whether chat during the game needs the consent of all players.
func needsChatConsent(v *table.View) bool {
	return v.Terms.Chat && v.Variant.Facts().ChatConsent
}
