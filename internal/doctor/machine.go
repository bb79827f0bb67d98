package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/store/datadir"
)

// hostKey checks that the server has a host key, or will create one at its first start.
func (c *Checkup) hostKey(d *datadir.Diagnosis) Finding {
	const what = "host key"
	fingerprint, err := c.HostKey(c.Config.Server.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (d != nil && d.Used || d == nil && datadir.IsData(c.Config.Server.Data) == nil):
		return split(what, datadir.NoHostKey(c.Config.Server.Data).Error())
	case errors.Is(err, fs.ErrNotExist):
		return fine(what, "does not exist yet; the first start creates it")
	case err != nil:
		return split(what, err.Error())
	}
	return fine(what, fingerprint)
}

// clock checks the time of day. Game clocks do not depend on it, but the times of events,
// bans and invitations do.
func (c *Checkup) clock(d *datadir.Diagnosis) Finding {
	const what = "clock"
	const set = "set the clock; to keep it synchronised, run timedatectl set-ntp true or use chrony"
	const moment = "2006-01-02 15:04:05 UTC"
	// the clock may be this far behind the last entry in the database, because a correction may have set it back
	const slack = 2 * time.Minute
	now := c.Now.UTC().Format(moment)
	switch {
	case c.Now.Before(c.Release):
		return wrong(what, fmt.Sprintf("the clock shows %s, but this program was built later", now), set)
	case d != nil && d.Latest.After(c.Now.Add(slack)):
		return wrong(
			what,
			fmt.Sprintf("the time is %s, which is before the last entry in the database, %s", now, d.Latest.UTC().Format(moment)),
			set,
		)
	}
	if synchronised, known := clockSynchronised(); known && !synchronised {
		return fine(what, now+"; the system does not report that the clock is synchronised")
	}
	return fine(what, now)
}

// ownFiles is the number of files that a server opens in addition to its connections.
const ownFiles = 100

// openFiles checks that the system lets the server open enough files for the connections
// that limits.connections allows, and for the web page.
func (c *Checkup) openFiles() Finding {
	const what = "open files"
	may, err := maxOpenFiles()
	need, page := uint64(c.Config.Limits.Connections)+ownFiles, ""
	if c.Config.Web.Listen != "" {
		need, page = need+config.MaxWebConnections, " plus the web page"
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return fine(what, "this system has no limit")
	case err != nil:
		return wrong(what, fmt.Sprintf("cannot read the limit on open files (%v)", err), "run ulimit -n to see the limit")
	case may < need:
		return wrong(
			what,
			fmt.Sprintf("%d are allowed, but limits.connections = %d%s needs %d", may, c.Config.Limits.Connections, page, need),
			"raise ulimit -n (LimitNOFILE in a systemd unit), or lower limits.connections",
		)
	}
	return fine(what, fmt.Sprintf("%d open files are allowed, %d are needed", may, need))
}
