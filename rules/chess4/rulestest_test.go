package chess4

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestVariantContract(t *testing.T) {
	starts := rulestest.Positions(t)
	choosing := "variant chess4\n" + strings.ReplaceAll(
		doubleMate,
		";",
		"\n",
	) + "credit silver white mate passed\ncredit gold white mate\nturn gold"
	for name, options := range map[string]map[string]string{
		"four armies":  nil,
		"two armies":   {"armies": "white,black"},
		"three armies": {"armies": "silver,black,gold"},
		"teams":        {"teams": "on"},
		"method 2":     {"method": "2"},
		"both":         {"method": "2", "teams": "on"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			s := rulestest.Suite{
				Variant:     v,
				Open:        open,
				Games:       rulestest.Games(2, 4),
				Plies:       300,
				ActionTypes: []rules.ActionType{rules.Move},
			}
			if options["teams"] != "on" {
				s.ActionTypes = append(s.ActionTypes, rules.Resign)
			}
			if name == "method 2" {
				s.Starts, s.ActionTypes = []string{choosing}, append(s.ActionTypes, rules.ChooseArmy)
			}
			if options == nil {
				s.Starts, s.Games = starts, 3*s.Games
			}
			rulestest.Run(t, s)
		})
	}
}
