// Package api serves the JSON API: programs send and receive JSON objects over SSH, one per
// line. docs/api.md describes the API.
//
// A request names a command and has the fields of that command. Unknown fields are errors.
// Each request gets one [protocol.Answer], with a result or an [protocol.Error]. Answers are sent in the order
// of the requests.
//
// Between answers the server sends events. A [protocol.TableEvent] is an event from the log of a
// table that the session follows. The event's number lets a client resume after a lost
// connection. A [protocol.TurnEvent] describes the seat to move.
//
// The package queues nothing for a slow client: for each table, a session keeps only the
// newest view. When the client can receive more, the session reads the missing events from
// the store. If a line cannot be written in time, the session ends.
package api

//go:generate go test . -run "Schema|Generated" -update
