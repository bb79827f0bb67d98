package datadir

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
)

func WriterDSN(path string) string {
	return DSN(path, "mode=rw", "_busy_timeout=5000", "_pragma=journal_mode(WAL)", "_pragma=synchronous(FULL)",
		"_pragma=foreign_keys(1)", "_pragma=wal_autocheckpoint("+strconv.Itoa(checkpointPages)+")", "_pragma=secure_delete(ON)", "_txlock=immediate", "_dqs=0")
}

func ReaderDSN(path string) string {
	return DSN(path, "mode=ro", "_busy_timeout=5000", "_dqs=0")
}

func DSN(path string, parameters ...string) string {
	if absolute, err := filepath.Abs(path); err == nil { // the other form has no place in a URI
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: strings.Join(parameters, "&")}).String()
}
