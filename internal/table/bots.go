package table

import (
	"strconv"

	"quadrille/internal/player"
	"quadrille/rules"
)

// bringBot decides that a bot sits down: the host lets it before the game, on an open
// seat; whoever plays lets it take a seat that was given up by vote. Who plays for
// it, the table does not know.
func (d *draft) bringBot(a Act) error {
	bot := player.Bot(a.Level, uint8(d.seatFor(a.Seat)))
	switch {
	case !d.bots:
		return refuse(NoBots)
	case a.Level < 1 || a.Level > player.BotLevels:
		return about(NoSuchLevel, strconv.Itoa(a.Level))
	case d.phase == Waiting && a.By.ID != d.host.ID:
		return refuse(HostOnly)
	case d.phase == Waiting:
		return d.seatBot(bot, a.Seat)
	}
	if err := d.voice(a.By); err != nil {
		return err
	}
	if err := d.terms.Admits(bot); err != nil {
		return err
	}
	return d.takeOver(Act{By: bot, Seat: a.Seat})
}

// seatFor is the seat that NoSeat means.
func (s *state) seatFor(asked rules.Seat) rules.Seat {
	if asked != rules.NoSeat {
		return asked
	}
	return first(s.seatsWhere(func(s *seat) bool { return s.open() || s.vacant }))
}

// seatBot also gets it ready.
func (d *draft) seatBot(bot player.Player, where rules.Seat) error {
	if err := d.sit(Act{By: bot, Seat: where}); err != nil {
		return err
	}
	return d.getReady(d.heldBy(bot.ID), true)
}

// fill lets bots take the seats that are open, at a table that wants them, when
// everybody who sits there is ready.
func (d *draft) fill() error {
	if d.terms.Bots == 0 || !d.bots || d.phase != Waiting {
		return nil
	}
	people := d.seatsWhere(func(s *seat) bool { return s.player.ID != "" && !s.player.ID.Bot() })
	late := d.seatsWhere(func(s *seat) bool { return s.player.ID != "" && !s.ready })
	if people == 0 || late != 0 {
		return nil
	}
	for open := range members(d.seatsWhere(func(s *seat) bool { return s.open() && s.kept.ID == "" })) {
		if err := d.seatBot(player.Bot(d.terms.Bots, uint8(open)), open); err != nil {
			return err
		}
	}
	return nil
}
