// Package table defines the types that all code about game tables shares. A table is where
// one game is played and watched. A [Command] is a client's request to a table, and a
// [Refusal] says why a command was not carried out. An [Event] is a stored change of a
// table, and a [Log] stores events. [Terms] are the settings of a table. A [View] is
// everything that a client shows of a table; a [Summary] is a line in a list of tables.
//
// The behaviour is in three packages. Package fold turns events into a state and views.
// Package decide turns a command and a state into events or a refusal. Both are pure: they
// start no goroutine and read no clock. Package live runs the tables in memory, each in its
// own goroutine: for each command it asks package decide for the events, stores them, updates
// the state and publishes the new view, in that order.
//
// Comments refer to rules of the games by their numbers, such as (G6) or (C23); see
// docs/rules.
package table
