package decide

import (
	"fmt"
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

func sit(d *Decision, a table.Command) error {
	if err := d.State.Terms.Admits(a.By); err != nil {
		return err
	}
	if err := d.mayRate(a.By.ID); err != nil {
		return err
	}
	if d.State.Phase != table.Waiting {
		return replacePlayer(d, a)
	}
	if err := d.removedLately(a.By.ID); err != nil {
		return err
	}
	open := d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Open() && s.ReservedFor(a.By.ID) })
	seat := a.Seat
	if seat == rules.NoSeat {
		seat = open.First()
	}
	switch {
	case a.Seat == rules.NoSeat && open == 0:
		return table.Refuse(table.Full)
	case seat >= rules.SeatCount || d.State.Seats.List[seat].Closed:
		return d.noSuchSeat(seat)
	case d.State.Seats.List[seat].Player.ID == a.By.ID:
		return nil
	case d.State.Seats.List[seat].Open() && !open.Has(seat):
		return table.RefuseAbout(table.SeatReserved, player.ShownName(d.State.Seats.List[seat].Reserved.Name, player.MaxNameCells))
	case !open.Has(seat):
		return d.seatTaken(seat, open)
	}
	return sitDown(d, seat, a.By)
}

// sitDown seats a player. If the game gives each person only one seat, the player leaves
// their earlier seat. In correspondence games the player is ready immediately, because
// players need not be connected at the same time.
func sitDown(d *Decision, seat rules.Seat, by player.Player) error {
	if err := unseatBotAccounts(d); err != nil {
		return err
	}
	held, limit := d.State.HeldBy(by.ID), d.State.Terms.SeatLimit()
	switch {
	case held != 0 && limit == 1:
		from := held.First()
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &from}); err != nil {
			return err
		}
	case held.Count() >= limit:
		return table.RefuseAbout(table.TooManySeats, fmt.Sprintf("%d seats", limit))
	}
	if err := d.emit(table.Event{Kind: table.Seated, Seat: &seat, Player: &by}); err != nil {
		return err
	}
	if !d.State.Terms.Clock.Correspondence() {
		return nil
	}
	if err := markReady(d, rules.Seats(0).With(seat), true); err != nil || by.ID.Bot() {
		return err
	}
	return fillWithBots(d)
}

