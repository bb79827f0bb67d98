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
func (lm *lobbyMode) newTable(rest string) {
	words := strings.Fields(strings.ToLower(rest))
	switch {
	case len(words) > 1:
		lm.create(words)
	case len(words) == 1:
		lm.askOptions(words[0])
	default:
		for _, def := range setup.Offers() {
			lm.s.say("%s: %s", def.Name, def.Summary)
		}
		lm.askGame()
	}
}

func (lm *lobbyMode) askGame() {
	first := setup.Offers()[0].Name
	lm.s.ask("Which game? Press Enter for "+first+", or type \"no\" to cancel.", func(answer string) {
		switch answer = strings.ToLower(answer); answer {
		case "no":
			lm.s.say("Cancelled")
		case "":
			lm.askOptions(first)
		default:
			lm.askOptions(answer)
		}
	})
}

func (lm *lobbyMode) askOptions(game string) {
	i := slices.IndexFunc(setup.Offers(), func(o rules.Definition) bool { return o.Name == game || fold(o.Title) == fold(game) })
	if i < 0 {
		lm.s.say("No game %q: the games are %s", game, present.List(gameNames()))
		lm.askGame()
		return
	}
	def := setup.Offers()[i]
	lm.s.say("%s. Press Enter for the default, or type \"no\" to cancel", def.Title)
	lm.askOption([]string{def.Name}, slices.Concat(def.Options, setup.TableOptions(&def)))
}

// askOption asks the player for the options that are left, one after the other, and then
// opens the table. The parameter `words` holds the game and the answers so far.
func (lm *lobbyMode) askOption(words []string, left []rules.Option) {
	if len(left) == 0 {
		lm.create(words)
		return
	}
	o := left[0]
	if terms, err := setup.ParseTerms(words); o.Name == setup.Vacation && err == nil && !terms.Clock.Correspondence() {
		lm.askOption(words, left[1:])
		return
	}
	text := o.Name + ", default " + o.Default + ". " + Sentence(o.Help)
	if len(o.Choices) > 0 {
		text += " Choose " + strings.Join(o.Choices, ", ") + "."
	}
	lm.s.ask(text, func(answer string) {
		answer = strings.ToLower(answer)
		why := invalidOption(&o, answer)
		switch {
		case answer == "":
			lm.askOption(words, left[1:])
		case answer == "no":
			lm.s.say("Cancelled")
		case why != "":
			lm.s.say("%s", why)
			lm.askOption(words, left)
		default:
			lm.askOption(append(words, o.Name+"="+answer), left[1:])
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

func (lm *lobbyMode) create(words []string) {
	terms, err := setup.ParseTerms(words)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	if terms.Private == table.ByPassword {
		lm.createLocked(terms)
		return
	}
	t, err := lm.s.Lobby.Create(lm.s.ctx, lm.s.me, terms)
	if err != nil {
		lm.s.refuse(err)
		return
	}
	lm.s.at.announceOpen(t)
}
