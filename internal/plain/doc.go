// Package plain is the whole of Quadrille line by line: for a screen reader, for
// a terminal that cannot be drawn on, and for no terminal at all.
//
// There are few types. A session is one person's conversation: it takes lines and
// news by turns, and each is answered in sentences. A voice is what it says, a
// typist what it is told. A room is the table at which the person is; a story
// turns its moves into words.
//
// Every line is a short sentence that can stand alone. Nothing is said twice to
// look different, nothing is erased, and nothing but letters, signs and line ends
// is ever sent; the one exception is the bell, for who asked for it, and the
// backspaces that answer a backspace.
package plain
