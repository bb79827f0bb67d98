package backup

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"quadrille/internal/store/datadir"
)

// Restore creates a data directory from a backup, in a new or empty directory. It checks the
// whole backup before it places any file. If it fails, it leaves nothing behind. Each error
// is a [*datadir.Refusal].
func Restore(ctx context.Context, file, dir string, key HostKeyReader) (*Contents, error) {
	backup, err := os.Open(file)
	if err != nil {
		return nil, &datadir.Refusal{Reason: datadir.NoBackup, Path: file, Err: err}
	}
	defer backup.Close()
	info, err := backup.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, &datadir.Refusal{Reason: datadir.NoBackup, Path: file, Err: err}
	}
	archive := tar.NewReader(stoppingReader{ctx, backup})
	c, err := readContents(archive, info.Size())
	if errors.Is(err, errNoBackup) && isPostgresDump(backup) {
		return nil, &datadir.Refusal{Reason: datadir.PostgresDump, Path: file}
	}
	if err != nil {
		return nil, badBackup(file, err)
	}
	r := &restore{ctx: ctx, file: file, dir: dir, key: key}
	if err := r.begin(); err != nil {
		return nil, err
	}
	if err := r.run(archive, c); err != nil {
		r.undo()
		return nil, err
	}
	return c, nil
}

// isPostgresDump reports whether a file has the custom format of pg_dump.
func isPostgresDump(file io.ReaderAt) bool {
	head := make([]byte, 5)
	_, err := file.ReadAt(head, 0)
	return err == nil && string(head) == "PGDMP"
}

// badBackup returns the refusal for a backup that cannot be read.
func badBackup(file string, err error) error {
	var refusal *datadir.Refusal
	switch {
	case errors.Is(err, context.Canceled), errors.As(err, &refusal):
		return err
	case errors.Is(err, errNoBackup):
		return &datadir.Refusal{Reason: datadir.NoBackup, Path: file}
	case errors.Is(err, errNewerBackup):
		return &datadir.Refusal{Reason: datadir.NewerBackup, Path: file}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &datadir.Refusal{Reason: datadir.BadBackup, Path: file, Detail: "the end of the file is missing"}
	}
	return &datadir.Refusal{Reason: datadir.BadBackup, Path: file, Detail: err.Error(), Err: err}
}

// restore is the state of a restore in progress.
type restore struct {
	ctx       context.Context
	file, dir string
	key       HostKeyReader
	created   bool     // whether this restore created the directory `dir`
	placed    []string // names of the files moved to their final place so far
}

func (r *restore) staging() string { return filepath.Join(r.dir, datadir.RestoringName) }

// begin reserves the directory, so that no server and no other restore uses it.
func (r *restore) begin() error {
	err := os.Mkdir(r.dir, 0o700)
	r.created = err == nil
	if errors.Is(err, os.ErrExist) {
		err = r.takeEmpty()
	}
	if err == nil {
		err = r.stage()
	}
	if err != nil {
		var refusal *datadir.Refusal
		if errors.As(err, &refusal) {
			return err
		}
		return &datadir.Refusal{Reason: datadir.CannotRestore, Path: r.dir, Err: err}
	}
	return nil
}

// stage creates the directory that [restore.staging] names. It gives the directory to the
// owner of the data directory, because root may run the restore for another user.
func (r *restore) stage() error {
	if err := os.Mkdir(r.staging(), 0o700); err != nil {
		return err
	}
	staging, err := os.Open(r.staging())
	if err != nil {
		return err
	}
	return errors.Join(datadir.GiveTo(staging, r.dir), staging.Close())
}

func (r *restore) takeEmpty() error {
	entries, err := os.ReadDir(r.dir)
	switch {
	case err != nil:
		return err
	case len(entries) == 1 && entries[0].Name() == datadir.RestoringName:
		return &datadir.Refusal{Reason: datadir.HalfRestored, Path: r.dir}
	case len(entries) > 0:
		return &datadir.Refusal{Reason: datadir.NotEmpty, Path: r.dir}
	}
	return os.Chmod(r.dir, 0o700)
}

