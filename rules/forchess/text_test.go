package forchess

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestP1_ErrorsNameTheLine(t *testing.T) {
	const good = "variant forchess\nsouthwest K a1\nnorthwest K a8\nnortheast P c3\n"
	for text, want := range map[string]string{
		"variant forchess":                                    "no seat is in play",
		"variant forchess\noption teams=on":                   "no option \"teams\"",
		"variant forchess\noption first=nobody":               "the choices are southwest",
		good + "southwest Q i9":                               "line 5: there is no square \"i9\"",
		good + "southwest Q a1":                               "line 5: southwest K is already on a1",
		good + "southwest K a2":                               "line 5: southwest has two kings",
		good + "turn northeast":                               "line 5: northeast is eliminated",
		good + "unmoved a1":                                   "line 5: there is no castling",
		good + "frozen northwest":                             "line 5: no seat is frozen",
		good + "reversed c3":                                  "no pawn is reversed",
		good + "barred a1":                                    "no piece is ever barred from moving",
		good + "passed c4 c3 southwest":                       "line 5: there is no en passant",
		good + "credit southwest northwest mate":              "line 5: there is no checkmate",
		good + "static southwest":                             "line 5: southwest is still in play",
		good + "control southwest northwest":                  "line 5: southwest still has its king",
		good + "control northeast southeast":                  "line 5: southeast is eliminated and cannot control an army",
		good + "control red southeast":                        "line 5: there is no army",
		good + "out northwest -\nout southwest -":             "no seat is in play",
		good + "quiet 301":                                    `line 5: expected "quiet PLIES`,
		good + "out southwest -\ncontrol southwest northwest": "line 6: southwest still has its king",
	} {
		_, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestP1_OrderIsFreeAndDefaultsApply(t *testing.T) {
	b := at(t, "control northeast southwest; out northeast northwest; northeast R d4; southeast K h1; southwest K a1; northwest K a8")
	b.WantStatus("southwest", "", "", "northeast")
	b.WantMoves("d4", "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4")
	// Without a turn line, the game begins with the seat that the option "first" names or, if
	// that seat is eliminated, with the next seat in play.
	at(t, kings+"option first=southeast").WantStatus("southeast", "", "", "")
	at(t, "southwest K a1; northwest K a8; option first=northeast").WantStatus("southwest", "", "", "northeast southeast")
	// Without a control line, no seat controls the pieces of an eliminated seat.
	if b := at(t, kings[len("southwest K a1;"):]+"southwest R d4"); b.Variant.Controller(&b.Position, squareOf("d4")) != rules.NoSeat {
		t.Error("the rook has a controller")
	}
}

func FuzzPositionTextIsReadOrRefused(f *testing.F) {
	for _, text := range []string{kings, walledIn, lost + "option cutthroat=on; quiet 299", "southwest K a1; out southwest -; " +
		"northwest K b8; control northeast northwest"} {
		f.Add(strings.ReplaceAll(text, ";", "\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.PositionReadOrRefused(t, open, "variant forchess\n"+text)
	})
}

// FuzzRefusedActionChangesNothing checks that a refused action changes nothing (G8).
func FuzzRefusedActionChangesNothing(f *testing.F) {
	for _, text := range []string{"c2-e1", "a1-b2", "draw:claim", "northeast:flag", "e4-x", "a1-x", "army:northeast", "d4-e4=Q"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, atStart bool) {
		g := at(t, walledIn).Game
		if atStart {
			g = rules.NewGame(g.Variant)
		}
		rulestest.RefusedChangesNothing(t, g, text)
	})
}
