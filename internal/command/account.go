package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quadrille/internal/account"
	"quadrille/internal/club"
	"quadrille/internal/player"
)

const accountHelp = `What is stored of you, and how it is deleted.
  account export        all of it as JSON: your account in a line, then each event that names you
  account delete NAME   deletes name, keys, settings and what you said; your games stay, with
                        another name in your place; NAME is yours, so that nobody says it by accident`

func (r accountCommands) account(c *cobra.Command) {
	c.RunE = func(cmd *cobra.Command, args []string) error {
		switch verb, words := cutFirst(args); {
		case r.Fingerprint == "":
			return player.KeylessGuest.Refuse()
		case verb == "export" && len(words) == 0:
			return r.export(cmd.Context())
		case verb == "delete" && len(words) > 0: // names have blanks
			return r.leave(cmd.Context(), strings.Join(words, " "))
		}
		return fmt.Errorf("account was not understood: say %s", cmd.Use)
	}
}

// exported is the first line of an export.
type exported struct {
	Account player.ID `json:"account"`
	Name    string    `json:"name,omitempty"`
	Role    club.Role `json:"role"`
	club.Silence
	Machine  bool              `json:"bot"` // a program played for it
	Keys     []club.KeyLine    `json:"keys"`
	Settings map[string]string `json:"settings"`
	Ratings  []ratingLine      `json:"ratings"`
	Deeds    []club.AuditLine  `json:"audit"` // by him, and about him
	Webhook  *hookLine         `json:"webhook,omitempty"`
	Reports  []reportLine      `json:"reports,omitempty"` // by the account; those about it are not shown to it
}

// hookLine is the account's webhook, without its secret.
type hookLine struct {
	URL    string    `json:"url"`
	Since  time.Time `json:"since"`
	Off    string    `json:"off,omitempty"` // why the server switched it off
	Events int       `json:"pending"`       // that wait
}

type ratingLine struct {
	Game   string `json:"game"`
	Form   string `json:"form"`
	Games  int    `json:"games"`
	Places []int  `json:"places"` // how often first, second, and so on
	Rating int    `json:"rating"`
}

func (r accountCommands) export(ctx context.Context) error {
	all, err := r.stored(ctx)
	if err != nil {
		return err
	}
	mentions, err := r.Accounts.Mentions(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	out := json.NewEncoder(r.Out)
	if err := out.Encode(all); err != nil {
		return err
	}
	for _, m := range mentions {
		if err := out.Encode(m); err != nil {
			return err
		}
	}
	return nil
}

func (r accountCommands) stored(ctx context.Context) (*exported, error) {
	id := r.Player.ID
	all := &exported{Account: id, Role: r.Club.Role(id), Silence: r.Desk.Silence(id), Machine: r.Club.BotAccount(id), Settings: map[string]string{}}
	if r.Named {
		all.Name = r.Player.Name
	}
	keys, err := r.Keyring.Keys(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		all.Keys = append(all.Keys, club.KeyLine{Fingerprint: k.Fingerprint, Added: k.Added, Used: k.Used})
	}
	chosen, err := r.Memory.Recall(ctx, id)
	if err != nil {
		return nil, err
	}
	for s, option := range player.Options {
		all.Settings[option.Name] = chosen.Get(player.Setting(s))
	}
	careers, err := r.Ladder.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, c := range careers {
		all.Ratings = append(all.Ratings, ratingLine{c.Class.Game, string(c.Class.Form), c.Games(), c.Places[:], c.Rating.Shown()})
	}
	deeds, err := r.Club.Audit.Since(ctx, 0)
	for _, d := range deeds {
		if d.By == id || d.Target == id {
			all.Deeds = append(all.Deeds, r.Desk.Line(ctx, d))
		}
	}
	if h, waiting, err := r.Notify.Hooks.Find(id); err == nil {
		all.Webhook = &hookLine{string(h.URL), h.Since, h.Off, waiting}
	}
	for _, one := range r.Notify.Reports.By(id) {
		all.Reports = append(all.Reports, r.reported(ctx, one))
	}
	return all, err
}

// leave deletes the account, and ends what it has open: this command last, which
// has its say before.
func (r accountCommands) leave(ctx context.Context, name string) error {
	if !r.Named || player.Fold(name) != player.Fold(r.Player.Name) {
		return errors.New("that is not your name; say account delete and the name that whoami tells, if you mean it")
	}
	heir, err := deleter(&r.Session).Delete(ctx, r.Player.ID)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "your account is deleted; in your games stands %s now\n", heir.Name)
	r.AccountLeft(r.Player.ID)
	return nil
}

func deleter(s *Session) account.Deleter {
	return account.Deleter{Club: s.Club, Accounts: s.Accounts, Lobby: s.Lobby}
}
