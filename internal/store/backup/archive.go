package backup

import (
	"archive/tar"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	"quadrille/internal/store/datadir"
)

// Contents lists the contents of a backup. It is stored as JSON in the backup's first file.
type Contents struct {
	Format  int       `json:"format"`
	Program string    `json:"program"` // version of the program that made the backup
	At      time.Time `json:"at"`
	datadir.Counts
	Files []Member `json:"files"`
}

// Member is a file in a backup.
type Member struct {
	Name        string `json:"name"`
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"`
	Fingerprint string `json:"fingerprint,omitempty"` // set only for a host key
}

// A backup is a tar file without compression, so that unpacking it cannot write more bytes
// than the file has, and making it takes little CPU time from a running server.
const (
	archiveFormat = 1
	contentsName  = "quadrille-backup.json" // name of the first file in a backup
	configName    = "quadrille.toml"
	maxContents   = 1 << 20
	maxSmallFile  = 1 << 20 // maximum size in bytes of each file except the database
)

// HostKeyName matches the file name of a host key. The name of an unfinished key file
// contains a dot and does not match.
var HostKeyName = regexp.MustCompile(`^host_[a-z0-9]{1,20}$`)

// HostKeys returns the host keys of the backup.
func (c *Contents) HostKeys() []Member {
	return slices.DeleteFunc(slices.Clone(c.Files), func(m Member) bool { return !HostKeyName.MatchString(m.Name) })
}

// others returns all files except the database.
func (c *Contents) others() []Member {
	return slices.DeleteFunc(slices.Clone(c.Files), func(m Member) bool { return m.Name == datadir.DatabaseName })
}

// Config reports whether the backup contains a configuration file.
func (c *Contents) Config() bool {
	return slices.ContainsFunc(c.Files, func(m Member) bool { return m.Name == configName })
}

// check returns an error if c cannot be the contents of a backup file of the given size.
// Each name must be known and may occur only once, so that no file is unpacked outside the
// directory.
func (c *Contents) check(size int64) error {
	seen := map[string]bool{}
	for _, m := range c.Files {
		small := m.Name == configName || HostKeyName.MatchString(m.Name)
		switch {
		case m.Name != datadir.DatabaseName && !small:
			return fmt.Errorf("%.40q is not a file of a backup", m.Name)
		case seen[m.Name]:
			return fmt.Errorf("it contains the file %s twice", m.Name)
		case m.Size > size:
			return io.ErrUnexpectedEOF
		case m.Size < 0 || small && m.Size > maxSmallFile:
			return fmt.Errorf("%s cannot be %d bytes long", m.Name, m.Size)
		}
		seen[m.Name] = true
	}
	if !seen[datadir.DatabaseName] {
		return errors.New("the database is missing")
	}
	return nil
}

// source is a file to back up.
type source struct {
	Member
	open func() (io.ReadCloser, error)
}

// measured returns s with its size and checksum set.
func (s source) measured() (source, error) {
	file, err := s.open()
	if err != nil {
		return s, err
	}
	defer file.Close()
	sum := sha256.New()
	s.Size, err = io.Copy(sum, file)
	s.SHA256 = hex.EncodeToString(sum.Sum(nil))
	return s, err
}

// pack writes a backup.
func pack(out io.Writer, c *Contents, sources []source) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	w := tar.NewWriter(out)
	if err := w.WriteHeader(header(contentsName, int64(len(text)), c.At)); err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	for _, s := range sources {
		if err := packOne(w, s, c.At); err != nil {
			return err
		}
	}
	return w.Close()
}

func packOne(w *tar.Writer, s source, at time.Time) error {
	file, err := s.open()
	if err != nil {
		return err
	}
	defer file.Close()
	if err := w.WriteHeader(header(s.Name, s.Size, at)); err != nil {
		return err
	}
	_, err = io.Copy(w, file)
	return err
}

func header(name string, size int64, at time.Time) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: at.Truncate(time.Second)}
}

// readContents reads the list of contents, which is the first file of a backup. It refuses a
// list that cannot belong to a backup file of the given size.
func readContents(r *tar.Reader, size int64) (*Contents, error) {
	h, err := r.Next()
	if err != nil || h.Name != contentsName || h.Typeflag != tar.TypeReg || h.Size > maxContents {
		return nil, errNoBackup
	}
	text, err := io.ReadAll(io.LimitReader(r, maxContents))
	if err != nil {
		return nil, err
	}
	var c Contents
	if err := json.Unmarshal(text, &c); err != nil || c.Format < 1 {
		return nil, errNoBackup
	}
	if c.Format > archiveFormat || c.Schema > len(datadir.Migrations) {
		return nil, errNewerBackup
	}
	return &c, c.check(size)
}

var (
	errNoBackup    = errors.New("not a backup")
	errNewerBackup = errors.New("made by a newer release")
)

// unpack copies the next file to a writer and checks its name, size and checksum against m.
func unpack(r *tar.Reader, m Member, to io.Writer) error {
	h, err := r.Next()
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("it ends before the file %s", m.Name)
	case err != nil:
		return err
	case h.Name != m.Name || h.Typeflag != tar.TypeReg || h.Size != m.Size:
		return fmt.Errorf("it contains the file %.40q instead of %s", h.Name, m.Name)
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(sum, to), r); err != nil {
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != m.SHA256 {
		return fmt.Errorf("the checksum of %s is wrong", m.Name)
	}
	return nil
}
