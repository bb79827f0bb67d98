// Package api serves the JSON API: JSON objects over SSH, one a line, for programs.
// docs/api.md describes it.
//
// A request names a command and has the fields of that command; it is decoded strictly.
// Each request gets one [Answer], in order, with a result or an [Error]. Between answers
// the server sends events: a [TableEvent] for each event stored at a table that the
// session follows, and a [TurnEvent] for the seat to move. A TableEvent has its number in
// the table's log, so that a client can resume after a lost connection.
//
// The package queues nothing for a slow client. A table keeps only its newest view for the
// session. When the client is ready to receive, the session reads unsent events from the
// store. A line that cannot be written in time ends the session.
package api

//go:generate go test . -run "Schema|Generated" -update
