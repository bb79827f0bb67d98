package present

import (
	"fmt"
	"slices"
	"time"

	"quadrille/internal/table"
	"quadrille/rules"
)

// BeforeGame describes a table whose game has not started: what the viewer may do, and when the
// game starts.
type BeforeGame struct {
	*Table
	Server
}

// Server holds what a front end knows about the server, apart from the table.
type Server struct {
	Bots       bool          // whether the server has bots
	BotsIn     time.Duration // time until bots fill the empty seats of a seek; 0 if they never do
	PeopleOnly bool          // whether bots stay away because a player at the table wants none
	Return     string        // command with which a guest returns to the seat; empty for accounts
}

// ready reports whether the viewer has seats and is ready on all of them.
func (t *Table) ready() bool {
	for s := range t.Held.All() {
		if !t.View.Seats[s].Ready {
			return false
		}
	}
	return t.Held != 0
}

// Open returns the open seats of a table.
func (t *Table) Open() (set rules.Seats) {
	for s := range rules.Seat(rules.SeatCount) {
		if t.View.Seats[s].Open {
			set = set.With(s)
		}
	}
	return set
}

// PartnerOf returns the name of a seat's partner seat, and the name of the player there, if
// any. It returns "" if the seat has no partner.
func (t *Table) PartnerOf(s rules.Seat) string {
	f := t.facts()
	for p := range rules.Seat(rules.SeatCount) {
		if f.Partners(s, p) && !t.View.Seats[p].Closed {
			if name := Occupant(t.View, p); name != "" {
				return name + ", " + Seat(f, p)
			}
			return Seat(f, p)
		}
	}
	return ""
}

// Removed returns a sentence that says that the host or a moderator has removed the viewer from
// a seat, and why. It returns "" if that did not happen, or if the viewer has a seat again.
func (t *Table) Removed() string {
	if t.View.Phase != table.Waiting || t.Held != 0 {
		return ""
	}
	for _, removal := range slices.Backward(t.View.Removals) {
		if removal.Player.ID == t.Viewer.ID {
			return t.At().Removal(&removal)
		}
	}
	return ""
}

// Taken says how many seats are taken and ready: "2 of 4 seats, 1 ready".
func (b *BeforeGame) Taken() string {
	taken, ready, all := 0, 0, 0
	for i := range b.View.Seats {
		s := &b.View.Seats[i]
		if s.Closed {
			continue
		}
		if all++; !s.Open {
			taken++
		}
		if s.Ready {
			ready++
		}
	}
	return fmt.Sprintf("%d of %d seats, %d ready", taken, all, ready)
}

// Advice returns sentences, most important first. Each has shorter forms, longest first, for a
// screen without room. The parameter `partner` is the partner of the selected seat, or "".
func (b *BeforeGame) Advice(partner string) (list [][]string) {
	if b.View.Terms.Seek && b.Held != 0 && !b.ready() {
		list = append(list, []string{"The seek waits until you are ready."})
	}
	if bots := SeekBots(b.BotsIn, b.PeopleOnly); bots != "" {
		list = append(list, []string{bots + "."})
	}
	if partner != "" {
		list = append(list, []string{"Your partner would be " + partner + "."})
	}
	starts, talk := b.Starts(), ""
	if b.asksForChat() {
		accept, all := b.chatConsents()
		talk = fmt.Sprintf(" Players can chat during the game only if all accept: %d of %d so far.", accept, all)
	}
	texts := []string{starts[0] + " " + b.seatsEach() + talk}
	for _, text := range starts {
		texts = append(texts, text+talk)
	}
	if talk != "" {
		texts = append(texts, starts...)
	}
	return append(list, texts)
}

// Seeking says that the viewer's seek is open, and when bots join it. It returns "" at other tables.
func (b *BeforeGame) Seeking() string {
	if !b.LeavingEndsSeek() || !b.ready() {
		return ""
	}
	text := "You are ready, and the game starts automatically"
	if bots := SeekBots(b.BotsIn, b.PeopleOnly); bots != "" {
		text += ". " + bots
	}
	return text
}

// LeavingEndsSeek reports whether the viewer's seek ends when they leave the table.
func (t *Table) LeavingEndsSeek() bool {
	return t.View.Terms.Seek && t.View.Phase == table.Waiting && t.Held != 0
}

// SeekBots says in how much time bots fill the empty seats of a seek, or that a player wants none. It returns "" if bots never
// fill them.
func SeekBots(in time.Duration, peopleOnly bool) string {
	switch {
	case in > 0:
		return "Bots join in " + Duration(in)
	case peopleOnly:
		return "No bots join while a player here wants none"
	}
	return ""
}

// Next says what the viewer does next: a text, the command for it, and what happens afterwards, or "" if nothing is known. The
// command is nil if they can only wait.
func (b *BeforeGame) Next() (text string, do *Intent, then string) {
	open := b.Open()
	switch {
	case b.Held == 0 && open == 0:
		return Capital(table.Refuse(table.Full).Error()), nil, ""
	case b.Held == 0:
		return "To take the first open seat", &Intent{Kind: table.Sit, SeatName: b.facts().Seats[open.First()]}, ""
	case b.ready():
		return b.Starts()[0], nil, ""
	case b.botsFill():
		then = b.Starts()[0]
	}
	return "When you are ready", &Intent{Kind: table.Ready}, then
}

