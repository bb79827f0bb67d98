package fourplayer

import (
	"slices"
	"strings"
	"testing"

	"quadrille/rules"
)

// wantLegal checks that actions in plain notation are legal.
func (b *board) wantLegal(words string) *board {
	b.Helper()
	legal := rules.LegalPlain(b.Variant, &b.Position)
	for _, word := range strings.Fields(words) {
		if !slices.Contains(legal, word) {
			b.Errorf("%s is not legal", word)
		}
	}
	return b
}

// wantRefused checks that an action in plain notation is refused for a reason.
func (b *board) wantRefused(word, reason string) *board {
	b.Helper()
	a, err := rules.ParsePlain(b.Variant.Facts(), b.Variant.Actor(&b.Position), word)
	if err == nil {
		err = b.Validate(a)
	}
	wantError(b.T, word, err, reason)
	return b
}

// wantEnd checks how the game ended and who won; NoSeat stands for nobody.
func (b *board) wantEnd(why rules.Termination, winners ...rules.Seat) *board {
	b.Helper()
	var set rules.Seats
	for _, s := range winners {
		set = set.With(s)
	}
	if o := b.Position.Outcome; o.Termination != why || o.Winners != set {
		b.Errorf("ended by %q, winners %04b; want %q, %04b", o.Termination, o.Winners, why, set)
	}
	return b
}

func (b *board) wantRights(n int) *board {
	b.Helper()
	if got := len(b.Position.EnPassantRights()); got != n {
		b.Errorf("%d pawns can be captured en passant, want %d", got, n)
	}
	return b
}

func TestM1_Squares(t *testing.T) {
	geometry := at(t, fourKings+twoRooks).Variant.Facts().Geometry
	if n := len(geometry.Squares); n != 160 {
		t.Errorf("%d squares", n)
	}
	for _, name := range []string{"a4", "a11", "d1", "k1", "d14", "k14", "n4", "n11", "h7"} {
		if _, ok := geometry.Square(name); !ok {
			t.Errorf("there is no %s", name)
		}
	}
	for _, name := range []string{"a3", "c3", "l1", "a12", "c12", "l12", "n3", "n12", "o7", "d0", "d15", "h", "7", "H7"} {
		if _, ok := geometry.Square(name); ok {
			t.Errorf("there is %q", name)
		}
	}
}

// TestM2_M5_Start compares each set-up with the second implementation, which lists it square by
// square.
func TestM2_M5_Start(t *testing.T) {
	for setup := range refKings {
		v, err := New(map[string]string{"setup": setup})
		if err != nil {
			t.Fatal(err)
		}
		p, ref := v.Start(), newReference(setup, false, true, false)
		for _, sq := range v.Facts().Geometry.Squares {
			want := ref.board[spotOf(v.Facts().Geometry.Name(sq))]
			got := refPiece{}
			if piece := p.Board[sq]; piece != 0 {
				got = refPiece{int(piece.Army()), piece.Kind().Letter()}
			}
			if got != want {
				t.Errorf("%s: %v on %s, want %v", setup, got, v.Facts().Geometry.Name(sq), want)
			}
		}
		if p.Turn != red {
			t.Errorf("%s: %s begins", setup, seatNames[p.Turn])
		}
	}
}

// TestM15_CastlingInEverySetUp castles with each king on each side, in each set-up.
func TestM15_CastlingInEverySetUp(t *testing.T) {
	for setup := range refKings {
		for seat := range rules.Seat(rules.SeatCount) {
			for _, corner := range refRows[seat][:2] {
				king, rook := spotOf(refKings[setup][2*seat]), spotOf(corner)
				d := spot{sign(rook.x - king.x), sign(rook.y - king.y)}
				between := max(rook.x-king.x, king.x-rook.x, rook.y-king.y, king.y-rook.y) - 1
				text := "option setup=" + setup + ";turn " + seatNames[seat] + ";unmoved"
				for s := range rules.Seat(rules.SeatCount) {
					text += " " + refKings[setup][2*s] + " " + refRows[s][0] + " " + refRows[s][1]
				}
				for s := range rules.Seat(rules.SeatCount) {
					name := ";" + seatNames[s]
					text += name + " K " + refKings[setup][2*s] + name + " R " + refRows[s][0] + name + " R " + refRows[s][1]
					for _, pawn := range append(refRows[s][:], refKings[setup][2*s], refKings[setup][2*s+1]) {
						text += name + " P " + spotOf(pawn).to(refAhead[s], 1).String()
					}
				}
				b, move := at(t, text), king.String()+"-"+king.to(d, 2).String()
				a, err := rules.ParsePlain(b.Variant.Facts(), seat, move)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := b.Variant.(*Game).Write(&b.Position, a), map[int]string{2: "O-O", 3: "O-O-O"}[between]; got != want {
					t.Errorf("%s: %s is %s, want %s", setup, move, got, want)
				}
				b.play(move)
				for square, kind := range map[spot]rules.Kind{king.to(d, 2): rules.King, king.to(d, 1): rules.Rook} {
					sq, _ := b.Variant.Facts().Geometry.Square(square.String())
					if !b.Position.Board[sq].Is(kind, rules.Army(seat)) {
						t.Errorf("%s: %s: %v on %s", setup, move, b.Position.Board[sq], square)
					}
				}
				if b.Position.Castling[seat] != 0 {
					t.Errorf("%s: %s: a right to castle is left", setup, move)
				}
			}
		}
	}
}

