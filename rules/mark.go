package rules

// Mark says what a mark on a piece means in a game. Its texts are for people, except Word and
// Letter. A game that does not use a mark has no Word.
type Mark struct {
	Word   string // word in position text, at the beginning of a line with the marked squares
	Letter byte   // if not 0, position text writes marked pieces with this letter, and not in a line of their own
	Kinds  []Kind // kinds that can have the mark; nil for all
	Value  int    // value of a marked piece if it differs from Facts.Values; 0 if it does not
	Sign   string // one character that stands beside the piece on the board
	Which  string // after the name of the piece: "going backward"
	State  string // state of the piece: "moves backward"
	Gained string // after a move that gives the mark: "moves backward from now on"
	Lost   string // after a move that takes it: "now moves forward again"
	Stops  string // why a marked piece cannot move: "has already moved in this double move"; empty if it can
}

// MarksOf returns the marks of a piece that the game uses.
func (f *Facts) MarksOf(piece Piece) (marks []*Mark) {
	for i := range f.Marks {
		if f.Marks[i].Word != "" && piece.Marked(i) {
			marks = append(marks, &f.Marks[i])
		}
	}
	return marks
}

// MarkOf returns the first mark of a piece that the game uses, or nil if there is none.
func (f *Facts) MarkOf(piece Piece) *Mark {
	for i := range f.Marks {
		if f.Marks[i].Word != "" && piece.Marked(i) {
			return &f.Marks[i]
		}
	}
	return nil
}

// Value returns the value of a piece: that of its kind, or of its mark.
func (f *Facts) Value(piece Piece) int {
	for i := range f.Marks {
		if value := f.Marks[i].Value; value != 0 && piece.Marked(i) {
			return value
		}
	}
	return f.Values[piece.Kind()]
}

// letter returns the letter of a piece in position text.
func (f *Facts) letter(piece Piece) byte {
	for i := range f.Marks {
		if letter := f.Marks[i].Letter; letter != 0 && piece.Marked(i) {
			return letter
		}
	}
	return piece.Kind().Letter()
}

// pieceOf returns the piece of an army with a letter of position text.
func (f *Facts) pieceOf(letter byte, a Army) (piece Piece, ok bool) {
	if k := KindOf(letter); k != NoKind {
		return NewPiece(k, a), true
	}
	for i := range f.Marks {
		if m := &f.Marks[i]; m.Letter != 0 && m.Letter == letter {
			return NewPiece(m.Kinds[0], a).WithMark(i, true), true
		}
	}
	return 0, false
}

// markLetters returns the letters of marked pieces, each after a blank.
func (f *Facts) markLetters() (letters string) {
	for i := range f.Marks {
		if f.Marks[i].Letter != 0 {
			letters += " " + string(f.Marks[i].Letter)
		}
	}
	return letters
}

// mark returns the number of the mark whose squares a line of position text lists. The lines of
// other games are read as well, so that the game can refuse them in its own words.
func (f *Facts) mark(word string) (number int, ok bool) {
	for i := range f.Marks {
		if f.Marks[i].Word == word && f.Marks[i].Letter == 0 {
			return i, true
		}
	}
	switch word {
	case "reversed":
		return 0, true
	case "barred":
		return 1, true
	}
	return 0, false
}
