package setup

import "quadrille/internal/refusal"

// The reasons to refuse the terms of a table. The comment after a reason names its
// arguments.
var (
	NoGame       = &refusal.Reason{Code: "no-game", Text: "name a game: %[1]s"}                                                                  // the games
	NoSuchGame   = &refusal.Reason{Code: "no-such-game", Text: "there is no game %[1]s; the games are: %[2]s"}                                   // the unknown word; the games
	NotAnOption  = &refusal.Reason{Code: "not-an-option", Text: "%[1]s is not an option; write options like clock=5+10; the options are: %[2]s"} // the invalid word; the options
	NoSuchOption = &refusal.Reason{Code: "no-such-option", Text: "%[1]s; its options are: %[2]s"}                                                // the game and the word; its options
	OptionTwice  = &refusal.Reason{Code: "option-twice", Text: "%[1]s is given twice; give each option once"}                                    // the option
	BadChoice    = &refusal.Reason{Code: "bad-choice", Text: "%[1]s: the choices are %[2]s"}                                                     // the option and its value; the choices
	RatedSeats   = &refusal.Reason{Code: "rated-seats", Text: "seats-per-person=%[1]s: rated games allow one seat each; choose 1 or rated=off"}
	RatedPrivate = &refusal.Reason{Code: "rated-private", Text: "private=%[1]s: rated games are public; choose rated=off or private=off"}
	BadTerms     = &refusal.Reason{Code: "bad-terms", Text: "%[1]s"} // the error of the game
)
