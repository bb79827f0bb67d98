package fourplayer

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
	"quadrille/rules/rulestest"
)

func FuzzPositionTextIsReadOrRefused(f *testing.F) {
	f.Add("red K h1\nyellow K g14\nred P e2")
	f.Add(strings.ReplaceAll(fourKings+"red D f6;walking blue;points red 12;quiet 199;option walk=off", ";", "\n"))
	f.Add(strings.ReplaceAll(canCastle+"blue P d5;passed c5 d5 red green;dead yellow;option autoclaim=on", ";", "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.PositionReadOrRefused(t, open, "variant fourplayer\n"+text)
	})
}

// FuzzRefusedActionChangesNothing checks that a refused action changes nothing (G8), also on a turn that is
// decided by lot.
func FuzzRefusedActionChangesNothing(f *testing.F) {
	for _, text := range []string{"h2-h4", "a1-b2", "draw:claim", "green:flag", "h2-h4=Q", "army:green", "b5-x", "a7-a8"} {
		f.Add(text)
	}
	walks := strings.ReplaceAll(fourKings+"red P e2;walking blue;turn blue", ";", "\n")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := New(nil)
		if err != nil {
			t.Fatal(err)
		}
		rulestest.RefusedChangesNothing(t, rules.NewGame(v), text)
		g, _, err := rules.ParsePosition(strings.NewReader(walks), open, gameName, nil)
		if err != nil {
			t.Fatal(err)
		}
		rulestest.RefusedChangesNothing(t, g, text)
	})
}

func FuzzOwnNotationIsReadOrRefused(f *testing.F) {
	for _, text := range []string{"Nj1-i3", "h2-h4", "h4", "O-O", "Qg1xRb6+#", "Nj1xi3!?", "=D", "K", "h7-h8=D", "R", "#", "Kh1-h2R"} {
		f.Add(text)
	}
	v, err := New(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) { rulestest.NotationReadOrRefused(t, v, text) })
}

// FuzzFEN4IsReadOrRefused checks that a position that can be read is written so that it is read again, and
// that it can be played (L2).
func FuzzFEN4IsReadOrRefused(f *testing.F) {
	f.Add("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"+fen4Board, false)
	f.Add("Y-1,0,0,0-0,1,1,0-1,1,1,1-0,0,0,0-7-{'resigned':(false,false,true,false),'enPassant':('','','e12:e11','')}-"+
		strings.Replace(fen4Board, "rP,rP", "drP,dP", 1), false)
	f.Add("G-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'royal':('','','',''),'gameOver':'x'}-"+fen4Board, true)
	games := map[bool]*Game{}
	for _, teams := range []bool{false, true} {
		v, err := New(map[string]string{"teams": map[bool]string{false: "off", true: "on"}[teams]})
		if err != nil {
			f.Fatal(err)
		}
		games[teams] = v.(*Game)
	}
	f.Fuzz(func(t *testing.T, text string, teams bool) {
		g := games[teams]
		p, err := g.readFEN4(text)
		if err != nil {
			return
		}
		once, err := g.writeFEN4(&p)
		if err != nil {
			t.Fatal(err)
		}
		again, err := g.readFEN4(once)
		if err != nil || rules.KeyOf(&again) != rules.KeyOf(&p) || again.Points != p.Points || again.QuietPlies != p.QuietPlies {
			t.Fatalf("%v\n%s", err, once)
		}
		if twice, err := g.writeFEN4(&again); err != nil || twice != once {
			t.Fatalf("%v\n%s\n%s", err, once, twice)
		}
		game, _ := rules.NewGameFrom(g, p)
		for range 8 {
			legal := g.Legal(&game.Position, nil)
			if game.Position.Over() {
				break
			}
			if len(legal) == 0 {
				t.Fatalf("nothing is legal in\n%s", once)
			}
			if _, err := game.Play(legal[len(legal)/2]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzPGN4IsReadOrRefused checks that a record that can be read is written so that it is read again (L3).
func FuzzPGN4IsReadOrRefused(f *testing.F) {
	f.Add(walkingTags + "1. h2-h3 { date=2026-01-31 clock=1 } .. b8-c8 ( .. b8-d8 ) .. k13-k12 .. Kn8xm8R\n2. h3-h4 .. T .. C")
	f.Add("[Variant \"Teams\"]\n[Result \"1-0\"]\n[StartFen4 \"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" + fen4Board + "\"]\n\n1. h2-h4 .. R")
	f.Add("[Date \"Sat Jan 31 2026\"]\n[TimeControl \"1+15D\"]\n[Red \"a\"]\n{ red:resign } 1. b5-d5 { draw:agreed } { x }")
	f.Fuzz(func(t *testing.T, text string) {
		r, _, err := readPGN4(text, nil)
		if err != nil {
			return
		}
		once, err := writePGN4(r)
		if err != nil {
			t.Fatalf("%v\n%q", err, text)
		}
		again, _, err := readPGN4(once, nil)
		if err != nil || !slices.Equal(again.Actions, r.Actions) {
			t.Fatalf("%v\n%q\n%s", err, text, once)
		}
		if twice, err := writePGN4(again); err != nil || twice != once {
			t.Fatalf("%v\n%q\n%s\n%s", err, text, once, twice)
		}
	})
}
