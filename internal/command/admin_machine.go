package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
)

// RunAdmin runs an admin command for the administrator of the machine that the server
// runs on, who may do everything; the audit calls them "the machine". It is the same
// tree of commands as over ssh, without the word admin before them.
func RunAdmin(ctx context.Context, s Session, args []string) (status int) {
	r := &request{Session: s}
	root := r.root("quadrille")
	r.add(root, func(path string) bool { return path == "admin" || strings.HasPrefix(path, "admin ") })
	root.SetArgs(append([]string{"admin"}, args...))
	if err := root.ExecuteContext(ctx); err != nil {
		_, _ = fmt.Fprintln(s.Err, err)
		return failure(nil)
	}
	return r.status
}

// onMachine reports whether the administrator of the machine runs the command.
func (r *request) onMachine() bool { return r.Player.ID == "" }

// eraseHelp says what erasing an account does.
const eraseHelp = `Name, keys, settings and what they said are deleted; their games stay under another name. It
cannot be undone. They may not sit at a table or be on the list of an evening. The reason stays
in the audit: do not write a name in it.`

// erase deletes an account at the request of its owner.
func (r memberAdmin) erase(ctx context.Context, whom player.Player, _ []string, reason string) (string, error) {
	heir, err := deleter(&r.Session).Erase(ctx, r.Player.ID, whom.ID, reason)
	if err == nil {
		r.AccountLeft(whom.ID)
	}
	return fmt.Sprintf("the account is deleted; in its games stands %s now", heir.Name), err
}
