package fourplayer

import (
	"strings"
	"testing"
)

func newFourplayer(t *testing.T, options map[string]string) *Game {
	t.Helper()
	v, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return v.(*Game)
}

// wantError checks that an error contains a text.
func wantError(t *testing.T, what string, err error, why string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), why) {
		t.Errorf("%s: %v, want %s", what, err, why)
	}
}

const fen4Board = `3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/` +
	`bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3`

// TestF_OtherWaysToWriteAPosition reads the start as other programs write it.
func TestF_OtherWaysToWriteAPosition(t *testing.T) {
	g := newFourplayer(t, nil)
	start := g.Start()
	const head = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
	if text, err := g.writeFEN4(&start); err != nil || text != head+fen4Board {
		t.Fatalf("%v\n%s", err, text)
	}
	for name, text := range map[string]string{
		"lines":        head + "\r\n" + strings.ReplaceAll(fen4Board, "/", "/\r\n") + "\r\n",
		"mark":         "\ufeff" + head + fen4Board,
		"spaces":       " R - 0,0, 0,0-1,1,1,1-1,1,1,1-\t0,0,0,0-0-\n" + strings.ReplaceAll(fen4Board, ",", ", "),
		"walls":        head + strings.ReplaceAll(strings.ReplaceAll(fen4Board, "3,", "X,X,X,"), ",3", ",x,x,x"),
		"small counts": head + strings.ReplaceAll(strings.ReplaceAll(fen4Board, "14", "4,5,5"), "10", "1,9"),
		"row of walls": head + strings.ReplaceAll(fen4Board, "/14/", "/X,X,X,8,X,X,X/"),
		"options": "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('','','',''),'royal':('h1','a7','g14','n8')," +
			"'resigned':(false,null,false,false),'gameOver':'','pawnsBaseRank':2,'uniquify':0," +
			"'zombieType':('','','',''),'zombieImmune':(false,false,false,false),'std2pc':false}-" + fen4Board,
		"old name":                 "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'kingSquares':('h1','a7','','n8')}-" + fen4Board,
		"a pawn that is elsewhere": "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('h3:h4','','','')}-" + fen4Board,
		"zeros before":             "R-00,0,0,0-1,01,1,1-1,1,1,1-0,0,000,0-000-" + strings.ReplaceAll(fen4Board, "3,y", "03,y"),
	} {
		p, err := g.readFEN4(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if again, err := g.writeFEN4(&p); err != nil || again != head+fen4Board {
			t.Errorf("%s: %v\n%s", name, err, again)
		}
	}
}

// TestF_DeadPieces reads pieces of armies that are out, with and without a sign, and of unknown armies.
func TestF_DeadPieces(t *testing.T) {
	g := newFourplayer(t, nil)
	const rest = "/14/14/14/14/14/bK,12,gK/14/14/14/14/14/14/3,rR,3,rK,6"
	for _, c := range []struct{ text, want string }{
		{ // Yellow is out, so its pieces are dead.
			"Y-0,0,1,0-0,0,0,0-0,0,1,0-1,2,3,4-7-3,yR,1,dyN,dK,dN,6" + rest,
			"G-0,0,1,0-0,0,0,0-0,0,0,0-1,2,3,4-7-3,dyR,1,dyN,dyK,dyN,6" + rest,
		},
		{ // Green walks: only its king lives.
			"R-0,0,0,0-0,0,0,1-0,0,0,0-0,0,0,0-0-{'flagged':(false,false,false,true)}-3,gR,dgP,dD,1,yK,6" + rest,
			"R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-{'flagged':(false,false,false,true)}-3,dgR,dgP,dgD,1,yK,6" + rest,
		},
		{ // A seat without a king is out, whatever the text says, and has no right.
			"R-0,0,0,0-0,0,1,0-0,0,1,0-0,0,0,0-0-3,yR,yN,yB,1,yQ,yB,yN,yR,3" + rest,
			"R-0,0,1,0-0,0,0,0-0,0,0,0-0,0,0,0-0-3,dyR,dyN,dyB,1,dyQ,dyB,dyN,dyR,3" + rest,
		},
	} {
		p, err := g.readFEN4(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got, err := g.writeFEN4(&p); err != nil || got != c.want {
			t.Errorf("%s: %v\ngot  %s\nwant %s", c.text, err, got, c.want)
		}
	}
}

// TestF7_EnPassant reads who may capture a pawn from whose turn it is.
func TestF7_EnPassant(t *testing.T) {
	for mode, seats := range map[string]string{"off": "yellow green red", "on": "yellow red"} {
		g := newFourplayer(t, map[string]string{"teams": mode})
		b := at(t, "option teams="+mode+";"+fourKings+"blue P b5; red P d4; yellow P d6; green P e9; turn blue").play("b5-d5")
		for _, next := range []string{"", "g14-h14", "n8-n7", "h1-h2"} {
			b.play(next)
			if next != "" && (mode == "off" || next != "n8-n7") {
				_, seats, _ = strings.Cut(seats, " ")
			}
			text, err := g.writeFEN4(&b.Position)
			if err != nil || strings.Contains(text, "c5:d5") != (seats != "") {
				t.Errorf("%v, rights of %q: %s", err, seats, text)
			}
			p, err := g.readFEN4(text)
			if err != nil {
				t.Fatal(err)
			}
			var held []string
			for _, r := range p.EnPassantRights() {
				for _, s := range []int{2, 3, 0} {
					if has, _ := r.Holds(b.Position.Board[b.Position.King[s]].Army()); has {
						held = append(held, seatNames[s])
					}
				}
			}
			if got := strings.Join(held, " "); got != seats {
				t.Errorf("teams %s, after %q: %q may capture, want %q", mode, next, got, seats)
			}
		}
	}
	// After the end, it matters no more who may.
	b := at(t, teamsOn+"red K h1; blue K a7; yellow K g14; green K n8; red P d2; blue R g6").play("d2-d4 g6-g14")
	if text, err := newFourplayer(t, map[string]string{"teams": "on"}).writeFEN4(&b.Position); err != nil || !b.Position.Over() {
		t.Errorf("%v: %s", err, text)
	}
}

// TestF_Refusals reads texts with each part broken.
func TestF_Refusals(t *testing.T) {
	const head = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
	for text, why := range map[string]string{
		"":                                       "has the form",
		"R":                                      "has the form",
		"hello":                                  "has the form",
		"r" + head[1:]:                           "the turn is \"r\"",
		"-" + head:                               "the turn is \"\"",
		"RB" + head[1:]:                          "the turn is \"RB\"",
		"R-0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-":     "dead has 3 values",
		"R-0,0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-": "dead has 5 values",
		"R-0,0,0,2-1,1,1,1-1,1,1,1-0,0,0,0-0-":   "dead of green: \"2\"",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,65536-0-":                    "points of green: \"65536\"",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,99999999999999999999-0-":     "is not a number",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,+1-0-":                       "is not a number",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,,0-0-":                         "points of yellow: \"\"",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-65536-":                    "quiet plies",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0--":                         "quiet plies",
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-":                          "quiet plies",
		"R-1,1,1,1-1,1,1,1-1,1,1,1-0,0,0,0-0-":                        "no seat is in play",
		head + "{'resigned':(true,false,false,false)-":                "the options are",
		head + "{'resigned':(true,false,false)}-":                     "has 3 values",
		head + "{'resigned':(yes,false,false,false)}-":                "write true or false",
		head + "{'resigned':('true',false,false,false)}-":             "write true or false",
		head + "{'resigned':true}-":                                   "write four values",
		head + "{'royal':(h1,a7,g14,n8)}-":                            "four texts in quotes",
		head + "{'royal':('h2','','','')}-":                           "the royal piece of red",
		head + "{'royal':('','','',''),'kingSquares':('','','','')}-": "occurs twice",
		head + "{'enPassant':('h3','','','')}-":                       "write it like h3:h4",
		head + "{'enPassant':('h3:z9','','','')}-":                    "write it like h3:h4",
		head + "{'zombieType':('king','','','')}-":                    "only the default",
		head + "{'zombieImmune':(true,false,false,false)}-":           "only the default",
		head + "{'std2pc':true}-":                                     "only the default",
		head + "{'pawnsBaseRank':3}-":                                 "on the second row",
		head + "{'dim':'14x14'}-":                                     "no such option",
		head + "{'bank':('','','','')}-":                              "no such option",
		head + "{resigned:(true,false,false,false)}-":                 "unreadable",
		head + "{'resigned':(true,false,false,false),}-":              "unreadable",
		head + "{'a'b}-":                                              "unreadable",
	} {
		g := newFourplayer(t, nil)
		_, err := g.readFEN4(text + fen4Board)
		wantError(t, text, err, why)
	}
	for board, why := range map[string]string{
		"":                "the board has 1 ranks",
		fen4Board + "/14": "the board has 15 ranks",
	} {
		g := newFourplayer(t, nil)
		_, err := g.readFEN4(head + board)
		wantError(t, board, err, why)
	}
	for old, with := range map[[2]string]string{
		{"/14/bR", "/15/bR"}:                   "1 to 14",
		{"/14/bR", "/0,14/bR"}:                 "1 to 14",
		{"/14/bR", "/99999999999999999999/bR"}: "1 to 14",
		{"/14/bR", "/14,1/bR"}:                 "rank 12 has 15 squares",
		{"bR,bP,10", "bR,bP,9"}:                "rank 11 has 13 squares",
		{"3,yR", "2,yR,yR"}:                    "which is not a square of the board",
		{"yR,yN", "Ry,yN"}:                     "is not a piece",
		{"yR,yN", "yr,yN"}:                     "is not a piece",
		{"yR,yN", "wR,yN"}:                     "is not a piece",
		{"yR,yN", "R,yN"}:                      "is not a piece",
		{"yR,yN", "ddR,yN"}:                    "is not a piece",
		{"yR,yN", "dxR,yN"}:                    "is not a piece",
		{"yR,yN", ",yN"}:                       "is not a piece",
		{"yR,yN", "dR,yN"}:                     "is dead, but red is in play",
	} {
		g := newFourplayer(t, nil)
		_, err := g.readFEN4(head + strings.Replace(fen4Board, old[0], old[1], 1))
		wantError(t, old[1], err, with)
	}
	teams := newFourplayer(t, map[string]string{"teams": "on"})
	for old, with := range map[[2]string]string{
		{"1-0,0,0,0-", "1-0,0,0,1-"}:                            "no points",
		{"yR,yN", "yD,yN"}:                                      "no queen counts one point",
		{"-3,yR", "-{'flagged':(true,false,false,false)}-3,yR"}: "which is not so in a game with teams",
	} {
		_, err := teams.readFEN4(strings.Replace(head+fen4Board, old[0], old[1], 1))
		wantError(t, "with teams, "+old[1], err, with)
	}
}
