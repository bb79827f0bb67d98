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

	"quadrille/internal/club"
	"quadrille/internal/commandline"
	"quadrille/internal/player"
	"quadrille/internal/services"
	"quadrille/internal/table"
	"quadrille/rules"
)

// Session is who asks, and through what.
type Session struct {
	services.Services
	Player      player.Player
	Named       bool                                                      // whether the player has chosen a name yet
	KeyRemoved  func(player.Fingerprint)                                  // ends what the key has open
	Desk        *club.Admin                                               // administration by the player
	AccountLeft func(player.ID)                                           // ends what the account has open
	Way         string                                                    // what others write to come here, like ssh -p 2222 chess.example
	Join        func(ctx context.Context, code string) (club.Role, error) // takes up an invitation
	In          io.Reader
	Out, Err    io.Writer
	Terminal    bool // whether there is one
	Version     string
	Fingerprint string // of the player's key; empty for a guest
	KeysOnly    bool   // nobody comes in without a key
}

// Open is a table whose screen is to be opened.
type Open struct {
	Table table.ID
	Seat  rules.Seat // the seat to take, NoSeat for the first that is open
	Sit   bool       // whether to take one
}

// Run does what args say. A refusal goes to Err as one sentence; its status is
// that of [Failure]. open is what screen to show then, nil for none.
func Run(ctx context.Context, s Session, args []string) (status int, open *Open) {
	r := &request{Session: s}
	if len(args) > 0 && !slices.Contains([]string{"plain", "api", "play", "watch"}, args[0]) { // those show all notices
		s.Notify.Board.WarnOfKeys(s.Err, s.Player.ID)
	}
	if err := r.run(ctx, args); err != nil {
		_, _ = fmt.Fprintln(s.Err, err)
		return failure(args), nil
	}
	return r.status, r.open
}

// Failure is the exit status of a command line that failed, wherever that was.
func Failure(line string) int {
	words, err := commandline.Words(line)
	if err != nil {
		return 1
	}
	return failure(words)
}

// failure is 1, or 2 where a command answers yes and no by 0 and 1.
func failure(words []string) int {
	if len(words) > 0 && slices.Contains(answering, words[0]) {
		return 2
	}
	return 1
}

// request is one command on its way.
type request struct {
	Session
	open   *Open
	status int // of a command that did not fail
}

func (r *request) run(ctx context.Context, args []string) error {
	root := r.tree()
	if len(args) == 0 {
		return commandline.ErrEmpty
	}
	// Before the tree sees it: cobra has words of its own.
	if names := names(root); !slices.Contains(names, args[0]) {
		return fmt.Errorf("there is no command %q; the commands are: %s", args[0], strings.Join(names, ", "))
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

// root returns a tree without commands.
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
			return fmt.Errorf("--%s cannot be %q: say %s", value.GetFlag().Name, player.Shown(value.GetValue(), player.MaxNameCells), usage(cmd))
		case errors.As(err, &none):
			return fmt.Errorf("--%s needs a value after it: say %s", none.GetSpecifiedName(), usage(cmd))
		}
		if strings.Contains(cmd.Use, "--") {
			return fmt.Errorf("%s takes no other flags: say %s", cmd.Name(), usage(cmd))
		}
		return fmt.Errorf("%s takes no flags: say %s", cmd.Name(), usage(cmd))
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { r.explain(cmd) })
	return root
}

// whose returns the person of that name.
func (r *request) whose(ctx context.Context, name string) (player.Player, error) {
	return r.Desk.Whose(ctx, name)
}

// tree returns all commands that the caller may run.
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

// between is a check that a command got between low and high arguments.
func between(low, high int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < low || len(args) > high {
			return fmt.Errorf("%s was given %s: say %s%s", cmd.Name(), tooWhat(low-len(args), len(args)-high), usage(cmd), inQuotes(cmd, len(args) > high))
		}
		return nil
	}
}

// usage is how a command is said.
func usage(cmd *cobra.Command) string {
	if parent := cmd.Parent(); parent != nil && parent.HasParent() {
		return parent.Name() + " " + cmd.Use
	}
	return cmd.Use
}

// tooWhat is how many words are missing, or else are left over.
func tooWhat(missing, over int) string {
	n, what := missing, "few"
	if n <= 0 {
		n, what = over, "many"
	}
	if n == 1 {
		return "a word too " + what
	}
	return fmt.Sprintf("%d words too %s", n, what)
}

// inQuotes is what to do about blanks, where a command with too many words has
// some that may hold them: the person's own shell has eaten the quotes he wrote.
func inQuotes(cmd *cobra.Command, over bool) string {
	if !over || !textual.MatchString(cmd.Use) {
		return ""
	}
	return `; what has blanks in it is quoted twice: ssh HOST 'COMMAND "two words"'`
}

var textual = regexp.MustCompile(`\b(NAME|VALUE|WHY)\b`)

var errGone = errors.New("the server is stopping: everything is stored, so try again in a minute")
