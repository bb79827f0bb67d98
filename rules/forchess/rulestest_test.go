package forchess

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestVariantContract(t *testing.T) {
	starts := map[bool][]string{} // position texts; the key is true for Cutthroat
	for _, text := range rulestest.Positions(t) {
		cutthroat := strings.Contains(text, "cutthroat=on")
		starts[cutthroat] = append(starts[cutthroat], text)
	}
	blocked := "variant forchess\n" + strings.ReplaceAll(walledIn, ";", "\n")
	starts[false] = append(starts[false], blocked)
	starts[true] = append(starts[true], blocked+"\noption cutthroat=on")
	for name, options := range map[string]map[string]string{
		"teams":                 nil,
		"cutthroat":             {"cutthroat": "on"},
		"northeast first":       {"first": "northeast"},
		"cutthroat, from north": {"cutthroat": "on", "first": "northwest"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := New(options)
			if err != nil {
				t.Fatal(err)
			}
			s := rulestest.Suite{
				Variant: v, Open: open, Games: rulestest.Games(2, 4), Plies: 300, ActionTypes: []rules.ActionType{rules.Move},
			}
			if options["first"] == "" {
				cutthroat := options["cutthroat"] == "on"
				s.Starts, s.Games, s.ActionTypes = starts[cutthroat], 3*s.Games, append(s.ActionTypes, rules.Remove)
			}
			if options["cutthroat"] == "on" {
				s.ActionTypes = append(s.ActionTypes, rules.Resign)
			}
			rulestest.Run(t, s)
		})
	}
}
