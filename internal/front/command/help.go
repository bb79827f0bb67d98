package command

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/setup"
	"quadrille/rules/variants"
)

// help prints the list of commands, or the help of one command.
func (r aboutCommands) help(c *call) {
	c.run = func(args []string) error {
		if len(args) == 0 {
			r.overview()
			return nil
		}
		found, rest := r.called(args)
		switch {
		case len(rest) == 0:
			r.explain(found)
			return nil
		case found == nil:
			return fmt.Errorf("no command %q; the commands are: %s", rest[0], strings.Join(r.names(""), ", "))
		case len(r.below(found.path())) == 0:
			return fmt.Errorf("%s has no subcommands; run \"help %s\"", found.name(), found.name())
		}
		return fmt.Errorf("no command %q; the commands are: %s", rest[0], strings.Join(r.names(found.path()), ", "))
	}
}

// overview prints the list of commands.
func (r *request) overview() {
	ways := [...]struct{ options, arguments, does string }{
		{"-t", "", "start the full-screen interface"},
		{"-t", "plain", "start plain mode, line by line"},
		{"", "COMMAND", "run a command; use ssh -t if it opens a screen"},
	}
	column := helpColumn
	for _, way := range ways {
		column = max(column, len(present.SSH(r.SSHCommand, way.options, way.arguments))+2)
	}
	for _, way := range ways {
		fmt.Fprintf(r.Out, "%-*s%s\n", column, present.SSH(r.SSHCommand, way.options, way.arguments), way.does)
	}
	fmt.Fprintln(r.Out)
	for _, row := range r.below("") {
		list(r.Out, briefly(row.use), row.short)
	}
	fmt.Fprintln(r.Out, "\nLists are aligned; --json prints JSON objects, --tsv puts tabs between columns.")
	fmt.Fprintf(r.Out, "Games: %s.\nRun \"help new\" for their options.\n", strings.Join(setup.GameNames(), ", "))
}

// explain prints the help of a command.
func (r *request) explain(w *row) {
	r.Out = addressed{r.Out, r.SSHCommand, r.Spoken}
	if r.Spoken {
		r.sayHelp(w)
		return
	}
	fmt.Fprintf(r.Out, "%s\n  %s\n", w.usage(), w.short)
	if w.long != "" {
		fmt.Fprintf(r.Out, "\n%s\n", w.long)
	}
	r.explainBelow(w.path())
}

// sayHelp prints the help of a command in sentences.
func (r *request) sayHelp(w *row) {
	_ = r.say(w.brief() + ": " + w.spoken(w.short))
	for _, line := range unwrapped(w.long) {
		if strings.HasPrefix(line, "--json") {
			continue // a person does not want it
		}
		if line = elsewhereOnly.ReplaceAllString(line, ""); line != "" {
			_ = r.say(w.spoken(line))
		}
	}
	for _, row := range r.below(w.path()) {
		_ = r.say(row.brief() + ": " + row.spoken(row.short))
	}
}

// elsewhereOnly matches the sentences and clauses of help texts that are of no use in plain mode: about
// terminals, programs and shells.
var elsewhereOnly = regexp.MustCompile(`(With ssh -t|Without a terminal|; if it is -|The exit status|;? ?[Ww]ith --json|JSON counts|` +
	`Use two pairs of quotes)[^.]*(\. ?|$)`)

// labelled matches a line of a list without indent, such as "chess4: c4pgn".
var labelled = regexp.MustCompile(`^(--)?\w+( \w+)?: `)

// unwrapped returns the paragraphs of a help text, and each line of its lists as "NAME: text".
func unwrapped(text string) (parts []string) {
	indent, last := 0, 0
	bare := false // whether the last part is a name whose text begins on the next line
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		words := strings.TrimLeft(line, " ")
		last, indent = indent, len(line)-len(words)
		name, rest, listed := strings.Cut(words, "  ")
		switch {
		case words == "":
			indent = -1 // the next line begins a paragraph
		case len(parts) > 0 && indent > 3 && bare:
			parts[len(parts)-1] += ": " + words
			indent, bare = last, false
		case len(parts) > 0 && (indent > 3 || indent == 0 && last == 0 && !labelled.MatchString(words)):
			parts[len(parts)-1] += " " + words
			indent = min(indent, last)
		case listed:
			parts, bare = append(parts, name+": "+strings.TrimSpace(rest)), false
		default:
			parts, bare = append(parts, words), indent > 0
		}
	}
	return parts
}

