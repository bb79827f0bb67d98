package doctor

import (
	"context"
	"time"

	"quadrille/internal/config"
	"quadrille/internal/store/datadir"
)

// Patient is a server that runs, or is to run.
type Patient struct {
	Config     config.Config
	ConfigFile string // empty: there is none
	// ConfigErrors are what is wrong with the configuration, and Known reports whether a key of
	// Config has the value that the host gave it all the same.
	ConfigErrors []string
	Known        func(key string) bool
	// HostKey reads the host key of a data directory, and returns its fingerprint. An
	// error that is fs.ErrNotExist says that there is none.
	HostKey func(dir string) (string, error)
	Now     time.Time
	Release time.Time // when this program was made: no clock is right that is before
}

// Finding is what one look has found.
type Finding struct {
	What string `json:"what"`         // what was looked at, in a word or two
	OK   bool   `json:"ok"`           // whether nothing need be done
	Says string `json:"says"`         // how it is
	Do   string `json:"do,omitempty"` // what to do about it
}

func fine(what, says string) Finding { return Finding{What: what, OK: true, Says: says} }

func wrong(what, says, do string) Finding { return Finding{What: what, Says: says, Do: do} }

// Examine looks at everything.
func (p *Patient) Examine(ctx context.Context) []Finding {
	findings := p.configuration()
	var diagnosis *datadir.Diagnosis
	if p.Known("server.data") {
		var trouble error
		diagnosis, trouble = datadir.Diagnose(ctx, p.Config.Server.Data)
		findings = append(findings, p.directory()...)
		findings = append(findings, p.disk(diagnosis))
		findings = append(findings, p.database(diagnosis, trouble)...)
		findings = append(findings, p.hostKey(diagnosis))
	} else {
		findings = append(findings, wrong("data directory", "not checked, as the configuration does not tell which it is", "correct the configuration first, or name the directory with --data"))
	}
	if p.Known("server.listen") {
		findings = append(findings, p.door(ctx, diagnosis))
	} else {
		findings = append(findings, wrong("door", "not checked, as the configuration does not tell the address", "correct the configuration first, or name the address with --listen"))
	}
	return append(findings, p.clock(diagnosis), p.openFiles())
}
