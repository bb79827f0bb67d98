package datadir

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"

	"quadrille/internal/table"
)

// Reason is the reason for a [Refusal].
type Reason uint8

// The reasons for a refusal. A [Refusal] also has the fields Path, Detail and Err. The comment
// after a reason says which of these fields are set, and what they contain.
const (
	NoReason        Reason = iota
	CannotUse              // the data directory, or a file in it, cannot be used; Path names the directory or file
	InUse                  // another server has locked the directory at Path
	NotDatabase            // the file at Path is not an SQLite database
	ForeignDatabase        // the database at Path belongs to another program
	NewerSchema            // the schema of the database at Path is newer than this program; Detail names the schema versions of both
	OlderRelease           // a release before 0.2.0 made the database at Path
	OutOfOrder             // the events do not follow those in the log; Detail is the whole text of the error; Err is table.ErrGap
	Unwritable             // an event cannot be stored; Detail says why
	Unreadable             // an event in the database at Path cannot be read; Detail names the event
	DiskFull               // the disk of the database at Path is full
	ReadOnly               // the database at Path cannot be written
	Locked                 // another program has locked the database at Path
	Damaged                // the database at Path is damaged
	// the database at Path cannot be used for a reason that is not in this list; Err is the error of SQLite or of the
	// disk
	DiskFault
	// it is unknown whether a commit to Path is stored; Err wraps table.ErrUnsure; Detail is the advice for PostgreSQL
	Unsure
	Untrusted     // after a failed sync, the database at Path can be used again only after a restart
	Closed        // the store is closed; Path is empty
	NoCopy        // the directory at Path has no room for the copy that is made before a migration
	NoData        // the directory at Path has no database
	FileExists    // the backup file at Path already exists
	CannotWrite   // the backup file at Path cannot be written
	BadFile       // the file at Path, a host key or configuration file, cannot be backed up
	NoBackup      // the file at Path is not a backup
	BadBackup     // the backup at Path is damaged; Detail says what is wrong with it
	NewerBackup   // a newer release made the backup at Path
	NotEmpty      // the directory to restore to is not empty; Path names the directory
	CannotRestore // the directory to restore to cannot be written; Path names the directory
	HalfRestored  // a restore to the directory at Path was interrupted
	LostCommits   // the database at Path has lost commits; Err says how many; Detail is the command that accepts the loss
	HostKeyLost   // the host key in the directory at Path is missing; Detail is the command that makes a new key
	// the file at Path, which counts commits, is missing; Detail is the command that accepts a possible loss of commits
	NoCommitsFile
	EmptyDatabase // the database at Path is empty, but its directory has a host key; Detail is the command that starts a new club
	Vanished      // the file at Path was removed while it was in use
	NoAnswer      // the PostgreSQL database at Path cannot be reached or refuses connections
	UsedDatabase  // the database to migrate to already has data; Path names the database
	PostgresDump  // pg_dump made the file at Path, which restore cannot read
	Moved         // the data in the directory at Path was moved to the database that Detail names
	HasServers    // servers use the PostgreSQL database at Path; Detail names the servers
)

// Refusal reports why the store refused a request. Nothing was stored, unless the reason is
// [Unsure].
type Refusal struct {
	Reason Reason
	Path   string
	Detail string
	Err    error // the cause, or nil
}

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }

