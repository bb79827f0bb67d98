// Package decide turns commands into events. A [Decision] begins with a copy of the
// state of a table; [Decision.Command] emits the events that a command leads to, or
// returns a refusal. The caller gives the time and what is known of the people, stores
// the events, and takes over the state.
package decide
