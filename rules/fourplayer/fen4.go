package fourplayer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"quadrille/rules"
)

// seatLetters are the letters of the seats in FEN4 (F1); a piece has its army's in lower case (F3).
const seatLetters = "RBYG"

// onePointLetter is the letter of a queen that counts one point (F3).
const onePointLetter = 'D'

// fen4Files and fen4Ranks are the size of the board as FEN4 writes it, with the corners.
const fen4Files, fen4Ranks = 14, 14

// fen4Format is FEN4 as a format of positions.
var fen4Format = rules.PositionFormat{
	Name: fen4Name,
	Fits: func(text string) bool {
		text = strings.TrimSpace(text)
		return len(text) > 1 && strings.Contains(seatLetters, text[:1]) && strings.TrimLeft(text[1:], " \t\r\n")[:1] == "-"
	},
	Read: func(v rules.Variant, text string) (rules.Position, error) {
		g, ok := v.(*Game)
		if !ok {
			return rules.Position{}, errOtherGame
		}
		return g.readFEN4(text)
	},
	Write: func(v rules.Variant, p *rules.Position) (string, error) {
		g, ok := v.(*Game)
		if !ok {
			return "", errOtherGame
		}
		return g.writeFEN4Lines(p)
	},
}

var errOtherGame = fmt.Errorf("FEN4 and PGN4 are formats of %s only", gameName)

// writeFEN4 formats a position as FEN4 in one line (F1-F10). The error tells what FEN4 has no word
// for.
func (g *Game) writeFEN4(p *rules.Position) (string, error) {
	head, board, err := g.fen4Parts(p)
	return head + board, err
}

// writeFEN4Lines formats a position as FEN4 with a line for the head and one for each rank (F10).
func (g *Game) writeFEN4Lines(p *rules.Position) (string, error) {
	head, board, err := g.fen4Parts(p)
	return head + "\n" + strings.ReplaceAll(board, "/", "/\n") + "\n", err
}

func (g *Game) fen4Parts(p *rules.Position) (head, board string, err error) {
	passing, err := g.fen4Passing(p)
	if err != nil {
		return "", "", err
	}
	var dead, kingSide, queenSide, points [rules.SeatCount]string
	for s := range p.State {
		dead[s] = flag(p.State[s] == rules.Eliminated)
		kingSide[s] = flag(p.Castling[s]&rules.KingSide != 0)
		queenSide[s] = flag(p.Castling[s]&rules.QueenSide != 0)
		points[s] = strconv.Itoa(int(p.Points[s]))
	}
	fields := []string{seatLetters[p.Turn&3 : p.Turn&3+1]}
	for _, list := range [][rules.SeatCount]string{dead, kingSide, queenSide, points} {
		fields = append(fields, strings.Join(list[:], ","))
	}
	fields = append(fields, strconv.Itoa(int(p.QuietPlies)))
	var options []string
	for _, o := range leaveOptions {
		if list, some := leftBy(p, o.left); some {
			options = append(options, fmt.Sprintf("'%s':(%s)", o.name, strings.Join(list[:], ",")))
		}
	}
	if passing != [rules.SeatCount]string{} {
		options = append(options, fmt.Sprintf("'enPassant':('%s')", strings.Join(passing[:], "','")))
	}
	if len(options) > 0 {
		fields = append(fields, "{"+strings.Join(options, ",")+"}")
	}
	return strings.Join(fields, "-") + "-", g.fen4Board(p), nil
}

