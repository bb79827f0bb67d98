// Package plain serves plain mode: all of Quadrille line by line, for screen readers, for
// dumb terminals and for clients without a terminal.
//
// A session reads commands, and writes its answers and the news of the lobby and the table
// as sentences. Package editor splits the input into lines and writes the sentences. An
// openTable is the table that the player has entered.
//
// Every line is a short sentence that makes sense alone. The package sends only text, line
// ends, the bell for players who turn it on, and backspaces that erase a typed character.
package plain
