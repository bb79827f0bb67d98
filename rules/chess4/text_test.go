package chess4

import (
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func TestP1_ErrorsNameTheLine(t *testing.T) {
	const good = "variant chess4\nwhite K n7\nblack K a8\n"
	for text, want := range map[string]string{
		"":                                         "names no game",
		"variant":                                  `line 1: expected "variant NAME"`,
		"variant chess4\noption armies":            `line 2: expected "option NAME=VALUE"`,
		"variant chess4\noption speed=9":           "no option \"speed\"",
		"variant chess4\noption armies=red":        "no army \"red\"",
		"variant chess4\n":                         "no seat is in play",
		good + "white Q z9":                        "line 4: there is no square \"z9\"",
		good + "white Q n7":                        "line 4: white K is already on n7",
		good + "white K n8":                        "white has two kings",
		good + "white X n8":                        `line 4: expected "white KIND SQUARE`,
		good + "red Q n8":                          "line 4: \"red\" is not an item",
		good + "turn red":                          "line 4: there is no seat \"red\"",
		good + "turn gold":                         "line 4: gold is eliminated",
		good + "turn white\nturn white":            "line 5: write exactly one line: turn SEAT",
		good + "unmoved n8":                        "line 4: there is no king or rook on its starting square n8",
		good + "quiet -1":                          `line 4: expected "quiet PLIES", from 0 to 300`,
		good + "quiet 301":                         `line 4: expected "quiet PLIES", from 0 to 300`,
		good + "out gold":                          `line 4: expected "out SEAT BY`,
		good + "control gold white":                "line 4: a seat moves only its own army",
		good + "static white":                      "line 4: white is still in play",
		good + "frozen white":                      "line 4: no seat is frozen",
		good + "reversed n7":                       "no pawn is reversed",
		good + "barred n5":                         "line 4: there is no piece on n5",
		good + "credit white black mate":           "line 4: this line does not fit the state of white",
		good + "credit white":                      `line 4: expected "credit SEAT BY mate`,
		good + "passed k12 k11":                    `line 4: expected "passed SQUARE PAWN SEAT`,
		good + "passed k12 k11 white":              "line 4: there is no pawn on k11",
		good + "black P k11\npassed k12 k11 white": "line 5: a pawn of black never crosses k12",
		good + "black P d5\npassed c5 d5 gold":     "line 5: gold cannot have the right",
		good + "black P d5\npassed c5 d5 white\npassed c5 d5 white": "name the same square or the same pawn",
		good + "quiet 1\nquiet 2":                                   "line 5: \"quiet\" is already on line 4",
		good + "out gold black\nout gold white":                     "line 5: gold is already on line 4",
		good + "out gold gold":                                      "line 4: gold cannot eliminate itself",
		good + "static gold\ncontrol gold white":                    "line 5: gold is already on line 4",
		good + "option method=3":                                    "line 4: method=3 is not valid; the choices are 1, 2",
		good + "credit white black mate\ncredit black white mate":   "line 4: this line does not fit the state of white",
		good + "gold K h14\ngold P k13\npassed k12 k13 white":       "line 6: a pawn that crossed k12 cannot be on k13",
		good + "gold K h14\ngold P k9\npassed k12 k9 white":         "line 6: for a pawn that crossed k12 and is now on k",
		good + "option armies=white,black\nsilver K d1":             "line 5: silver is not in the option \"armies\"",
	} {
		_, _, err := rules.ParsePosition(strings.NewReader(text), open, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if _, _, err := rules.ParsePosition(strings.NewReader(good), open, "forchess", nil); err == nil {
		t.Error("a position of another game was accepted")
	}
	_, _, err := rules.ParsePosition(
		strings.NewReader(good+"option armies=white,black"),
		open,
		"",
		map[string]string{"armies": "silver,gold"},
	)
	if err == nil || !strings.Contains(err.Error(), "elsewhere") {
		t.Errorf("contradicting options: %v", err)
	}
}

func TestP1_OrderIsFreeAndDefaultsApply(t *testing.T) {
	b := at(t, "# a comment; quiet 3; turn black; black K a8 # another; white K n7")
	b.WantStatus("black", "", "", "silver gold")
	if b.Position.QuietPlies != 3 || b.Position.Castling != [4]uint8{} {
		t.Errorf("quiet %d, castling %v", b.Position.QuietPlies, b.Position.Castling)
	}
	// if the text has no line "turn", the first seat in play begins
	at(t, "black K a8; silver K g1").WantStatus("silver", "", "", "white gold")
}

func TestP1_MateWithoutACreditLine(t *testing.T) {
	// White and Gold both give check. Because the text has no line "credit", the mate is
	// credited to Gold, which comes first after Silver in turn order.
	const mated = "white K n7; white R k1; white R k2; silver K d1; black K a10; gold K h14; gold R d12;"
	b := at(t, mated+"turn black")
	b.wantCredit(silver, rules.MateCredit, gold)
	b = at(t, mated+"turn black; credit silver white mate passed")
	b.wantCredit(silver, rules.MateCredit, white)
	b.play("a10-a9 h14-g14")
	b.WantStatus("white", "", "", "silver")
	// The text does not say who stalemated Silver, so the credit goes to the seat that makes
	// the next ply (C18).
	b = at(t, "white K n7; white Q f2; silver K d1; black K a10; gold K h14; turn black")
	b.wantCredit(silver, rules.NoCredit, 0)
	b.play("a10-a9")
	b.wantCredit(silver, rules.StalemateCredit, black)
}

func TestP1_ForcedPassesAreMadeAtOnce(t *testing.T) {
	b := at(t, "white K n7; white R k1; white R k2; silver K d1; black K a10; turn silver")
	b.WantPassed("silver")
	b.WantStatus("black", "silver", "silver", "gold")
}

func FuzzPositionTextIsReadOrRefused(f *testing.F) {
	f.Add("white K n7\nblack K a8\nturn black")
	f.Add(strings.ReplaceAll(three, ";", "\n"))
	f.Add(strings.ReplaceAll(mateInOne, ";", "\n") + "quiet 299\nunmoved n7")
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.PositionReadOrRefused(t, open, "variant chess4\n"+text)
	})
}

// FuzzRefusedActionChangesNothing checks that a refused action changes nothing (G8).
func FuzzRefusedActionChangesNothing(f *testing.F) {
	for _, text := range []string{"m7-k7", "a1-b2", "draw:claim", "gold:flag", "m7-k7=Q", "army:gold", "b4-x"} {
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
