package rules

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Setup is a position that was parsed from text. The game has not checked it yet:
// [Variant.Complete] checks and completes it.
type Setup struct {
	Position Position // the position, as far as the text describes it
	Unmoved  []Square // squares of kings and rooks that have not moved
	HasTurn  bool
	Credited Seats // seats for which the text contains a line that begins with "credit"
	lines    map[string]int
}

// Errorf returns an error about an item of the text, with its line number.
func (s *Setup) Errorf(item, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if line := s.lines[item]; line > 0 {
		return fmt.Errorf("line %d: %w", line, err)
	}
	return err
}

// Forbid returns an error if the position text has a kind of line that the game does not
// use. The map `why` contains the reason for each such kind.
func (s *Setup) Forbid(why map[string]string) error {
	for _, item := range slices.Sorted(maps.Keys(why)) {
		if s.lines[item] > 0 {
			return s.Errorf(item, "%s in this game; remove the line", why[item])
		}
	}
	return nil
}

// ParsePosition parses position text (P1). The function `open` creates the game that the
// text names, with the options in the text. The parameter `given` holds options from another
// source. The text may repeat these options, but must not contradict them. ParsePosition
// calls [Variant.Settle] on the position; the returned effects tell what Settle changed.
func ParsePosition(r io.Reader, open func(name string, options map[string]string) (Variant, error),
	game string, given map[string]string,
) (*Game, Effects, error) {
	lines, err := splitLines(r)
	if err != nil {
		return nil, Effects{}, err
	}
	v, err := openVariant(lines, open, game, given)
	if err != nil {
		return nil, Effects{}, err
	}
	s := newSetup(v.Facts())
	slices.SortStableFunc(lines, func(a, b textLine) int { return lineOrder(v.Facts(), a) - lineOrder(v.Facts(), b) })
	for _, l := range lines {
		if err := s.applyLine(v, l.words); err != nil {
			return nil, Effects{}, fmt.Errorf("line %d: %w", l.number, err)
		}
		if err := s.recordLine(l); err != nil {
			return nil, Effects{}, fmt.Errorf("line %d: %w", l.number, err)
		}
	}
	if err := v.Complete(s); err != nil {
		return nil, Effects{}, err
	}
	g, effects := NewGameFrom(v, s.Position)
	return g, effects, nil
}

// recordLine records the number of a line for each item that the line sets, such as "out
// white". It returns an error if an earlier line set the same item, or an item that
// contradicts it.
func (s *Setup) recordLine(l textLine) error {
	subjects := l.words[1:]
	switch key := l.words[0]; key {
	case "out", "control", "credit", "points":
		subjects = subjects[:1]
	case "quiet":
		subjects = nil
		if s.lines[key] > 0 {
			return fmt.Errorf("\"quiet\" is already on line %d", s.lines[key])
		}
	}
	s.lines[l.words[0]] = l.number
	for _, subject := range subjects {
		item := l.words[0] + " " + subject
		for _, other := range exclusiveItems[l.words[0]] {
			if line := s.lines[other+" "+subject]; line > 0 {
				return fmt.Errorf("%s is already on line %d", subject, line)
			}
		}
		s.lines[item] = l.number
	}
	return nil
}

// exclusiveItems lists, for a word that begins a line of a position text, the words that
// may not begin another line about the same seat or army.
var exclusiveItems = map[string][]string{
	"points": {"points"}, "out": {"out", "walking"}, "walking": {"out", "walking"}, "credit": {"credit"},
	"control": {"control", "static"}, "static": {"control", "static"},
}

type textLine struct {
	number int
	words  []string
}

func splitLines(r io.Reader) ([]textLine, error) {
	var lines []textLine
	scanner := bufio.NewScanner(r)
	n := 1
	for ; scanner.Scan(); n++ {
		text, _, _ := strings.Cut(Typed(scanner.Text()), "#")
		if words := strings.Fields(text); len(words) > 0 {
			lines = append(lines, textLine{n, words})
		}
	}
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d bytes", n, bufio.MaxScanTokenSize)
	} else if err != nil {
		return nil, fmt.Errorf("cannot read the position: %w", err)
	}
	return lines, nil
}

