package table

import "quadrille/internal/player"

// CommandSet is a set of kinds of commands.
type CommandSet uint64

// has reports whether a kind of command is in the set.
func (s CommandSet) has(k CommandKind) bool { return s>>k&1 == 1 }

// With returns the set with one more kind of command.
func (s CommandSet) With(k CommandKind) CommandSet { return s | 1<<k }

// Allowed holds the kinds of commands that people may give now. A kind is in a set if the table
// would carry out such a command with at least one choice of arguments. The sets do not consider
// whether a player is connected, nor limits of rate and storage, passwords, and what the club
// permits a certain spectator; live.Table.Check considers all but the limits.
type Allowed struct {
	Seats    [4]CommandSet // for the person who has each seat; empty for a bot and for an empty seat
	Host     CommandSet    // for a host without a seat
	Replaced CommandSet    // for players whose seat somebody else took
	Others   CommandSet    // for at least one of all other people
}

// May reports whether a person may now give a command of the given kind; see [Allowed].
func (v *View) May(id player.ID, k CommandKind) bool {
	held := v.Held(id)
	for seat := range held.All() {
		if v.Allowed.Seats[seat].has(k) {
			return true
		}
	}
	switch {
	case held != 0:
		return false
	case id == v.Host.ID && id != "":
		return v.Allowed.Host.has(k)
	case player.Contains(v.Replaced, id):
		return v.Allowed.Replaced.has(k)
	}
	return v.Allowed.Others.has(k)
}
