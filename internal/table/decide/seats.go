package decide

import (
	"fmt"
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/table/fold"
	"quadrille/rules"
)

// seatToTake returns the seat that a person takes before the game, and the seats that they may take.
func (d *Decision) seatToTake(a table.Command) (seat rules.Seat, open rules.Seats) {
	open = d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Open() && s.ReservedFor(a.By.ID) })
	if a.Seat != rules.NoSeat {
		return a.Seat, open
	}
	return open.First(), open
}

func checkSit(d *Decision, a table.Command) error {
	if err := d.State.Terms.Admits(a.By); err != nil {
		return err
	}
	if err := d.mayRate(a.By.ID); err != nil {
		return err
	}
	if err := d.mayPair(a.By.ID); err != nil {
		return err
	}
	if d.State.Phase != table.Waiting {
		return checkReplacement(d, a)
	}
	if err := d.removedLately(a.By.ID); err != nil {
		return err
	}
	seat, open := d.seatToTake(a)
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
	if err := d.checkSeatLimit(a.By.ID); err != nil {
		return err
	}
	if !d.State.Terms.Clock.Correspondence() {
		return nil
	}
	return d.checkStart(rules.Seats(0).With(seat), d.seatsToLeave(a.By.ID), !a.By.ID.Bot())
}

// seatsToLeave returns the seats that are freed when a person sits down: those that their players
// have lost, and the person's own seat if the table gives each person only one.
func (d *Decision) seatsToLeave(id player.ID) rules.Seats {
	seats := d.lostSeats()
	if d.State.Terms.SeatLimit() == 1 {
		seats |= d.State.HeldBy(id)
	}
	return seats
}

// checkSeatLimit returns a refusal if a person has as many seats as the table permits. A person
// who may have only one seat leaves it for the new one.
func (d *Decision) checkSeatLimit(id player.ID) error {
	limit := d.State.Terms.SeatLimit()
	if held := d.State.HeldBy(id) &^ d.lostSeats(); limit > 1 && held.Count() >= limit {
		return table.RefuseAbout(table.TooManySeats, fmt.Sprintf("%d seats", limit))
	}
	return nil
}

// sit seats a person, before the game or on a vacant seat.
func sit(d *Decision, a table.Command) error {
	if d.State.Phase != table.Waiting {
		return replacePlayer(d, a)
	}
	seat, _ := d.seatToTake(a)
	if d.State.Seats.List[seat].Player.ID == a.By.ID {
		return nil
	}
	return sitDown(d, seat, a.By)
}

// sitDown seats a player. If the game gives each person only one seat, the player leaves
// their earlier seat. In correspondence games the player is ready immediately, because
// players need not be connected at the same time.
func sitDown(d *Decision, seat rules.Seat, by player.Player) error {
	for from := range d.seatsToLeave(by.ID).All() {
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &from}); err != nil {
			return err
		}
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

// lostSeats returns the seats of players who may no longer sit at the table: bot accounts, if the table
// does not admit them (an account can be marked as one after it sat down), and players who are paused
// because they left other games since. At a table of a club evening it returns none, because the evening assigns
// the seats.
func (d *Decision) lostSeats() rules.Seats {
	if d.State.Terms.Evening != nil {
		return 0
	}
	return d.State.SeatsWhere(func(s *fold.Seat) bool {
		return s.Player.ID != "" &&
			(d.State.Terms.Admits(table.WithBotMark(d.Env.Rights, s.Player)) != nil || d.mayPair(s.Player.ID) != nil)
	})
}

// checkStart returns a refusal if the game would start although the server starts no new
// games. The game would start if, after the players have left the seats `left` and the seats
// `ready` are ready, all seats are ready, or would be with bots on the open ones. It also
// returns a refusal if the table does not admit these bots.
func (d *Decision) checkStart(ready, left rules.Seats, withBots bool) error {
	ready |= d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Ready }) &^ left
	missing := d.State.SeatsWhere(func(s *fold.Seat) bool { return !s.Closed }) &^ ready
	if missing == 0 {
		return d.mayBegin()
	}
	open := d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Reserved.ID == "" && s.Open() }) | left&^d.reservedSeats()
	if !withBots || d.State.Terms.Bots == 0 || !d.Env.Bots || missing&^open != 0 {
		return nil
	}
	expected := 0
	if d.Env.Expected != nil {
		expected = d.Env.Expected()
	}
	if missing.Count() <= expected {
		return nil
	}
	bot := player.Bot(d.State.Terms.Bots, uint8(missing.First()))
	if err := d.State.Terms.Admits(bot); err != nil {
		return err
	}
	if err := d.mayRate(bot.ID); err != nil || expected > 0 {
		return err
	}
	return d.mayBegin()
}

func (d *Decision) reservedSeats() rules.Seats {
	return d.State.SeatsWhere(func(s *fold.Seat) bool { return s.Reserved.ID != "" })
}

func (d *Decision) noSuchSeat(asked rules.Seat) error {
	name := fmt.Sprintf("number %d", asked)
	if asked < rules.SeatCount {
		name = d.State.Variant.Facts().SeatName(asked)
	}
	return table.NoSuchSeat.Refuse(name, d.State.SeatNames(d.State.SeatsWhere(func(s *fold.Seat) bool { return !s.Closed })))
}