// unseatBotAccounts frees the seats of accounts that were marked as bot accounts after
// they sat down, unless the table admits bot accounts. At a table of a club evening it
// does nothing, because the evening assigns the seats.
func unseatBotAccounts(d *Decision) error {
	if d.State.Terms.Evening != nil {
		return nil
	}
	marked := d.State.SeatsWhere(func(s *fold.Seat) bool {
		return s.Player.ID != "" && d.State.Terms.Admits(table.WithBotMark(d.Env.Rights, s.Player)) != nil
	})
	for seat := range marked.All() {
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

func (d *Decision) noSuchSeat(asked rules.Seat) error {
	r := table.Refuse(table.NoSuchSeat)
	r.Subject = fmt.Sprintf("number %d", asked)
	if asked < rules.SeatCount {
		r.Subject = d.State.Variant.Facts().SeatName(asked)
	}
	r.Hint = d.State.SeatNames(d.State.SeatsWhere(func(s *fold.Seat) bool { return !s.Closed }))
	return r
}

func (d *Decision) seatTaken(seat rules.Seat, open rules.Seats) error {
	r := table.Refuse(table.SeatTaken)
	r.Subject = player.ShownName(d.State.Seats.List[seat].Player.Name, player.MaxNameCells)
	r.Hint = "no seat is open, but you can watch"
	if open != 0 {
		r.Hint = "open: " + d.State.SeatNames(open)
	}
	return r
}

func stand(d *Decision, a table.Command) error {
	seats, err := d.seatsOf(a)
	if err != nil {
		return err
	}
	for seat := range seats.All() {
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	return nil
}

// seatsOf returns the seats to which a player's command applies: the seat named in the
// command, or all seats of the player.
func (d *Decision) seatsOf(a table.Command) (rules.Seats, error) {
	held := d.State.HeldBy(a.By.ID)
	switch {
	case a.Seat == rules.NoSeat:
		return held, nil
	case !held.Has(a.Seat):
		return 0, d.refuseSeat(a.Seat, held)
	}
	return rules.Seats(0).With(a.Seat), nil
}

func (d *Decision) refuseSeat(seat rules.Seat, held rules.Seats) error {
	r := table.Refuse(table.NotYourSeat)
	r.Subject, r.Hint = d.State.Variant.Facts().SeatName(seat), d.State.SeatNames(held)
	return r
}

// setReady marks all seats of a player as ready or not ready.
func setReady(d *Decision, a table.Command, ready bool) error {
	seats := d.State.HeldBy(a.By.ID)
	if ready && d.State.Terms.Evening == nil { // check again, because the account may have become a bot account since it took a seat
		if err := d.State.Terms.Admits(a.By); err != nil {
			return err
		}
		if err := unseatBotAccounts(d); err != nil {
			return err
		}
	}
	if err := markReady(d, seats, ready); err != nil {
		return err
	}
	return fillWithBots(d)
}

func markReady(d *Decision, seats rules.Seats, ready bool) error {
	kind := table.Unreadied
	if ready {
		kind = table.Readied
	}
	for seat := range seats.All() {
		if d.State.Seats.List[seat].Ready == ready {
			continue
		}
		if err := d.emit(table.Event{Kind: kind, Seat: &seat}); err != nil {
			return err
		}
	}
	if d.State.Phase == table.Waiting && d.State.Seats.AllReady() { // check the phase too, because a correspondence game may have started already
		if err := d.mayBegin(); err != nil {
			return err
		}
		if err := d.emit(table.Event{Kind: table.Started}); err != nil {
			return err
		}
		return d.startVacations()
	}
	return nil
}

// addBot handles a command to add a bot. Before the game, the bot takes an open seat. During
// the game, the bot takes a seat that was opened by vote.
func addBot(d *Decision, a table.Command) error {
	bot := player.Bot(a.Level, uint8(d.State.SeatFor(a.Seat)))
	switch {
	case !d.Env.Bots:
		return table.Refuse(table.NoBots)
	case a.Level < 1 || a.Level > player.MaxBotLevel:
		return table.RefuseAbout(table.NoSuchLevel, strconv.Itoa(a.Level))
	case d.State.Phase == table.Waiting:
		return seatBot(d, bot, a.Seat)
	}
	if err := d.State.Terms.Admits(bot); err != nil {
		return err
	}
	return replacePlayer(d, table.Command{By: bot, Seat: a.Seat})
}

// seatBot seats a bot and marks it as ready.
func seatBot(d *Decision, bot player.Player, where rules.Seat) error {
	if err := sit(d, table.Command{By: bot, Seat: where}); err != nil {
		return err
	}
	return markReady(d, d.State.HeldBy(bot.ID), true)
}

// fillWithBots seats bots on the open seats if the terms include bots and all seated players
// are ready.
func fillWithBots(d *Decision) error {
	if d.State.Terms.Bots == 0 || !d.Env.Bots || d.State.Phase != table.Waiting {
		return nil
	}
	return seatBots(d, d.State.Terms.Bots)
}

// seatBots seats bots on the open seats if all seated players are ready. It leaves a seat
// open for each invited person who is connected to the table and has no seat yet.
func seatBots(d *Decision, level int) error {
	people := d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Player.ID != "" && !s.Player.ID.Bot() })
	late := d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Player.ID != "" && !s.Ready })
	if people == 0 || late != 0 {
		return nil
	}
	seats := d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Open() && s.Reserved.ID == "" })
	free := seats.Count()
	if d.Env.Expected != nil {
		free -= d.Env.Expected()
	}
	for open := range seats.All() {
		if free--; free < 0 {
			return nil
		}
		if err := seatBot(d, player.Bot(level, uint8(open)), open); err != nil {
			return err
		}
	}
	return nil
}

func assignSeat(d *Decision, seat rules.Seat, p player.Player) error {
	if err := d.State.Terms.Admits(p); err != nil {
		return err
	}
	s := &d.State.Seats.List[seat]
	if s.Closed {
		return d.noSuchSeat(seat)
	}
	if s.Reserved.ID == p.ID {
		return nil // the seat is already reserved for this person, who may have left it in the meantime
	}
	if s.Player.ID != "" {
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	if err := d.emit(table.Event{Kind: table.Reserved, Seat: &seat, Player: &p}); err != nil {
		return err
	}
	return sitDown(d, seat, table.WithBotMark(d.Env.Rights, p))
}

// unseat handles a host's command to remove a player. The host cannot remove themselves, or a
// player who is ready and connected. A bot can always be removed.
func unseat(d *Decision, a table.Command) error {
	if a.Seat >= rules.SeatCount || d.State.Seats.List[a.Seat].Closed {
		return d.noSuchSeat(a.Seat)
	}
	s := &d.State.Seats.List[a.Seat]
	switch {
	case s.Player.ID == "":
		return nil
	case s.Player.ID == d.State.Host.ID, s.Ready && d.Env.Present(s.Player.ID) && !s.Player.ID.Bot():
		return table.RefuseAbout(table.PlayerReady, player.Shown(s.Player.Name, player.MaxNameCells))
	}
	why := ""
	if a.Text != "" {
		var err error
		if why, err = player.CleanLine(a.Text, table.MaxReasonCells); err != nil {
			return err
		}
	}
	return d.emit(table.Event{Kind: table.Unseated, Seat: &a.Seat, Player: &a.By, Text: why})
}

// removedLately returns a refusal if somebody removed a person from a seat of this table
// less than RemovedFor ago. It never refuses a bot.
func (d *Decision) removedLately(id player.ID) error {
	for _, away := range d.State.Seats.Removals {
		if left := table.RemovedFor - d.Now.Sub(away.At); away.Player.ID == id && left > 0 && !id.Bot() {
			return table.RefuseAbout(table.RemovedFromSeat, table.Span(left))
		}
	}
	return nil
}
