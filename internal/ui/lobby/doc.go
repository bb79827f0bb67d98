// Package lobby implements the screens of the lobby. [Screen] lists the tables, and the
// players who are online. [TableForm] is the form for a new table, and [Password] the form
// for the password of a new private table. Another form opens a private table. Package
// quadrille/internal/lobby implements the lobby itself.
package lobby
