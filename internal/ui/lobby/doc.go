// Package lobby provides the lobby's screens: the lists of tables and players ([Screen]), the
// form for a new table ([TableForm]), the form for the password of a new private table
// ([Password]), and the form that opens a private table. Package quadrille/internal/lobby
// implements the lobby itself.
package lobby