func openVariant(lines []textLine, open func(string, map[string]string) (Variant, error),
	game string, given map[string]string,
) (Variant, error) {
	options := map[string]string{}
	for name, value := range given {
		options[name] = value
	}
	for _, l := range lines {
		switch l.words[0] {
		case "variant":
			if len(l.words) != 2 {
				return nil, fmt.Errorf("line %d: expected \"variant NAME\"", l.number)
			}
			if game != "" && game != l.words[1] {
				return nil, fmt.Errorf("line %d: the position is for %s, but the game is %s", l.number, l.words[1], game)
			}
			game = l.words[1]
		case "option":
			name, value, found := strings.Cut(strings.Join(l.words[1:], " "), "=")
			if !found {
				return nil, fmt.Errorf("line %d: expected \"option NAME=VALUE\"", l.number)
			}
			if before, ok := options[name]; ok && before != value {
				return nil, fmt.Errorf("line %d: option %s is %s here and %s elsewhere", l.number, name, value, before)
			}
			options[name] = value
		}
	}
	if game == "" {
		return nil, errors.New("the position names no game; begin with a line like: variant NAME")
	}
	v, err := open(game, options)
	if err != nil {
		err = locateError(lines, open, game, err)
	}
	return v, err
}

// locateError adds the number of the line that causes an error about the game or its
// options. If it finds no such line, it returns the error unchanged.
func locateError(lines []textLine, open func(string, map[string]string) (Variant, error), game string, err error) error {
	_, unknown := open(game, nil)
	for _, l := range lines {
		wrong := l.words[0] == "variant" && unknown != nil
		if l.words[0] == "option" && unknown == nil {
			name, value, _ := strings.Cut(strings.Join(l.words[1:], " "), "=")
			_, refused := open(game, map[string]string{name: value})
			wrong = refused != nil
		}
		if wrong {
			return fmt.Errorf("line %d: %w", l.number, err)
		}
	}
	return err
}

func newSetup(f *Facts) *Setup {
	s := &Setup{lines: map[string]int{}}
	s.Position.Board = f.Geometry.Empty()
	for seat := range Seat(SeatCount) {
		s.Position.Controller[seat] = seat
		s.Position.EliminatedBy[seat] = NoSeat
	}
	return s
}

// applyLine applies one line of the text to the position.
func (s *Setup) applyLine(v Variant, words []string) error {
	f, key, rest := v.Facts(), words[0], words[1:]
	if army, ok := f.Army(key); ok {
		return s.piece(f, army, rest)
	}
	if mark, ok := f.mark(key); ok {
		return s.eachPiece(f, rest, func(piece Piece) Piece { return piece.WithMark(mark, true) })
	}
	switch key {
	case "variant", "option":
		return nil
	case "turn":
		return s.turn(f, rest)
	case "unmoved":
		return s.eachSquare(f, rest, func(sq Square) error {
			s.Unmoved = append(s.Unmoved, sq)
			return nil
		})
	case "frozen":
		return s.eachSeat(f, rest, func(seat Seat) { s.Position.State[seat] = Frozen })
	case "walking":
		if _, ok := v.(Lots); !ok {
			return errors.New("no seat walks in this game; remove the line")
		}
		return s.eachSeat(f, rest, func(seat Seat) { s.Position.State[seat] = Walking })
	case "dead":
		if _, ok := v.(Lots); !ok {
			return errors.New("no army dies in this game; remove the line")
		}
		return s.eachSeat(f, rest, func(seat Seat) {
			if s.Position.State[seat] != Walking { // a king that walks is alive; what follows for others is that they are out
				s.Position.State[seat], s.Position.Controller[seat] = Eliminated, NoSeat
			}
		})
	case "points":
		return s.points(f, rest)
	case "static":
		return s.eachSeat(f, rest, func(seat Seat) { s.Position.Controller[seat] = NoSeat })
	case "out":
		return s.eliminated(f, rest)
	case "control":
		return s.control(f, rest)
	case "passed":
		return s.enPassant(f, rest)
	case "credit":
		return s.credit(f, rest)
	case "quiet":
		return s.quiet(f, rest)
	}
	return fmt.Errorf(
		"%q is not an item of a position; write a piece like: %s K %s",
		key,
		f.Armies[0],
		f.Geometry.Name(f.Geometry.Squares[0]),
	)
}

