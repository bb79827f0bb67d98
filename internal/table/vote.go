package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/rules"
)

// How long people are waited for.
const (
	// GoneFor is how long somebody is away before the others may give his seat to
	// somebody else, or end his game. To adjourn they need not wait.
	GoneFor = 2 * time.Minute
	// adjournedFor is how long an adjourned game waits for all, or for most of
	// those who play. After that most of those who are there may go on.
	adjournedFor = 7 * day
)

// vote is how those who are there decide to go on without who is gone. Everybody
// who plays, is not gone and is not out has one voice, however many seats he
// has. What more than half of these voices want is done: at once to wait or to
// adjourn; to give the seat away or to end its game when somebody is gone long
// enough. Where nobody is gone, all have to want to adjourn. What was adjourned
// goes on when who was gone is back, or when more than half of all who play want
// it, gone or not.
type vote struct {
	votes     []VoteView // unchanging
	waits     time.Time  // when the last vote was to wait
	adjourned bool
	since     time.Time // of the adjourning
}

// choices are those that can be voted for as things stand.
func (s *state) choices() []Choice {
	switch {
	case s.vote.adjourned:
		return []Choice{GoOn}
	case s.anybodyGone():
		return []Choice{Wait, Adjourn, OpenSeat, EndSeat}
	}
	return []Choice{Adjourn}
}

// castVote decides what somebody votes for.
func (d *draft) castVote(a Act) error {
	if err := d.voice(a.By); err != nil {
		return err
	}
	if err := d.mayChoose(a.Choice); err != nil {
		return err
	}
	if slices.Contains(d.votes, VoteView{a.By, a.Choice}) {
		return d.conclude() // he may have come back with it, and that may be enough
	}
	if err := d.emit(Event{Kind: Voted, Player: &a.By, Action: string(a.Choice)}); err != nil {
		return err
	}
	return d.conclude()
}

func (d *draft) mayChoose(c Choice) error {
	possible := d.choices()
	switch {
	case !slices.Contains([]Choice{Wait, Adjourn, OpenSeat, EndSeat, GoOn}, c):
		return about(NoSuchChoice, words(possible))
	case d.vote.adjourned && c != GoOn:
		return refuse(IsAdjourned)
	case !d.vote.adjourned && c == GoOn:
		return refuse(NotAdjourned)
	case !slices.Contains(possible, c):
		return refuse(NobodyGone)
	case c == OpenSeat || c == EndSeat:
		if left := d.longGoneIn(); left > 0 {
			return about(NotGoneLong, Span(left))
		}
	}
	return nil
}

func words(list []Choice) string {
	var text []string
	for _, c := range list {
		text = append(text, string(c))
	}
	return strings.Join(text, ", ")
}

// span is a time in words, rounded up.
// Span is a time to wait in words: 40 s, 12 min, 3 h.
func Span(d time.Duration) string {
	if d > 2*time.Hour {
		return fmt.Sprintf("%d h", (d+time.Hour-1)/time.Hour)
	}
	if d > time.Minute {
		return fmt.Sprintf("%d min", (d+time.Minute-1)/time.Minute)
	}
	return fmt.Sprintf("%d s", (d+time.Second-1)/time.Second)
}

func (d *draft) takeVoteBack(a Act) error {
	if err := d.voice(a.By); err != nil {
		return err
	}
	if d.voteOf(a.By.ID) == "" {
		return refuse(NoVote)
	}
	return d.emit(Event{Kind: Unvoted, Player: &a.By})
}

// voteOf is what somebody votes for, empty if he does not.
func (s *state) voteOf(id player.ID) Choice {
	for _, v := range s.votes {
		if v.By.ID == id {
			return v.Choice
		}
	}
	return ""
}

// persons is who holds these seats, each once. Bots are none: they have no voice,
// and are never waited for.
func (s *state) persons(seats rules.Seats) []player.ID {
	var list []player.ID
	for seat := range members(seats) {
		if id := s.seats[seat].player.ID; id != "" && !id.Bot() && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// goneSeats is the seats in play whose players are gone.
func (s *state) goneSeats() rules.Seats {
	var set rules.Seats
	for seat := range members(s.game.Position.InPlay()) {
		if !s.gone[seat].IsZero() {
			set = set.With(seat)
		}
	}
	return set
}

func (s *state) anybodyGone() bool { return s.goneSeats() != 0 }

// hereToVote is who has a voice.
func (s *state) hereToVote() []player.ID {
	return s.persons(s.game.Position.InPlay() &^ s.goneSeats())
}

// carried is the choice that has enough voices, empty if none has. Only votes
// of those who are here count.
func (s *state) carried(now time.Time) Choice {
	here := s.hereToVote()
	need := len(here)/2 + 1
	switch {
	case s.vote.adjourned && now.Sub(s.vote.since) < adjournedFor:
		need = len(s.persons(s.game.Position.InPlay()))/2 + 1
	case !s.vote.adjourned && !s.anybodyGone():
		need = len(here)
	}
	count := map[Choice]int{}
	for _, id := range here {
		count[s.voteOf(id)]++
	}
	for _, c := range s.choices() {
		if need > 0 && count[c] >= need {
			return c
		}
	}
	return ""
}

// carry does what was voted for.
func (d *draft) carry() error {
	if len(d.votes) == 0 || d.over() {
		return nil
	}
	switch d.carried(d.now) {
	case Wait:
		return d.emit(Event{Kind: Waited})
	case Adjourn:
		return d.adjournNow()
	case GoOn:
		return d.emit(Event{Kind: Continued})
	case OpenSeat:
		return d.forLongGone(Vacated)
	case EndSeat:
		return d.endSeats()
	}
	return nil
}

func (s *state) voted(e Event) error {
	if s.heldBy(e.Player.ID)&s.game.Position.InPlay() == 0 || e.Action == "" {
		return fmt.Errorf("%q by who has no voice", e.Kind)
	}
	s.votes = append(s.without(e.Player.ID), VoteView{*e.Player, Choice(e.Action)})
	return nil
}

func (s *state) unvoted(e Event) error {
	if s.voteOf(e.Player.ID) == "" {
		return fmt.Errorf("%q by who has not voted", e.Kind)
	}
	s.votes = s.without(e.Player.ID)
	return nil
}

// without is a copy of the votes but for one person's.
func (s *state) without(id player.ID) []VoteView {
	return slices.DeleteFunc(slices.Clone(s.votes), func(v VoteView) bool { return v.By.ID == id })
}

// waited begins the waiting anew.
func (s *state) waited(e Event) error {
	s.votes, s.waits = nil, e.At
	return nil
}
