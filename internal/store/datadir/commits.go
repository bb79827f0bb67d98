package datadir

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
)

// CommitsName is the name of the file in the data directory that holds the number of the
// last acknowledged commit. SQLite reads a WAL only up to the first incomplete frame and
// treats a missing WAL as empty, so it does not notice lost commits. The database also
// counts its commits: if the number in the file is higher, commits are lost.
const CommitsName = "quadrille.commits"

// CommitsLength is the length of the commits file, which each commit overwrites in place
// without a sync. After a power failure, the number of commits in the file may be too low,
// but never too high, because the WAL is synced first.
const CommitsLength = len("quadrille commits 00000000000000000000 00000000\n")

// ErrTorn reports a commits file with a wrong checksum. A crash can cause this.
var ErrTorn = errors.New("the checksum of the file is wrong")

// CommitsText returns the content of a commits file for a number of commits.
func CommitsText(n int64) []byte {
	number := fmt.Sprintf("%020d", n)
	return fmt.Appendf(nil, "quadrille commits %s %08x\n", number, crc32.Checksum([]byte(number), castagnoli))
}

// ReadCommits reads the number of commits from a commits file.
func ReadCommits(path string) (int64, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if len(text) != CommitsLength {
		return 0, fmt.Errorf("the file has %d bytes instead of %d", len(text), CommitsLength)
	}
	const at = len("quadrille commits ")
	n, err := strconv.ParseInt(string(text[at:at+20]), 10, 64)
	if err != nil || string(CommitsText(n)) != string(text) {
		return 0, ErrTorn
	}
	return n, nil
}

// checkCommits refuses a database that has lost acknowledged commits. If the commits file is
// missing, checkCommits accepts only an empty database without a host key, because the first
// start of a server writes the commits file before the schema, and the host key last.
func checkCommits(dir string, found inspection) error {
	path := filepath.Join(dir, CommitsName)
	acknowledged, err := ReadCommits(path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case errors.Is(err, ErrTorn):
		return nil
	case missing && found.Schema == 0:
		if !exists(filepath.Join(dir, HostKeyName)) {
			return nil
		}
		return &Refusal{Reason: EmptyDatabase, Path: filepath.Join(dir, DatabaseName), Detail: acceptLoss(dir)}
	case err != nil:
		return &Refusal{Reason: NoCommitsFile, Path: path, Detail: acceptLoss(dir), Err: err}
	case acknowledged > found.Commits:
		return &Refusal{
			Reason: LostCommits,
			Path:   filepath.Join(dir, DatabaseName),
			Detail: acceptLoss(dir),
			Err:    lostCommits{acknowledged - found.Commits},
		}
	}
	return nil
}

// PrepareCommits runs [checkCommits], and writes the commits file if it is missing or its
// checksum is wrong.
func PrepareCommits(dir string, found inspection) error {
	if err := checkCommits(dir, found); err != nil {
		return err
	}
	if _, err := ReadCommits(filepath.Join(dir, CommitsName)); err == nil {
		return nil
	}
	if err := WriteCommits(dir, found.Commits); err != nil {
		return &Refusal{Reason: CannotUse, Path: dir, Err: err}
	}
	return nil
}

// lostCommits is the error for a database that has lost its last n commits.
type lostCommits struct{ n int64 }

func (l lostCommits) Error() string {
	if l.n == 1 {
		return "its last acknowledged commit"
	}
	return fmt.Sprintf("its last %d acknowledged commits", l.n)
}

// acceptLoss returns the shell command that accepts the loss of commits.
func acceptLoss(dir string) string {
	return "quadrille doctor --accept-loss --data " + ShellQuote(absolute(dir))
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// storedCommits returns the number of commits that a database records, or 0 if the database
// is empty.
func storedCommits(ctx context.Context, db *sql.DB, schema int) (n int64, err error) {
	if schema > 0 {
		err = db.QueryRowContext(ctx, `SELECT n FROM commits`).Scan(&n)
	}
	return n, err
}

// WriteCommits creates or replaces a commits file.
func WriteCommits(dir string, n int64) error {
	return WriteWhole(dir, CommitsName, CommitsText(n))
}

// CommitCounter counts the commits of the write connection.
type CommitCounter struct {
	N      int64 // number of the last commit
	raise  *sql.Stmt
	file   *os.File
	failed bool // the last write to the file failed
	logger *slog.Logger
}

// Open opens the commits file, which must exist; see [PrepareCommits].
func (c *CommitCounter) Open(ctx context.Context, conn *sql.Conn, dir string, logger *slog.Logger) (err error) {
	c.logger = logger
	if err := conn.QueryRowContext(ctx, `SELECT n FROM commits`).Scan(&c.N); err != nil {
		return err
	}
	if c.raise, err = conn.PrepareContext(ctx, `UPDATE commits SET n = ?`); err != nil {
		return err
	}
	if c.file, err = os.OpenFile(filepath.Join(dir, CommitsName), os.O_WRONLY, 0); err != nil {
		return &Refusal{Reason: CannotUse, Path: dir, Err: err}
	}
	return nil
}

// Add increments the number of commits in the database, as part of the open transaction.
func (c *CommitCounter) Add(ctx context.Context) error {
	_, err := c.raise.ExecContext(ctx, c.N+1)
	return err
}

// Committed increments the number of commits and writes it to the commits file. Call it when
// the transaction is on the disk, before you acknowledge the commit. If the file cannot be
// written, the commit still succeeds, because the data is stored.
func (c *CommitCounter) Committed() {
	c.N++
	_, err := c.file.WriteAt(CommitsText(c.N), 0)
	if err != nil && !c.failed {
		c.logger.Warn("cannot write the commits file; a later loss of commits may go unnoticed", "error", err.Error())
	}
	c.failed = err != nil
}

// Close closes the statement and the file.
func (c *CommitCounter) Close() {
	if c.raise != nil {
		_ = c.raise.Close()
	}
	if c.file != nil {
		_ = c.file.Close()
	}
}

// Loss says how many commits a database still has, and how many it has lost.
type Loss struct {
	Kept int64 // number of commits that are still in the database
	Lost int64 // number of acknowledged commits that are lost; -1 if unknown
}

// AcceptLoss lets servers use a database that has lost acknowledged commits. It returns nil
// if no commits were lost. Each error is a [*Refusal].
func AcceptLoss(ctx context.Context, dir string) (*Loss, error) {
	if _, err := os.Stat(filepath.Join(dir, CommitsName)); err != nil {
		if err := IsData(dir); err != nil {
			return nil, err
		}
	}
	d, err := TakeDirectory(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = d.Release() }()
	found, err := Inspect(ctx, d.Database())
	if err != nil {
		return nil, Trouble(d.Database(), err)
	}
	var lost lostCommits
	switch err := checkCommits(d.Path, found); {
	case err == nil:
		return nil, nil
	case !errors.As(err, &lost):
		lost.n = -1
	}
	if err := WriteCommits(d.Path, found.Commits); err != nil {
		return nil, &Refusal{Reason: CannotUse, Path: d.Path, Err: err}
	}
	return &Loss{Kept: found.Commits, Lost: lost.n}, nil
}
