package quadrochess

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestP1_ErrorsNameTheLine(t *testing.T) {
	const good = "variant quadrochess\nwhite K d1\nwhite K m1\nblack K d9\nblack K m9\n"
	for text, want := range map[string]string{
		"variant quadrochess\n":                              "white-a has no king",
		"variant quadrochess\nwhite K d1\nblack K d9":        "black-b has no king",
		strings.Replace(good, "white K m1", "white K h1", 1): "line 3: white has two kings in one zone",
		good + "black K p9":                                  "line 6: black has two kings in one zone, on m9 and p9",
		good + "option method=1":                             "no option \"method\"",
		good + "silver Q a1":                                 "line 6: \"silver\" is not an item",
		good + "white Q a10":                                 "line 6: there is no square \"a10\"",
		good + "turn white":                                  "line 6: there is no seat \"white\"",
		good + "out white-a -":                               "line 6: no seat is eliminated",
		good + "frozen white-a":                              "line 6: no seat is frozen",
		good + "static black-b":                              "line 6: every seat moves its pieces",
		good + "control white black-a":                       "line 6: a piece's colour and square",
		good + "credit white-a black-a mate":                 "line 6: there is no checkmate",
		good + "reversed d1":                                 "line 6: no pawn is reversed",
		good + "unmoved a1":                                  "line 6: there is no unmoved king or rook",
		good + "white R a2\nunmoved d1 a2":                   "line 7: there is no unmoved king or rook",
		good + "white Q a1\nunmoved a1":                      "line 7: there is no unmoved king or rook",
		good + "white R a1\nbarred a1\nunmoved d1 a1":        "line 8: there is no unmoved king or rook",
		good + "white N c3\nturn white-b\nbarred c3":         "line 8: with white-b to move",
		good + "white N c3\nturn black-b\nbarred c3":         "line 8: with black-b to move",
		good + "passed e3 e4 black-a":                        "line 6: there is no pawn on e4",
		good + "white P e5\npassed e3 e5 black-a":            "line 7: the pawn on e5 has not crossed e3",
		good + "white P e5\npassed e4 e5 black-a":            "line 7: the pawn on e5 has not crossed e4",
		good + "black P e4\npassed e3 e4 white-a":            "line 7: the pawn on e4 has not crossed e3",
		good + "white P e4\npassed e3 e4 white-b":            "line 7: only the other team",
		good + "white P e4\npassed e3 e4 black-a*":           "line 7: only the other team",
	} {
		_, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestP1_MarksAndDefaults(t *testing.T) {
	b := at(t, kings+"white P e4; white N c3; black P i6; white R a1; white R p1; unmoved a1 d1 p1; passed i7 i6 white-b white-a; quiet 7")
	b.WantStatus("white-a", "", "", "")
	if c := b.Position.Castling; c != [4]uint8{whiteA: rules.KingSide} {
		t.Errorf("castling %v: castling needs both king and rook", c)
	}
	if b.Position.QuietPlies != 7 || len(b.Position.EnPassantRights()) != 1 {
		t.Errorf("quiet %d, rights %v", b.Position.QuietPlies, b.Position.EnPassantRights())
	}
	at(t, kings+"white N c3; white R i9; barred c3 i9").wantBarred("i9 c3")
	// A pawn cannot be captured en passant if a piece stands on the square that the pawn has
	// crossed (Q10).
	b = at(t, kings+"white P e4; black N e3; passed e3 e4 black-b; turn black-b")
	if len(b.Position.EnPassantRights()) != 0 {
		t.Errorf("rights %v", b.Position.EnPassantRights())
	}
}

func FuzzPositionTextIsReadOrRefused(f *testing.F) {
	f.Add(strings.ReplaceAll(allCastle, ";", "\n"))
	f.Add(strings.ReplaceAll(lockedBlackA+"turn black-a", ";", "\n"))
	f.Add(strings.ReplaceAll(kings+"white P e4; white N c3; passed e3 e4 black-a black-b; turn white-a; barred e4; quiet 299", ";", "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.PositionReadOrRefused(t, open, "variant quadrochess\n"+text)
	})
}

// FuzzRefusedActionChangesNothing checks that a refused action changes nothing (G8).
func FuzzRefusedActionChangesNothing(f *testing.F) {
	for _, text := range []string{"e2-e4", "a1-b2", "draw:claim", "white-b:flag", "e2-e4=Q", "army:black-a", "b4-x"} {
		f.Add(text)
	}
	v, err := New(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.RefusedChangesNothing(t, rules.NewGame(v), text)
	})
}