func flag(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// leaveOptions are the options of FEN4 that tell how a seat left (F6).
var leaveOptions = []struct {
	name string
	left rules.Termination
}{
	{"resigned", rules.ByResignation}, {"flagged", rules.ByFlag}, {"stalemated", rules.ByStalemate},
}

func leftBy(p *rules.Position, how rules.Termination) (list [rules.SeatCount]string, some bool) {
	for s, left := range p.LeftBy {
		list[s] = strconv.FormatBool(left == how)
		some = some || left == how
	}
	return list, some
}

// fen4Passing returns the double steps as FEN4 writes them, by the army of the pawn (F7).
func (g *Game) fen4Passing(p *rules.Position) (list [rules.SeatCount]string, err error) {
	name := g.facts.Geometry.Name
	for _, r := range p.EnPassantRights() {
		owner := p.Board[r.Pawn].Army()
		if list[owner] != "" {
			return list, fmt.Errorf("FEN4 has a place for one pawn of %s that can be captured en passant", seatNames[owner])
		}
		if !p.Over() && g.passingRight(p, owner, r.Target, r.Pawn) != r {
			return list, fmt.Errorf("FEN4 cannot say who may capture the pawn on %s en passant", name(r.Pawn))
		}
		list[owner] = name(r.Target) + ":" + name(r.Pawn)
	}
	return list, nil
}

// passingRight returns the right to capture a pawn of an army en passant: those who play against
// it hold it, if their turn comes before that of the pawn's owner (F7).
func (g *Game) passingRight(p *rules.Position, owner rules.Army, target, pawn rules.Square) rules.EnPassant {
	r := rules.EnPassant{Target: target, Pawn: pawn}
	for s := p.Turn; s != rules.Seat(owner); s = s.Next() {
		if !g.allies[owner].Has(s) && p.State[s] == rules.Playing {
			r.Give(rules.Army(s))
		}
	}
	return r
}

func (g *Game) fen4Board(p *rules.Position) string {
	rows := make([]string, fen4Ranks)
	for row := range rows {
		var words []string
		empty := 0
		for col := range fen4Files {
			piece := p.Board[g.facts.Geometry.At(row, col)]
			if !piece.IsPiece() {
				empty++
				continue
			}
			if empty > 0 {
				words, empty = append(words, strconv.Itoa(empty)), 0
			}
			words = append(words, g.fen4Piece(p, piece))
		}
		if empty > 0 {
			words = append(words, strconv.Itoa(empty))
		}
		rows[row] = strings.Join(words, ",")
	}
	return strings.Join(rows, "/")
}

func (g *Game) fen4Piece(p *rules.Position, piece rules.Piece) string {
	letter := piece.Kind().Letter()
	if piece.Marked(onePoint) {
		letter = onePointLetter
	}
	word := strings.ToLower(seatLetters[piece.Army():piece.Army()+1]) + string(letter)
	if !g.isLiving(p, piece) {
		word = "d" + word
	}
	return word
}

// fen4 is a position in FEN4 that is being read.
type fen4 struct {
	g       *Game
	p       rules.Position
	dead    [rules.SeatCount]bool
	castle  [2][rules.SeatCount]bool // with the rook three squares away, and with the one four squares away
	left    [rules.SeatCount]rules.Termination
	royal   []string
	passing []string
	kings   [rules.SeatCount]rules.Square // living kings
	unknown []rules.Square                // dead pieces of an army that is not known
	corpses []rules.Square                // pieces that the text calls dead
}

// readFEN4 parses FEN4 (F1-F9). It does not carry out what is due in the position.
func (g *Game) readFEN4(text string) (rules.Position, error) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\ufeff' {
			return -1
		}
		return r
	}, text)
	f := &fen4{g: g, p: rules.Position{Board: g.reach.Empty()}}
	last := strings.LastIndexByte(text, '-')
	if last < 0 {
		return f.p, fmt.Errorf("FEN4 has the form turn-dead-castleK-castleQ-points-quiet-board, and %q does not", shorten(text))
	}
	fields := strings.SplitN(text[:last], "-", 7)
	for len(fields) < 7 {
		fields = append(fields, "")
	}
	for _, step := range []func() error{
		func() error { return f.readHead(fields) },
		func() error { return f.readOptions(fields[6]) },
		func() error { return f.readBoard(text[last+1:]) },
		f.setStates, f.setArmies, f.checkRoyal, f.setRights,
	} {
		if err := step(); err != nil {
			return f.p, fmt.Errorf("FEN4: %w", err)
		}
	}
	return f.p, nil
}

// shorten returns the beginning of a text, for an error.
func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}

func (f *fen4) readHead(fields []string) error {
	turn := strings.Index(seatLetters, fields[0])
	if len(fields[0]) != 1 || turn < 0 {
		return fmt.Errorf("the turn is %q; write R, B, Y or G", shorten(fields[0]))
	}
	f.p.Turn = rules.Seat(turn)
	for i, name := range []string{"dead", "castleK", "castleQ", "points"} {
		values, err := fourNumbers(name, fields[i+1], [4]int{1, 1, 1, maxNumber}[i])
		if err != nil {
			return err
		}
		for s, n := range values {
			switch i {
			case 0:
				f.dead[s] = n == 1
			case 1, 2:
				f.castle[i-1][s] = n == 1
			default:
				f.p.Points[s] = uint16(n)
			}
		}
	}
	quiet, err := number(fields[5], maxNumber)
	if err != nil {
		return fmt.Errorf("the number of quiet plies: %w", err)
	}
	f.p.QuietPlies = uint16(quiet)
	if f.g.teams && f.p.Points != [rules.SeatCount]uint16{} {
		return fmt.Errorf("there are no points in a game with teams")
	}
	return nil
}

