package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// The version, commit and date of this build. The Makefile sets them with -ldflags -X. If
// the commit has no tag, the Makefile appends the number of commits to the version, so that
// each build has a higher version. Without the Makefile, Go records the commit when it
// builds from a repository.
var (
	release     = "0.2.0"
	buildCommit string
	buildDate   string
)

// build describes the build of this program.
type build struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Changed bool   `json:"changed,omitempty"` // whether files have changed since the commit
	Date    string `json:"date,omitempty"`    // time that the build sets, by default the time of the commit
	Go      string `json:"go"`
	System  string `json:"system"`
}

func thisBuild() build {
	b := build{Version: release, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				b.Commit = setting.Value
			case "vcs.time":
				b.Date = setting.Value
			case "vcs.modified":
				b.Changed = setting.Value == "true"
			}
		}
	}
	b.Commit, b.Date = cmp.Or(buildCommit, b.Commit), cmp.Or(buildDate, b.Date)
	return b
}

func versionCommand() *cobra.Command {
	var inJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			out, b := cmd.OutOrStdout(), thisBuild()
			if inJSON {
				return json.NewEncoder(out).Encode(b)
			}
			_, err := fmt.Fprintln(out, b)
			return err
		},
	}
	c.Flags().BoolVar(&inJSON, "json", false, "print JSON")
	return c
}

// String returns the description of the build as lines of text.
func (b build) String() string {
	s := "quadrille " + b.Version
	if b.Commit != "" {
		s += "\ncommit " + b.Commit
	}
	if b.Changed {
		s += ", changed since"
	}
	if b.Date != "" {
		s += "\ndate " + b.Date
	}
	return s + "\n" + b.Go + " " + b.System
}

// version returns the release, with the commit if it is known.
func version() string {
	b := thisBuild()
	if len(b.Commit) < 12 {
		return b.Version
	}
	if strings.Contains(b.Version, "+") {
		return b.Version + "." + b.Commit[:12]
	}
	return b.Version + "+" + b.Commit[:12]
}
