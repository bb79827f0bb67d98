package welcome

import (
	"quadrille/internal/front/screen/kit"
)

// Join asks for an invitation code. On a members-only server it is the only screen for
// players who are not members.
type Join struct{ kit.FormScreen }

// NewJoin returns the screen that asks for an invitation code. The function `then` returns the
// screens to open after joining.
func NewJoin(e *kit.Env, then func() []kit.Screen) *Join {
	return &Join{kit.FormScreen{
		Env: e, Place: e.ClubName(), Stays: true, Verb: "join",
		Intro: "This club is for members only. If you have an invitation, type its code. If not, ask a member for one.",
		Form:  kit.Form{Head: "Join the club", Fields: []kit.Field{{Label: "Code", Line: kit.Line{Limit: 64}}}},
		Send: func(answers []string) (func() kit.Step, error) {
			_, err := e.Cfg.Join(e.Ctx, answers[0])
			return func() kit.Step { return kit.Become(then()...) }, err
		},
	}}
}

func (j *Join) Title() string { return "Quadrille: members only" }
