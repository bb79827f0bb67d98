// Package table holds what everybody who deals with a table shares: [Act], what a
// client asks for; [Event], what happened, stored in a [Log]; [View] and [Summary],
// what is shown; [Terms] and the reasons of a [Refusal].
//
// The behaviour is in three packages. Package fold turns events into a state and views.
// Package decide turns a command and a state into events or a refusal. Both are pure:
// they start no goroutine and read no clock. Package live runs the tables that are
// loaded, a goroutine each: it decides, stores, folds and tells, in that order.
package table