func (d *Decision) seatTaken(seat rules.Seat, open rules.Seats) error {
	instead := "no seat is open, but you can watch"
	if open != 0 {
		instead = "open: " + d.State.SeatNames(open)
	}
	return table.SeatTaken.Refuse(player.ShownName(d.State.Seats.List[seat].Player.Name, player.MaxNameCells), instead)
}

func checkStand(d *Decision, a table.Command) error {
	_, err := d.seatsOf(a)
	return err
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
	return table.NotYourSeat.Refuse(d.State.Variant.Facts().SeatName(seat), d.State.SeatNames(held))
}

// checkReady checks again whether the table admits the player, because the account may have
// become a bot account, or have left other games, since it took a seat.
func checkReady(d *Decision, a table.Command) error {
	if err := d.mayPair(a.By.ID); err != nil {
		return err
	}
	if d.State.Terms.Evening == nil {
		if err := d.State.Terms.Admits(a.By); err != nil {
			return err
		}
	}
	return d.checkStart(d.State.HeldBy(a.By.ID), d.lostSeats(), true)
}

// setReady marks all seats of a player as ready.
func setReady(d *Decision, a table.Command) error {
	seats := d.State.HeldBy(a.By.ID)
	for seat := range d.lostSeats().All() {
		if err := d.emit(table.Event{Kind: table.Unseated, Seat: &seat}); err != nil {
			return err
		}
	}
	if err := markReady(d, seats, true); err != nil {
		return err
	}
	return fillWithBots(d)
}

// setUnready marks all seats of a player as not ready.
func setUnready(d *Decision, a table.Command) error {
	return markReady(d, d.State.HeldBy(a.By.ID), false)
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
	// Check the phase too, because a correspondence game may have started already.
	if d.State.Phase == table.Waiting && d.State.Seats.AllReady() {
		if err := d.mayBegin(); err != nil {
			return err
		}
		if err := d.emit(table.Event{Kind: table.Started}); err != nil {
			return err
		}
		if err := d.startVacations(); err != nil {
			return err
		}
		return d.conclude()
	}
	return nil
}

// botOf returns the command by which the bot of an AddBot command takes its seat.
func (d *Decision) botOf(a table.Command) table.Command {
	return table.Command{By: player.Bot(a.Level, uint8(d.State.SeatFor(a.Seat))), Seat: a.Seat}
}

func checkAddBot(d *Decision, a table.Command) error {
	bot := d.botOf(a)
	switch {
	case !d.Env.Bots:
		return table.Refuse(table.NoBots)
	case a.Level < 1 || a.Level > player.MaxBotLevel:
		return table.RefuseAbout(table.NoSuchLevel, strconv.Itoa(a.Level))
	case d.State.Phase == table.Waiting:
		return checkSeatBot(d, bot)
	}
	if err := d.State.Terms.Admits(bot.By); err != nil {
		return err
	}
	return checkReplacement(d, bot)
}

// addBot adds a bot. Before the game, the bot takes an open seat. During the game, the bot
// takes a seat that was opened by vote.
func addBot(d *Decision, a table.Command) error {
	if bot := d.botOf(a); d.State.Phase != table.Waiting {
		return replacePlayer(d, bot)
	}
	return seatBot(d, d.botOf(a))
}

func checkSeatBot(d *Decision, bot table.Command) error {
	if err := checkSit(d, bot); err != nil {
		return err
	}
	seat, _ := d.seatToTake(bot)
	return d.checkStart(rules.Seats(0).With(seat), d.seatsToLeave(bot.By.ID).Without(seat), false)
}

// seatBot seats a bot and marks it as ready.
func seatBot(d *Decision, a table.Command) error {
	bot := a.By
	if err := sit(d, a); err != nil {
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
		bot := table.Command{By: player.Bot(level, uint8(open)), Seat: open}
		if err := checkSeatBot(d, bot); err != nil {
			return err
		}
		if err := seatBot(d, bot); err != nil {
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
	if err := d.checkSeatLimit(p.ID); err != nil {
		return err
	}
	return sitDown(d, seat, table.WithBotMark(d.Env.Rights, p))
}

// checkUnseat refuses to remove the host themselves, or a player who is ready and connected. A
// bot can always be removed.
func checkUnseat(d *Decision, a table.Command) error {
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
	_, err := reasonIn(a)
	return err
}

// reasonIn returns the cleaned reason in a command, which may be empty.
func reasonIn(a table.Command) (string, error) {
	if a.Text == "" {
		return "", nil
	}
	return player.CleanLine(a.Text, table.MaxReasonCells)
}

// unseat removes a player from a seat.
func unseat(d *Decision, a table.Command) error {
	if d.State.Seats.List[a.Seat].Player.ID == "" {
		return nil
	}
	why, err := reasonIn(a)
	if err != nil {
		return err
	}
	return d.emit(table.Event{Kind: table.Unseated, Seat: &a.Seat, Player: &a.By, Text: why})
}

// removedLately returns a refusal if somebody removed a person from a seat of this table
// less than RemovedFor ago. It never refuses a bot.
func (d *Decision) removedLately(id player.ID) error {
	for _, away := range d.State.Seats.Removals {
		if left := table.RemovedFor - d.since(away.At); away.Player.ID == id && left > 0 && !id.Bot() {
			return table.RefuseAbout(table.RemovedFromSeat, table.Span(left))
		}
	}
	return nil
}
