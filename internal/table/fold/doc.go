// Package fold computes the state of a table from its events. A [State] depends only on the
// log of the table, so it can be restored after a restart. [State.Snapshot] turns it into a
// view, and [Summarize] into a summary. [Secrets] decides which parts of a view a person may
// see.
package fold
