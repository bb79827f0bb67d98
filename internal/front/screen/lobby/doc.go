// Package lobby implements the screens of the lobby. [Screen] lists the tables, and the
// players who are online. [TableForm] is the form for a new table. [Password] is the form in
// which the host of a new private table types its password; another form asks for the
// password of a private table that somebody wants to enter. Package
// quadrille/internal/service/lobby implements the lobby itself.
package lobby
