package plain

import (
	"fmt"
	"time"

	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// teller puts a table into sentences for one person. It is made of values, and collects the
// sentences for the session to print.
type teller struct {
	at         *present.Table // the newest view, as the person sees it
	view       *table.View    // the position that the person looks at: the newest, or an earlier one
	narrator   *present.Narrator
	now        time.Time
	zone       *time.Location
	bots       bool   // whether the server has bots
	ssh        string // the command that connects to this server
	returnCode string // the code with which a guest can return; empty for others

	lines []string
	bell  int // number of the line before which the bell rings; 0 for none
}

// described returns what the view of the table means to the player. It is computed once for each view.
func (s *session) described() *present.Table {
	r := s.table
	if viewer := r.study.viewer(s.me.ID); r.words == nil || r.words.View != r.view || r.words.Viewer != viewer {
		r.words = present.For(r.view, viewer)
	}
	return r.words
}

// teller returns a teller for the table that the player has entered.
func (s *session) teller() *teller {
	r := s.table
	narrator := &present.Narrator{Style: s.speech.Style, Me: s.me.ID}
	for i, seat := range r.view.Seats {
		narrator.Seats[i] = seat.Player
	}
	return &teller{
		at: s.described(), view: r.looked(),
		narrator: narrator, now: s.clock(), zone: s.Club.Settings.Zone(), bots: s.Lobby.Bots(), returnCode: s.ReturnCode, ssh: s.SSHCommand,
	}
}

// say adds a sentence.
func (t *teller) say(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

// print prints what a teller has collected.
func (s *session) print(t *teller) {
	for i, line := range t.lines {
		if i+1 == t.bell && s.speech.bell {
			s.output.bell()
		}
		s.say("%s", line)
	}
}

// tell prints what the function `about` says about the table.
func (s *session) tell(about func(*teller)) {
	t := s.teller()
	about(t)
	s.print(t)
}

// news prints what has changed at the table since the last view that was reported. It ignores v if
// that view is newer.
func (s *session) news(v *table.View) {
	r := s.table
	old := r.view
	if v.Seq < old.Seq {
		return
	}
	r.view = v
	known := r.replay.Known(v.Moves)
	s.tell(func(t *teller) { t.tellNews(old, &r.said, r.replay) })
	if r.past != nil && len(r.past.Moves) > known {
		r.past = nil
	}
	s.continueLesson()
}

// reading returns a command that describes the table.
func (s *session) reading(describe func(*teller, string)) func(rest string) {
	return func(rest string) {
		t := s.teller()
		describe(t, rest)
		s.read(t.lines)
	}
}

// facts returns the facts of the table's game.
func (t *teller) facts() *rules.Facts { return t.view.Variant.Facts() }

// home returns the seat from whose point of view the board is described.
func (t *teller) home() rules.Seat {
	if seat := t.at.Held.First(); seat < rules.SeatCount {
		return seat
	}
	return 0
}

func (t *teller) square(sq rules.Square) string { return t.narrator.Square(t.facts(), sq) }

// lookingBack returns the reason why a person who looks at an earlier position cannot move, or ""
// if they look at the newest one.
func (t *teller) lookingBack() string {
	if t.view == t.at.View {
		return ""
	}
	return present.LookingBack(len(t.view.Moves), len(t.at.View.Moves), 0) + ". To return, type \"now\""
}
