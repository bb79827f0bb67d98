package command

import (
	"context"
	"fmt"
	"strings"

	"quadrille/internal/player"
)

// RunAdmin runs an admin command for the operator of the host that the server runs on. The
// parameter `args` holds the words after "admin". The operator may do everything. The audit
// log calls them "the administrator".
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

// onMachine reports whether the operator runs the command on the server's host.
func (r *request) onMachine() bool { return r.Player.ID == "" }

const eraseHelp = `Deletes name, keys, settings and chat; finished games keep an anonymous name.
This cannot be undone. The account must not have a seat or take part in an
evening. The reason stays in the audit log: do not write a name in it.`

// erase deletes an account at its holder's request.
func (r memberAdmin) erase(ctx context.Context, who player.Player, _ []string, reason string) (string, error) {
	anonymous, err := deleter(&r.Session).Erase(ctx, r.Player.ID, who.ID, reason)
	if err == nil {
		r.AccountLeft(who.ID)
	}
	return fmt.Sprintf("The account is deleted. Its games now show the name %s.", anonymous.Name), err
}
