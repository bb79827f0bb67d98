// Package lobby provides the lobby's screens: the lists of tables and players ([Screen]),
// the form for a new table ([TableForm]), the form for a table's password ([Password]),
// and the form that opens a private table. The lobby itself is package
// quadrille/internal/lobby.
package lobby
