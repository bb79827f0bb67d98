package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/pflag"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service"
	"quadrille/internal/service/club"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Session holds the services, the player, and the input and output of a request.
type Session struct {
	service.Services
	Player      player.Player
	Named       bool                     // whether the player has chosen a name
	KeyRemoved  func(player.Fingerprint) // closes the sessions that use the key
	Admin       *club.Admin              // administers the club on behalf of the player
	AccountLeft func(player.ID)          // closes the sessions of an account that was deleted
	// ssh command that connects to this server, such as "ssh -p 2222 chess.example"
	SSHCommand  string
	Join        func(ctx context.Context, code string) (club.Role, error) // accepts an invitation to the club
	In          io.Reader
	Out, Err    io.Writer
	File        io.Writer            // like Out, but without escaping; for pictures and other files
	Terminal    bool                 // whether the client has a terminal
	Width       int                  // width of the terminal; 0 if it is unknown
	Profile     colorprofile.Profile // the colours of the terminal
	Spoken      bool                 // whether the output is read by a person in plain mode
	Version     string
	Fingerprint string // fingerprint of the player's key; empty for a guest
	RefusedKey  string // which keys of a guest were refused, and why; empty if none was
	KeysOnly    bool   // whether the server refuses guests
	Banned      bool   // whether the club has banned the player, who may only run the commands of [WithBan]
}

// Open tells the caller of [Run] which table to show.
type Open struct {
	Table table.ID
	Seat  rules.Seat // seat to take; NoSeat for the first open seat
	Sit   bool       // whether to take a seat
}

// Run runs a command line and returns its exit status. If the command fails, Run writes the
// error to Err as one line and returns the status of [Failure]. The result `open` is the
// table to show on a screen, or nil.
func Run(ctx context.Context, s Session, args []string) (status int, open *Open) {
	s.Err = addressed{s.Err, s.SSHCommand, s.Spoken}
	r := &request{Session: s}
	if len(args) > 0 && !s.Spoken &&
		!slices.Contains([]string{"plain", "api", "play", "watch"}, args[0]) { // these commands show all notices themselves
		s.Notify.Board.WarnOfKeys(s.Err, s.Player.ID)
	}
	if err := r.run(ctx, args); err != nil {
		_, _ = fmt.Fprintln(s.Err, err)
		return failure(args), nil
	}
	return r.status, r.open
}

// addressed is a writer that replaces `ssh HOST` by the command with which the reader connects.
type addressed struct {
	io.Writer
	command string
	spoken  bool // whether commands are typed, as in plain mode
}

// typed tells people to type commands rather than to run them.
var typed = strings.NewReplacer("run \"", "type \"", "Run \"", "Type \"")

func (w addressed) Write(p []byte) (int, error) {
	text := present.Addressed(string(p), w.command)
	if w.spoken {
		text = typed.Replace(text)
	}
	if _, err := io.WriteString(w.Writer, text); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Failure returns the exit status of the given command line if it fails.
func Failure(line string) int {
	words, err := Words(line)
	if err != nil {
		return 1
	}
	return failure(words)
}

// failure returns the exit status of a failed command: 2 if the command answers yes or no with
// the statuses 0 and 1, and 1 otherwise.
func failure(words []string) int {
	if len(words) > 0 && slices.Contains(answering, words[0]) {
		return 2
	}
	return 1
}

// request is one command line and its result.
type request struct {
	Session
	ctx    context.Context
	rows   []*row // the commands that the player may run, by name
	open   *Open
	status int // exit status if the command succeeds
}

// call is one run of a command. The binding of its row adds the flags and sets the other fields.
type call struct {
	*row
	*pflag.FlagSet
	args func(args []string) error // checks the arguments
	run  func(args []string) error
}

// run runs a command line. Only the flags of its own command are set up.
func (r *request) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errEmpty
	}
	r.ctx, r.rows = ctx, r.byName()
	row, rest := r.called(args)
	if row == nil {
		return fmt.Errorf("no command %q; the commands are: %s", args[0], strings.Join(r.names(""), ", "))
	}
	err := r.runRow(row, rest)
	if err != nil && r.Spoken {
		text := strings.Replace(err.Error(), row.usage(), row.brief(), 1)
		return errors.New(row.spoken(text))
	}
	return err
}

