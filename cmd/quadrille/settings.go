package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"quadrille/internal/config"
	"quadrille/internal/service/club"
)

// settingFlags holds the values of --config and of the flags that set configuration keys.
type settingFlags struct {
	file, listen, data      string
	metrics                 string
	database, node          string
	noGuests, metricsPublic bool
}

// add adds --config, --data and --database to a command.
func (f *settingFlags) add(c *cobra.Command) { f.addTo(c.Flags()) }

// addTo adds --config, --data and --database to a set of flags.
func (f *settingFlags) addTo(flags *pflag.FlagSet) {
	standard := config.Default().Server
	flags.StringVar(&f.file, "config", "", "the configuration file (default quadrille.toml in the data directory)")
	flags.StringVar(&f.data, "data", standard.Data, "the data directory, with the games, accounts and host key")
	flags.StringVar(
		&f.database,
		"database",
		"",
		"a PostgreSQL database for games and accounts, such as\npostgres://quadrille@db/quadrille; empty: SQLite in the data directory",
	)
}

// addListen adds flags to a command: those for addresses, for the node's name and for guests.
func (f *settingFlags) addListen(c *cobra.Command) {
	c.Flags().StringVar(&f.listen, "listen", config.Default().Server.Listen, "the address to listen on, host:port")
	c.Flags().StringVar(&f.metrics, "metrics", "", "the address for /metrics and /healthz, such as 127.0.0.1:9618; empty: none")
	c.Flags().BoolVar(&f.metricsPublic, "metrics-public", false, "allow --metrics to be an address that other machines can reach")
	c.Flags().StringVar(&f.node, "node", "", "a name for this server, unique among the servers of the same database")
	c.Flags().BoolVar(&f.noGuests, "no-guests", false, "refuse people without an SSH key")
}

// source returns what the configuration is read from: the file, the environment and the
// flags.
func (f *settingFlags) source(c *cobra.Command) config.Source {
	src := config.Source{Environ: os.Environ(), Checks: configChecks}
	for _, given := range []struct{ flag, key, value string }{
		{"listen", "server.listen", f.listen},
		{"data", "server.data", f.data},
		{"database", "server.database", f.database},
		{"node", "server.node", f.node},
		{"metrics", "metrics.listen", f.metrics},
		{"metrics-public", "metrics.public", fmt.Sprint(f.metricsPublic)},
		{"no-guests", "server.guests", map[bool]string{true: "false", false: "true"}[f.noGuests]},
	} {
		if c.Flags().Changed(given.flag) {
			src.Flags = append(src.Flags, config.Flag{Key: given.key, Name: "--" + given.flag, Value: given.value})
		}
	}
	src.File, src.InDataDir = f.path(c)
	return src
}

// path returns the path of the configuration file, and whether it was found in the data
// directory.
func (f *settingFlags) path(c *cobra.Command) (path string, inDataDir bool) {
	if c.Flags().Changed("config") {
		return f.file, false
	}
	if path = os.Getenv("QUADRILLE_CONFIG"); path != "" {
		return path, false
	}
	data := f.data
	if env := os.Getenv("QUADRILLE_SERVER_DATA"); env != "" && !c.Flags().Changed("data") {
		data = env
	}
	path = filepath.Join(data, config.FileName)
	if _, err := os.Lstat(path); err != nil {
		return "", false
	}
	return path, true
}

// configChecks are checks of configuration values that package config leaves to package
// club.
var configChecks = map[string]func(string) error{
	"club.name":     suits(club.SetName),
	"club.greeting": suits(club.SetGreeting),
	"club.rules":    suits(club.SetRules),
}

func suits(setting club.Setting) func(string) error {
	return func(text string) error {
		_, _, err := club.ParseSetting(string(setting), text)
		if err != nil {
			return fmt.Errorf("is not valid: %w", err)
		}
		return nil
	}
}

// clubConfig returns the configuration of the club. It cleans the texts in the same way as
// the command "admin set".
func clubConfig(c config.Config) club.Config {
	clean := func(setting club.Setting, text string) string {
		_, text, _ = club.ParseSetting(string(setting), text) // no error: the value is valid or empty
		return text
	}
	zone, _ := time.LoadLocation(c.Club.TimeZone) // no error: the zone was checked when the configuration was read
	return club.Config{
		Zone:     zone,
		Name:     clean(club.SetName, c.Club.Name),
		Greeting: clean(club.SetGreeting, c.Club.Greeting),
		Rules:    clean(club.SetRules, c.Club.Rules),
		Entry:    club.EntryPolicy(c.Club.Entry),
		NoSeeks:  !c.Club.Seeks,

		RatesBotAccounts: c.Ratings.BotAccounts,
		RatesBots:        c.Ratings.Bots,
	}
}
