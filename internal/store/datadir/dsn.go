package datadir

import (
	"net/url"
	"path/filepath"
	"strings"
)

// WriterDSN returns the data source name of the write connection, which syncs on each
// commit. SQLite starts no checkpoint itself, because it would ignore the checkpoint's errors.
func WriterDSN(path string) string {
	return DSN(path, "mode=rw", "_busy_timeout=5000", "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)",
		"_pragma=foreign_keys(1)", "_pragma=wal_autocheckpoint(0)", "_pragma=secure_delete(ON)", "_txlock=immediate", "_dqs=0")
}

// ReaderDSN returns the data source name of a read-only connection.
func ReaderDSN(path string) string {
	return DSN(path, "mode=ro", "_busy_timeout=5000", "_dqs=0")
}

// DSN returns a data source name with the given parameters.
func DSN(path string, parameters ...string) string {
	if absolute, err := filepath.Abs(path); err == nil { // a URI needs an absolute path
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: strings.Join(parameters, "&")}).String()
}
