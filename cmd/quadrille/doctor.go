package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/config"
	"quadrille/internal/doctor"
	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/store/datadir"
)

func doctorCommand() *cobra.Command {
	var flags settingFlags
	var asJSON, accept bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is wrong with the machine, the data or the configuration, and what to do",
		Long: "Look at configuration, data directory, disk, database, host key, door, clock and limits, while\n" +
			"a server runs or not, and say a line for each: how it is, or what is wrong and what to\n" +
			"do. Nothing is changed. The status is 1 if something is wrong. Run it as the user that\n" +
			"serves, and with the same flags and environment.\n\n" +
			"With --accept-loss it does one thing only: it lets the server start again although its\n" +
			"database lacks commits that were acknowledged, because the disk or somebody has lost them.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if accept {
				return acceptLoss(cmd.Context(), flags.source(cmd), player.Escaping(cmd.OutOrStdout()))
			}
			findings := examine(cmd.Context(), flags.source(cmd))
			if err := report(player.Escaping(cmd.OutOrStdout()), findings, asJSON); err != nil {
				return err
			}
			return verdict(findings)
		},
	}
	flags.add(c)
	flags.addDoor(c)
	c.Flags().BoolVar(&asJSON, "json", false, "for programs: a list of what, ok, says and do")
	c.Flags().BoolVar(&accept, "accept-loss", false, "go on with a database that has lost acknowledged commits; the server must not run")
	return c
}

// acceptLoss lets the server start although its database has lost commits.
func acceptLoss(ctx context.Context, src config.Source, out io.Writer) error {
	settings, err := config.Load(src)
	if err != nil {
		return err
	}
	data := settings.Server.Data
	loss, err := datadir.AcceptLoss(ctx, data)
	switch {
	case err != nil:
		return err
	case loss == nil:
		_, err = fmt.Fprintf(out, "%s: no acknowledged commit is lost; nothing was changed\n", data)
	case loss.Lost < 0:
		_, err = fmt.Fprintf(out, "%s: the server can start again with the %d commits that the database holds; whether any are lost is not known\n", data, loss.Kept)
	default:
		_, err = fmt.Fprintf(out, "%s: the server can start again with %d commits; the last %d are lost\n", data, loss.Kept, loss.Lost)
	}
	return err
}

// examine looks at everything, also where the configuration is wrong: then at what
// is right of it.
func examine(ctx context.Context, src config.Source) []doctor.Finding {
	settings, err := config.Read(src)
	p := &doctor.Patient{
		Config: settings.Config, ConfigFile: src.File, Known: settings.Known,
		HostKey: server.HostKeyOf, Now: time.Now(), Release: made(),
	}
	if err != nil {
		p.ConfigErrors = strings.Split(err.Error(), "\n")
	}
	return p.Examine(ctx)
}

// made is when this program was: no clock is right that is before.
func made() time.Time {
	written := time.Date(2026, time.September, 1, 0, 0, 0, 0, time.UTC)
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return written
	}
	for _, setting := range info.Settings {
		if at, err := time.Parse(time.RFC3339, setting.Value); setting.Key == "vcs.time" && err == nil {
			return at
		}
	}
	return written
}

func report(out io.Writer, findings []doctor.Finding, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(findings)
	}
	for _, f := range findings {
		line := fmt.Sprintf("%-5s  %s: %s", map[bool]string{true: "ok", false: "WRONG"}[f.OK], f.What, f.Says)
		if f.Do != "" {
			line += "; " + f.Do
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// verdict is an error if anything is wrong.
func verdict(findings []doctor.Finding) error {
	n := 0
	for _, f := range findings {
		if !f.OK {
			n++
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 thing is wrong")
	}
	return fmt.Errorf("%d things are wrong", n)
}