const canCastle = "red K h1; red R d1; red R k1; unmoved h1 d1 k1; blue K a7; yellow K g14; green K n8;"

func TestM15_CastlingNeedsFreeAndSafeSquares(t *testing.T) {
	at(t, canCastle).wantLegal("h1-j1 h1-f1")
	at(t, canCastle+"blue B e1").wantRefused("h1-f1", "is blocked by the piece on e1").wantLegal("h1-j1")
	at(t, canCastle+"dead blue; blue N e1").wantRefused("h1-f1", "is blocked by the piece on e1")
	at(t, canCastle+"yellow R i13").wantRefused("h1-j1", "cannot castle while i1 is attacked").wantLegal("h1-f1")
	at(t, canCastle+"yellow R j13").wantRefused("h1-j1", "cannot castle while j1 is attacked")
	at(t, canCastle+"yellow R h13").wantRefused("h1-j1", "cannot castle while h1 is attacked")
	at(t, canCastle+"yellow R e13").wantLegal("h1-f1") // the rook may cross an attacked square
	at(t, canCastle+"dead yellow; yellow R i13").wantLegal("h1-j1")
	at(t, strings.Replace(canCastle, " d1 k1;", " d1;", 1)).wantRefused("h1-j1", "cannot castle")
	at(t, "option teams=on;"+canCastle+"yellow R i13").wantLegal("h1-j1") // a partner does not attack
}

func TestM16_RightsToCastleAreLost(t *testing.T) {
	at(t, canCastle+"blue P b9; yellow P e12; green P m5").play("d1-d2 b9-c9 e12-e11 m5-l5 d2-d1 c9-d9 e11-e10 l5-k5").
		wantRefused("h1-f1", "cannot castle").wantLegal("h1-j1")
	// The rook is taken on its corner, and another one comes there.
	at(t, canCastle+"blue R d9; red R e5; red N e1; yellow P e12; green P m5").play("e5-e6 d9-d1 e12-e11 m5-l5 e6-d6 a7-a8 e11-e10 l5-k5").
		play("d6-d1 a8-a9 e10-e9 k5-j5").wantRefused("h1-f1", "cannot castle").wantLegal("h1-j1")
	b := at(t, canCastle+"blue P b9; yellow P e12; green P m5").play("resign")
	if b.Position.Castling[red] != 0 {
		t.Error("a king that walks has a right to castle")
	}
}

func TestM7_M10_DeadPiecesBlockAndCanBeTaken(t *testing.T) {
	const dead = fourKings + "out yellow -; yellow N d5; yellow P e2; red R d1; red P e1; blue P b9;"
	at(t, dead).wantLegal("d1-d4 d1-d5").wantRefused("d1-d6", "is blocked by the piece on d5").wantRefused("e1-e2", "")
	at(t, dead).play("d1-d5").wantPoints(0, 0, 0, 0)
	at(t, dead+"turn blue").wantRefused("d5-e7", "belongs to Yellow")
}

func TestM8_M9_PawnsOfTheFourArmies(t *testing.T) {
	const pawns = fourKings + "red P e2; blue P b9; yellow P e13; green P m5; red N f10; blue N d3; yellow N c10; green N l6;"
	at(t, pawns).wantLegal("e2-e3 e2-e4 e2-d3").wantRefused("e2-f3", "").wantRefused("e2-e5", "")
	at(t, pawns+"turn blue").wantLegal("b9-c9 b9-d9 b9-c10").wantRefused("b9-c8", "")
	at(t, pawns+"turn yellow;blue N d12").wantLegal("e13-e12 e13-e11 e13-d12").wantRefused("e13-f12", "")
	at(t, pawns+"turn green;blue N l4").wantLegal("m5-l5 m5-k5 m5-l4").wantRefused("m5-l6", "")
	at(t, pawns+"blue N e4").wantLegal("e2-e3").wantRefused("e2-e4", "")
	at(t, pawns+"out yellow -;yellow N e3").wantRefused("e2-e3", "").wantRefused("e2-e4", "")
	at(t, fourKings+"red P e3; blue P b9").wantRefused("e3-e5", "")
}

