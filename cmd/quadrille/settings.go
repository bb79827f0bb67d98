package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/club"
	"quadrille/internal/config"
	"quadrille/internal/notify"
)

// settingFlags are the flags that stand for keys of the configuration, and the
// one that names its file. Each command has its own.
type settingFlags struct {
	file, listen, data      string
	metrics                 string
	noGuests, metricsPublic bool
}

// add gives a command the flags that say where things are.
func (f *settingFlags) add(c *cobra.Command) {
	standard := config.Default().Server
	c.Flags().StringVar(&f.file, "config", "", "the configuration file (default quadrille.toml in the data directory, if it is there)")
	c.Flags().StringVar(&f.data, "data", standard.Data, "the directory for games, names and the host key; made if need be")
}

// addDoor gives a command the flags of the door.
func (f *settingFlags) addDoor(c *cobra.Command) {
	c.Flags().StringVar(&f.listen, "listen", config.Default().Server.Listen, "the address to listen on, host:port")
	c.Flags().StringVar(&f.metrics, "metrics", "", "an address of this machine for /metrics and /healthz, such as 127.0.0.1:9618; none if empty")
	c.Flags().BoolVar(&f.metricsPublic, "metrics-public", false, "let --metrics be an address that other machines reach")
	c.Flags().BoolVar(&f.noGuests, "no-guests", false, "let in only people who have a key")
}

// source is where the configuration is, as the flags and the environment have it.
func (f *settingFlags) source(c *cobra.Command) config.Source {
	src := config.Source{Environ: os.Environ(), Checks: configChecks}
	for _, given := range []struct{ flag, key, value string }{
		{"listen", "server.listen", f.listen},
		{"data", "server.data", f.data},
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

// path is the file's; beside: nobody named it, and it lies in the data
// directory.
func (f *settingFlags) path(c *cobra.Command) (path string, beside bool) {
	if c.Flags().Changed("config") {
		return f.file, false
	}
	if path = os.Getenv("QUADRILLE_CONFIG"); path != "" {
		return path, false
	}
	data := f.data
	if said := os.Getenv("QUADRILLE_SERVER_DATA"); said != "" && !c.Flags().Changed("data") {
		data = said
	}
	path = filepath.Join(data, config.FileName)
	if _, err := os.Lstat(path); err != nil {
		return "", false
	}
	return path, true
}

// configChecks are what the club says of its own keys.
var configChecks = map[string]func(string) error{
	"club.name":     suits(club.SetName),
	"club.greeting": suits(club.SetGreeting),
	"club.rules":    suits(club.SetRules),
	"webhooks.allow": func(text string) error {
		_, err := notify.ParseAllowed(text)
		return err
	},
}

func suits(setting club.Setting) func(string) error {
	return func(text string) error {
		_, _, err := club.ParseSetting(string(setting), text)
		if err != nil {
			return fmt.Errorf("will not do: %w", err)
		}
		return nil
	}
}

// clubConfig is what the configuration says of the club, as clean as if an owner
// had set it.
func clubConfig(c config.Config) club.Config {
	clean := func(setting club.Setting, text string) string {
		_, text, _ = club.ParseSetting(string(setting), text) // checked, or empty
		return text
	}
	zone, _ := time.LoadLocation(c.Club.TimeZone) // checked
	return club.Config{
		Zone:     zone,
		Name:     clean(club.SetName, c.Club.Name),
		Greeting: clean(club.SetGreeting, c.Club.Greeting),
		Rules:    clean(club.SetRules, c.Club.Rules),
		Entry:    club.EntryPolicy(c.Club.Entry),

		RatesMachines: c.Ratings.BotAccounts,
		RatesBots:     c.Ratings.Bots,
	}
}
