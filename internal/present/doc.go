// Package present says what one person sees of a table: which seats they have, whose turn it is, what they are
// asked, what happened to them, and in which words. Front ends draw or print its answers, and contain no
// condition on phase, seat state or role that leads to a sentence.
//
// [For] takes a view and a viewer. A session calls it once for each new view, never for a key or a tick:
//
//	t := present.For(view, present.Viewer{ID: me.ID})
//	t.Status()                  // "Your move, White", "Gold to move", "Game over"
//	t.Seats                     // each seat as values
//	t.Questions                 // draw, takeback, resignation, vote, rematch; each with two intents
//	t.Requests()                // "You offered a draw; 2 of 4 accepted"
//	t.Notices(told)             // what happened after the last notice that the session has shown
//	t.Card()                    // "You are out", "You were replaced", "You won"; until the viewer has seen it
//	t.CannotMove()              // why the viewer cannot move; "" if it is their turn
//	t.CannotLift(square)        // why the viewer cannot lift the piece there, for a move or a premove
//	t.MayPremove()              // whether a move that the viewer enters now is a premove
//	t.Chat()                    // where the viewer can write, or why not
//	t.May(table.OfferDraw)      // whether the table would carry out such a command
//
// A session remembers the number of the last notice that it has shown, and starts with [LastNotice]. The answer to a
// question is an [Intent]; [Intent.Command] makes the command for it. The exact refusal of a command comes from
// live.Table.Check, as an error whose text is a sentence.
//
// Texts that depend on the time are made when they are drawn: [Clocks], [AwayTexts], [Table.FirstMove]; [UntilChange]
// says when they change. [Move] words one action.
//
// The table decides what it asks of a player: table.View.Tasks. The questions word it, in the same order.
//
// What a person sees of a club evening comes from [EveningPlace] and the functions about boards beside it.
//
// The functions change nothing, read no clock and print nothing. Nothing of a [Table] may enter the key of a shared
// frame, because it is made for each session.
package present
