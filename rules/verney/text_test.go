package verney

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestP1_ErrorsNameTheLine(t *testing.T) {
	good := "variant verney\n" + strings.ReplaceAll(kings, ";", "\n") // five correct lines; a line that a test adds after them is line 6
	for text, want := range map[string]string{
		"variant verney\n":                        "yellow has no king",
		"variant verney\noption first=gold":       "first=gold is not valid; the choices are yellow, red, white, black",
		good + "yellow K g5":                      "line 6: yellow has two kings, on g5 and k1",
		good + "yellow Q z9":                      "line 6: there is no square \"z9\"",
		good + "yellow Q a3":                      "line 6: there is no square \"a3\"",
		good + "turn gold":                        "line 6: there is no seat \"gold\"",
		good + "out red -":                        "line 6: no seat is eliminated",
		good + "static red":                       "line 6: every seat moves its own pieces",
		good + "control red white":                "line 6: every seat moves its own pieces",
		good + "frozen yellow red white black":    "line 6: all four seats cannot be in checkmate",
		good + "reversed k1":                      "line 6: only a pawn can be reversed",
		good + "reversed g5":                      "line 6: there is no piece on g5",
		good + "barred k1":                        "line 6: no piece is ever barred from moving",
		good + "unmoved k1":                       "line 6: there is no castling",
		good + "red P c5\npassed b5 c5 yellow":    "line 7: there is no en passant",
		good + "credit red yellow mate":           "line 6: no mate is credited",
		good + "quiet many":                       `line 6: expected "quiet PLIES`,
		"variant verney\nyellow K k1\nred K a4\n": "white has no king",
	} {
		_, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestP1_DefaultTurn(t *testing.T) {
	at(t, kings).WantStatus("yellow", "", "", "")
	at(t, kings+"option first=white").WantStatus("white", "", "", "")
	at(t, kings+"option first=white; turn black").WantStatus("black", "", "", "")
}

func TestP1_ForcedPassesAreMadeAtOnce(t *testing.T) {
	b := at(t, kings+"frozen yellow; red R e9; quiet 7")
	b.WantPassed("yellow")
	b.WantStatus("red", "", "yellow", "")
	if b.Position.QuietPlies != 7 {
		t.Errorf("quiet %d", b.Position.QuietPlies)
	}
}

func FuzzPositionTextIsReadOrRefused(f *testing.F) {
	f.Add(strings.ReplaceAll(kings, ";", "\n"))
	f.Add(strings.ReplaceAll(mateInOne, ";", "\n") + "quiet 299\nfrozen white\noption first=black")
	f.Add(strings.ReplaceAll(kings, ";", "\n") + "yellow P g6\nwhite P g7\nreversed g6 g7")
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.PositionReadOrRefused(t, open, "variant verney\n"+text)
	})
}

// FuzzRefusedActionChangesNothing checks that a refused action changes nothing (G8).
func FuzzRefusedActionChangesNothing(f *testing.F) {
	for _, text := range []string{"h2-h3", "a1-b2", "draw:claim", "red:flag", "h2-h3=Q", "army:red", "b4-x", "g1-n8"} {
		f.Add(text)
	}
	v := game(f)
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.RefusedChangesNothing(t, rules.NewGame(v), text)
	})
}
