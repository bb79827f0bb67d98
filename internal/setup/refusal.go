package setup

import "quadrille/internal/refusal"

// The reasons why the terms of a table are refused. The comment after a reason explains the
// arguments of its text.
var (
	// %[1]s lists the games
	NoGame = &refusal.Reason{Code: "no-game", Text: "write the name of a game: %[1]s"}
	// %[1]s is the unknown word, %[2]s lists the games
	NoSuchGame = &refusal.Reason{Code: "no-such-game", Text: "there is no game %[1]s; the games are: %[2]s"}
	// %[1]s is the invalid word, %[2]s lists the options
	NotAnOption = &refusal.Reason{
		Code: "not-an-option",
		Text: "%[1]s is not an option; write options like clock=5+10; the options are: %[2]s",
	}
	// %[1]s names the game and the unknown word, %[2]s lists the options
	NoSuchOption = &refusal.Reason{Code: "no-such-option", Text: "%[1]s; its options are: %[2]s"}
	// %[1]s is the option
	OptionTwice = &refusal.Reason{Code: "option-twice", Text: "%[1]s is given twice; give each option once"}
	// %[1]s is the option with its value, %[2]s lists the choices
	BadChoice  = &refusal.Reason{Code: "bad-choice", Text: "%[1]s is not valid; the choices are %[2]s"}
	RatedSeats = &refusal.Reason{
		Code: "rated-seats",
		Text: "seats-per-person=%[1]s: it must be 1 in rated games; choose 1 or rated=off",
	}
	RatedPrivate = &refusal.Reason{Code: "rated-private", Text: "private=%[1]s: rated games are public; choose rated=off or private=off"}
	RatedSilence = &refusal.Reason{
		Code: "rated-silence",
		Text: "chat=open: this game has no chat if it is rated; choose chat=off or rated=off",
	}
	// %[1]s is the error of the function that creates the game from its options
	BadTerms = &refusal.Reason{Code: "bad-terms", Text: "%[1]s"}
	// %[1]s is the level of the bots, %[2]s the word that means no bots
	BotsUnrated = &refusal.Reason{
		Code: "bots-unrated",
		Text: "bots=%[1]s: bots are not rated in this club; choose bots=%[2]s, or rated=off",
	}
)