// maxNumber is the largest number of points or plies.
const maxNumber = 1<<16 - 1

func number(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || text[0] < '0' || text[0] > '9' {
		return 0, fmt.Errorf("%q is not a number from 0 to %d", shorten(text), most)
	}
	return n, nil
}

func fourNumbers(name, text string, most int) (values [rules.SeatCount]int, err error) {
	words := strings.Split(text, ",")
	if len(words) != rules.SeatCount {
		return values, fmt.Errorf("%s has %d values; write four: red, blue, yellow, green", name, len(words))
	}
	for s, word := range words {
		if values[s], err = number(word, most); err != nil {
			return values, fmt.Errorf("%s of %s: %w", name, seatNames[s], err)
		}
	}
	return values, nil
}

// readBoard reads the squares from rank 14 to rank 1 (F2-F5).
func (f *fen4) readBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != fen4Ranks {
		return fmt.Errorf("the board has %d ranks; write %d", len(rows), fen4Ranks)
	}
	for row, words := range rows {
		col := 0
		for _, word := range strings.Split(words, ",") {
			n, err := f.readWord(word, row, col)
			if err != nil {
				return fmt.Errorf("rank %d: %w", fen4Ranks-row, err)
			}
			if col += n; col > fen4Files {
				break
			}
		}
		if col != fen4Files {
			return fmt.Errorf("rank %d has %d squares; write %d", fen4Ranks-row, col, fen4Files)
		}
	}
	return nil
}

// readWord reads a word of the board and returns the number of squares that it stands for.
func (f *fen4) readWord(word string, row, col int) (squares int, err error) {
	if word != "" && word[0] >= '0' && word[0] <= '9' {
		if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= fen4Files {
			return n, nil
		}
		return 0, fmt.Errorf("%q is not a number of empty squares, 1 to %d", shorten(word), fen4Files)
	}
	sq := f.g.facts.Geometry.At(row, col)
	name := squareName(row, col)
	if word == "X" || word == "x" {
		if sq != rules.NoSquare {
			return 0, fmt.Errorf("there is a wall on %s, which is a square of the board", name)
		}
		return 1, nil
	}
	piece, dead, known, ok := f.piece(word)
	switch {
	case !ok:
		return 0, fmt.Errorf("%q on %s is not a piece; write one like rK, bP or dyR", shorten(word), name)
	case sq == rules.NoSquare:
		return 0, fmt.Errorf("there is a piece on %s, which is not a square of the board", name)
	case piece.Marked(onePoint) && f.g.teams:
		return 0, fmt.Errorf("%q on %s: no queen counts one point in a game with teams", word, name)
	}
	f.p.Board[sq] = piece
	if dead {
		f.corpses = append(f.corpses, sq)
	}
	switch {
	case !known:
		f.unknown = append(f.unknown, sq)
	case piece.Kind() != rules.King || dead:
	case f.kings[piece.Army()] != rules.NoSquare:
		return 0, fmt.Errorf("%s has two kings, on %s and %s", seatNames[piece.Army()],
			f.g.facts.Geometry.Name(f.kings[piece.Army()]), name)
	default:
		f.kings[piece.Army()] = sq
	}
	return 1, nil
}

// piece reads a piece. `known` tells whether the text names its army: a dead piece may lack it (F4).
func (f *fen4) piece(word string) (piece rules.Piece, dead, known, ok bool) {
	word, dead = strings.CutPrefix(word, "d")
	army := 0
	if known = len(word) == 2; known {
		army = strings.Index(strings.ToLower(seatLetters), word[:1])
		word = word[1:]
	}
	if len(word) != 1 || army < 0 || !known && !dead {
		return 0, dead, known, false
	}
	if word[0] == onePointLetter {
		return rules.NewPiece(rules.Queen, rules.Army(army)).WithMark(onePoint, true), dead, known, true
	}
	kind := rules.KindOf(word[0])
	return rules.NewPiece(kind, rules.Army(army)), dead, known, kind != rules.NoKind
}

// setStates sets which seats play, walk or are out (F1, F6, F9).
func (f *fen4) setStates() error {
	for s := range rules.Seat(rules.SeatCount) {
		f.p.EliminatedBy[s], f.p.Controller[s] = rules.NoSeat, s
		f.p.King[s], f.p.LeftBy[s] = f.kings[s], f.left[s]
		switch {
		case f.dead[s] || f.kings[s] == rules.NoSquare:
			f.p.State[s], f.p.Controller[s] = rules.Eliminated, rules.NoSeat
		case f.left[s] != rules.Unfinished && f.g.teams:
			return fmt.Errorf("%s has left, and its king walks, which is not so in a game with teams", seatNames[s])
		case f.left[s] != rules.Unfinished:
			f.p.State[s] = rules.Walking
		}
	}
	for range rules.SeatCount {
		if f.p.State[f.p.Turn] != rules.Eliminated {
			return nil
		}
		f.p.Turn = f.p.Turn.Next()
	}
	return fmt.Errorf("no seat is in play; at least one must have a king")
}

