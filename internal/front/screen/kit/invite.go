package kit

import (
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/refusal"
	"quadrille/internal/service/lobby"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Invite invites people to any open seat of a table. It returns a sentence that names those who
// got the invitation, and those who did not, with the reason. Without people it returns "".
func Invite(e *Env, me player.Player, id table.ID, people ...player.Player) string {
	var invited, absent, others []string
	for _, p := range people {
		name := Shown(p.Name, player.MaxNameCells)
		switch err := e.Cfg.Lobby.Invite(me, id, rules.NoSeat, p.ID); {
		case err == nil:
			invited = append(invited, name)
		case refusal.Of(err) == lobby.NotConnected:
			absent = append(absent, name)
		default:
			others = append(others, name+" ("+err.Error()+")")
		}
	}
	text := ""
	switch {
	case len(people) == 0:
		return ""
	case len(invited) > 0:
		text = "Invited " + present.List(invited)
	default:
		text = "Nobody was invited"
	}
	if len(absent) > 0 {
		text += "; not connected: " + present.List(absent)
	}
	if len(others) > 0 {
		text += "; not invited: " + present.List(others)
	}
	return text
}
