package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"quadrille/internal/store/datadir"
)

// hostKey is about the key by which members know the server.
func (p *Patient) hostKey(d *datadir.Diagnosis) Finding {
	const what = "host key"
	fingerprint, err := p.HostKey(p.Config.Server.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (d != nil && d.Used || d == nil && datadir.IsData(p.Config.Server.Data) == nil):
		return split(what, datadir.NoHostKey(p.Config.Server.Data).Error())
	case errors.Is(err, fs.ErrNotExist):
		return fine(what, "there is none yet; the first start makes it")
	case err != nil:
		return split(what, err.Error())
	}
	return fine(what, fingerprint)
}

// clock is about the time of day. Games' own clocks do not need it, but their
// log, bans and invitations do.
func (p *Patient) clock(d *datadir.Diagnosis) Finding {
	const what = "clock"
	const set = "set it, and keep it right: timedatectl set-ntp true, or chrony"
	const moment = "2006-01-02 15:04:05 UTC"
	const slack = 2 * time.Minute // since somebody set it a little
	now := p.Now.UTC().Format(moment)
	switch {
	case p.Now.Before(p.Release):
		return wrong(what, fmt.Sprintf("it says %s, which is before this program was made", now), set)
	case d != nil && d.Latest.After(p.Now.Add(slack)):
		return wrong(what, fmt.Sprintf("it says %s, and the database has something from %s", now, d.Latest.UTC().Format(moment)), set)
	}
	if kept, known := clockKept(); known && !kept {
		return fine(what, now+", as far as can be told; the system does not say that anything keeps it right")
	}
	return fine(what, now)
}

// ownFiles is what a server opens besides a file for each connection.
const ownFiles = 100

// openFiles is about the limit of the system against that of the configuration.
func (p *Patient) openFiles() Finding {
	const what = "open files"
	may, err := mayOpen()
	need := uint64(p.Config.Limits.Connections) + ownFiles
	switch {
	case err != nil:
		return wrong(what, fmt.Sprintf("their limit is not to be learnt (%v)", err), "look at ulimit -n")
	case may < need:
		return wrong(what, fmt.Sprintf("%d are allowed here, and limits.connections = %d needs %d", may, p.Config.Limits.Connections, need),
			"raise ulimit -n, or LimitNOFILE of the unit; or lower limits.connections")
	}
	return fine(what, fmt.Sprintf("%d are allowed here, and %d needed", may, need))
}
