package main

import (
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/coreos/go-systemd/v22/daemon"

	"quadrille/internal/config"
	"quadrille/internal/server"
	"quadrille/internal/service/club"
	"quadrille/internal/service/quota"
)

// reloader reads the configuration again when the process receives SIGHUP. Sessions stay
// connected.
type reloader struct {
	signals chan os.Signal // created early, so that no signal is lost while the server starts
	read    func() (*config.Settings, error)
	logger  *slog.Logger
}

func newReloader(read func() (*config.Settings, error), logger *slog.Logger) *reloader {
	r := &reloader{signals: make(chan os.Signal, 1), read: read, logger: logger}
	signal.Notify(r.signals, syscall.SIGHUP)
	return r
}

// follow reloads the configuration on each signal, until the returned function is called.
func (r *reloader) follow(current *config.Settings, server *server.Server, theClub *club.Club, quotas *quota.Quotas) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-r.signals:
				notifySystemd(r.logger, reloading())
				current = r.reload(current, server, theClub, quotas)
				notifySystemd(r.logger, daemon.SdNotifyReady)
			case <-end:
				return
			}
		}
	}()
	return func() {
		signal.Stop(r.signals)
		close(end)
		<-ended
	}
}

// reload applies the new configuration and returns it. If there is an error, it returns the
// old configuration.
func (r *reloader) reload(
	current *config.Settings,
	server *server.Server,
	theClub *club.Club,
	quotas *quota.Quotas,
) (now *config.Settings) {
	now = current
	defer func() {
		if p := recover(); p != nil {
			r.logger.Error("panic", "in", "reload", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	read, err := r.read()
	if err != nil {
		r.logger.Error("the new configuration has errors; nothing was changed", "errors", strings.Split(err.Error(), "\n"))
		return now
	}
	var changed []string
	for _, d := range current.Differences(read) {
		if !reloadable(d.Key) {
			r.logger.Warn(d.Key+" changes only at the next start", "now", d.Old, "then", d.New)
			continue
		}
		changed = append(changed, d.Key)
	}
	server.Configure(read.Limits, !read.Server.Guests)
	quotas.Configure(read.Quotas)
	theClub.Configure(clubConfig(read.Config))
	r.logger.Info("configuration reloaded", "changed", changed)
	read.Server.Listen, read.Server.Data, read.Server.Public = current.Server.Listen, current.Server.Data, current.Server.Public
	read.Metrics, read.Bots, read.Webhooks = current.Metrics, current.Bots, current.Webhooks
	return read
}

// reloadable reports whether a key of the configuration may change while the server runs.
func reloadable(key string) bool {
	section, _, _ := strings.Cut(key, ".")
	return section == "limits" || section == "quotas" || section == "club" || section == "ratings" || key == "server.guests"
}