func (s *Setup) piece(f *Facts, army Army, words []string) error {
	var piece Piece
	ok := len(words) == 2 && len(words[0]) == 1
	if ok {
		piece, ok = f.pieceOf(words[0][0], army)
	}
	if !ok {
		return fmt.Errorf("expected \"%s KIND SQUARE\"; KIND is one of K Q R B N P%s", f.Armies[army], f.markLetters())
	}
	sq, err := squareNamed(f, words[1])
	if err != nil {
		return err
	}
	if other := s.Position.Board[sq]; other != 0 {
		return fmt.Errorf("%s is already on %s", f.PieceName(other), words[1])
	}
	s.Position.Board[sq] = piece
	return nil
}

func squareNamed(f *Facts, name string) (Square, error) {
	sq, ok := f.Geometry.Square(name)
	if !ok {
		return NoSquare, Refuse(UnknownSquare, name, f.Geometry.SquareRange())
	}
	return sq, nil
}

func seatNamed(f *Facts, name string) (Seat, error) {
	seat, ok := f.Seat(name)
	if !ok {
		return NoSeat, Refuse(UnknownSeat, name, f.seatList())
	}
	return seat, nil
}

func (s *Setup) turn(f *Facts, words []string) (err error) {
	if len(words) != 1 || s.HasTurn {
		return errors.New("write exactly one line: turn SEAT")
	}
	s.HasTurn = true
	s.Position.Turn, err = seatNamed(f, words[0])
	return err
}

