package decide

import (
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// Decision holds the events of one command before they are stored, and the state after these
// events. The decision is discarded if the events cannot be stored.
type Decision struct {
	State     *fold.State
	Now       time.Time
	Env       Env
	Marks     player.ID // account to mark as a bot account before the events are stored
	Events    []table.Event
	commandID string    // ID of the command, stored with the first event of its author
	by        player.ID // author of the command
}

// Env holds the facts that a decision needs in addition to the table's log.
type Env struct {
	UpSince time.Time            // when the server started
	Outages clock.Outages        // periods that count for no duration
	Present func(player.ID) bool // reports whether a person is connected to the table
	Rights  table.Rights         // nil means no restrictions
	// NewGames reports whether games may start now; nil means always.
	NewGames func() bool
	Bots     bool // whether the server has bots
	// Vacation returns when the vacation of a player ends, or the zero time if the player
	// has none. Nil means that there are no vacations.
	Vacation func(player.ID) time.Time
	Invited  func(player.ID) bool // reports whether a person was invited to the table; nil means that nobody was
	// MayPair returns a refusal if a person may not be paired with other people now. Nil means
	// that everybody may.
	MayPair func(player.ID) error
	// Expected returns the number of invited people who are connected to the table and have
	// no seat yet. Bots leave one seat open for each of these people. If Expected is nil,
	// nobody is expected.
	Expected func() int
	// Roll returns a random number from 0 to n-1, with which the table draws an action by lot.
	Roll func(n int) int
}

// since returns how long ago an event was, without the outages of the server since then.
func (d *Decision) since(at time.Time) time.Duration {
	return d.Now.Sub(at) - d.Env.Outages.Between(at, d.Now)
}

// emit adds an event to the decision and gives it the decision's time. The first event of the
// command's author also gets the command's ID.
func (d *Decision) emit(e table.Event) error {
	e.At = d.Now
	if d.by != "" && d.State.Author(e) == d.by {
		e.CommandID, d.commandID = d.commandID, ""
	}
	return d.add(e)
}

func (d *Decision) add(e table.Event) error {
	if err := d.State.Apply(e); err != nil {
		return err
	}
	d.Events = append(d.Events, e)
	return nil
}

// conclude adds the events that follow from the events added so far, such as the end of the
// game. It repeats this until no more events follow.
func (d *Decision) conclude() error {
	for before := -1; before != len(d.Events); {
		before = len(d.Events)
		for _, follow := range []func() error{d.drawn, d.resignProposed, d.takeBack, d.drawLots, d.playPremoves, d.applyVotes} {
			if err := follow(); err != nil {
				return err
			}
		}
	}
	return d.end()
}

func (d *Decision) drawn() error {
	if d.State.Offer == nil || d.State.Over() || !d.State.Offer.Complete(d.State.Game.Position.HasStake()) {
		return nil
	}
	return d.emit(table.Event{Kind: table.DrawAgreed})
}

// drawLots plays the turns that are decided by lot. They follow in the same transaction as the
// action before them, so no table ever waits for one.
func (d *Decision) drawLots() error {
	for d.State.ByLot() {
		seat := d.State.Actor()
		a := rules.DrawLot(d.State.Variant, &d.State.Game.Position, d.Env.Roll)
		plain := rules.Plain(d.State.Variant.Facts(), seat, a)
		if err := d.emit(table.Event{Kind: table.Acted, Seat: &seat, Action: plain, Text: table.LotText}); err != nil {
			return err
		}
	}
	return nil
}

func (d *Decision) end() error {
	if !d.State.Over() {
		return nil
	}
	o := &d.State.Game.Position.Outcome
	winners := strings.ReplaceAll(d.State.SeatNames(o.Winners), ",", "")
	return d.emit(table.Event{Kind: table.Closed, Action: o.Termination.String(), Text: winners})
}

// decision holds the functions that handle one kind of command. Both may assume that the
// command's row in [table.Commands] permits it.
type decision struct {
	// check returns a refusal if the command is not possible now. It only reads, and `do` does
	// not refuse what `check` permits, so [Decision.Check] can answer for a command that nobody
	// has given yet. Nil permits the command always.
	check func(*Decision, table.Command) error
	do    func(*Decision, table.Command) error // adds the events of the command, or none if it has no effect
}

// decisions has an entry for each kind of command.
var decisions = map[table.CommandKind]decision{
	table.Sit:         {checkSit, sit},
	table.Stand:       {checkStand, stand},
	table.Ready:       {checkReady, setReady},
	table.Unready:     {nil, setUnready},
	table.Play:        {checkPlay, play},
	table.OfferDraw:   {nil, offerDraw},
	table.AcceptDraw:  {checkDrawOffered, acceptDraw},
	table.DeclineDraw: {checkDrawOffered, declineDraw},
	table.Lift:        {checkLift, liftPiece},
	table.PlayOn:      {checkPlayOn, playOn},
	table.Abort:       {checkAbort, abort},

	table.AcceptChat:  {checkConsent, func(d *Decision, a table.Command) error { return setConsent(d, a, true) }},
	table.DeclineChat: {checkConsent, func(d *Decision, a table.Command) error { return setConsent(d, a, false) }},
	table.Chat:        {checkChat, chat},
	table.TeamChat:    {checkTeamChat, teamChat},
	table.Mute:        {checkMuted, func(d *Decision, a table.Command) error { return setMuted(d, a, true) }},
	table.Unmute:      {checkMuted, func(d *Decision, a table.Command) error { return setMuted(d, a, false) }},

	table.Premove:       {checkPremove, setPremove},
	table.CancelPremove: {checkCancelPremove, cancelPremove},

	table.OfferTakeback:   {checkOfferTakeback, offerTakeback},
	table.AcceptTakeback:  {checkTakebackOffered, acceptTakeback},
	table.DeclineTakeback: {checkTakebackOffered, declineTakeback},

	table.Vote:   {checkVote, castVote},
	table.Unvote: {checkUnvote, withdrawVote},

	table.Unseat: {checkUnseat, unseat},
	table.AddBot: {checkAddBot, addBot},

	table.OfferRematch:   {checkRematch, offerRematch},
	table.DeclineRematch: {checkNoRematch, declineRematch},
}

// Command adds the events of a command, or returns a refusal. A command without an effect
// adds no events.
func (d *Decision) Command(a table.Command) error {
	if err := d.allows(a); err != nil {
		return err
	}
	d.commandID, d.by = a.ID, a.By.ID
	if d.returns(a.By.ID) {
		if err := markReturned(d, a.By.ID); err != nil {
			return err
		}
	}
	a.By = table.WithBotMark(d.Env.Rights, a.By)
	if err := decisions[a.Kind].refusal(d, a); err != nil {
		return err
	}
	if err := decisions[a.Kind].do(d, a); err != nil {
		return err
	}
	if a.By.BotAccount && d.State.HeldBy(a.By.ID) != 0 {
		d.Marks = a.By.ID
	}
	return nil
}

// Check returns the refusal that [Decision.Command] would return now, or nil. It adds no events
// and does not change the state, so the state may be the one that the table uses.
func (d *Decision) Check(a table.Command) error {
	if err := d.allows(a); err != nil {
		return err
	}
	d, err := d.asReturned(a.By.ID)
	if err != nil {
		return err
	}
	a.By = table.WithBotMark(d.Env.Rights, a.By)
	return decisions[a.Kind].refusal(d, a)
}

// asReturned returns the decision in which the given person has come back. If the person is not
// away, this is d, and otherwise a copy of d.
func (d *Decision) asReturned(id player.ID) (*Decision, error) {
	if !d.returns(id) {
		return d, nil
	}
	state, next := *d.State, *d // the return of a player changes no part of the state that copies share
	next.State, next.Events = &state, nil
	return &next, markReturned(&next, id)
}

func (r decision) refusal(d *Decision, a table.Command) error {
	if r.check == nil {
		return nil
	}
	return r.check(d, a)
}

// returns reports whether a command of the given person ends their absence: a player who gives
// any command counts as present again.
func (d *Decision) returns(id player.ID) bool {
	return d.State.Phase == table.Playing && d.State.IsAway(id)
}

// allows returns a refusal if there is no such command, or if it is given in the wrong phase or
// by a person who may not give it.
func (d *Decision) allows(a table.Command) error {
	row, ok := a.Kind.Row()
	switch {
	case !ok:
		return table.Refuse(table.UnknownCommand)
	case a.By.ID == "" || a.By.Name == "":
		return table.Refuse(table.NoName)
	}
	by := a.By.ID
	phase, held := d.State.Phase, d.State.HeldBy(by)
	if !row.In.Has(phase) {
		switch {
		case phase == table.Finished:
			return table.Refuse(table.GameOver)
		case row.In.Has(table.Finished):
			return table.Refuse(table.NotOver)
		case phase == table.Waiting:
			return table.Refuse(table.NotStarted)
		}
		return table.Refuse(table.AlreadyStarted)
	}
	who := row.By
	if who == table.ByHostOrPlaying {
		if who = table.ByHost; phase != table.Waiting {
			who = table.ByPlaying
		}
	}
	switch {
	case who == table.ByHost && by != d.State.Host.ID:
		return table.Refuse(table.HostOnly)
	case who == table.ByAnyone, who == table.ByHost:
	case held == 0 && phase == table.Finished:
		return table.Refuse(table.DidNotPlay)
	case held == 0:
		return table.Refuse(table.NotSeated)
	case who == table.ByPlaying && held&d.State.Game.Position.MayAct() == 0:
		return table.Refuse(table.YouAreEliminated)
	}
	return nil
}

// Must adds an event, and panics if the event cannot be applied.
func (d *Decision) Must(e table.Event) {
	if err := d.add(e); err != nil {
		panic(err)
	}
}

// mayChat returns a refusal if the club has muted the given person.
func (d *Decision) mayChat(id player.ID) error {
	if d.Env.Rights == nil {
		return nil
	}
	return table.MayChat(d.Env.Rights, id)
}

// mayBegin returns a refusal while the server starts no new games.
func (d *Decision) mayBegin() error {
	if d.Env.NewGames != nil && !d.Env.NewGames() {
		return table.Refuse(table.GamesPaused)
	}
	return nil
}

// mayPair returns a refusal if the given person left games lately, and may not join other people
// for a while. It permits a seat at tables at which people meet by arrangement: the person's own,
// private and correspondence games, boards of club evenings, rematches, and tables to which the
// person was invited.
func (d *Decision) mayPair(id player.ID) error {
	s := d.State
	if d.Env.MayPair == nil || id.Bot() || id == s.Host.ID || s.Terms.Private != table.ForAll ||
		s.Terms.Evening != nil || s.Terms.Clock.Correspondence() || s.Rematch.After != 0 ||
		d.Env.Invited != nil && d.Env.Invited(id) {
		return nil
	}
	return d.Env.MayPair(id)
}

// mayRate returns a refusal if the table is rated and the club does not rate the games of
// the given player.
func (d *Decision) mayRate(id player.ID) error {
	if d.State.Terms.Rated && d.Env.Rights != nil && !d.Env.Rights.MayRate(id) {
		return table.Refuse(table.RatedMembersOnly)
	}
	return nil
}