func (r *restore) run(archive *tar.Reader, c *Contents) error {
	for _, m := range c.Files {
		if err := r.unpack(archive, m); err != nil {
			return err
		}
	}
	if h, err := archive.Next(); err == nil {
		return badBackup(r.file, fmt.Errorf("unexpected extra file %.40q", h.Name))
	} else if !errors.Is(err, io.EOF) {
		return badBackup(r.file, err)
	}
	if err := r.verify(c); err != nil {
		return err
	}
	if err := r.place(c); err != nil {
		return &datadir.Refusal{Reason: datadir.CannotRestore, Path: r.dir, Err: err}
	}
	return nil
}

// unpack writes one file of the backup to the directory of [restore.staging], and syncs it.
func (r *restore) unpack(archive *tar.Reader, m Member) error {
	to, err := os.OpenFile(filepath.Join(r.staging(), m.Name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return &datadir.Refusal{Reason: datadir.CannotRestore, Path: r.dir, Err: err}
	}
	defer to.Close()
	w := &errorWriter{w: to}
	err = unpack(archive, m, w)
	if err == nil {
		w.err = errors.Join(datadir.GiveTo(to, r.staging()), to.Sync())
	}
	if w.err != nil {
		return &datadir.Refusal{Reason: datadir.CannotRestore, Path: r.dir, Err: w.err}
	}
	if err != nil {
		return badBackup(r.file, err)
	}
	return nil
}

// verify checks that a server could use the unpacked files.
func (r *restore) verify(c *Contents) error {
	for _, m := range c.HostKeys() {
		pem, err := os.ReadFile(filepath.Join(r.staging(), m.Name))
		if err == nil {
			_, err = r.key(pem)
		}
		if err != nil {
			return badBackup(r.file, fmt.Errorf("%s: %w", m.Name, err))
		}
	}
	found, err := datadir.Examine(r.ctx, filepath.Join(r.staging(), datadir.DatabaseName), "its database")
	if err == nil && (found.Schema != c.Schema || found.Schema == 0) {
		err = fmt.Errorf("the backup's database has schema version %d, but the list of contents says %d", found.Schema, c.Schema)
	}
	var refusal *datadir.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Reason == datadir.OlderRelease:
		err = errors.New("the backup's database was made by a release before 0.2.0")
	case errors.As(err, &refusal) && refusal.Reason == datadir.Damaged:
		err = errors.New("the backup's database is damaged")
	case errors.As(err, &refusal) && refusal.Reason == datadir.NewerSchema:
		err = errors.New("the backup's database is from a newer release")
	case errors.As(err, &refusal) && refusal.Reason == datadir.NotDatabase:
		err = errors.New("the backup's database is not an SQLite database")
	case errors.As(err, &refusal) && refusal.Reason == datadir.ForeignDatabase:
		err = errors.New("the backup's database is from another program")
	case errors.As(err, &refusal):
		err = fmt.Errorf("cannot read the backup's database: %v", refusal.Err)
	}
	if err != nil {
		return badBackup(r.file, err)
	}
	if err := datadir.WriteCommits(r.staging(), found.Commits); err != nil {
		return &datadir.Refusal{Reason: datadir.CannotRestore, Path: r.dir, Err: err}
	}
	return nil
}

// place moves the files to their final names, the database last, and then lets servers open
// the directory.
func (r *restore) place(c *Contents) error {
	var names []string
	for _, m := range c.others() {
		names = append(names, m.Name)
	}
	for _, name := range append(names, datadir.CommitsName, datadir.DatabaseName) {
		if err := os.Rename(filepath.Join(r.staging(), name), filepath.Join(r.dir, name)); err != nil {
			return err
		}
		r.placed = append(r.placed, name)
	}
	if err := datadir.SyncDirectory(r.dir); err != nil {
		return err
	}
	if err := os.Remove(r.staging()); err != nil {
		return err
	}
	return errors.Join(datadir.SyncDirectory(r.dir), datadir.SyncDirectory(filepath.Dir(r.dir)))
}

// undo deletes everything that the restore created.
func (r *restore) undo() {
	for _, name := range r.placed {
		_ = os.Remove(filepath.Join(r.dir, name))
	}
	_ = os.RemoveAll(r.staging())
	if r.created {
		_ = os.Remove(r.dir)
	}
}

// errorWriter is a writer that remembers whether a write failed.
type errorWriter struct {
	w   io.Writer
	err error
}

func (r *errorWriter) Write(p []byte) (n int, err error) {
	n, r.err = r.w.Write(p)
	return n, r.err
}

// stoppingReader is a reader that fails when ctx is done.
type stoppingReader struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppingReader) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}
