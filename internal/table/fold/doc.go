// Package fold replays the events of a table. A [State] is the fold of a log, live and
// after a restart; nothing else goes into it. [State.Snapshot] and [Summarize] show it,
// [Secrets] tells which parts of it only some people may see.
package fold
