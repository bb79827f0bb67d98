package e2e

import (
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/sshtest"
)

// A guest, a player without a role, a member, and a former moderator whose membership was
// ended run admin commands. Each of them gets the same answer as for an unknown command.
func TestAdminIsHiddenFromOthers(t *testing.T) {
	t.Parallel()
	s := serveFor(t)
	owner, stranger, member, fallen := newCommandPlayer(
		t,
		"Olga",
	), newCommandPlayer(
		t,
		"Stan",
	), newCommandPlayer(
		t,
		"Mina",
	), newCommandPlayer(
		t,
		"Grim",
	)
	owner.mustRun(t, s.address, "join "+s.ownerCode())
	for _, r := range []*commandPlayer{owner, stranger, member, fallen} {
		r.mustRun(t, s.address, "name "+r.name)
	}
	for _, line := range []string{
		"admin role Mina member", "admin role Grim moderator", `admin remove Grim --reason "never here"`,
		"admin set entry open", "admin invite", "new verney",
	} {
		owner.mustRun(t, s.address, line)
	}
	people := map[string]ssh.AuthMethod{"guest": sshtest.GuestAuth()}
	for _, r := range []*commandPlayer{stranger, member, fallen} {
		people[r.name] = sshtest.KeyAuth(r.key)
	}
	for who, auth := range people {
		client := sshtest.DialFrom(t, newAddress(), s.address, auth)
		for _, line := range []string{
			"admin", "admin help", "admin members", "admin members --json", "admin member Olga", "admin member Nobody",
			"admin role Mina owner", "admin ban Olga --reason why", "admin close 1 --reason why", "admin close 4711",
			"admin revoke 1", "admin set entry ajar", "admin nonsense", "admin --help", "admin --nonsense", `admin ""`,
			"help admin", "help admin ban", "help admin nonsense",
		} {
			there, not := answerTo(t, client, line), answerTo(t, client, strings.Replace(line, "admin", "adnim", 1))
			if there != strings.ReplaceAll(not, "adnim", "admin") {
				t.Errorf("%s ran %q and got\n%sfor an unknown command\n%s", who, line, there, not)
			}
		}
		if help := answerTo(t, client, "help"); strings.Contains(help, "admin") {
			t.Errorf("%s can read about it in help:\n%s", who, help)
		}
	}
}

// answerTo returns the output and the status of a command.
func answerTo(t *testing.T, client *ssh.Client, line string) string {
	t.Helper()
	out, errs, status := sshtest.Run(t, client, line)
	return out + errs + strings.Repeat("!", status) + "\n"
}
