package fourplayer

import (
	"strings"
	"testing"

	"quadrille/rules"
)

const teamsOn = "option teams=on;"

func TestM21_ATeamIsMatedOnTheTurnOfTheSeat(t *testing.T) {
	const net = teamsOn + "red K h1; blue K a7; yellow K g14; green K n11; yellow P e12; blue R d5; red R m4; red R k6;"
	b := at(t, net).play("k6-n6").wantStates("plays plays plays plays")
	if b.Position.Over() || b.Variant.InCheck(&b.Position) != 0b1000 {
		t.Fatalf("over %v, in check %04b", b.Position.Over(), b.Variant.InCheck(&b.Position))
	}
	b.play("a7-a8 e12-e11").wantEnd(rules.ByCheckmate, red, yellow)
	if b.effects.Mated != 0b1000 {
		t.Errorf("mated %04b", b.effects.Mated)
	}
	// The partner or another seat can change it.
	if b := at(t, net+"blue R d6").play("k6-n6 d6-n6 e12-e11"); b.Position.Over() {
		t.Errorf("%+v", b.Position.Outcome)
	}
	// The next seat but one may take the king.
	at(t, strings.Replace(net, "yellow P e12", "yellow R d11", 1)).play("k6-n6 a7-a8 d11-n11").wantEnd(rules.ByKingTaken, red, yellow)
}

func TestM22_StalemateDrawsAGameOfTeams(t *testing.T) {
	b := at(t, teamsOn+corner+"red R b6; red R k10").play("j2-j3").wantEnd(rules.ByStalemate).wantStates("plays plays plays plays")
	if b.Position.Outcome.Scores != [4]uint8{3, 3, 3, 3} || b.effects.Stalemated != 0b0010 {
		t.Errorf("%+v, stalemated %04b", b.Position.Outcome, b.effects.Stalemated)
	}
}

func TestM23_LeavingEndsAGameOfTeams(t *testing.T) {
	for word, why := range map[string]rules.Termination{"yellow:resign": rules.ByResignation, "red:flag": rules.ByFlag} {
		b := at(t, teamsOn+fourKings+twoRooks).play(word).wantEnd(why, blue, green).wantStates("plays plays plays plays")
		b.wantPoints(0, 0, 0, 0)
		if b.Position.Outcome.HasPoints || b.Position.Outcome.Scores != [4]uint8{0, 6, 0, 6} {
			t.Errorf("%+v", b.Position.Outcome)
		}
	}
}

// round is a round in which rooks go out, and one in which they come back.
const round = " h1-h2 a7-a8 g14-h14 n8-n7 h2-h1 a8-a7 h14-g14 n7-n8"

func TestM41_M43_Repetition(t *testing.T) {
	const pieces = fourKings + twoRooks
	b := at(t, pieces+"points red 4").play(round)
	if b.Position.Over() || b.Repetitions() != 2 {
		t.Fatalf("the position occurred %d times", b.Repetitions())
	}
	b.play(round).wantEnd(rules.ByRepetition, red).wantPoints(14, 10, 10, 10)
	at(t, teamsOn+pieces).play(round + round).wantEnd(rules.ByRepetition)
	// Points are no part of the position: a knight checks two kings in each round.
	const fork = "red K h1; blue K d7; yellow K h9; green K n4; red N e6; red P j2; green P m10;"
	again := strings.Repeat(" e6-f8 d7-c7 h9-i9 n4-n5 f8-e6 c7-d7 i9-h9 n5-n4", 2)
	at(t, fork).play(again).wantEnd(rules.ByRepetition, red).wantPoints(20, 10, 10, 10)
	// A right to castle is a part: with the first move of the king it is another position.
	at(t, canCastle).play(round + round).wantEnd(rules.Unfinished)
}

func TestM41_TwoHundredPlies(t *testing.T) {
	const late = fourKings + "red R d1; red P e2; yellow R d13; quiet 199;"
	at(t, late).play("d1-d2").wantEnd(rules.ByNoProgress, red, blue, yellow, green).wantPoints(10, 10, 10, 10)
	at(t, late).play("e2-e3").wantEnd(rules.Unfinished)
	at(t, late+"out green -;green N d4").play("d1-d4").wantEnd(rules.Unfinished) // the capture of a dead piece
	at(t, late+"walking red").play("h1-h2").wantEnd(rules.ByNoProgress, blue, yellow, green).wantPoints(0, 10, 10, 10)
	at(t, teamsOn+late).play("d1-d2").wantEnd(rules.ByNoProgress)
}

func TestM41_NoDrawIsClaimed(t *testing.T) {
	b := at(t, fourKings+twoRooks).play(round)
	if b.CanClaim() {
		t.Error("a draw can be claimed")
	}
}

