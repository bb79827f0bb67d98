package present

import (
	"fmt"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Question is a request of other people to a person, such as to accept a draw or to vote. It
// stays until the person answers it or it is withdrawn.
type Question struct {
	ID              string // the same while the same question is asked
	Kind            table.Task
	Text            string // a sentence without a full stop: "Ada offers a draw"
	Rule            string // what the answer decides, where it is not plain from the text; a sentence
	Accept, Decline Intent
	Until           time.Time // when the question ends by itself; zero if no time is set
}

// Line returns the text of a question and how long it stays open: "Ada invites you: table 12, GAME, 10 minutes left".
func (q *Question) Line(now time.Time) string { return withTime(q.Text, q.Until, now) }

// Answers returns the question, how much time is left, and the words that answer it in plain mode.
func (q *Question) Answers(now time.Time) string {
	return fmt.Sprintf("%s. Type \"%s\" or \"%s\"", q.Line(now), q.Accept.Word(), q.Decline.Word())
}

// withTime adds to a text how much time is left. A zero time means no end.
func withTime(text string, until, now time.Time) string {
	left := until.Sub(now).Round(time.Minute)
	switch {
	case until.IsZero():
		return text
	case left < time.Minute:
		return text + ", less than a minute left"
	}
	return text + ", " + Duration(left) + " left"
}

// Intent describes what the server must do for an answer.
type Intent struct {
	Kind   table.CommandKind // the command to send to the table; 0 if there is none
	Seat   rules.Seat        // the seat of the command; NoSeat for any
	Resign bool              // whether the command is the resignation of Seat
	Choice table.Choice
	Rotate bool
	Hide   bool // whether the answer only hides the question

	Table    table.ID // the table to open first; 0 for the table at which the question is asked
	SeatName string   // name of Seat; empty if the command needs no seat
	Ignore   int      // number of the invitation to decline; 0 for none
}

// Command returns the command of an intent. It must have one.
func (i *Intent) Command(by player.Player) table.Command {
	c := table.Command{By: by, Kind: i.Kind, Seat: i.Seat, Choice: i.Choice, Rotate: i.Rotate, Answers: -1}
	if i.Resign {
		c.Action = rules.Action{Type: rules.Resign, Seat: i.Seat}
	}
	return c
}

// Word returns what a person types in plain mode to give the intent's command: "accept", "vote adjourn".
func (i *Intent) Word() string {
	switch {
	case i.Ignore != 0:
		return "ignore " + itoa(i.Ignore)
	case i.Table != 0 && i.Kind == table.Sit:
		return strings.TrimSpace("sit " + itoa(int(i.Table)) + " " + i.SeatName)
	case i.Table != 0:
		return "table " + itoa(int(i.Table))
	case i.Kind == 0:
		return ""
	case i.SeatName != "":
		return i.Kind.Word() + " " + i.SeatName
	case i.Resign:
		return "resign"
	case i.Choice != "":
		return i.Kind.Word() + " " + string(i.Choice)
	case i.Rotate:
		return i.Kind.Word() + " rotate"
	}
	return i.Kind.Word()
}

// questions returns the questions at a table that the viewer has not answered. The table decides what it asks.
func (t *Table) questions() (list []Question) {
	if t.Viewer.Board != Ordinary {
		return nil
	}
	asked := t.View.Tasks(t.Viewer.ID)
	for _, task := range table.Tasks {
		var q Question
		switch {
		case !asked.Has(task):
			continue
		case task == table.ToVote:
			q = t.voteQuestion()
		case task == table.ToResign:
			q = t.resignQuestion()
		case task == table.ToDraw:
			q = t.drawQuestion()
		case task == table.ToTakeback:
			q = t.takebackQuestion()
		case task == table.ToRematch:
			q = t.rematchQuestion()
		default: // the player answers by a move, or marks themselves as ready
			continue
		}
		q.Kind = task
		list = append(list, q)
	}
	return list
}

// resignQuestion asks whether the viewer's team resigns, which a partner proposes.
func (t *Table) resignQuestion() Question {
	f := t.facts()
	by := (t.View.Resigning & f.PartnersOf(t.InPlay)).First()
	return Question{
		ID: "resign " + f.Seats[by], Text: t.At().TeamResignation(by),
		Accept:  Intent{Kind: table.Play, Seat: (f.Side(by) & t.InPlay).First(), Resign: true},
		Decline: Intent{Kind: table.PlayOn, Seat: rules.NoSeat},
	}
}

func (t *Table) drawQuestion() Question {
	return Question{
		ID:      fmt.Sprintf("draw %s %d", t.View.Offer.By.ID, len(t.View.Moves)/rules.SeatCount),
		Text:    t.At().DrawOffer(),
		Rule:    DrawRule,
		Accept:  Intent{Kind: table.AcceptDraw, Seat: rules.NoSeat},
		Decline: Intent{Kind: table.DeclineDraw, Seat: rules.NoSeat},
	}
}

func (t *Table) takebackQuestion() Question {
	return Question{
		ID:      "takeback " + itoa(t.View.Takeback.To),
		Text:    t.At().Takeback(),
		Accept:  Intent{Kind: table.AcceptTakeback, Seat: rules.NoSeat},
		Decline: Intent{Kind: table.DeclineTakeback, Seat: rules.NoSeat},
	}
}

// voteQuestion asks whether the viewer votes like the player who voted last.
func (t *Table) voteQuestion() Question {
	last := t.View.Votes[len(t.View.Votes)-1]
	return Question{
		ID:      fmt.Sprintf("vote %s %s", last.By.ID, last.Choice),
		Text:    t.At().Vote(last),
		Accept:  Intent{Kind: table.Vote, Seat: rules.NoSeat, Choice: last.Choice},
		Decline: Intent{Hide: true},
	}
}

func (t *Table) rematchQuestion() Question {
	r := t.View.Rematch
	return Question{
		ID:      fmt.Sprintf("rematch %d %v", r.Accepted, r.Rotate),
		Text:    t.At().RematchOf(r.Accepted),
		Accept:  Intent{Kind: table.OfferRematch, Seat: rules.NoSeat, Rotate: r.Rotate},
		Decline: Intent{Kind: table.DeclineRematch, Seat: rules.NoSeat},
	}
}

// MyVote returns the viewer's vote, or "" if they have not voted.
func (t *Table) MyVote() table.Choice {
	for i := range t.View.Votes {
		if t.View.Votes[i].By.ID == t.Viewer.ID {
			return t.View.Votes[i].Choice
		}
	}
	return ""
}

// votesFor returns how many players have voted for a choice.
func (t *Table) votesFor(c table.Choice) int {
	n := 0
	for i := range t.View.Votes {
		if t.View.Votes[i].Choice == c {
			n++
		}
	}
	return n
}

// Requests returns sentences about what the viewer has asked the other players and they have not all
// answered: "You offered a draw; 2 of 4 accepted", "You offered a draw; waiting for Cid".
func (t *Table) Requests() (lines []string) {
	v, at := t.View, t.At()
	switch v.Phase {
	case table.Playing:
		if o := v.Offer; o != nil && t.InPlay&^o.Accepted == 0 {
			lines = append(lines, at.person(o.By, "offered", "offers")+" a draw; "+t.accepted(o.Accepted, v.Position.HasStake()))
		}
		if text := t.Proposal(); text != "" {
			lines = append(lines, text)
		}
		if u := v.Takeback; u != nil && t.InPlay != 0 && t.InPlay&^u.Accepted == 0 {
			lines = append(lines, at.Takeback()+"; "+t.accepted(u.Accepted, v.Position.MayAct()))
		}
		if mine := t.MyVote(); mine != "" {
			lines = append(lines, fmt.Sprintf("You voted %s (%d so far)", Choice(v, mine), t.votesFor(mine)))
		}
	case table.Finished:
		if r := v.Rematch; r != nil && v.Next == 0 && t.Held != 0 && t.Held&^r.Accepted == 0 {
			lines = append(lines, "You want"+at.rematch()+"; waiting for "+t.waitingFor(r.Accepted))
		}
	case table.Waiting:
	}
	return lines
}

// Proposal says that the viewer proposes that their team resign: "You offered to resign; waiting for Cid". It returns "" if they
// do not.
func (t *Table) Proposal() string {
	if t.View.Resigning&t.Held == 0 {
		return ""
	}
	return "You offered to resign; waiting for " + t.partnerNames()
}

// accepted tells which of the seats that are asked have accepted: it names the last player whose answer is missing.
func (t *Table) accepted(by, asked rules.Seats) string {
	missing := asked &^ by
	if missing != 0 && missing&^t.View.Held(t.View.Seats[missing.First()].Player.ID) == 0 {
		return "waiting for " + t.names(missing)
	}
	return fmt.Sprintf("%d of %d accepted", (by & asked).Count(), asked.Count())
}

// partnerNames names the partners of the viewer who are in the game: "Cid".
func (t *Table) partnerNames() string {
	return t.names(t.Partners & t.View.Position.MayAct() &^ t.Held)
}

// waitingFor names the players who have not accepted.
func (t *Table) waitingFor(accepted rules.Seats) string {
	return t.names(0x0F &^ accepted)
}

// names lists the players of seats, each once: "Cid and Ada".
func (t *Table) names(set rules.Seats) string {
	var names []string
	var named rules.Seats
	for seat := range set.All() {
		if p := &t.View.Seats[seat].Player; p.ID != "" && !named.Has(seat) {
			named |= t.View.Held(p.ID)
			names = append(names, Name(*p))
		}
	}
	if len(names) == 0 {
		return "the others"
	}
	return List(names)
}

// Choices returns what the viewer can vote for now, as far as a view can tell: the table still refuses a
// vote about the seat of a player who has not been away for long enough.
func (t *Table) Choices(now time.Time) []table.Choice {
	v := t.View
	long := false
	for s := range rules.Seat(rules.SeatCount) {
		since := v.Seats[s].AwaySince
		long = long || !since.IsZero() && v.Position.State[s].Expected() && now.Sub(since) >= table.ReplaceAfter
	}
	switch {
	case !t.Plays() || t.Viewer.Board != Ordinary:
		return nil
	case v.Adjourned:
		return []table.Choice{table.Resume}
	case long:
		return []table.Choice{table.Wait, table.Adjourn, table.OpenSeat, table.EndSeat}
	case len(absent(v)) > 0:
		return []table.Choice{table.Wait, table.Adjourn}
	}
	return []table.Choice{table.Adjourn}
}

// Absence returns a sentence about players who are away, an open seat, or an adjourned game: "Away: Bo". It returns
// "" if all players are present.
func (t *Table) Absence() string {
	v := t.View
	if v.Phase != table.Playing {
		return ""
	}
	away := absent(v)
	switch {
	case v.Adjourned:
		return "Clocks are stopped until all are back"
	case t.Held == 0 && t.Vacant() != 0:
		return "A seat is open"
	case len(away) > 0:
		return "Away: " + strings.Join(away, ", ")
	}
	return ""
}

// Vacant returns the seats of a running game that a spectator can take over.
func (t *Table) Vacant() rules.Seats {
	var set rules.Seats
	for s := range rules.Seat(rules.SeatCount) {
		if t.View.Phase == table.Playing && t.View.Seats[s].Vacant {
			set = set.With(s)
		}
	}
	return set
}
