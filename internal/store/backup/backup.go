package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"quadrille/internal/clock"
	"quadrille/internal/store/datadir"
)

// HostKeyReader returns the fingerprint of a host key in PEM form.
type HostKeyReader func(pem []byte) (fingerprint string, err error)

// Source is a data directory to back up: its database, host keys and configuration. A backup
// holds the state of the directory at one moment, and does not delay a server that uses the
// directory. The methods return only errors of the type [*datadir.Refusal] and the error of
// the context.
type Source struct {
	Dir     string
	Config  string // path of the configuration file if it is outside Dir
	Program string // version of the program that makes the backup
	HostKey HostKeyReader
	// NotNoted is called when the backup is complete but its time could not be recorded in
	// the directory. The server reads that time for its metrics. NotNoted may be nil.
	NotNoted func(error)
}

// note writes the time of a completed backup into the data directory.
func (s Source) note(c *Contents) {
	if err := noteBackup(s.Dir, c.At); err != nil && s.NotNoted != nil {
		s.NotNoted(err)
	}
}

// BackupTo writes a backup to `out`. It first copies the database to a temporary directory in
// the directory `scratch`.
func (s Source) BackupTo(ctx context.Context, out io.Writer, scratch string) (*Contents, error) {
	private, err := os.MkdirTemp(scratch, backupPrefix)
	if err != nil {
		return nil, &datadir.Refusal{Reason: datadir.CannotWrite, Path: scratch, Err: err}
	}
	defer os.RemoveAll(private)
	c, err := s.backup(ctx, out, "the output", private)
	if err == nil {
		s.note(c)
	}
	return c, err
}

// Backup creates a backup file that only its owner can read. It never replaces an existing
// file, and leaves no file behind if it fails.
func (s Source) Backup(ctx context.Context, path string) (*Contents, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, &datadir.Refusal{Reason: datadir.FileExists, Path: path}
	}
	private, err := os.MkdirTemp(filepath.Dir(path), backupPrefix)
	if err != nil {
		return nil, &datadir.Refusal{Reason: datadir.CannotWrite, Path: path, Err: err}
	}
	defer os.RemoveAll(private)
	file, err := os.OpenFile(filepath.Join(private, "backup"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, &datadir.Refusal{Reason: datadir.CannotWrite, Path: path, Err: err}
	}
	defer file.Close()
	c, err := s.backup(ctx, file, path, private)
	if err != nil {
		return nil, err
	}
	if err := place(file, path); err != nil {
		return c, err
	}
	s.note(c)
	return c, nil
}

// backupPrefix is the name prefix of the temporary directory of a backup.
const backupPrefix = ".quadrille-backup-"

// place syncs a file and gives it its final name.
func place(file *os.File, path string) error {
	err := file.Sync()
	if err == nil {
		err = os.Link(file.Name(), path) // not os.Rename, which would replace a file created in the meantime
	}
	if err == nil {
		err = datadir.SyncDirectory(filepath.Dir(path))
	}
	switch {
	case errors.Is(err, os.ErrExist):
		return &datadir.Refusal{Reason: datadir.FileExists, Path: path}
	case err != nil:
		return &datadir.Refusal{Reason: datadir.CannotWrite, Path: path, Err: err}
	}
	return nil
}

func (s Source) backup(ctx context.Context, out io.Writer, name, private string) (*Contents, error) {
	database, copied := filepath.Join(s.Dir, datadir.DatabaseName), filepath.Join(private, datadir.DatabaseName)
	if err := datadir.CopyLive(ctx, s.Dir, copied, name); err != nil {
		return nil, err
	}
	counts, err := datadir.Examine(ctx, copied, database)
	if err != nil {
		return nil, err
	}
	c := &Contents{Format: archiveFormat, Program: s.Program, At: clock.Wall(), Counts: *counts}
	sources, err := s.sources(copied)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		c.Files = append(c.Files, s.Member)
	}
	if err := pack(stopping{ctx, out}, c, sources); err != nil {
		return nil, cannotWrite(name, err)
	}
	return c, nil
}

// cannotWrite returns the refusal for a backup that could not be written.
func cannotWrite(name string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return &datadir.Refusal{Reason: datadir.CannotWrite, Path: name, Err: err}
}

// sources returns the files of a backup, the database last.
func (s Source) sources(database string) ([]source, error) {
	entries, err := os.ReadDir(s.Dir)
	if err != nil {
		return nil, &datadir.Refusal{Reason: datadir.CannotUse, Path: s.Dir, Err: err}
	}
	var all []source
	for _, entry := range entries {
		name := entry.Name()
		if !HostKeyName.MatchString(name) && (name != configName || s.Config != "") {
			continue
		}
		small, err := s.small(name, filepath.Join(s.Dir, name))
		if err != nil {
			return nil, &datadir.Refusal{Reason: datadir.BadFile, Path: filepath.Join(s.Dir, name), Err: err}
		}
		all = append(all, small)
	}
	if s.Config != "" {
		config, err := s.small(configName, s.Config)
		if err != nil {
			return nil, &datadir.Refusal{Reason: datadir.BadFile, Path: s.Config, Err: err}
		}
		all = append(all, config)
	}
	whole, err := source{Member{Name: datadir.DatabaseName}, func() (io.ReadCloser, error) { return os.Open(database) }}.measured()
	return append(all, whole), err
}

// small reads a small file into memory, because the file may change during the backup.
func (s Source) small(name, path string) (source, error) {
	data, err := readSmall(path)
	if err != nil {
		return source{}, err
	}
	m := Member{Name: name}
	if HostKeyName.MatchString(name) {
		if m.Fingerprint, err = s.HostKey(data); err != nil {
			return source{}, err
		}
	}
	return source{m, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }}.measured()
}

func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > maxSmallFile:
		return nil, fmt.Errorf("it is longer than %d bytes", maxSmallFile)
	}
	return os.ReadFile(path)
}

// stopping is a writer that fails when ctx is done.
type stopping struct {
	ctx context.Context
	w   io.Writer
}

func (s stopping) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}
