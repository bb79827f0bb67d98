package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"quadrille/internal/adminsocket"
	"quadrille/internal/config"
	"quadrille/internal/front/command"
	"quadrille/internal/player"
	"quadrille/internal/server"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/notify"
	"quadrille/internal/service/vacation"
	"quadrille/internal/store/datadir"
	"quadrille/internal/store/parts"
	"quadrille/rules/variants"
)

func adminCommand() *cobra.Command {
	var flags settingFlags
	c := &cobra.Command{
		Use:   "admin [--config FILE] [--data DIR] COMMAND ...",
		Short: "Administer a server on its own machine, without the network",
		Long: "Administer a server on its own machine, without the network. The commands are\n" +
			"those of \"ssh HOST admin\"; \"quadrille admin help\" lists them. They run with\n" +
			"all rights; the audit log names \"the administrator\" as the author. If the\n" +
			"server is running, the command uses admin.sock in the data directory; otherwise\n" +
			"it changes the database directly. Run it as root or as the user of the server.",
		RunE: func(cmd *cobra.Command, args []string) error {
			settings, err := config.Load(flags.source(cmd))
			if err != nil {
				return err
			}
			out, errs := cmd.OutOrStdout(), cmd.ErrOrStderr()
			return untilInterrupted(cmd.Context(), errPartlyWritten, func(ctx context.Context) error {
				status, err := administer(ctx, settings, args, cmd.InOrStdin(), out, errs)
				if err == nil && status != 0 {
					os.Exit(status) // the command has already printed the error
				}
				return err
			})
		},
	}
	flags.add(c)
	c.Flags().SetInterspersed(false)
	return c
}

// administer runs an admin command. If a server is running, the server executes the command;
// otherwise this process executes it.
func administer(
	ctx context.Context,
	settings *config.Settings,
	args []string,
	in io.Reader,
	out, errs io.Writer,
) (status int, err error) {
	dir := settings.Server.Data
	status, err = adminsocket.Call(ctx, dir, args, in, out, errs)
	if !errors.Is(err, adminsocket.ErrNoServer) {
		return status, err
	}
	if settings.Server.Database != "" {
		return 0, fmt.Errorf("no server runs in %s; start one, or name another directory with --data", dir)
	}
	if err := datadir.IsData(dir); err != nil {
		return 0, err
	}
	if err := becomeOwnerOf(dir); err != nil {
		return 0, err
	}
	return administerOffline(ctx, settings, args, in, out, errs)
}

// administerOffline runs an admin command on the database of a server that is not running.
func administerOffline(
	ctx context.Context,
	settings *config.Settings,
	args []string,
	in io.Reader,
	out, errs io.Writer,
) (status int, err error) {
	logger := slog.New(slog.NewJSONHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db, err := openDatabase(ctx, settings.Server, logger)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	theClub, err := club.Open(ctx, db.Audit, clubConfig(settings.Config))
	if err != nil {
		return 0, err
	}
	board, err := notify.OpenBoard(ctx, theClub)
	if err != nil {
		return 0, err
	}
	board.Offline = true
	ratings := db.Ratings(variants.New, logger)
	reports, err := notify.OpenReports(ctx, theClub, db.Reports(), board, ratings.Called)
	if err != nil {
		return 0, err
	}
	var theLobby *lobby.Lobby
	hooks, err := openWebhooks(
		ctx,
		settings.Webhooks,
		db,
		theClub,
		board,
		nil,
		nil,
		nil,
		logger,
		func() *lobby.Lobby { return theLobby },
		nil,
	)
	if err != nil {
		return 0, err
	}
	theLobby, err = lobby.Open(ctx, lobby.Config{
		Store: db.Tables, Evenings: db.Evenings, Rights: theClub, Audit: theClub.Audit.Note, NewGames: board.NewGames, Ladder: ratings,
		PauseLifted: theClub.Pauses.Excused, Logger: logger,
	})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, closeLobby(theLobby)) }()
	mail, err := messages.Open(ctx, messages.Config{
		Store: db.Messages(), Rights: theClub, Names: db.Accounts, Memory: db.Settings, Logger: logger,
	})
	if err != nil {
		return 0, err
	}
	vacations, err := openVacations(ctx, settings.Config, db, theClub, board, nil, logger)
	if err != nil {
		return 0, err
	}
	admin := machineAdmin{
		store: db, club: theClub, notices: notify.Services{Board: board, Reports: reports, Hooks: hooks}, ratings: ratings, lobby: theLobby,
		accounts: accounts{db.Accounts, reports, hooks, mail, vacations}, messages: mail, vacations: vacations, settings: settings,
	}
	s := admin.session(in, out, errs)
	s.KeyRemoved, s.AccountLeft = func(player.Fingerprint) {}, func(player.ID) {}
	s.Admin.KeyRemoved = s.KeyRemoved
	s.SSHCommand = "ssh HOST"
	if public := settings.Server.Public; public != "" {
		s.SSHCommand = server.SSHCommand(public)
	}
	return command.RunAdmin(ctx, s, args), nil
}

// machineAdmin runs the admin commands that the operator enters on the server's machine.
type machineAdmin struct {
	store     *database
	club      *club.Club
	notices   notify.Services
	ratings   *parts.Ratings
	lobby     *lobby.Lobby
	accounts  player.Accounts
	messages  *messages.Service
	vacations *vacation.Service
	settings  *config.Settings
}

// serve serves admin commands over a socket in the data directory. If the file system does
// not support sockets, the server runs without the admin socket.
func (m machineAdmin) serve(server *server.Server, logger *slog.Logger) (stop func()) {
	dir := m.settings.Server.Data
	l, err := adminsocket.Listen(dir)
	if err != nil {
		logger.Warn("no admin socket: quadrille admin works only while the server is stopped", "error", err.Error())
		return func() {}
	}
	run := func(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
		s := m.session(in, out, errs)
		s.KeyRemoved, s.AccountLeft, s.SSHCommand = server.EndKey, server.EndAccount, server.PublicSSHCommand()
		s.Admin.KeyRemoved, s.Admin.Present = server.EndKey, server.Visitors
		return command.RunAdmin(ctx, s, args)
	}
	return adminsocket.Serve(l, dir, run, logger)
}

// session returns a session for an admin command. The session's player has no account.
func (m machineAdmin) session(in io.Reader, out, errs io.Writer) command.Session {
	return command.Session{
		Player: player.Player{Name: player.Server.Name}, Named: true,
		Services: service.Services{
			Lobby: m.lobby, Club: m.club, Ladder: m.ratings, Decider: m.ratings, Directory: m.store.Accounts, Keyring: m.store.Keyring,
			Recovery: m.store.Keyring, Memory: m.store.Settings, Terminals: m.store.Settings,
			Lessons: m.store.Settings, Accounts: m.accounts, Notify: m.notices,
			Messages: m.messages, Vacations: m.vacations,
		},
		Version: version(),
		Admin: &club.Admin{
			Club:      m.club,
			Directory: m.store.Accounts,
			Keyring:   m.store.Keyring,
			Recovery:  m.store.Keyring,
			ParseKey:  server.ParseKey,
			Ladder:    m.ratings,
			Pauses:    m.lobby.Pauses,
		},
		In: in, Out: player.Escaping(out), Err: player.Escaping(errs), File: out,
	}
}
