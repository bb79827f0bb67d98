// Package rules is the kernel that the four games share: board geometry, pieces, positions,
// attack tables, plain notation, position text, and the validation of actions.
//
// The main types are [Position], a plain value that holds everything the rules depend on;
// [Action], what a seat does on its turn; [Variant], the rules of one game, which lists the
// legal actions of a position and applies them; and [Game], a variant, a position and the
// history that the repetition rule needs. Players act through [Game.Play], which validates
// the action and explains a refusal. Search calls [Variant.Apply], which trusts its caller.
//
// The package never reads a clock, uses random numbers, starts a goroutine or does I/O. It
// contains nothing that is specific to one game: each game's package holds its own rules.
//
// References such as G4 or P1 are paragraphs of the rule book: G1-G8 are the rules that all
// games share, P defines plain notation and P1 position text, T1 defines perft and T2 the
// replay format.
package rules