// runRow runs a command with the words after its name.
func (r *request) runRow(row *row, args []string) error {
	c := &call{row: row, FlagSet: pflag.NewFlagSet(row.name(), pflag.ContinueOnError)}
	c.args = c.count
	help := c.BoolP("help", "h", false, "")
	row.bind(r, c)
	c.SetInterspersed(!r.Spoken || !row.takesText())
	if r.Spoken && row.bare() {
		args = hyphenated(args, c.FlagSet)
	}
	if err := c.Parse(Flags(args, c.FlagSet)); err != nil {
		return c.wrongFlag(err)
	}
	if *help {
		r.explain(row)
		return nil
	}
	if err := c.args(c.Args()); err != nil {
		return err
	}
	return c.run(c.Args())
}

// called returns the row of the command that a line begins with, and the words after its name. If
// the first word is not the name of a command, called returns nil.
func (r *request) called(args []string) (found *row, rest []string) {
	for path := ""; len(args) > 0; args = args[1:] {
		i := slices.IndexFunc(r.rows, func(row *row) bool { return row.under == path && row.name() == args[0] })
		if i < 0 {
			break
		}
		found = r.rows[i]
		path = found.path()
	}
	return found, args
}

// wrongFlag returns the error for a flag that the command does not have, or that has a wrong value.
func (c *call) wrongFlag(err error) error {
	var value *pflag.InvalidValueError
	var none *pflag.ValueRequiredError
	switch {
	case errors.As(err, &value):
		return fmt.Errorf(
			"--%s cannot be %q; usage: %s",
			value.GetFlag().Name,
			player.Shown(value.GetValue(), player.MaxNameCells),
			c.usage(),
		)
	case errors.As(err, &none):
		return fmt.Errorf("--%s needs a value; usage: %s", none.GetSpecifiedName(), c.usage())
	case strings.Contains(c.use, "--"):
		return fmt.Errorf("%s has no such flag; usage: %s", c.name(), c.usage())
	}
	return fmt.Errorf("%s takes no flags; usage: %s", c.name(), c.usage())
}

func (r *request) playerNamed(ctx context.Context, name string) (player.Player, error) {
	return r.Admin.Whose(ctx, name)
}

// count checks the number of arguments.
func (c *call) count(args []string) error {
	if len(args) >= c.least && (len(args) <= c.most || c.most == many) {
		return nil
	}
	return fmt.Errorf("%s: %s; usage: %s%s", c.name(), wrongCount(c.least-len(args), len(args)-c.most), c.usage(), c.quotingHint(len(args)))
}

// wrongCount returns a phrase with the number of missing arguments, or with the number of
// arguments that must be omitted.
func wrongCount(missing, over int) string {
	n, what := missing, "few"
	if n <= 0 {
		n, what = over, "many"
	}
	if n == 1 {
		return "1 word too " + what
	}
	return fmt.Sprintf("%d words too %s", n, what)
}

// quotingHint returns a hint on how to quote arguments with blanks. It returns "" unless
// there are too many words and the command accepts an argument with blanks. The shell of the
// client has already removed one level of quotes.
func (c *call) quotingHint(words int) string {
	if words <= c.most || !textual.MatchString(c.use) {
		return ""
	}
	return `; use two pairs of quotes around words with spaces: ssh HOST 'COMMAND "two words"'`
}

var textual = regexp.MustCompile(`\b(NAME|VALUE|REASON)\b`)

var errStopping = errors.New("the server is stopping; everything is stored, so try again in a minute")