// botsFill reports whether bots take the open seats when all players are ready.
func (b *BeforeGame) botsFill() bool { return b.View.Terms.Bots > 0 && b.Bots && b.Open() != 0 }

// Starts returns a sentence that says when the game will start, and shorter forms of it.
func (b *BeforeGame) Starts() []string {
	if level := b.View.Terms.Bots; b.botsFill() {
		return []string{
			fmt.Sprintf("When all players are ready, level %d bots take the open seats and the game starts.", level),
			fmt.Sprintf("When all are ready, level %d bots take the open seats.", level),
			fmt.Sprintf("Level %d bots take the open seats.", level),
		}
	}
	return []string{"The game starts when every seat is taken and everyone is ready.", "The game starts when all are ready."}
}

// seatsEach returns a sentence that says how many seats a player may have.
func (t *Table) seatsEach() string {
	switch n := t.View.Terms.SeatLimit(); n {
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
func (t *Table) chatConsents() (accept, all int) {
	for s := range t.View.Seats {
		if t.View.Seats[s].AcceptsChat {
			accept++
		}
		if !t.View.Seats[s].Closed {
			all++
		}
	}
	return accept, all
}

// asksForChat reports whether chat during the game needs the consent of all players.
func (t *Table) asksForChat() bool { return t.View.Terms.Chat && t.facts().ChatConsent }

// Entry is one line of the menu before the game.
type Entry struct {
	Label       string
	Brief       string         // shorter label, for a narrow panel
	Command     *table.Command // nil if the entry sends no command
	AddsBot     bool           // whether the entry asks for the seat and the level of a new bot
	ReasonLabel string         // label of the prompt for a reason; empty if the entry needs no reason
	Partner     string         // partner of the seat that the entry offers; empty if there is none
}

// ReadyLabel is the label of the entry that marks the player as ready.
const ReadyLabel = "I am ready"

// Entries returns the entries of the menu.
func (b *BeforeGame) Entries() (list []Entry) {
	home, ready := b.Held.First(), b.ready()
	if b.Held != 0 && !ready {
		list = append(list, Entry{Label: ReadyLabel, Command: &table.Command{Kind: table.Ready, Seat: home}})
	}
	list = append(list, b.openSeats()...)
	if ready {
		list = append(list, Entry{Label: "I am not ready", Command: &table.Command{Kind: table.Unready, Seat: home}})
	}
	if b.asksForChat() && b.Held != 0 {
		list = append(list, b.chatConsent(home))
	}
	for s := range b.Held.All() {
		list = append(list, Entry{Label: "Leave seat " + Seat(b.facts(), s), Command: &table.Command{Kind: table.Stand, Seat: s}})
	}
	if b.View.Host.ID == b.Viewer.ID {
		if b.View.Terms.AdmitsBots() && b.Bots && b.Open() != 0 {
			list = append(list, Entry{Label: "Add a bot", AddsBot: true})
		}
		list = append(list, b.removable()...)
	}
	return append(list, Entry{Label: "Back to the lobby"})
}

// openSeats returns one entry for each open seat: the viewer sits down there or, if they
// already have the only seat that a player may have, changes to it.
func (t *Table) openSeats() (list []Entry) {
	held, limit, how := t.Held.Count(), t.View.Terms.SeatLimit(), "Sit down as "
	switch {
	case held > 0 && limit == 1:
		how = "Change to "
	case held >= limit:
		return nil
	}
	for s := range t.Open().All() {
		list = append(list, Entry{
			Label: how + Seat(t.facts(), s), Partner: t.PartnerOf(s), Command: &table.Command{Kind: table.Sit, Seat: s},
		})
	}
	return list
}

// chatConsent returns the entry with which a player accepts or declines chat during the game.
func (t *Table) chatConsent(home rules.Seat) Entry {
	if t.View.Seats[home].AcceptsChat {
		return Entry{Label: "Decline chat", Command: &table.Command{Kind: table.DeclineChat, Seat: home}}
	}
	return Entry{Label: "Accept chat", Command: &table.Command{Kind: table.AcceptChat, Seat: home}}
}

// removable returns the host's menu entries for removing bots, players who are away, and players
// who are not ready.
func (t *Table) removable() (list []Entry) {
	for s := range rules.Seat(rules.SeatCount) {
		seat := &t.View.Seats[s]
		bot := seat.Player.ID.Bot()
		if seat.Player.ID == "" || seat.Player.ID == t.Viewer.ID || seat.Ready && seat.Present && !bot {
			continue
		}
		e := Entry{Label: "Remove " + Occupant(t.View, s), Command: &table.Command{Kind: table.Unseat, Seat: s}}
		// name the seat of a bot, or of a player who has several seats
		if word := Seat(t.facts(), s); bot || t.View.Held(seat.Player.ID).Count() > 1 {
			e.Label += " from " + word
			e.Brief = "Remove " + word
		}
		if !bot {
			e.ReasonLabel = "Reason (optional):"
		}
		list = append(list, e)
	}
	return list
}
