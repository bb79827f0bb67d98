package api

import (
	"cmp"
	"fmt"

	"quadrille/internal/present"
	"quadrille/internal/protocol"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// tableRequest is the request type of commands that need only a table.
type tableRequest struct {
	Table table.ID `json:"table"`
}

type sitRequest struct {
	Table table.ID `json:"table"`
	Seat  string   `json:"seat,omitempty"` // if empty, the player's own seat or the first open seat
	After *int     `json:"after,omitempty"`
	With  []string `json:"with,omitempty"`
	// Password admits the player to a private table. It is needed only once.
	Password string `json:"password,omitempty"`
	Key      string `json:"key,omitempty"`
}

// sit makes the player take a seat, or return to their own seat, and follows the table.
func (s *session) sit(in sitRequest) (any, error) {
	c := table.Command{By: s.me, Kind: table.Sit, ID: in.Key}
	may := func(t *live.Table) (err error) {
		if c.Seat, err = parseSeat(t.View().Variant.Facts(), in.Seat); err != nil {
			return err
		}
		return cmp.Or(s.checkBotSeat(t.View()), s.follower.check(t, in.After))
	}
	t, with, err := s.open(in.Table, in.With, in.Password, func(t *live.Table) error {
		if err := may(t); err != nil {
			return err
		}
		return t.CheckAdmitted(s.ctx, c)
	})
	if err == nil {
		err = may(t)
	}
	if err != nil {
		return nil, err
	}
	if !t.View().Sits(s.me.ID, c.Seat) {
		if err := t.Do(s.ctx, c); err != nil {
			return nil, err
		}
	}
	return s.follow(t, in.After, with)
}

type watchRequest struct {
	Table table.ID `json:"table"`
	After *int     `json:"after,omitempty"`
	With  []string `json:"with,omitempty"`
	// Password admits the player to a private table. It is needed only once.
	Password string `json:"password,omitempty"`
}

func (s *session) watch(in watchRequest) (any, error) {
	t, with, err := s.open(in.Table, in.With, in.Password, func(t *live.Table) error { return s.follower.check(t, in.After) })
	if err != nil {
		return nil, err
	}
	return s.follow(t, in.After, with)
}

// open returns a table that the client wants to follow. It also returns which optional
// fields the client wants in the turns of this table. A password admits the player to a private
// table, unless `may` returns an error.
func (s *session) open(id table.ID, wanted []string, password string, may func(*live.Table) error) (*live.Table, extras, error) {
	with, err := parseExtras(wanted)
	if err != nil {
		return nil, with, err
	}
	if f := s.follower.tables[id]; f != nil {
		return f.table, with, nil
	}
	s.cost += readCost
	if password == "" {
		t, err := s.Lobby.TableFor(s.ctx, s.me.ID, id)
		return t, with, err
	}
	t, err := s.Lobby.UnlockIf(s.ctx, s.me, id, password, may)
	return t, with, err
}

// parseExtras parses the request field "with".
func parseExtras(words []string) (with extras, err error) {
	for _, word := range words {
		switch word {
		case "legal":
			with.legal = true
		case "position":
			with.position = true
		default:
			return with, protocol.NewError(
				protocol.BadValue,
				fmt.Sprintf(`the field "with" can contain "legal" and "position", not %.40q`, word),
			)
		}
	}
	return with, nil
}

// follow subscribes the session to the events of a table after the event with the number
// `after`, and returns the state of the table. If `after` is nil, the session gets no
// earlier events.
func (s *session) follow(t *live.Table, after *int, with extras) (any, error) {
	if err := s.follower.follow(t, after, with); err != nil {
		return nil, err
	}
	return s.present.state(t.Seen(s.me.ID)), nil
}

// checkBotSeat returns an error if the player took a seat as a person, not through the API.
// The other players expect a person there, so no program may play.
func (s *session) checkBotSeat(v *table.View) error {
	for seat := range v.Seats {
		if p := &v.Seats[seat].Player; p.ID == s.me.ID && !p.BotAccount {
			return protocol.NewError(
				protocol.NotABotSeat,
				"you took this seat as a person; stand up first, or give the program a key of its own",
			)
		}
	}
	return nil
}

type leaveResult struct {
	Kept []string `json:"kept"` // the seats that the player keeps, because the game is running
}

// leave stops following a table. If the game has not started, the player's seats become
// free.
func (s *session) leave(in tableRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	v := f.table.View()
	if v.May(s.me.ID, table.Stand) {
		if err := s.do(f, table.Command{Kind: table.Stand, Seat: rules.NoSeat}); err != nil {
			return nil, err
		}
		v = f.table.View()
	}
	f.close()
	delete(s.follower.tables, in.Table)
	kept := leaveResult{Kept: []string{}}
	if v.Phase == table.Playing {
		kept.Kept = protocol.SeatNames(v.Variant.Facts(), v.Held(s.me.ID)&v.Position.MayAct())
	}
	return kept, nil
}

func (s *session) state(in tableRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	return s.present.state(f.table.Seen(s.me.ID)), nil
}

// legal lists the legal actions of the seat to move. As on the screens, players do not see
// the legal actions of other players.
func (s *session) legal(in tableRequest) (any, error) {
	f, err := s.follower.following(in.Table)
	if err != nil {
		return nil, err
	}
	v := f.table.Seen(s.me.ID)
	if err := present.CannotList(v, s.me); err != nil {
		return nil, err
	}
	return protocol.LegalResult{
		Ply: len(v.Moves), Seat: v.Variant.Facts().SeatName(v.Actor), Legal: legalActions(v), CanClaimDraw: v.CanClaim,
	}, nil
}
