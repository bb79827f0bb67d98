// Package fold computes the state of a table from its events. A [State] depends on
// nothing but the log, so that a restart restores it. [State.Snapshot] and [Summarize]
// turn it into a view and a summary. [Secrets] decides which parts of a view a person
// may see.
package fold
