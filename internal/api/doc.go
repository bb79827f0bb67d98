// Package api serves the JSON API: JSON objects over SSH, one a line, for programs.
// docs/api.md describes it.
//
// A request names a command and has the fields of that command; it is decoded
// strictly. Each request gets one [Answer], in order, with a result or an [Error].
// Between answers the server sends events: [TableEvent] for what was stored of the
// tables that the session follows, with its number in the table's log, so that a
// client can resume after a lost connection; [TurnEvent] for the seat to move.
//
// The package queues nothing for a slow client. A table keeps only its newest view
// for the session; the events since the last one sent are read from the store when
// they can be sent. A line that cannot be written in time ends the session.
package api

//go:generate go test . -run "Schema|Generated" -update
