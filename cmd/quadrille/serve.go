package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/bot"
	"quadrille/internal/clock"
	"quadrille/internal/config"
	"quadrille/internal/front/screen"
	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/service"
	"quadrille/internal/service/closer"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/quota"
	"quadrille/internal/service/seek"
	"quadrille/internal/service/share"

	"quadrille/internal/table"
	"quadrille/rules/variants"
)

// The timeouts for closing the lobby and then the store. Between these two steps, sessions
// have limits.shutdown_timeout to end. The server stops within five seconds, even if a step
// hangs.
const (
	lobbyCloses = 1500 * time.Millisecond
	storeCloses = time.Second
)

func serveCommand() *cobra.Command {
	var flags settingFlags
	var owner string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the server until interrupted",
		Args:  words(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			read := func() (*config.Settings, error) { return config.Load(flags.source(cmd)) }
			settings, err := read()
			if err != nil {
				return err
			}
			logger := newLogger(player.Escaping(cmd.ErrOrStderr()))
			slog.SetDefault(logger)
			go measures(ctx, logger)
			return serve(ctx, serveConfig{settings, owner, newReloader(read, logger)}, logger, player.Escaping(cmd.OutOrStdout()))
		},
	}
	flags.add(c)
	flags.addListen(c)
	c.Flags().StringVar(&owner, "owner", "", "the public key of a new owner of the club, such as ~/.ssh/id_ed25519.pub")
	return c
}

// untilSignal returns a context that is cancelled by the first SIGINT or SIGTERM. A second
// signal ends the process immediately.
func untilSignal(parent context.Context) (ctx context.Context, stop func()) {
	signalled, forget := signal.NotifyContext(parent, syscall.SIGINT, syscall.SIGTERM)
	ctx, cancel := context.WithCancel(parent)
	context.AfterFunc(signalled, func() {
		forget()
		cancel()
	})
	return ctx, forget
}

// serveConfig holds the arguments of serve.
type serveConfig struct {
	*config.Settings
	owner string // path of a public key file; may be empty
	*reloader
}

