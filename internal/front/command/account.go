package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"quadrille/internal/player"
	"quadrille/internal/service/club"
	"quadrille/internal/service/lobby"
	"quadrille/internal/service/messages"
	"quadrille/internal/service/vacation"
	"quadrille/internal/table"
	"quadrille/rules"
)

const accountHelp = `  account export        print all that is stored about you as JSON: your account
                        in one line, then each event that names you
  account delete NAME   delete your name, keys, settings and chat; your games
                        stay, with an anonymous name; NAME is your name, as a
                        confirmation`

func (r accountCommands) account(c *call) {
	c.run = func(args []string) error {
		switch verb, words := cutFirst(args); {
		case r.Fingerprint == "":
			return player.KeylessGuest.Refuse()
		case verb == "export" && len(words) == 0:
			return r.export(r.ctx)
		case verb == "delete" && len(words) > 0: // join the words, because a name may contain blanks
			return r.delete(r.ctx, strings.Join(words, " "))
		}
		return fmt.Errorf("usage: %s", c.usage())
	}
}

// exported is the first line of the output of a command that exports an account.
type exported struct {
	Account player.ID `json:"account"`
	Name    string    `json:"name,omitempty"`
	Role    club.Role `json:"role"`
	club.MuteState
	PausedUntil time.Time         `json:"paused_until,omitzero"` // end of the pause from pairing
	Bot         bool              `json:"bot"`
	Keys        []club.KeyLine    `json:"keys"`
	Settings    map[string]string `json:"settings"`
	// Terminals holds what the terminals of the account have answered to questions.
	Terminals map[string]player.Terminal `json:"terminals,omitempty"`
	Lessons   []string                   `json:"lessons,omitempty"` // titles of the completed lessons
	Ratings   []ratingLine               `json:"ratings"`
	Audit     []club.AuditLine           `json:"audit"` // audit entries by the account or about it
	Webhook   *hookLine                  `json:"webhook,omitempty"`
	messages.Export
	Vacations []vacation.Vacation `json:"vacations,omitempty"` // vacations of the last year
	Reports   []reportLine        `json:"reports,omitempty"`   // reports that the account filed, not those about it
}

// hookLine is the account's webhook, without its secret.
type hookLine struct {
	URL    string    `json:"url"`
	Since  time.Time `json:"since"`
	Off    string    `json:"off,omitempty"` // why the server disabled the webhook
	Events int       `json:"pending"`       // number of events that wait to be sent
}

type ratingLine struct {
	Game   string `json:"game"`
	Form   string `json:"form"`
	Games  int    `json:"games"`
	Places []int  `json:"places"` // number of times that the account came first, second and so on
	Rating int    `json:"rating"`
}

func ratingLines(careers []club.Career) []ratingLine {
	lines := []ratingLine{}
	for _, c := range careers {
		lines = append(lines, ratingLine{c.Class.Game, string(c.Class.Form), c.Games(), c.Places[:], c.Rating.Shown()})
	}
	return lines
}

func (r accountCommands) export(ctx context.Context) error {
	return r.inQueue(ctx, exportJob, r.Out, func(ctx context.Context, w io.Writer) error {
		return r.writeStored(ctx, w, r.Player, r.Named)
	})
}

// writeStored writes what is stored about an account.
func (r accountCommands) writeStored(ctx context.Context, w io.Writer, who player.Player, named bool) error {
	all, err := r.stored(ctx, who, named)
	if err != nil {
		return err
	}
	mentions, err := r.Accounts.Mentions(ctx, who.ID)
	if err != nil {
		return err
	}
	out := json.NewEncoder(w)
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

func (r accountCommands) stored(ctx context.Context, who player.Player, named bool) (*exported, error) {
	id := who.ID
	all := &exported{
		Account:     id,
		Role:        r.Club.Role(id),
		MuteState:   r.Admin.MuteState(id),
		PausedUntil: r.Admin.PausedUntil(id),
		Bot:         r.Club.BotAccount(id),
		Settings:    map[string]string{},
	}
	if named {
		all.Name = who.Name
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
	if r.Terminals != nil {
		if all.Terminals, err = r.Terminals.Terminals(ctx, id); err != nil {
			return nil, err
		}
	}
	if r.Lessons != nil {
		if all.Lessons, err = r.Lessons.Lessons(ctx, id); err != nil {
			return nil, err
		}
	}
	careers, err := r.Ladder.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	all.Ratings = ratingLines(careers)
	entries, err := r.Club.Audit.Since(ctx, 0)
	if err != nil {
		return nil, err
	}
	for _, d := range entries {
		if d.By == id || d.Target == id {
			all.Audit = append(all.Audit, r.Admin.Line(ctx, d))
		}
	}
	if h, waiting, err := r.Notify.Hooks.Find(id); err == nil {
		all.Webhook = &hookLine{string(h.URL), h.Since, h.Off, waiting}
	}
	all.Vacations = r.Vacations.Of(id)
	if all.Export, err = r.Messages.Export(ctx, id); err != nil {
		return nil, err
	}
	for _, one := range r.Notify.Reports.By(id) {
		all.Reports = append(all.Reports, r.reported(ctx, one))
	}
	return all, nil
}

// delete deletes the account and closes its sessions, the session of this command last.
func (r accountCommands) delete(ctx context.Context, name string) error {
	if !r.Named || player.Fold(name) != player.Fold(r.Player.Name) {
		return errors.New("that is not your name; run \"account delete\" with the name that \"whoami\" prints")
	}
	if r.Banned {
		if err := r.onEvening(r.Player.ID, "you are"); err != nil { // before the player gives up their seats
			return err
		}
		r.leaveAll(ctx)
	}
	anonymous, err := r.deleteAccount(ctx, r.Player.ID, "you sit", "you are")
	if err != nil {
		return err
	}
	fmt.Fprintf(r.Out, "Your account is deleted. Your games now show the name %s.\n", anonymous.Name)
	r.AccountLeft(r.Player.ID)
	return nil
}

// leaveAll gives up the seats of a banned player, who cannot enter the tables: it leaves seats at
// waiting tables and resigns games. Errors are ignored, because the deletion
// of the account then says at which tables the player still has a seat.
func (r accountCommands) leaveAll(ctx context.Context) {
	for _, id := range r.Lobby.Sitting(r.Player.ID) {
		t, err := lobby.ForSystem(r.Lobby).Table(ctx, id)
		if err != nil {
			continue
		}
		if t.View().Phase == table.Waiting {
			_ = t.Do(ctx, table.Command{By: r.Player, Kind: table.Stand})
			continue
		}
		for seat := range t.View().Held(r.Player.ID).All() {
			resign := rules.Action{Type: rules.Resign, Seat: seat}
			_ = t.Do(ctx, table.Command{By: r.Player, Kind: table.Play, Seat: seat, Action: resign, Answers: -1})
		}
	}
}
