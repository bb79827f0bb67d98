package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadrille/internal/clock"
	"quadrille/internal/player"
	"quadrille/internal/service/club"
)

// HookUsage and ClubHookUsage show the arguments of the webhook commands.
const (
	HookUsage     = "webhook [set URL | show | test | off]"
	ClubHookUsage = "webhook [set URL | show | test | off | list | remove NAME]"
)

// HookHelp and ClubHookHelp explain these arguments.
const (
	HookHelp = `A webhook is a URL that the server calls by HTTPS when it is your turn in a
correspondence game. docs/webhooks.md describes the format.
` + hookVerbs
	ClubHookHelp = `The club's webhook is a URL that the server calls by HTTPS when an evening
begins. docs/webhooks.md describes the format.
` + hookVerbs + `
  webhook list          lists the accounts that have a webhook
  webhook remove NAME   deletes the webhook of an account`
	hookVerbs = `  webhook set URL   sends a challenge to the URL and stores the URL; prints
                    the secret that signs events (it is not shown again)
  webhook show      prints the URL, its age, and the number of unsent events
  webhook test      sends a test event and prints the result
  webhook off       deletes the URL and its waiting events`
)

// setCommand returns the command that sets a webhook.
func setCommand(owner player.ID) string {
	if owner == ForClub {
		return "admin webhook set URL"
	}
	return "webhook set URL"
}

// Words runs the webhook command and returns the lines to print. If ofClub is set, the
// command is about the club's webhook. Otherwise it is about the webhook of the account.
func (w *Webhooks) Words(ctx context.Context, by player.Player, named, ofClub bool, words []string) ([]string, error) {
	owner := by.ID
	switch {
	case ofClub:
		owner = ForClub
		if err := w.Club.Roles.May(by.ID, club.Owner); err != nil {
			return nil, err
		}
	case by.ID.Guest() || !named:
		return nil, errors.New("a webhook needs an account: connect with a key and choose a name")
	}
	if ofClub && len(words) > 0 && (words[0] == "list" || words[0] == "remove") {
		return w.administer(ctx, by.ID, words)
	}
	verb := "show"
	if len(words) > 0 {
		verb = words[0]
	}
	switch {
	case verb == "show" && len(words) <= 1:
		return w.show(owner)
	case verb == "set" && len(words) == 2:
		if err := w.mayHave(ctx, owner); err != nil {
			return nil, err
		}
		secret, err := w.set(ctx, owner, words[1])
		if err != nil {
			return nil, err
		}
		return []string{"The webhook is set. Its secret, shown this once: " + secret}, w.audit(ctx, by.ID, owner, club.WebhookSet)
	case verb == "test" && len(words) == 1:
		return []string{"The test event was delivered."}, w.test(ctx, owner)
	case verb == "off" && len(words) == 1:
		if _, _, err := w.Find(owner); err != nil {
			return nil, err
		}
		if err := w.Drop(ctx, owner); err != nil {
			return nil, err
		}
		return []string{"The webhook and its undelivered events are deleted."}, w.audit(ctx, by.ID, owner, club.WebhookOff)
	}
	if ofClub {
		return nil, errClubHook
	}
	return nil, fmt.Errorf("unknown webhook command: write %s", HookUsage)
}

// mayHave returns an error if an account is too new to have a webhook. The club may always
// have one.
func (w *Webhooks) mayHave(ctx context.Context, owner player.ID) error {
	if owner == ForClub {
		return nil
	}
	known, err := w.Known(ctx, owner)
	if err == nil && !known {
		err = errors.New("this account is too new for a webhook: try again tomorrow, or ask a moderator")
	}
	return err
}

// ownersOfHooks returns the accounts that have a webhook.
func (w *Webhooks) ownersOfHooks() (list []player.ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for owner := range w.hooks {
		if owner != ForClub {
			list = append(list, owner)
		}
	}
	return list
}

func (w *Webhooks) called(ctx context.Context, owner player.ID) string {
	if p, named, err := w.Directory.Lookup(ctx, owner); err == nil && named {
		return p.Name
	}
	return string(owner)
}

// administer lists the accounts that have a webhook, or deletes the webhook of one of them.
func (w *Webhooks) administer(ctx context.Context, by player.ID, words []string) (lines []string, err error) {
	switch {
	case words[0] == "list" && len(words) == 1:
		for _, owner := range w.ownersOfHooks() {
			lines = append(lines, w.called(ctx, owner))
		}
		slices.Sort(lines)
		return lines, nil
	case words[0] == "remove" && len(words) == 2:
		for _, owner := range w.ownersOfHooks() {
			if name := w.called(ctx, owner); player.Fold(name) == player.Fold(words[1]) {
				if err := w.Drop(ctx, owner); err != nil {
					return nil, err
				}
				err := w.Club.Audit.Note(ctx, club.AuditEntry{By: by, Action: club.WebhookOff, Target: owner})
				return []string{"The webhook of " + name + " is deleted."}, err
			}
		}
		return nil, fmt.Errorf(
			"%s has no webhook; run \"admin webhook list\" to see who has one",
			player.Shown(words[1], player.MaxNameCells),
		)
	}
	return nil, errClubHook
}

// errClubHook is the error for wrong arguments of the command for the club's webhook.
var errClubHook = errors.New("unknown webhook command: write admin " + ClubHookUsage)

// audit records a change of the club's webhook. Changes of an account's webhook are not
// recorded.
func (w *Webhooks) audit(ctx context.Context, by, owner player.ID, verb club.Action) error {
	if owner != ForClub {
		return nil
	}
	return w.Club.Audit.Note(ctx, club.AuditEntry{By: by, Action: verb})
}

func (w *Webhooks) show(owner player.ID) ([]string, error) {
	h, waiting, err := w.Find(owner)
	if err != nil {
		return nil, err
	}
	lines := []string{string(h.URL)}
	if h.Off != "" {
		return append(lines, fmt.Sprintf("Off since %s, because %s. To set it again, run \"%s\".",
			clock.Minute(h.OffAt, w.Club.Settings.Zone()), strings.TrimSuffix(h.Off, "."), setCommand(owner))), nil
	}
	return append(lines, fmt.Sprintf("In use since %s; %d events wait for delivery.", h.Since.Format(time.DateOnly), waiting)), nil
}