// setArmies gives dead pieces of an unknown army to a seat that is out, and refuses dead pieces of
// a seat that plays (F4).
func (f *fen4) setArmies() error {
	for _, sq := range f.unknown {
		piece := f.p.Board[sq]
		for _, state := range []rules.SeatState{rules.Eliminated, rules.Walking} {
			for s := rules.Seat(rules.SeatCount); s > 0; s-- {
				if f.p.State[s-1] == state && (piece.Kind() != rules.King || f.p.King[s-1] == rules.NoSquare) {
					piece = rules.NewPiece(piece.Kind(), rules.Army(s-1)).WithMark(onePoint, piece.Marked(onePoint))
				}
			}
			if f.p.State[piece.Army()] != rules.Playing {
				break
			}
		}
		f.p.Board[sq] = piece
	}
	for _, sq := range f.corpses {
		piece := f.p.Board[sq]
		if f.g.isLiving(&f.p, piece) {
			return fmt.Errorf("the piece on %s is dead, but %s is in play", f.g.facts.Geometry.Name(sq), seatNames[piece.Army()])
		}
	}
	for _, sq := range f.g.facts.Geometry.Squares {
		piece := f.p.Board[sq]
		if king := f.p.King[piece.Army()]; !piece.IsPiece() || piece.Kind() != rules.King || king == sq {
			continue
		} else if king != rules.NoSquare {
			return fmt.Errorf("%s has two kings, on %s and %s", seatNames[piece.Army()],
				f.g.facts.Geometry.Name(king), f.g.facts.Geometry.Name(sq))
		}
		f.p.King[piece.Army()] = sq
	}
	return nil
}

// checkRoyal compares the squares of the kings that the text names (F6).
func (f *fen4) checkRoyal() error {
	for s, name := range f.royal {
		if king := f.g.facts.Geometry.Name(f.p.King[s]); name != "" && name != king {
			return fmt.Errorf("the royal piece of %s is on %q; here it must be the king", seatNames[s], shorten(name))
		}
	}
	return nil
}

// setRights sets the rights to castle and to capture en passant, as far as they are possible (F7,
// F9).
func (f *fen4) setRights() error {
	p := &f.p
	for s := range rules.Seat(rules.SeatCount) {
		h := &f.g.homes[s]
		p.Rooks[s] = h.Corners
		for i, side := range [2]uint8{rules.KingSide, rules.QueenSide} {
			if f.castle[i][s] && f.g.mayCastle(p, s, i) {
				p.Castling[s] |= side
			}
		}
	}
	for owner, text := range f.passing {
		over, pawn, found := strings.Cut(text, ":")
		target, known := f.g.facts.Geometry.Square(over)
		on, known2 := f.g.facts.Geometry.Square(pawn)
		switch {
		case text == "":
			continue
		case !found || !known || !known2:
			return fmt.Errorf("the pawn of %s that can be captured en passant is %q; write it like h3:h4", seatNames[owner], shorten(text))
		}
		if r := f.g.passingRight(p, rules.Army(owner), target, on); f.g.isDoubleStep(p, rules.Army(owner), r) && r.Held() {
			p.AddEnPassant(r)
		}
	}
	return nil
}

// mayCastle reports whether the king of a seat that plays, and its rook, stand where they start.
// side is 0 for the rook three squares away, and 1 for the other.
func (g *Game) mayCastle(p *rules.Position, s rules.Seat, side int) bool {
	h := &g.homes[s]
	return p.State[s] == rules.Playing && p.Board[h.King].Is(rules.King, rules.Army(s)) &&
		p.Board[h.Corners[side]].Is(rules.Rook, rules.Army(s))
}

// isDoubleStep reports whether a pawn of the army can have crossed a square in a double step.
func (g *Game) isDoubleStep(p *rules.Position, army rules.Army, r rules.EnPassant) bool {
	step := g.reach.Pawns[army].Step
	return p.Board[r.Pawn].Is(rules.Pawn, army) && g.reach.Step(r.Target, step) == r.Pawn &&
		g.homes[army].PawnRow[g.reach.Step(r.Target, step.Opposite())]
}