// serve runs a server until ctx is done. If it returns nil, every acknowledged change is
// stored.
func serve(ctx context.Context, a serveConfig, logger *slog.Logger, out io.Writer) (err error) {
	limitMemory(os.DirFS("/"), logger)
	server.LimitHeapGrowth()
	owner, err := publicKey(a.owner)
	if err != nil {
		return err
	}
	monitoring, err := openMonitoring(a.Metrics)
	if err != nil {
		return err
	}
	defer monitoring.close()
	listener, err := listen(a.Server.Listen, logger) // listen first, so that nothing is created if the port is taken
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	webListener, err := listenWeb(a.Web)
	if err != nil {
		return err
	}
	if webListener != nil {
		defer func() { _ = webListener.Close() }()
	}
	clk := clock.New(clock.Config{Logger: logger})
	db, err := openDatabase(ctx, a.Server, logger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore(db)) }()
	if err := db.prepareHostKey(ctx, a.Server.Data); err != nil {
		return err
	}
	monitoring.watch(db)
	theClub, err := openClub(ctx, db, clubConfig(a.Config), owner)
	if err != nil {
		return err
	}
	board, err := notify.OpenBoard(ctx, theClub)
	if err != nil {
		return err
	}
	ratings := db.Ratings(variants.New, logger)
	reports, err := notify.OpenReports(ctx, theClub, db.Reports(), board, ratings.Called)
	if err != nil {
		return err
	}
	var theLobby *lobby.Lobby
	self, err := db.join(ctx, a.Server, clk, logger)
	if err != nil {
		return err
	}
	if self.hasOthers() {
		board.ContinuePause()
	}
	quotas, err := quota.Open(ctx, quota.Config{
		Limits: a.Quotas, Store: db.Quotas, Free: db.FreeSpace, Member: theClub.Member,
		News: self.news, Shared: self.limits(), Clock: clk, Logger: logger,
	})
	if err != nil {
		return err
	}
	defer quotas.Close()
	studio := share.New(webAddress(a.Web))
	hooks, err := openWebhooks(ctx, a.Webhooks, db, theClub, board, quotas.Known, self.mine, clk, logger,
		func() *lobby.Lobby { return theLobby }, studio)
	if err != nil {
		return err
	}
	mail, err := openMessages(ctx, a.Config, db, theClub, board, reports, quotas, clk, logger)
	if err != nil {
		return err
	}
	vacations, err := openVacations(ctx, a.Config, db, theClub, board, clk, logger)
	if err != nil {
		return err
	}
	changed := func(s *table.Summary) {
		hooks.TableChanged(s)
		mail.GameChanged()
	}
	bots := bot.NewPool(a.Config.Bots.Share)
	defer bots.Close()
	bots.SlowDown(studio.Busy)
	theLobby, err = lobby.Open(ctx, lobby.Config{
		Audit: theClub.Audit.Note,
		Store: db.Tables, Cluster: self.cluster, Clock: clk, Evenings: db.Evenings, Rights: theClub, NewGames: board.NewGames,
		Changed: changed, Blocked: mail.Blocked, Vacation: func(id player.ID) time.Time { return clk.EventAt(vacations.Until(id)) },
		PauseLifted: theClub.Pauses.Excused,
		Quotas:      quotas, Ladder: ratings, Bots: bots,
		AnalysisNodes: a.Config.Bots.AnalysisNodes, Logger: logger,
	})
	if err != nil {
		return err
	}
	defer self.follow(theLobby)()
	defer background(ctx, clk.Watch)()
	theClub.Watch(theLobby.RecheckAccess)
	closeOnce := sync.OnceValue(func() error { return closeLobby(theLobby) })
	defer func() { err = errors.Join(err, closeOnce()) }()
	closing := closer.Start(closer.Config{Clock: clk, Lobby: theLobby, Club: theClub, Limits: quotas.Limits, Logger: logger})
	defer closing.Close()
	theClub.Watch(closing.Wake)
	seeks := seek.New(seek.Config{
		Clock: clk, Tables: lobby.ForSeeks(theLobby), Rights: theClub, Blocked: mail.Blocked, News: self.news,
		Enabled: theClub.Settings.Seeks,
		Logger:  logger,
	})
	defer seeks.Close()
	held := accounts{db.Accounts, reports, hooks, mail, vacations}
	accountService := quotas.Accounts(held)
	parts := service.Services{
		Clock: clk,
		Lobby: theLobby, Seeks: seeks, Directory: quotas.Directory(db.Accounts),
		Keyring: quotas.Keyring(db.Keyring), Recovery: db.Keyring, Memory: quotas.Memory(db.Settings),
		Terminals: quotas.Terminals(db.Settings), Lessons: quotas.Lessons(db.Settings),
		Ladder: ratings, Decider: ratings, Club: theClub,
		Notify: notify.Services{Board: board, Reports: reports, Hooks: hooks}, Accounts: accountService, Messages: mail,
		Share: studio, Vacations: vacations,
	}
	balancers, err := config.ParseRanges(a.Server.Balancers)
	if err != nil {
		return fmt.Errorf("server.balancers %w", err)
	}
	server, err := server.New(server.Config{
		Services: parts, Screens: screen.New,
		Listener: listener, Public: a.Server.Public, DataDir: a.Server.Data,
		Limits: a.Limits, NoGuests: !a.Server.Guests, Balancers: balancers, Logger: logger, Version: version(),
		VisitorsElsewhere: self.visitorsElsewhere, Shared: self.limits(),
		Closing: func() { _ = closeOnce() }, // called before the sessions end; the deferred call of closeOnce returns the error again
	})
	if err != nil {
		return err
	}
	defer self.followClub(theClub, server)()
	defer self.shareVisitors(server)()
	defer self.followNews(followed{theLobby, mail, seeks, reports, hooks, vacations, quotas, server, held.reload})()
	admin := machineAdmin{
		store: db, club: theClub, notices: parts.Notify, ratings: ratings, lobby: theLobby,
		accounts: accountService, messages: mail, vacations: vacations, settings: a.Settings,
	}
	defer admin.serve(server, logger)()
	fmt.Fprintf(out, "Quadrille %s stores its games in %s\nhost key %s\n%s\n",
		version(), db.name, server.Fingerprint(), server.SSHCommand())
	secret, err := self.ownersSecret(server)
	if err != nil {
		return err
	}
	if code, ok := theClub.Invitations.OwnersCode(secret); ok {
		fmt.Fprintf(
			out,
			"the club has no owner yet; the first person to run this command becomes the owner; keep the command secret:\n%s join %s\n",
			server.SSHCommand(),
			code,
		)
	}
	defer background(ctx, hooks.Run)()
	defer background(ctx, func(ctx context.Context) { reports.Run(ctx, logger) })()
	defer runMessages(ctx, mail, theLobby)()
	defer background(ctx, func(ctx context.Context) { vacations.Run(ctx, vacationTables{theLobby, clk}) })()
	defer a.follow(a.Settings, server, theClub, quotas)()
	defer monitoring.serve(ctx, a.Config.Server, db, theLobby, server, quotas, logger)()
	defer serveWeb(webListener, a.Web, parts, server, logger)()
	defer notifyReady(ctx, logger, server.Addr(), func() { theLobby.View() })()
	return server.Serve(ctx)
}

func closeLobby(theLobby *lobby.Lobby) error {
	ctx, cancel := context.WithTimeout(context.Background(), lobbyCloses)
	defer cancel()
	return theLobby.Close(ctx)
}

// closeStore closes the store. It stops waiting after a timeout, because the disk may hang.
func closeStore(db *database) error {
	closed := make(chan error, 1)
	go func() { closed <- db.Close() }()
	select {
	case err := <-closed:
		return err
	case <-time.After(storeCloses):
		return errors.New("the database did not close in time; all acknowledged moves are stored")
	}
}
