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

	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/doctor"
	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/postgres"
)

func doctorCommand() *cobra.Command {
	var flags settingFlags
	var asJSON, accept bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check machine, data and configuration, and say what to do",
		Long: "Check configuration, data directory, disk, database, host key, address, clock\n" +
			"and open files. The server may be running. Each check prints one line: ok, or\n" +
			"WRONG and what to do. Nothing is changed. The exit status is 1 if a check\n" +
			"found a problem. Run it with the user, flags and environment of the server.\n\n" +
			"With --accept-loss, check nothing, but let the server start again after its\n" +
			"database lost acknowledged commits, for example through a failed disk.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if accept {
				return acceptLoss(cmd.Context(), flags.source(cmd), player.Escaping(cmd.OutOrStdout()))
			}
			findings := examine(cmd.Context(), flags.source(cmd))
			if err := report(player.Escaping(cmd.OutOrStdout()), findings, asJSON); err != nil {
				return err
			}
			return errorFor(findings)
		},
	}
	flags.add(c)
	flags.addListen(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of objects with the fields check, ok, result and advice")
	c.Flags().BoolVar(&accept, "accept-loss", false, "let the server start despite lost database commits; stop the server first")
	return c
}

// acceptLoss records that the operator accepts the loss of commits in the database, so that
// the server can start again.
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
		_, err = fmt.Fprintf(out, "%s: no acknowledged commit is lost; nothing changed\n", data)
	case loss.Lost < 0:
		_, err = fmt.Fprintf(
			out,
			"%s: the server can start again with the %d commits in the database; later commits may be lost\n",
			data,
			loss.Kept,
		)
	default:
		_, err = fmt.Fprintf(out, "%s: the server can start again with %d commits; the last %d are lost\n", data, loss.Kept, loss.Lost)
	}
	return err
}

// examine runs all checks of the command "doctor". If the configuration has errors, examine
// uses only the valid keys.
func examine(ctx context.Context, src config.Source) []doctor.Finding {
	settings, err := config.Read(src)
	p := &doctor.Checkup{
		Config: settings.Config, ConfigFile: src.File, Known: settings.Known,
		HostKey: server.HostKeyOf, Database: postgres.Examine, Now: clock.Wall(), Release: commitTime(),
	}
	if err != nil {
		p.ConfigErrors = strings.Split(err.Error(), "\n")
	}
	return p.Run(ctx)
}

// commitTime returns the time of the commit from which this program was built. If that time is
// unknown, commitTime returns a fixed date at which the source code existed.
func commitTime() time.Time {
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
		line := fmt.Sprintf("%-5s  %s: %s", map[bool]string{true: "ok", false: "WRONG"}[f.OK], f.Check, f.Result)
		if f.Advice != "" {
			line += "; " + f.Advice
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// errorFor returns an error if a check found a problem.
func errorFor(findings []doctor.Finding) error {
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
		return fmt.Errorf("1 problem found")
	}
	return fmt.Errorf("%d problems found", n)
}
