package seek

import (
	"strconv"

	"quadrille/internal/player"
	"quadrille/internal/refusal"
)

// The reasons to refuse a seek. %[1]s is the word that the player gave.
var (
	Off         = &refusal.Reason{Code: "seeks-off", Text: "this server has no \"play now\"; open a table with \"new\""}
	PublicOnly  = &refusal.Reason{Code: "seek-public", Text: "a seek is open to everybody; to open a private table, use \"new\""}
	NoDays      = &refusal.Reason{Code: "seek-clock", Text: "\"play now\" cannot find correspondence games; open a table with \"new\""}
	NotOpen     = &refusal.Reason{Code: "seek-not-open", Text: "nobody waits at table %[1]s any more; choose another seek"}
	Ended       = &refusal.Reason{Code: "seek-ended", Text: "the seek has ended; run \"seek\" again"}
	BadBotsTime = &refusal.Reason{
		Code: "seek-bots-time",
		Text: "bots %[1]s: write \"never\", 0 (immediately), or a time up to 10m, like 30s",
	}
	BadLevel = &refusal.Reason{
		Code: "seek-level",
		Text: "bots have the levels 1 (weakest) to " + strconv.Itoa(player.MaxBotLevel) + "; choose one",
	}
)
