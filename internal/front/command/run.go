package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"quadrille/internal/player"
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
	File        io.Writer // like Out, but without escaping; for pictures and other files
	Terminal    bool      // whether the client has a terminal
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
	r := &request{Session: s}
	if len(args) > 0 &&
		!slices.Contains([]string{"plain", "api", "play", "watch"}, args[0]) { // these commands show all notices themselves
		s.Notify.Board.WarnOfKeys(s.Err, s.Player.ID)
	}
	if err := r.run(ctx, args); err != nil {
		_, _ = fmt.Fprintln(s.Err, err)
		return failure(args), nil
	}
	return r.status, r.open
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
	open   *Open
	status int // exit status if the command succeeds
}

func (r *request) run(ctx context.Context, args []string) error {
	root := r.tree()
	if len(args) == 0 {
		return ErrEmpty
	}
	// check the name first, because cobra adds hidden commands of its own
	if names := names(root); !slices.Contains(names, args[0]) {
		return fmt.Errorf("no command %q; the commands are: %s", args[0], strings.Join(names, ", "))
	}
	setArgs(root, args)
	return root.ExecuteContext(ctx)
}

// setArgs sets the words of a command line. Flags may have the dashes that phones write.
func setArgs(root *cobra.Command, args []string) {
	c, _, err := root.Find(args)
	if err != nil {
		c = root
	}
	root.SetArgs(Flags(args, c))
}

// root returns the root of a command tree. The caller adds the commands.
func (r *request) root(use string) *cobra.Command {
	root := &cobra.Command{
		Use:               use,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetIn(strings.NewReader(""))
	root.SetOut(r.Out)
	root.SetErr(r.Err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		var value *pflag.InvalidValueError
		var none *pflag.ValueRequiredError
		switch {
		case errors.As(err, &value):
			return fmt.Errorf(
				"--%s cannot be %q; usage: %s",
				value.GetFlag().Name,
				player.Shown(value.GetValue(), player.MaxNameCells),
				usage(cmd),
			)
		case errors.As(err, &none):
			return fmt.Errorf("--%s needs a value; usage: %s", none.GetSpecifiedName(), usage(cmd))
		}
		if strings.Contains(cmd.Use, "--") {
			return fmt.Errorf("%s has no such flag; usage: %s", cmd.Name(), usage(cmd))
		}
		return fmt.Errorf("%s takes no flags; usage: %s", cmd.Name(), usage(cmd))
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { r.explain(cmd) })
	return root
}

func (r *request) playerNamed(ctx context.Context, name string) (player.Player, error) {
	return r.Admin.Whose(ctx, name)
}

// tree returns a tree of the commands that the player may run.
func (r *request) tree() *cobra.Command {
	root := r.root("ssh HOST")
	r.add(root, func(string) bool { return true })
	root.SetHelpCommand(r.help(root))
	root.InitDefaultHelpCmd()
	return root
}

func names(root *cobra.Command) []string {
	var names []string
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	return names
}

// between returns a check that the number of arguments is between low and high.
func between(low, high int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return fmt.Errorf(
				"%s: %s; usage: %s%s",
				cmd.Name(),
				wrongCount(low-len(args), len(args)-high),
				usage(cmd),
				quotingHint(cmd, len(args) > high),
			)
		}
		return nil
	}
}

// usage returns the name of a command with its arguments.
func usage(cmd *cobra.Command) string {
	text := cmd.Use
	for parent := cmd.Parent(); parent != nil && parent.HasParent(); parent = parent.Parent() {
		text = parent.Name() + " " + text
	}
	return text
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
func quotingHint(cmd *cobra.Command, over bool) string {
	if !over || !textual.MatchString(cmd.Use) {
		return ""
	}
	return `; use two pairs of quotes around words with spaces: ssh HOST 'COMMAND "two words"'`
}

var textual = regexp.MustCompile(`\b(NAME|VALUE|REASON)\b`)

var errStopping = errors.New("the server is stopping; everything is stored, so try again in a minute")
