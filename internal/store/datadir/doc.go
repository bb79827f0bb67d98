// Package datadir knows the files of a server's data directory: the lock that keeps other
// servers out, the SQLite database with its schema and migrations, and the number of commits
// beside it, by which a lost one is noticed. A directory belongs to one server at a time. The
// schema goes forward by the numbered files in migrations, after a copy was made; the database
// of a newer program, or of another one, is refused and left alone.
//
// [Diagnose] looks at a directory and changes nothing, [AcceptLoss] goes on with a database that
// has lost commits. What went wrong is a [Refusal].
package datadir