func TestM44_NothingToMateWith(t *testing.T) {
	for pieces, drawn := range map[string]bool{
		"":                                                            true,
		"out blue -; out green -; red B e5":                           true,
		"out blue -; out green -; red N e5":                           true,
		"out blue -; out green -; red P e5":                           false,
		"out blue -; out green -; red R e5":                           false,
		"out blue -; out green -; red D e5":                           false,
		"out blue -; out green -; red N e5; yellow N e6":              false,
		"out blue -; out green -; red B e5; yellow N e6":              false,
		"out blue -; out green -; red B e5; yellow B f6":              true,
		"out blue -; out green -; red B e5; yellow B e6":              false,
		"out blue -; out green -; red B e5; red B f6":                 false,
		"out blue -; out green -; red B e5; blue Q i9; green R j9":    true, // they are dead
		"out blue -; red B e5":                                        false,
		"out blue -; walking green; red B e5":                         false,
		"out blue -; walking green":                                   true,
		"walking blue; walking green; blue Q i9; green P m5":          true,
		"option teams=on":                                             true,
		"option teams=on; red B e5":                                   false,
		"option teams=on; out blue -; out yellow -; red B e5":         false,
		"out blue -; out green -; red B e5; yellow B f6; yellow N e9": false,
	} {
		options, rest := "", pieces
		if strings.HasPrefix(pieces, "option") {
			options, rest, _ = strings.Cut(pieces, ";")
		}
		b := at(t, options+";"+fourKings+rest)
		if got := b.Position.Outcome.Termination == rules.ByMaterial; got != drawn {
			t.Errorf("%q: %q, drawn %v", pieces, b.Position.Outcome.Termination, drawn)
		}
	}
	// The last capture brings it about.
	at(t, fourKings+"out blue -; out green -; red B e5; yellow P f6").play("e5-f6").wantEnd(rules.ByMaterial, red).wantPoints(11, 0, 10, 0)
}

func TestM45_MateAndStalemateComeBeforeADraw(t *testing.T) {
	// The move is the 200th without progress.
	const mate = corner + "red R b6; red R k5; quiet 199;"
	at(t, mate+"out yellow -; out green -").play("k5-a5").wantEnd(rules.ByLastSeat, red).wantPoints(20, 0, 0, 0)
	at(t, mate).play("k5-a5").wantEnd(rules.ByNoProgress, red).wantPoints(30, 0, 10, 10)
	at(t, mate+"out yellow -; out green -").play("k5-k10").wantEnd(rules.ByLastSeat, blue).wantPoints(0, 20, 0, 0)
	at(t, teamsOn+mate).play("k5-a5").wantEnd(rules.ByCheckmate, red, yellow)
	at(t, teamsOn+mate).play("k5-k10").wantEnd(rules.ByStalemate)
}

func TestM47_LinesThatAreRefused(t *testing.T) {
	for line, why := range map[string]string{
		"frozen red":                   "no seat is frozen",
		"reversed e2":                  "no pawn is reversed",
		"barred e2":                    "no piece is barred",
		"control red blue":             "no seat moves the army of another",
		"credit red blue mate":         "no credit is kept",
		"static red":                   "red is still in play",
		"points red 65536":             "a number from 0 to 65535",
		"points red 1;points red 2":    "already on line",
		"passed c5 d5 red*; blue P d5": "no right is kept",
		"passed c5 d5 red":             "no pawn on d5",
		"passed c5 d5 blue; blue P d5": "blue cannot have the right",
		"passed d5 e5 red; blue P e5":  "cannot have crossed d5",
		"walking red; out red -":       "already on line",
		"unmoved e2":                   "no king or rook on its starting square e2",
		"red K e4":                     "red has two kings",
		"blue D c3":                    "c3",
		"turn red; out red -":          "cannot be the seat to move",
	} {
		text := strings.ReplaceAll(fourKings+"red P e2;"+line, ";", "\n")
		_, _, err := rules.ParsePosition(strings.NewReader(text), open, gameName, nil)
		wantError(t, line, err, why)
	}
	for line, why := range map[string]string{"walking red": "no king walks", "points red 1": "no points", "red D e5": "KIND is one of"} {
		text := strings.ReplaceAll("option teams=on;"+fourKings+"red P e2;"+line, ";", "\n")
		_, _, err := rules.ParsePosition(strings.NewReader(text), open, gameName, nil)
		wantError(t, "with teams, "+line, err, why)
	}
}

func TestM47_DeadAndWalking(t *testing.T) {
	const pieces = fourKings + "red P e2; blue R b8; blue P b9;"
	at(t, pieces+"walking blue").wantStates("plays walks plays plays")
	at(t, pieces+"walking blue; dead blue").wantStates("plays walks plays plays")
	at(t, pieces+"dead blue; walking blue").wantStates("plays walks plays plays")
	at(t, pieces+"dead blue green").wantStates("plays out plays out")
	at(t, pieces+"out blue red").wantStates("plays out plays plays")
	b := at(t, "red K h1; yellow K g14; green K n8; red P e2; blue R b8").wantStates("plays out plays plays")
	if text := rules.PositionText(b.Variant, &b.Position); !strings.Contains(text, "out blue -") {
		t.Errorf("written as\n%s", text)
	}
}

// TestM48_TraceOfTwoCapturesAndWalking checks what a line of a replay says about the cases that only
// this game has.
func TestM48_TraceOfTwoCapturesAndWalking(t *testing.T) {
	b := at(t, fourKings+sidePawns+"red P d4; blue P b5; green N d7; turn blue").play("b5-d5 e12-e11 d7-c5")
	line, err := rules.TracePlay(b.Game, 4, "d4-c5")
	if err != nil || *line.Captured != "green N" || len(line.Out) != 0 {
		t.Errorf("%v %+v", err, line)
	}
	line, err = rules.TracePlay(b.Game, 5, "resign")
	if err != nil || strings.Join(line.Out, " ") != "blue" || *line.Turn != "blue" || len(line.Passed)+len(line.Mated) != 0 {
		t.Errorf("%v %+v", err, line)
	}
	b = at(t, fourKings+twoRooks+"red R d9; walking blue")
	if line, err = rules.TracePlay(b.Game, 1, "d9-a9"); err != nil || strings.Join(line.Check, " ") != "blue" {
		t.Errorf("%v %+v", err, line)
	}
}
