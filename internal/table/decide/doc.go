// Package decide decides whether a command to a table is allowed, and which events it
// causes. A [Decision] starts with a copy of a table's state. [Decision.Command] adds the
// events of a command, or returns a refusal. The caller provides the time and people's
// rights. After a decision, the caller stores its events and then uses the new state.
package decide
