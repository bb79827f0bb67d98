package plain

import (
	"slices"
	"strings"

	"quadrille/internal/present"
	"quadrille/internal/setup"
	"quadrille/internal/table"
	"quadrille/rules"
)

// newTable opens a table with the given game and options. If no game is given, it asks for
// the game and each option.
func (s *session) newTable(rest string) {
	words := strings.Fields(strings.ToLower(rest))
	switch {
	case len(words) > 1:
		s.create(words)
	case len(words) == 1:
		s.askOptions(words[0])
	default:
		for _, def := range setup.Offers() {
			s.say("%s: %s", def.Name, def.Summary)
		}
		s.askGame()
	}
}

func (s *session) askGame() {
	first := setup.Offers()[0].Name
	s.ask("Which game? Press Enter for "+first+", or type \"no\" to cancel.", func(answer string) {
		switch answer = strings.ToLower(answer); answer {
		case "no":
			s.say("Cancelled")
		case "":
			s.askOptions(first)
		default:
			s.askOptions(answer)
		}
	})
}

func (s *session) askOptions(game string) {
	i := slices.IndexFunc(setup.Offers(), func(o rules.Definition) bool { return o.Name == game || fold(o.Title) == fold(game) })
	if i < 0 {
		s.say("No game %q: the games are %s", game, present.List(gameNames()))
		s.askGame()
		return
	}
	def := setup.Offers()[i]
	s.say("%s. Press Enter for the default, or type \"no\" to cancel", def.Title)
	s.askOption([]string{def.Name}, slices.Concat(def.Options, setup.TableOptions(&def)))
}

// askOption asks the player for the options that are left, one after the other, and then
// opens the table. The parameter `words` holds the game and the answers so far.
func (s *session) askOption(words []string, left []rules.Option) {
	if len(left) == 0 {
		s.create(words)
		return
	}
	o := left[0]
	if terms, err := setup.ParseTerms(words); o.Name == setup.Vacation && err == nil && !terms.Clock.Correspondence() {
		s.askOption(words, left[1:])
		return
	}
	text := o.Name + ", default " + o.Default + ". " + present.Sentence(o.Help)
	if len(o.Choices) > 0 {
		text += " Choose " + strings.Join(o.Choices, ", ") + "."
	}
	s.ask(text, func(answer string) {
		answer = strings.ToLower(answer)
		why := invalidOption(&o, answer)
		switch {
		case answer == "":
			s.askOption(words, left[1:])
		case answer == "no":
			s.say("Cancelled")
		case why != "":
			s.say("%s", why)
			s.askOption(words, left)
		default:
			s.askOption(append(words, o.Name+"="+answer), left[1:])
		}
	})
}

// invalidOption returns the reason why a value is invalid, or "" if it is valid.
func invalidOption(o *rules.Option, value string) string {
	switch {
	case value == "":
		return ""
	case o.Check != nil:
		if err := o.Check(value); err != nil {
			return err.Error()
		}
	case !slices.Contains(o.Choices, value):
		return o.Name + " cannot be " + value
	}
	return ""
}

// create opens a table. If players need a password, it asks for one.
func (s *session) create(words []string) {
	if terms, err := setup.ParseTerms(words); err == nil && terms.Private == table.ByPassword {
		s.createLocked(terms)
		return
	}
	s.runCommand("new " + strings.Join(words, " "))
}

// fold returns a text in lower case, without blanks and hyphens, so that typed names can
// be compared.
func fold(text string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(text))
}