func TestM11_Partners(t *testing.T) {
	const team = "option teams=on;" + fourKings
	at(t, team+"red R g2; yellow P g5").wantLegal("g2-g4").wantRefused("g2-g5", "it belongs to Yellow")
	b := at(t, team+"red R g2")
	if b.Variant.InCheck(&b.Position) != 0 {
		t.Error("a partner gives check")
	}
	at(t, team+"red R g12; blue R g5; yellow R e13").wantLegal("g12-h12") // it uncovers check to the partner
}

func TestM12_PromotionInAFreeForAll(t *testing.T) {
	// Row 8 crosses the whole board, arms included.
	at(t, fourKings+"red P c7; blue P b9").wantLegal("c7-c8=Q").wantRefused("c7-c8", "Q").wantRefused("c7-c8=R", "Q")
	at(t, fourKings+"red P l7; blue P b9; green N m8").wantLegal("l7-l8=Q l7-m8=Q")
	at(t, fourKings+"blue P g5; turn blue").wantLegal("g5-h5=Q")
	at(t, fourKings+"yellow P e8; turn yellow").wantLegal("e8-e7=Q")
	at(t, fourKings+"green P h9; turn green").wantLegal("h9-g9=Q")
	// A capture en passant promotes too.
	b := at(t, fourKings+"red P d7; blue P b8; yellow P e12; green P m5; turn blue").play("b8-d8 e12-e11 m5-l5").
		wantRefused("d7-c8", "Q").play("d7-c8=Q")
	c8, _ := b.Variant.Facts().Geometry.Square("c8")
	if piece := b.Position.Board[c8]; !piece.Is(rules.Queen, rules.Army(red)) || !piece.Marked(onePoint) || b.Position.Points[red] != 1 {
		t.Errorf("%v on c8, points %v", piece, b.Position.Points)
	}
	// A pawn that a text puts beyond the row moves like others, until the board ends.
	at(t, fourKings+"red P e13; red P d2; blue P b9; yellow P k12").play("e13-e14 b9-c9 k12-k11 n8-n9").wantRefused("e14-e13", "")
	at(t, fourKings+"red P d14; red P e10; blue P b9").wantLegal("e10-e11").wantRefused("d14-d13", "")
}

func TestM12_PromotionInTeams(t *testing.T) {
	const team = "option teams=on;" + fourKings
	at(t, team+"red P e10").wantLegal("e10-e11=Q e10-e11=R e10-e11=B e10-e11=N").wantRefused("e10-e11", "=Q, =R, =B or =N")
	at(t, team+"red P e7").wantLegal("e7-e8")
	at(t, team+"blue P j5; turn blue").wantLegal("j5-k5=N")
	at(t, team+"yellow P e5; turn yellow").wantLegal("e5-e4=B")
	at(t, team+"green P e9; turn green").wantLegal("e9-d9=R")
	b := at(t, team+"red P d10; blue P b11; green P m5; turn blue").play("b11-d11 g14-h14 m5-l5").wantLegal("d10-c11=N").play("d10-c11=Q")
	c11, _ := b.Variant.Facts().Geometry.Square("c11")
	piece := b.Position.Board[c11]
	if piece != rules.NewPiece(rules.Queen, rules.Army(red)) || !b.effects.Captured.Is(rules.Pawn, rules.Army(blue)) {
		t.Errorf("%v on c11, captured %v", piece, b.effects.Captured)
	}
}

func TestM13_AOnePointQueenKeepsHerMark(t *testing.T) {
	b := at(t, fourKings+"red D f6; yellow P e12; blue N f9; green R m9; red P d2").wantLegal("f6-f9 f6-i9 f6-d6").play("f6-f9")
	b.wantPoints(3, 0, 0, 0).play("a7-a6 g14-h14 m9-f9").wantPoints(3, 0, 0, 1)
	at(t, fourKings+"red Q f6; blue R f9; turn blue").play("f9-f6").wantPoints(0, 9, 0, 0)
}

func TestM14_TheOwnKing(t *testing.T) {
	const pinned = "red K h1; red R h4; blue K a7; blue R h9; yellow K g14; green K n8; red P d2; yellow P d12; green P m5;"
	at(t, pinned).wantLegal("h4-h5 h4-h9").wantRefused("h4-g4", "king")
	// A dead piece and a king that walks: the first attacks nothing, the second does.
	at(t, pinned+"dead blue").wantLegal("h4-g4")
	at(t, "red K h1; red P d2; blue K i3; yellow K g14; green K n8; walking blue").wantRefused("h1-h2", "king")
}
