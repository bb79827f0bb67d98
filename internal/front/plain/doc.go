// Package plain implements plain mode, which shows Quadrille line by line. Plain mode is for
// screen readers, for dumb terminals and for clients without a terminal.
//
// A session reads commands: its own, which need the table that the player has entered or ask
// questions, and those of `ssh HOST COMMAND`. It writes sentences: answers to commands, and
// news about the lobby and the table. An [Editor] splits the input into lines. An openTable is
// the table that the player has entered.
//
// Every line is a short sentence that can be understood alone. The package sends only text,
// line ends, the bell for players who have turned it on, and backspaces that erase a typed
// character.
package plain
