package datadir

import (
	"context"
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"

	"quadrille/internal/table"
)

// Reason is a reason why the store refused. The list is closed.
type Reason uint8

// The reasons. Path is the directory or file concerned. The comments name the meaning of
// Detail.
const (
	NoReason        Reason = iota
	CannotUse              // the directory, or a file in it
	InUse                  // by another server
	NotDatabase            // the file
	ForeignDatabase        // the file
	NewerSchema            // Detail: its version and ours
	OlderRelease           // the database was made before release 0.2.0
	OutOfOrder             // Detail: the sentence; wraps table.ErrGap
	Unwritable             // Detail: what is wrong with the event
	Unreadable             // Detail: the event that is stored and cannot be read
	DiskFull               // -
	ReadOnly               // -
	Locked                 // by another program
	Damaged                // -
	DiskFault              // anything else that the disk or the database said
	Unsure                 // the sync of a commit failed; wraps table.ErrUnsure
	Closed                 // the store
	NoCopy                 // no room for one of the database, before its schema goes forward; Path is the directory
	NoData                 // in the directory
	FileExists             // the backup that was to be made
	CannotWrite            // a backup
	BadFile                // beside the database
	NoBackup               // the file
	BadBackup              // Detail: what is wrong with it
	NewerBackup            // the file
	NotEmpty               // the directory that was to be restored into
	CannotRestore          // into the directory
	HalfRestored           // the directory
	LostCommits            // of the database; Err: how many; Detail: the command that accepts the loss
	HostKeyLost            // Path is the directory; Detail: the command that makes a new one
	NoCommitsFile          // beside the database; Detail: the command that accepts the loss
	EmptyDatabase          // beside a host key; Detail: the command that begins with an empty one
	Vanished               // a file that is in use
)

// Refusal reports why the store refused a request. Nothing was stored, unless the reason is
// Unsure.
type Refusal struct {
	Reason Reason
	Path   string
	Detail string
	Err    error // what lay beneath, nil if nothing
}

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }

