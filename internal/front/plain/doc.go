// Package plain implements plain mode, which shows Quadrille line by line. Plain mode is for
// screen readers, for dumb terminals and for clients without a terminal.
//
// A session reads commands. It writes sentences: answers to commands, and news about the
// lobby and the table. The subpackage editor splits the input into lines and writes the
// sentences. An openTable is the table that the player has entered.
//
// Every line is a short sentence that can be understood alone. The package sends only text,
// line ends, the bell for players who have turned it on, and backspaces that erase a typed
// character.
package plain
