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

// configuration tells what is wrong with it, and who may change it.
func (p *Patient) configuration() (findings []Finding) {
	const what = "configuration"
	for _, line := range p.ConfigErrors {
		findings = append(findings, wrong(what, line, "put it right; quadrille config default shows every key"))
	}
	if p.ConfigFile == "" {
		if findings == nil {
			findings = append(findings, fine(what, "there is no file; the defaults hold, and what the environment says"))
		}
		return findings
	}
	info, err := os.Stat(p.ConfigFile)
	switch {
	case err != nil && findings != nil: // which say so
		return findings
	case err != nil:
		return []Finding{wrong(what, fmt.Sprintf("%s cannot be read (%v)", p.ConfigFile, cause(err)), "change its owner or its mode")}
	case info.Mode().Perm()&0o022 != 0:
		return append(findings, wrong(what, fmt.Sprintf("%s can be changed by others (mode %04o)", p.ConfigFile, info.Mode().Perm()), "say chmod go-w "+p.ConfigFile))
	case findings != nil:
		return findings
	}
	return []Finding{fine(what, p.ConfigFile+" is in order")}
}

// directory is about who may look into the data, and whose the files are.
func (p *Patient) directory() []Finding {
	const what = "data directory"
	dir := p.Config.Server.Data
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{fine(what, dir+" is not there yet; the first start makes it")}
	case err != nil:
		return []Finding{wrong(what, fmt.Sprintf("%s cannot be looked at (%v)", dir, cause(err)), "run this as the user that serves")}
	case !info.IsDir():
		return []Finding{wrong(what, dir+" is no directory", "move it away, or name another with --data")}
	case info.Mode().Perm()&0o077 != 0:
		return []Finding{wrong(what, fmt.Sprintf("%s is open to others (mode %04o)", dir, info.Mode().Perm()), "say chmod 700 "+dir)}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return []Finding{wrong(what, fmt.Sprintf("%s cannot be read (%v)", dir, cause(err)), "run this as the user that serves")}
	}
	var findings []Finding
	for _, e := range entries {
		findings = append(findings, inside(filepath.Join(dir, e.Name()), e, info)...)
	}
	if len(findings) == 0 {
		findings = []Finding{fine(what, dir+" is for one user alone")}
	}
	return findings
}

// inside looks at one file of the directory. What is readable by others may yet be
// linked elsewhere, or be copied with its mode. Configuration and host keys have
// looks of their own.
func inside(path string, entry fs.DirEntry, dir fs.FileInfo) []Finding {
	const what = "file"
	info, err := entry.Info()
	if err != nil || !info.Mode().IsRegular() {
		return nil // gone meanwhile, or not ours
	}
	var findings []Finding
	if info.Mode().Perm()&0o077 != 0 && entry.Name() != config.FileName && !strings.HasPrefix(entry.Name(), "host_") {
		findings = append(findings, wrong(what, fmt.Sprintf("%s is open to others (mode %04o)", path, info.Mode().Perm()), "say chmod 600 "+path))
	}
	if mine, its, known := owners(dir, info); known && mine != its {
		findings = append(findings, wrong(what, fmt.Sprintf("%s belongs to user %d, and its directory to %d", path, its, mine), fmt.Sprintf("say chown %d %s", mine, path)))
	}
	return findings
}

// cause is an error without the path, which the sentence has.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