// Error returns one sentence without a full stop.
func (r *Refusal) Error() string {
	switch r.Reason {
	case CannotUse:
		return fmt.Sprintf("%s cannot be used for the data (%v); choose a directory that this user may write to", r.Path, r.Err)
	case InUse:
		return fmt.Sprintf("another server is using %s; stop it, or choose another directory", r.Path)
	case NotDatabase:
		return fmt.Sprintf("%s is not a database; move it away, or choose another directory", r.Path)
	case ForeignDatabase:
		return fmt.Sprintf("%s is the database of another program; move it away, or choose another directory", r.Path)
	case NewerSchema:
		return fmt.Sprintf("%s was written by a newer program (%s); start that one", r.Path, r.Detail)
	case OlderRelease:
		return fmt.Sprintf("%s was made before release 0.2.0 and cannot be opened; choose another directory, or run the release that made it", r.Path)
	case OutOfOrder:
		return r.Detail
	case Unwritable:
		return "an event cannot be stored: " + r.Detail
	case Unreadable:
		return fmt.Sprintf("%s in %s cannot be read (%v); use the program that wrote it, or restore a backup", r.Detail, r.Path, r.Err)
	case DiskFull:
		return fmt.Sprintf("the disk that holds %s is full; nothing was stored, make room and try again", r.Path)
	case ReadOnly:
		return fmt.Sprintf("%s is read-only; nothing was stored, make it writable and try again", r.Path)
	case Locked:
		return fmt.Sprintf("%s is held by another program; nothing was stored, end that program and try again", r.Path)
	case Damaged:
		return fmt.Sprintf("%s is damaged; stop the server and restore a backup", r.Path)
	case DiskFault:
		return fmt.Sprintf("%s could not be read or written (%v); nothing was stored, look at the disk", r.Path, r.Err)
	case Unsure:
		return fmt.Sprintf("%s could not be brought to the disk (%v); look at the disk and start the server again", r.Path, r.Err)
	case NoCopy:
		return fmt.Sprintf("%s has no room for a copy of its database, which is made before a new program changes it; nothing was changed, make room and start again", r.Path)
	case NoData:
		return fmt.Sprintf("there is no Quadrille data in %s; name its directory with --data", r.Path)
	case FileExists:
		return fmt.Sprintf("%s is there already and is not touched; name a file that is not there yet", r.Path)
	case CannotWrite:
		return fmt.Sprintf("%s could not be written (%v); choose a place with room where this user may write", r.Path, r.Err)
	case BadFile:
		return fmt.Sprintf("%s cannot be kept (%v); put it right, or move it away", r.Path, r.Err)
	case NoBackup:
		if r.Err != nil {
			return fmt.Sprintf("%s cannot be read (%v); name a file that quadrille backup has made", r.Path, r.Err)
		}
		return fmt.Sprintf("%s is no backup; name a file that quadrille backup has made", r.Path)
	case BadBackup:
		return fmt.Sprintf("%s is damaged (%s) and nothing was restored; take another backup", r.Path, r.Detail)
	case NewerBackup:
		return fmt.Sprintf("%s was made by a newer program; restore it with that one", r.Path)
	case NotEmpty:
		return fmt.Sprintf("%s is not empty and is not touched; name a directory that is empty, or not there yet", r.Path)
	case CannotRestore:
		return fmt.Sprintf("%s could not be restored (%v); choose a directory with room where this user may write", r.Path, r.Err)
	case LostCommits:
		return fmt.Sprintf("%s lacks %v: its WAL, %s-wal, is missing or damaged; put that file back, restore a backup, or go on without them by: %s", r.Path, r.Err, r.Path, r.Detail)
	case HostKeyLost:
		return fmt.Sprintf("there is no host key in %s, beside a database in use; restore the file %s from a backup, or make a new key, of which every member's ssh will warn, by: %s", r.Path, hostKeyName, r.Detail)
	case NoCommitsFile:
		return fmt.Sprintf("%s, which shows whether the database beside it has lost commits, cannot be read (%v); put that file back, restore a backup, or go on with what the database holds by: %s", r.Path, r.Err, r.Detail)
	case EmptyDatabase:
		return fmt.Sprintf("%s is empty beside the host key of a server, and %s and %s-wal are missing; put these files back, restore a backup, or begin a new club with this host key by: %s", r.Path, CommitsName, DatabaseName, r.Detail)
	case Vanished:
		return fmt.Sprintf("%s was moved away or replaced while the server uses it; nothing was stored, put it back or stop the server", r.Path)
	case HalfRestored:
		return fmt.Sprintf("a restore into %s was cut off; empty the directory and restore again", r.Path)
	case Closed:
		return "the server is closing; come back in a moment"
	}
	return "refused"
}

// Trouble turns an error of SQLite into a refusal. Refusals and errors of a context are
// returned unchanged.
func Trouble(path string, err error) error {
	var refusal *Refusal
	if err == nil || errors.As(err, &refusal) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &Refusal{Reason: reasonOf(err), Path: path, Err: err}
}

// CommitTrouble turns the error of a commit into a refusal. After a failed write to the
// WAL, the commit did not happen. After any other failure, such as of the sync, it may be
// on the disk and appear after a crash.
func CommitTrouble(path string, err error) error {
	var sqliteErr *sqlite.Error
	if err == nil || errors.As(err, &sqliteErr) && sqliteErr.Code() == sqlitecode.SQLITE_IOERR_WRITE {
		return Trouble(path, err)
	}
	switch reason := reasonOf(err); reason {
	case DiskFull, ReadOnly, Locked:
		return Trouble(path, err)
	default:
		return &Refusal{Reason: Unsure, Path: path, Err: fmt.Errorf("%w: %w", table.ErrUnsure, err)}
	}
}

func reasonOf(err error) Reason {
	var sqliteErr *sqlite.Error
	if !errors.As(err, &sqliteErr) {
		return DiskFault
	}
	if sqliteErr.Code() == sqlitecode.SQLITE_IOERR_SHMSIZE { // no room to make the index of the WAL longer
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
