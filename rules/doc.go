// Package rules provides what all games share: board geometry, pieces, positions,
// attack tables, plain notation, position text, and the validation of actions.
//
// The main types are:
//
//   - [Position], a plain value that holds everything on which the rules depend
//   - [Action], what a seat does on its turn
//   - [Variant], the rules of one game, which lists the legal actions of a position and applies them
//   - [Game], a variant, a position, and the history that the repetition rule needs
//
// Players act through [Game.Play], which validates the action and explains a refusal. Search
// calls [Variant.Apply], which does not check the action.
//
// The package reads no clock, uses no random numbers, starts no goroutine and does no I/O.
// It contains nothing specific to one game: the package of each game holds the rules of that
// game.
//
// References such as G4 or P1 are paragraphs of the rules of the games. G1-G8 are the rules that
// all games share, P defines plain notation, P1 position text, T1 perft and T2 the replay
// format. Most paragraphs are in docs/rules, which is written for players; those about formats
// are not.
package rules
