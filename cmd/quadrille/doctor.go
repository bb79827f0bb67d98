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
	"quadrille/internal/sshd"
)

func doctorCommand() *cobra.Command {
	var flags settingFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is wrong with the machine, the data or the configuration, and what to do",
		Long: "Look at configuration, data directory, disk, database, host key, door, clock and limits, while\n" +
			"a server runs or not, and say a line for each: how it is, or what is wrong and what to\n" +
			"do. Nothing is changed. The status is 1 if something is wrong. Run it as the user that\n" +
			"serves, and with the same flags and environment.",
		Args: words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
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
	return c
}

// examine looks at everything, also where the configuration is wrong: then at what
// holds without the file, and if need be without the environment.
func examine(ctx context.Context, src config.Source) []doctor.Finding {
	p := &doctor.Patient{ConfigFile: src.File, HostKey: sshd.HostKeyOf, Now: time.Now(), Release: made()}
	var findings []doctor.Finding
	settings, err := config.Load(src)
	if err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			findings = append(findings, doctor.Finding{What: "configuration", Says: line, Do: "put it right; quadrille config default shows every key"})
		}
		src.File = ""
		settings, err = config.Load(src)
	}
	p.Config = config.Default()
	if err == nil {
		p.Config = settings.Config
	}
	return append(findings, p.Examine(ctx)...)
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
