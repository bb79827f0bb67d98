package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"quadrille/internal/player"
	"quadrille/internal/store/backup"
)

const dataFlag = "the data directory, with the games, accounts and host key"

func backupCommand() *cobra.Command {
	var data, config string
	c := &cobra.Command{
		Use:   "backup FILE [--data DIR] [--config FILE]",
		Short: "Back up a server into one file, even while it runs",
		Long: "Back up a server into one file, even while it runs: games, accounts, host keys\n" +
			"and the configuration. The configuration is the file named by --config, else by\n" +
			"QUADRILLE_CONFIG, else quadrille.toml in the data directory. FILE is a tar file\n" +
			"that only its owner can read. If FILE is -, write it to standard output.",
		Args: words(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return untilInterrupted(cmd.Context(), errNothingWritten, func(ctx context.Context) error {
				if err := requireSQLite(cmd, data, config, "pg_dump"); err != nil {
					return err
				}
				source := backup.Source{
					Dir:     data,
					Config:  cmp.Or(config, os.Getenv("QUADRILLE_CONFIG")),
					Program: version(),
					HostKey: fingerprint,
				}
				return runBackup(ctx, source, args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
			})
		},
	}
	c.Flags().StringVar(&data, "data", "./quadrille-data", dataFlag)
	c.Flags().StringVar(&config, "config", "", "the configuration file, if it is not in the data directory")
	return c
}

func runBackup(ctx context.Context, source backup.Source, file string, out, errs io.Writer) error {
	source.NotNoted = func(err error) {
		fmt.Fprintf(player.Escaping(errs), "the backup is complete, but its time cannot be stored for the metrics: %v\n", err)
	}
	var contents *backup.Contents
	var err error
	if file == "-" {
		file = "the backup"
		contents, err = source.BackupTo(ctx, out, os.TempDir())
		out = errs
	} else {
		contents, err = source.Backup(ctx, file)
	}
	if err != nil {
		return err
	}
	printContents(player.Escaping(out), file+" holds", contents)
	return nil
}

// printContents prints what a backup contains.
func printContents(out io.Writer, verb string, c *backup.Contents) {
	fmt.Fprintf(out, "%s the state of %s:\n", verb, c.At.UTC().Format("2006-01-02 15:04:05 UTC"))
	fmt.Fprintf(out, "  tables %d, live %d; players %d, keys %d\n", c.Tables, c.Live, c.Players, c.Keys)
	for _, key := range c.HostKeys() {
		fmt.Fprintf(out, "  host key %s\n", key.Fingerprint)
	}
	if len(c.HostKeys()) == 0 {
		fmt.Fprintln(out, "  no host key: the server has not been started yet")
	}
	if c.Config() {
		fmt.Fprintln(out, "  configuration")
	} else {
		fmt.Fprintln(out, "  no configuration; include it with --config FILE")
	}
	if len(c.Damaged) > 0 {
		fmt.Fprintf(out, "  damaged: %s; copied unchanged; an older backup may have this data undamaged\n", strings.Join(c.Damaged, ", "))
	}
}

// The errors that callers pass to [untilInterrupted].
var (
	errNothingWritten = errors.New("interrupted; nothing was written")
	errPartlyWritten  = errors.New("interrupted; some changes may have been stored")
)

// untilInterrupted calls the function `do` with a context that is cancelled on SIGINT or
// SIGTERM. If the function then fails, untilInterrupted returns `interrupted`.
func untilInterrupted(ctx context.Context, interrupted error, do func(context.Context) error) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	err := do(ctx)
	if err != nil && ctx.Err() != nil {
		return interrupted
	}
	return err
}

func fingerprint(pem []byte) (string, error) {
	key, err := ssh.ParsePrivateKey(pem)
	if err != nil {
		return "", errors.New("it is not a private key")
	}
	return ssh.FingerprintSHA256(key.PublicKey()), nil
}
