// Package api serves the JSON API: programs send and receive JSON objects over SSH, one per
// line. docs/api.md describes the API.
//
// A request names a command and has the fields of that command. Unknown fields are errors.
// Each request gets one [Answer], in order, with a result or an [Error]. Between answers the
// server sends events. A [TableEvent] is an event in the log of a table that the session
// follows. Its number lets a client resume after a lost connection. A [TurnEvent] describes
// the seat to move.
//
// The package queues nothing for a slow client. Of each table, it keeps only the newest view
// for the session. When the client can receive more, the package reads from the store the
// events that the client has not got yet. A line that cannot be written in time ends the
// session.
package api

//go:generate go test . -run "Schema|Generated" -update