func (s *Setup) eachSquare(f *Facts, words []string, do func(Square) error) error {
	for _, word := range words {
		sq, err := squareNamed(f, word)
		if err == nil {
			err = do(sq)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lineOrder returns 1 for lines that must be applied last, and 0 for the others: pieces
// must be on the board before they are marked, a seat must be eliminated before another seat
// controls its army, and it must walk before its other pieces are dead.
func lineOrder(f *Facts, l textLine) int {
	if _, marks := f.mark(l.words[0]); marks || l.words[0] == "control" || l.words[0] == "static" || l.words[0] == "dead" {
		return 1
	}
	return 0
}

func (s *Setup) eachPiece(f *Facts, words []string, change func(Piece) Piece) error {
	return s.eachSquare(f, words, func(sq Square) error {
		if !s.Position.Board[sq].IsPiece() {
			return fmt.Errorf("there is no piece on %s", f.Geometry.Name(sq))
		}
		s.Position.Board[sq] = change(s.Position.Board[sq])
		return nil
	})
}

func (s *Setup) eachSeat(f *Facts, words []string, do func(Seat)) error {
	for _, word := range words {
		seat, err := seatNamed(f, word)
		if err != nil {
			return err
		}
		do(seat)
	}
	return nil
}

func (s *Setup) eliminated(f *Facts, words []string) error {
	if len(words) != 2 {
		return errors.New("expected \"out SEAT BY\"; BY is the seat that eliminated SEAT, or -")
	}
	seat, err := seatNamed(f, words[0])
	if err != nil {
		return err
	}
	s.Position.State[seat], s.Position.Controller[seat] = Eliminated, NoSeat
	if words[1] == "-" {
		return nil
	}
	s.Position.EliminatedBy[seat], err = seatNamed(f, words[1])
	if err == nil && s.Position.EliminatedBy[seat] == seat {
		return fmt.Errorf("%s cannot eliminate itself; write the seat that eliminated it, or - if none did", words[0])
	}
	return err
}

func (s *Setup) control(f *Facts, words []string) error {
	if len(words) != 2 {
		return errors.New("expected \"control ARMY SEAT\"")
	}
	army, ok := f.Army(words[0])
	if !ok {
		return fmt.Errorf("there is no army %q; the armies are %s", words[0], strings.Join(f.Armies, ", "))
	}
	seat, err := seatNamed(f, words[1])
	s.Position.Controller[army] = seat
	return err
}

func (s *Setup) enPassant(f *Facts, words []string) error {
	if len(words) < 3 {
		return errors.New("expected \"passed SQUARE PAWN SEAT ...\"; * follows a seat that kept its right")
	}
	var r EnPassant
	var err error
	if r.Target, err = squareNamed(f, words[0]); err != nil {
		return err
	}
	if r.Pawn, err = squareNamed(f, words[1]); err != nil {
		return err
	}
	for _, word := range words[2:] {
		name, kept := strings.CutSuffix(word, "*")
		holder, err := seatNamed(f, name)
		if err != nil {
			return err
		}
		if r.Give(Army(holder)); kept {
			r.Keep(Army(holder))
		}
	}
	if s.Position.EnPassantCount == MaxEnPassant {
		return fmt.Errorf("a position has at most %d lines that begin with \"passed\"", MaxEnPassant)
	}
	for _, other := range s.Position.EnPassantRights() {
		if other.Target == r.Target || other.Pawn == r.Pawn {
			return errors.New("two lines that begin with \"passed\" name the same square or the same pawn")
		}
	}
	s.Position.AddEnPassant(r)
	return nil
}

// points reads the points of a seat. Games that count parts of points do not write them.
func (s *Setup) points(f *Facts, words []string) error {
	if f.PointUnit != 1 {
		return errors.New("no points are written in this game; remove the line")
	}
	if len(words) != 2 {
		return errors.New("expected \"points SEAT NUMBER\"")
	}
	seat, err := seatNamed(f, words[0])
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(words[1], 10, 16)
	if err != nil {
		return fmt.Errorf("the points of %s must be a number from 0 to %d, not %q", words[0], math.MaxUint16, words[1])
	}
	s.Position.Points[seat] = uint16(n)
	return nil
}

func (s *Setup) credit(f *Facts, words []string) error {
	kinds := map[string]CreditKind{"mate": MateCredit, "stalemate": StalemateCredit, "mated": MateCredit, "stalemated": StalemateCredit}
	passed := len(words) == 4 && words[3] == "passed"
	if len(words) != 3 && !passed || kinds[words[2]] == NoCredit {
		return errors.New("expected \"credit SEAT BY mate|stalemate [passed]\"")
	}
	seat, err := seatNamed(f, words[0])
	if err != nil {
		return err
	}
	by, err := seatNamed(f, words[1])
	if err != nil {
		return err
	}
	s.Credited = s.Credited.With(seat)
	s.Position.Credit[seat] = Credit{Kind: kinds[words[2]], By: by, Passed: passed}
	return nil
}

func (s *Setup) quiet(f *Facts, words []string) error {
	most := f.Draws.Plies
	if most == 0 {
		most = math.MaxUint16
	}
	if len(words) == 1 {
		if n, err := strconv.Atoi(words[0]); err == nil && n >= 0 && n <= most {
			s.Position.QuietPlies = uint16(n)
			return nil
		}
	}
	return fmt.Errorf("expected \"quiet PLIES\", from 0 to %d", most)
}

// FindKings records the square of each army's king, and refuses a second king. It is not
// used in games in which an army has two kings.
func (s *Setup) FindKings(f *Facts) error {
	p := &s.Position
	for _, sq := range f.Geometry.Squares {
		piece := p.Board[sq]
		if piece.Kind() != King {
			continue
		}
		if first := p.King[piece.Army()]; first != NoSquare {
			return s.Errorf(f.Armies[piece.Army()]+" K", "%s has two kings, on %s and %s; an army has one",
				f.Armies[piece.Army()], f.Geometry.Name(first), f.Geometry.Name(sq))
		}
		p.King[piece.Army()] = sq
	}
	return nil
}

// PositionText formats a position as text (P1), with one item per line in a fixed order. The
// text contains everything that is needed to continue the game.
func PositionText(v Variant, p *Position) string {
	f := v.Facts()
	w := &textWriter{f: f, p: p}
	w.line("variant", f.Name)
	for _, o := range f.ChosenOptions() {
		w.line("option", o.Name+"="+o.Value)
	}
	w.line("turn", f.SeatName(p.Turn))
	for _, sq := range f.Geometry.Squares {
		if piece := p.Board[sq]; piece.IsPiece() {
			w.line(f.PieceName(piece), f.Geometry.Name(sq))
		}
	}
	w.marks()
	w.seats()
	w.enPassantRights()
	if p.QuietPlies > 0 {
		w.line("quiet", strconv.Itoa(int(p.QuietPlies)))
	}
	return w.String()
}

type textWriter struct {
	strings.Builder
	f *Facts
	p *Position
}

func (w *textWriter) line(words ...string) {
	w.WriteString(strings.Join(words, " "))
	w.WriteByte('\n')
}

// list writes a line with a key and words. It writes nothing if there are no words.
func (w *textWriter) list(key string, words []string) {
	if len(words) > 0 {
		w.line(append([]string{key}, words...)...)
	}
}

func (w *textWriter) marks() {
	var unmoved []string
	var marked [MarkCount][]string
	for a, rights := range w.p.Castling {
		if w.p.Controller[a] != Seat(a) {
			continue // skip: the parser computes the castling rights of a gained army
		}
		if rights != 0 {
			unmoved = append(unmoved, w.f.Geometry.Name(w.p.King[a]))
		}
		for i, side := range [2]uint8{KingSide, QueenSide} {
			if rights&side != 0 {
				unmoved = append(unmoved, w.f.Geometry.Name(w.p.Rooks[a][i]))
			}
		}
	}
	for _, sq := range w.f.Geometry.Squares {
		piece := w.p.Board[sq]
		for i := range marked {
			if piece.IsPiece() && piece.Marked(i) {
				marked[i] = append(marked[i], w.f.Geometry.Name(sq))
			}
		}
	}
	slices.Sort(unmoved)
	w.list("unmoved", unmoved)
	for i, squares := range marked {
		if m := &w.f.Marks[i]; m.Word != "" && m.Letter == 0 {
			w.list(m.Word, squares)
		}
	}
}

func (w *textWriter) seats() {
	for seat, state := range w.p.State {
		name := w.f.Seats[seat]
		switch state {
		case Eliminated:
			by := "-"
			if w.p.EliminatedBy[seat] != NoSeat {
				by = w.f.SeatName(w.p.EliminatedBy[seat])
			}
			w.line("out", name, by)
		case Frozen:
			w.line("frozen", name)
		case Walking:
			w.line("walking", name)
		}
		if n := w.p.Points[seat]; n > 0 && w.f.PointUnit == 1 {
			w.line("points", name, strconv.Itoa(int(n)))
		}
		if c := w.p.Credit[seat]; c.Kind != NoCredit {
			words := []string{"credit", name, w.f.SeatName(c.By), [3]string{"", "mate", "stalemate"}[c.Kind]}
			if c.Passed {
				words = append(words, "passed")
			}
			w.line(words...)
		}
	}
	for army := range w.f.Armies {
		if by := w.p.Controller[army]; by != NoSeat && by != Seat(army) {
			w.line("control", w.f.Armies[army], w.f.SeatName(by))
		}
	}
}

func (w *textWriter) enPassantRights() {
	for _, r := range w.p.EnPassantRights() {
		words := []string{"passed", w.f.Geometry.Name(r.Target), w.f.Geometry.Name(r.Pawn)}
		for a := range Army(SeatCount) {
			if held, kept := r.Holds(a); kept {
				words = append(words, w.f.Seats[a]+"*")
			} else if held {
				words = append(words, w.f.Seats[a])
			}
		}
		w.line(words...)
	}
}
