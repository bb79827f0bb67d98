// Package lobby is the screens of the lobby: the tables and the people, the form
// for a new table, and the way to private tables.
package lobby
