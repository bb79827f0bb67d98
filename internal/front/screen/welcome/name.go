package welcome

import (
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
)

// Name asks for a name when a player connects with a new SSH key.
type Name struct{ kit.FormScreen }

// NewName returns the screen that asks for a name. The function `then` returns the screens to
// open after that.
func NewName(e *kit.Env, then func() []kit.Screen) *Name {
	return &Name{kit.FormScreen{
		Env: e, Place: "Welcome", Stays: true, Verb: "use this name",
		Intro: "Welcome to four-player chess. Choose the name that other players see. It belongs to your SSH key.",
		Form: kit.Form{Head: "Your name", Fields: []kit.Field{{
			Label: "Name", Line: kit.Line{Limit: 64}, Check: isName,
			Help: "At most 20 characters: letters, digits, single spaces, .-_'’!?&+",
		}}},
		Send: func(answers []string) (func() kit.Step, error) {
			p, err := e.Cfg.Directory.Claim(e.Ctx, e.Me.ID, answers[0])
			return func() kit.Step {
				e.Me = p
				return kit.Become(then()...)
			}, err
		},
	}}
}

func (n *Name) Title() string { return "Welcome to Quadrille" }

// isName refuses a text that nobody may use as a name.
func isName(text string) error {
	_, err := player.CleanName(text)
	return err
}
