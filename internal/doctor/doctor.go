package doctor

import (
	"context"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/store/datadir"
)

// Checkup checks a server, whether it is running or not.
type Checkup struct {
	Config     config.Config
	ConfigFile string // path of the configuration file; empty if there is none
	// ConfigErrors lists the errors of the configuration. Known reports whether the value
	// of a configuration key is certain despite these errors; see [config.Settings.Known].
	ConfigErrors []string
	Known        func(key string) bool
	// HostKey returns the fingerprint of the host key in a data directory. The error
	// wraps fs.ErrNotExist if there is none.
	HostKey func(dir string) (string, error)
	// Database describes the PostgreSQL database at the given URL.
	Database func(ctx context.Context, url string) (string, error)
	Now      time.Time
	Release  time.Time // when the program was built; if the clock shows an earlier time, it is wrong
}

// Finding is the result of one check.
type Finding struct {
	Check  string `json:"check"`            // what was checked
	OK     bool   `json:"ok"`               // whether no problem was found
	Result string `json:"result"`           // what the check found
	Advice string `json:"advice,omitempty"` // what to do, if anything
}

func fine(check, result string) Finding { return Finding{Check: check, OK: true, Result: result} }

func wrong(check, result, advice string) Finding {
	return Finding{Check: check, Result: result, Advice: advice}
}

// Run runs all checks.
func (c *Checkup) Run(ctx context.Context) []Finding {
	findings := c.configuration()
	var diagnosis *datadir.Diagnosis
	if c.Known("server.data") && c.Config.Server.Database != "" {
		findings = append(findings, c.postgres(ctx))
	} else if c.Known("server.data") {
		var trouble error
		diagnosis, trouble = datadir.Diagnose(ctx, c.Config.Server.Data)
		findings = append(findings, c.directory()...)
		findings = append(findings, c.disk(diagnosis))
		findings = append(findings, c.database(diagnosis, trouble)...)
		findings = append(findings, c.hostKey(diagnosis))
	} else {
		findings = append(findings, wrong("data directory", "not checked: no valid directory in the configuration",
			"correct the configuration first, or name the directory with --data"))
	}
	if c.Known("server.listen") {
		findings = append(findings, c.address(ctx, diagnosis))
	} else {
		findings = append(findings, wrong("address", "not checked: no valid address in the configuration",
			"correct the configuration first, or name the address with --listen"))
	}
	return append(findings, c.clock(diagnosis), c.openFiles())
}