// Error returns one sentence without a full stop.
func (r *Refusal) Error() string {
	switch r.Reason {
	case CannotUse:
		return fmt.Sprintf("cannot use %s (%v); choose a directory that this user can write to", r.Path, r.Err)
	case InUse:
		return fmt.Sprintf("another server is using %s; stop it or choose another directory", r.Path)
	case NotDatabase:
		return fmt.Sprintf("%s is not a database; move it away or choose another directory", r.Path)
	case ForeignDatabase:
		return fmt.Sprintf("%s is the database of another program; move it away or choose another directory", r.Path)
	case NewerSchema:
		return fmt.Sprintf("%s was written by a newer release (%s); run that release", r.Path, r.Detail)
	case OlderRelease:
		return fmt.Sprintf("%s was made by a release before 0.2.0; this release cannot read it; choose another directory", r.Path)
	case OutOfOrder:
		return r.Detail
	case Unwritable:
		return "the event cannot be stored: " + r.Detail
	case Unreadable:
		return fmt.Sprintf("cannot read %s in %s (%v); run the release that wrote it or restore a backup", r.Detail, r.Path, r.Err)
	case DiskFull:
		return fmt.Sprintf("nothing was stored: the disk of %s is full; make room and try again", r.Path)
	case ReadOnly:
		return fmt.Sprintf("nothing was stored: %s is read-only; make it writable and try again", r.Path)
	case Locked:
		return fmt.Sprintf("nothing was stored: another program has locked %s; end it and try again", r.Path)
	case Damaged:
		return fmt.Sprintf("%s is damaged; stop the server and restore a backup", r.Path)
	case DiskFault:
		return fmt.Sprintf("nothing was stored: cannot read or write %s (%v); check the disk", r.Path, r.Err)
	case Unsure:
		if r.Detail != "" {
			return fmt.Sprintf(
				"it is not known whether the last changes were stored: no answer from %s (%v); %s",
				r.Path,
				r.Err,
				r.Detail,
			)
		}
		return fmt.Sprintf("it is not known whether the last changes were stored: cannot sync %s (%v); check the disk", r.Path, r.Err)
	case Untrusted:
		return fmt.Sprintf("nothing is stored any more: cannot sync %s (%v); check the disk and restart the server", r.Path, r.Err)
	case NoCopy:
		return fmt.Sprintf("no room in %s to copy the database before its upgrade; make room and start again", r.Path)
	case NoData:
		return fmt.Sprintf("there is no Quadrille data in %s; name the data directory with --data", r.Path)
	case FileExists:
		return fmt.Sprintf("%s exists already and was not changed; choose another file name", r.Path)
	case CannotWrite:
		return fmt.Sprintf("cannot write %s (%v); choose a writable directory that has room", r.Path, r.Err)
	case BadFile:
		return fmt.Sprintf("cannot back up %s (%v); correct it or move it away", r.Path, r.Err)
	case NoBackup:
		if r.Err != nil {
			return fmt.Sprintf("cannot read %s (%v); name a file made by quadrille backup", r.Path, r.Err)
		}
		return fmt.Sprintf("%s is not a backup; name a file made by quadrille backup", r.Path)
	case PostgresDump:
		return fmt.Sprintf("%s is a dump of PostgreSQL; restore it with pg_restore (docs/cluster.md)", r.Path)
	case BadBackup:
		return fmt.Sprintf("nothing was restored: %s is damaged (%s); use another backup", r.Path, r.Detail)
	case NewerBackup:
		return fmt.Sprintf("%s was made by a newer release; restore it with that release", r.Path)
	case NotEmpty:
		return fmt.Sprintf("%s is not empty and was not changed; name a new or an empty directory", r.Path)
	case CannotRestore:
		return fmt.Sprintf("cannot restore into %s (%v); choose a writable directory that has room", r.Path, r.Err)
	case LostCommits:
		return fmt.Sprintf(
			"%s lacks %v (%s-wal is missing or damaged); restore the -wal file or a backup, or run: %s",
			r.Path,
			r.Err,
			r.Path,
			r.Detail,
		)
	case HostKeyLost:
		return fmt.Sprintf("there is no host key in %s; restore %s, or make a new key (ssh will warn): %s", r.Path, HostKeyName, r.Detail)
	case NoCommitsFile:
		return fmt.Sprintf(
			"cannot read %s (%v); restore the file or a backup or, to accept lost commits, run: %s",
			r.Path,
			r.Err,
			r.Detail,
		)
	case EmptyDatabase:
		return fmt.Sprintf("%s is empty, but there is a host key; restore a backup, or start a new club with: %s", r.Path, r.Detail)
	case Vanished:
		return fmt.Sprintf("nothing was stored: %s was moved or replaced; put it back or stop the server", r.Path)
	case NoAnswer:
		return fmt.Sprintf("cannot use the database %s (%v); check that PostgreSQL runs and accepts the login", r.Path, r.Err)
	case UsedDatabase:
		return fmt.Sprintf("the database %s has data and was not changed; name an empty database", r.Path)
	case HasServers:
		return fmt.Sprintf("servers use the database %s (%s); stop them first", r.Path, r.Detail)
	case Moved:
		return fmt.Sprintf("the data in %s was moved to %s; start the server with that database, or delete %s to use this copy again",
			r.Path, r.Detail, filepath.Join(r.Path, MovedName))
	case HalfRestored:
		return fmt.Sprintf("a restore into %s was interrupted; empty the directory and restore again", r.Path)
	case Closed:
		return "the server is stopping; connect again in a minute"
	}
	return "refused"
}

