// Package table defines the types that all code about game tables shares: a [Command] is
// a client's request, an [Event] is a stored change, a [Log] stores events, a [View] and
// a [Summary] show a table, [Terms] are its settings, and a [Refusal] says why a command
// was not carried out.
//
// The behaviour is in three packages. Package fold turns events into a state and views.
// Package decide turns a command and a state into events or a refusal. Both are pure:
// they start no goroutine and read no clock. Package live runs the tables that are
// loaded, each in its own goroutine: it decides a command, stores the events, updates the
// state and publishes the new view, in that order.
package table
