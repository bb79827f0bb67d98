package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man",
		Short:  "Print the manual page quadrille(1)",
		Hidden: true,
		Args:   words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeManual(cmd.OutOrStdout(), cmd.Root(), commitTime())
		},
	}
}

const (
	manualHead = `.Dd %s
.Dt QUADRILLE 1
.Os
.Sh NAME
.Nm quadrille
.Nd four-handed chess over SSH
.Sh SYNOPSIS
.Nm
.Ar command
.Op Ar argument ...
.Op Ar flag ...
.Sh DESCRIPTION
.Nm
is a server for four-handed chess.
People connect with any SSH client and play in their terminal.
The same program makes backups, checks the machine and the configuration, and works with game records and engines.
.Sh COMMANDS
`
	manualTail = `.Sh ENVIRONMENT
.Bl -tag -width Ds
.It Ev QUADRILLE_CONFIG
The configuration file, if
.Fl -config
does not name one.
.It Ev QUADRILLE_SECTION_KEY
The value of a key of the configuration.
.Ev QUADRILLE_SERVER_LISTEN
is server.listen.
A variable overrides the file; a flag overrides a variable.
.El
.Sh FILES
.Bl -tag -width Ds
.It Pa /etc/quadrille/quadrille.toml
The configuration of the installed package.
.It Pa /var/lib/quadrille
The data directory of the installed package: the database and the host key.
.It Pa /usr/share/doc/quadrille/hosting.md
How to run a server for a club.
.El
.Sh EXIT STATUS
.Bl -tag -width Ds
.It 0
The command succeeded.
.It 1
The command failed; standard error says why.
.It %d
The configuration is wrong; standard error has a line for each problem.
.El
.Sh EXAMPLES
Start a server on port 2222 of this machine and connect to it:
.Bd -literal -offset indent
$ quadrille serve
$ ssh -p 2222 127.0.0.1
.Ed
.Pp
Print every key of the configuration with its default:
.Pp
.Dl $ quadrille config default
.Sh SEE ALSO
.Xr ssh 1 ,
.Xr systemctl 1
`
)

// writeManual writes the manual page of all visible commands in mdoc(7) format.
func writeManual(w io.Writer, root *cobra.Command, date time.Time) error {
	var b strings.Builder
	fmt.Fprintf(&b, manualHead, date.UTC().Format("January 2, 2006"))
	for _, c := range root.Commands() {
		manualOf(&b, c)
	}
	fmt.Fprintf(&b, manualTail, statusBadConfig)
	_, err := io.WriteString(w, b.String())
	return err
}

// manualOf writes the manual sections of a command and its subcommands.
func manualOf(b *strings.Builder, c *cobra.Command) {
	if !c.IsAvailableCommand() || c.Name() == "help" {
		return
	}
	fmt.Fprintf(b, ".Ss %s\n", roff(strings.TrimSuffix(c.CommandPath(), c.Name())+c.Use))
	text := c.Long
	if text == "" {
		text = c.Short
	}
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString(".Pp\n")
		}
		manualText(b, paragraph)
	}
	if c.LocalFlags().HasAvailableFlags() {
		b.WriteString(".Bl -tag -width Ds\n")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { manualFlag(b, f) })
		b.WriteString(".El\n")
	}
	for _, sub := range c.Commands() {
		manualOf(b, sub)
	}
}

func manualFlag(b *strings.Builder, f *pflag.Flag) {
	if f.Name == "help" {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	fmt.Fprintf(b, ".It Fl -%s", f.Name)
	if value != "" {
		fmt.Fprintf(b, " Ar %s", roff(value))
	}
	b.WriteByte('\n')
	if value != "" && f.DefValue != "" && f.DefValue != "0" && f.DefValue != "0s" {
		usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	manualText(b, usage)
}

// sentenceEnd matches the end of a sentence and the first letter of the next sentence.
var sentenceEnd = regexp.MustCompile(`([a-z)]{2}[.:]) ([A-Z])`)

// manualText writes text with each sentence on its own line, as mdoc(7) requires. It leaves
// indented lines unchanged.
func manualText(b *strings.Builder, text string) {
	if strings.HasPrefix(text, " ") {
		b.WriteString(".Bd -literal\n" + roff(text) + "\n.Ed\n")
		return
	}
	text = sentenceEnd.ReplaceAllString(strings.Join(strings.Fields(text), " "), "$1\n$2")
	b.WriteString(roff(text) + "\n")
}

// roff escapes text so that the manual page shows it unchanged.
func roff(text string) string {
	text = strings.ReplaceAll(text, `\`, `\e`)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
