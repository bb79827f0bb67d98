// Package plain serves plain mode: all of Quadrille line by line, for screen readers,
// for dumb terminals and for clients without a terminal.
//
// A session reads commands and writes sentences, one at a time, among them the news of the
// lobby and of the table. An output collects sentences, an editor reads lines with a
// simple echo, and an openTable is the table that the player has entered.
//
// Every line is a short sentence that makes sense alone. The package never draws or
// erases: it sends only text and line ends, and in addition the bell for players
// who turn it on and the backspaces that answer a backspace.
package plain
