package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"quadrille/internal/config"
)

// configuration reports the errors of the configuration, and checks who can change the
// configuration file.
func (c *Checkup) configuration() (findings []Finding) {
	const what = "configuration"
	for _, line := range c.ConfigErrors {
		findings = append(findings, wrong(what, line, "correct this setting; to see every key, run quadrille config default"))
	}
	if c.ConfigFile == "" {
		if findings == nil {
			findings = append(findings, fine(what, "no configuration file; using the defaults and environment variables"))
		}
		return findings
	}
	info, err := os.Stat(c.ConfigFile)
	switch {
	case err != nil && findings != nil: // c.ConfigErrors already contains the error about the file
		return findings
	case err != nil:
		return []Finding{wrong(what, fmt.Sprintf("cannot read %s (%v)", c.ConfigFile, cause(err)), "change its owner or its mode")}
	case info.Mode().Perm()&0o022 != 0:
		return append(
			findings,
			wrong(
				what,
				fmt.Sprintf("other users can change %s (mode %04o)", c.ConfigFile, info.Mode().Perm()),
				"run chmod go-w "+c.ConfigFile,
			),
		)
	case findings != nil:
		return findings
	}
	return []Finding{fine(what, c.ConfigFile+" is in order")}
}

// directory checks the permissions and owners of the data directory and its files.
func (c *Checkup) directory() []Finding {
	const what = "data directory"
	dir := c.Config.Server.Data
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{fine(what, dir+" does not exist yet; the first start creates it")}
	case err != nil:
		return []Finding{
			wrong(what, fmt.Sprintf("cannot read %s (%v)", dir, cause(err)), "run this command as the user that runs the server"),
		}
	case !info.IsDir():
		return []Finding{wrong(what, dir+" is not a directory", "move it away, or name another directory with --data")}
	case info.Mode().Perm()&0o077 != 0:
		return []Finding{wrong(what, fmt.Sprintf("other users can read %s (mode %04o)", dir, info.Mode().Perm()), "run chmod 700 "+dir)}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return []Finding{
			wrong(what, fmt.Sprintf("cannot read %s (%v)", dir, cause(err)), "run this command as the user that runs the server"),
		}
	}
	var findings []Finding
	for _, e := range entries {
		findings = append(findings, checkFile(filepath.Join(dir, e.Name()), e, info)...)
	}
	if len(findings) == 0 {
		findings = []Finding{fine(what, dir+" is only accessible to its owner")}
	}
	return findings
}

// checkFile checks the permissions and owner of a file in the data directory. Other checks
// cover the configuration and the host keys.
func checkFile(path string, entry fs.DirEntry, dir fs.FileInfo) []Finding {
	const what = "file"
	info, err := entry.Info()
	if err != nil || !info.Mode().IsRegular() {
		return nil // the file was just removed, or is not a regular file
	}
	var findings []Finding
	if info.Mode().Perm()&0o077 != 0 && entry.Name() != config.FileName && !strings.HasPrefix(entry.Name(), "host_") {
		findings = append(
			findings,
			wrong(what, fmt.Sprintf("other users can read %s (mode %04o)", path, info.Mode().Perm()), "run chmod 600 "+path),
		)
	}
	if mine, its, known := owners(dir, info); known && mine != its {
		findings = append(
			findings,
			wrong(
				what,
				fmt.Sprintf("%s belongs to user %d, but its directory belongs to user %d", path, its, mine),
				fmt.Sprintf("run chown %d %s", mine, path),
			),
		)
	}
	return findings
}

// cause returns the cause of an error about a file, without the path.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
