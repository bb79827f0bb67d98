// Package api is the door for programs: a conversation in JSON, one object a
// line, as docs/api.md describes it.
//
// There are few types. A request is a verb with fields of its own, decoded
// strictly; each is answered by one [Answer], in the order of the requests, with
// a result or a [Fault]. In between come [Event] lines: what was stored of the
// tables that the session follows, under the numbers of the log, so that a
// session that was lost goes on where it was; and whose turn it is.
//
// Nothing is queued for a program that does not read. A table keeps one view for
// it, and what lies between the last event that it got and that view is read from
// the disk when it can be sent. A line that is not taken in time ends the session,
// as it ends a screen.
package api

//go:generate go test . -run "Schema|Generated" -update