// ForPeople returns the error of a read for people, without paths and without advice for the
// operator. It logs both, unless PostgreSQL does not answer, which every write logs.
func ForPeople(logger *slog.Logger, err error) error {
	var refusal *Refusal
	var shown *table.Refusal
	if !errors.As(err, &refusal) || errors.As(err, &shown) {
		return err
	}
	if refusal.Reason != NoAnswer {
		logger.Error("read failed", "error", err.Error())
	}
	return &table.Refusal{Reason: table.CannotRead, Cause: err}
}

// Trouble turns an error of SQLite into a [*Refusal]. It returns refusals and context errors
// unchanged.
func Trouble(path string, err error) error {
	var refusal *Refusal
	if err == nil || errors.As(err, &refusal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Refusal{Reason: reasonOf(err), Path: path, Err: err}
}

// CommitTrouble turns the error of a commit into a [*Refusal]. The refusal has the reason
// [Unsure] if the commit may be on the disk and may therefore appear after a crash. It is not
// on the disk if SQLite could not write the last frame of the commit to the WAL, or did not try.
func CommitTrouble(path string, err error) error {
	var sqliteErr *sqlite.Error
	if err == nil {
		return nil
	}
	if errors.As(err, &sqliteErr) {
		switch code := sqliteErr.Code(); {
		case code == sqlitecode.SQLITE_IOERR_SHMSIZE: // the frames are written, but the index of the WAL has no room for them
		case code == sqlitecode.SQLITE_IOERR_WRITE, reasonOf(err) == DiskFull, reasonOf(err) == ReadOnly, reasonOf(err) == Locked:
			return Trouble(path, err)
		}
	}
	return &Refusal{Reason: Unsure, Path: path, Err: fmt.Errorf("%w: %w", table.ErrUnsure, err)}
}

// SyncFailed reports whether an error of SQLite says that a sync of a file failed.
func SyncFailed(err error) bool {
	var sqliteErr *sqlite.Error
	return errors.As(err, &sqliteErr) && sqliteErr.Code() == sqlitecode.SQLITE_IOERR_FSYNC
}

func reasonOf(err error) Reason {
	var sqliteErr *sqlite.Error
	if !errors.As(err, &sqliteErr) {
		return DiskFault
	}
	if sqliteErr.Code() == sqlitecode.SQLITE_IOERR_SHMSIZE { // no room to extend the index of the WAL
		return DiskFull
	}
	switch sqliteErr.Code() & 0xff {
	case sqlitecode.SQLITE_FULL:
		return DiskFull
	case sqlitecode.SQLITE_READONLY:
		return ReadOnly
	case sqlitecode.SQLITE_BUSY, sqlitecode.SQLITE_LOCKED:
		return Locked
	case sqlitecode.SQLITE_CORRUPT:
		return Damaged
	case sqlitecode.SQLITE_NOTADB:
		return NotDatabase
	case sqlitecode.SQLITE_CANTOPEN:
		return CannotUse
	}
	return DiskFault
}