// explainBelow prints a line about each subcommand, and about the subcommands of those.
func (r *request) explainBelow(path string) {
	for _, row := range r.below(path) {
		fmt.Fprintf(r.Out, "\n%s\n    %s\n", row.usage(), row.short)
		r.explainBelow(row.path())
	}
}

// The list of commands is at most helpWidth columns wide. Descriptions start in column
// helpColumn.
const helpColumn, helpWidth = 24, 79

func list(out io.Writer, use, short string) {
	line := fmt.Sprintf("  %-*s", helpColumn-2, use)
	if !strings.HasSuffix(line, " ") { // if the usage line is too long, the description starts on the next line
		fmt.Fprintln(out, line)
		line = strings.Repeat(" ", helpColumn)
	}
	for _, word := range strings.Fields(short) {
		if len(line)+len(word) > helpWidth {
			fmt.Fprintln(out, strings.TrimRight(line, " "))
			line = strings.Repeat(" ", helpColumn)
		}
		line += word + " "
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
}

// briefly returns the usage line of a command without the flags.
func briefly(use string) string {
	brief, _, flags := strings.Cut(use, " [--")
	if flags {
		brief += " ..."
	}
	return brief
}

func (r accountCommands) whoami(c *call) {
	c.run = func([]string) error {
		switch {
		case !r.Named:
			fmt.Fprintf(r.Out, "no name yet; key %s\n", r.Fingerprint)
			fmt.Fprintln(r.Err, "To choose a name, run \"name NAME\", or connect with ssh -t HOST.")
		case r.Fingerprint == "":
			fmt.Fprintf(r.Out, "%s guest\n", player.ShownName(r.Player.Name, nameCells))
			if r.RefusedKey != "" {
				fmt.Fprintln(r.Err, r.RefusedKey)
			}
		default:
			fmt.Fprintf(r.Out, "%s %s\n", player.ShownName(r.Player.Name, nameCells), r.Fingerprint)
		}
		return nil
	}
}

// name lets a player choose the name of their account.
func (r accountCommands) name(c *call) {
	c.run = func(args []string) error {
		p, err := r.Directory.Claim(r.ctx, r.Player.ID, strings.Join(args, " "))
		if err != nil {
			return err
		}
		fmt.Fprintln(r.Out, p.Name)
		return nil
	}
}

func (r aboutCommands) version(c *call) {
	c.run = func([]string) error {
		fmt.Fprintf(r.Out, "quadrille %s\n", r.Version)
		return nil
	}
}

// comeBack declares the command "return" only for its help. Package server runs this
// command.
func (r aboutCommands) comeBack(c *call) {
	c.run = func([]string) error {
		return fmt.Errorf("\"return\" cannot be used here; run: ssh -t HOST return CODE")
	}
}

// plain declares the command "plain" only for its help. Package server starts plain mode.
func (r aboutCommands) plain(c *call) {
	c.run = func([]string) error {
		return fmt.Errorf("\"plain\" cannot be used here; run: ssh -t HOST plain")
	}
}

// api declares the command "api" only for its help. Package server starts the JSON API.
func (r aboutCommands) api(c *call) {
	c.run = func([]string) error {
		return fmt.Errorf("\"api\" cannot be used here; run: ssh HOST api")
	}
}

// games returns a part of the help of the command "new". It lists the games and their
// options.
func games() string {
	var b strings.Builder
	b.WriteString(`  GAME                 a game from the list below
  OPTION=VALUE         an option of that game; the list shows the defaults

`)
	for _, def := range variants.All() {
		fmt.Fprintf(&b, "%s: %s\n", def.Name, def.Summary)
		for _, option := range slices.Concat(def.Options, setup.TableOptions(&def)) {
			help := option.Help
			if len(option.Choices) > 0 {
				help += " (" + strings.Join(option.Choices, ", ") + ")"
			}
			list(&b, option.Name+"="+option.Default, help)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
