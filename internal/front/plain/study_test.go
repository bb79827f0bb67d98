package plain

import (
	"fmt"
	"testing"

	"quadrille/assets"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// Each lesson can be followed to its end with the moves that it asks for. Other moves are
// refused.
func TestLessonsCanBeFollowed(t *testing.T) {
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		if !score.Lesson {
			continue
		}
		t.Run(score.Game, func(t *testing.T) {
			t.Parallel()
			p := newTestLobby(t).come("Sue")
			p.tell("lessons", fmt.Sprintf("Score %d: %s, a two-minute lesson.", i+1, score.Title))
			p.tell(fmt.Sprintf("lesson %d", i+1), score.Title)
			p.hear(score.Opening)
			asked := 0
			for _, step := range score.Steps {
				if step.Prompt != "" {
					p.hear(step.Prompt)
					if asked++; asked == 1 {
						p.tryWrong(score, step.Prompt, step.Action)
					}
					p.types(step.Action + "\n")
				}
				if step.Note != "" {
					p.hear(step.Note)
				}
			}
			p.hear("Lesson complete. Type \"leave\".")
			p.tell("leave", "You are in the lobby: no tables")
		})
	}
}

// tryWrong plays a move that the lesson does not ask for.
func (p *talker) tryWrong(score *assets.AnnotatedGame, ask, action string) {
	p.Helper()
	v, err := variants.New(score.Game, score.Options)
	if err != nil {
		p.Fatal(err)
	}
	p.tell("resign", "Which seat resigns")
	p.tell(v.Facts().Seats[0], "Type yes or no.")
	p.tell("yes", "The lesson continues with another move: "+action+".")
	p.tell("again", ask)
	p.tell("who", "you")
	p.tell("try", "all seats are yours: to go back, type \"leave\".\nYour move")
	p.tell("leave", ask)
}

// TestAnnotatedGame checks that an annotated game can be read move by move, and that the
// reader can try moves in any of its positions.
func TestAnnotatedGame(t *testing.T) {
	p := newTestLobby(t).come("Sue")
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		if score.Lesson {
			continue
		}
		p.tell(fmt.Sprintf("score %d", i+1), "Start of the game, before ")
		if score.Opening != "" {
			p.hear(score.Opening)
		}
		for n, step := range score.Steps[:8] {
			p.tell("forward", fmt.Sprintf("%d: You, ", n+1))
			if step.Note != "" {
				p.hear(step.Note)
			}
		}
		p.tell("back 8", "Start of the game, before ")
		p.tell("after 1", "That was move 1 of ")
		p.tell("try", "all seats are yours: to go back, type \"leave\".\nYour move")
		p.tell("try", "This is already an analysis board")
		p.tell(score.Steps[1].Action, "You, ")
		p.hear("Your move")
		p.tell("another", "An analysis board has no other players")
		p.tell("leave", "That was move 1 of ")
		p.tell("leave", "You are in the lobby: no tables")
	}
	p.tell("score 99", "There is no lesson or game 99")
	p.tell("score x", "is not a number")
}

// TestAllNotesAreRead checks that stepping through an annotated game prints all its notes,
// and its result at the end. In the last position, the reader can try moves if any are
// legal.
func TestAllNotesAreRead(t *testing.T) {
	p := newTestLobby(t).come("Sue")
	for i := range assets.AnnotatedGames {
		score := &assets.AnnotatedGames[i]
		if score.Lesson {
			continue
		}
		p.tell(fmt.Sprintf("score %d", i+1), score.Opening)
		for n, step := range score.Steps {
			if step.Note != "" {
				p.tell(fmt.Sprintf("after %d", n+1), step.Note)
			}
		}
		p.tell("start", score.Opening)
		p.tell("now", fmt.Sprintf("Current position, after %d moves.", len(score.Steps)))
		p.hear(score.Steps[len(score.Steps)-1].Note)
		if p.finished(score) {
			p.hear("The game is over: ")
			p.hear("Scores: ")
			p.tell("turn", "The game is over: ")
		}
		p.tell("try", "all seats are yours: to go back, type \"leave\".\nYour move")
		p.tell("leave", score.Opening)
		p.tell("leave", "You are in the lobby: no tables")
	}
}

// finished reports whether the last move of an annotated game ends the game.
func (p *talker) finished(score *assets.AnnotatedGame) bool {
	p.Helper()
	v, err := variants.New(score.Game, score.Options)
	if err != nil {
		p.Fatal(err)
	}
	actions, err := played(score)
	if err != nil {
		p.Fatal(err)
	}
	game := rules.NewGame(v)
	for _, a := range actions {
		if _, err := game.Play(a); err != nil {
			p.Fatal(err)
		}
	}
	return game.Position.Over()
}

// TestTryingMoves checks that spectators of a game can try moves on an analysis board, but that
// its players cannot. When the board is closed, the session returns to the table.
func TestTryingMoves(t *testing.T) {
	h, inky, blinky := twoPlayers(t, "clock=none")
	inky.tell("try", "Players cannot analyse before the game is over.")
	inky.tell("m7 k7", "Black to move.")
	blinky.hear("Your move, Black.")
	blinky.tell("b8 d8", "White to move.")
	sue := h.come("Sue")
	sue.tell("table 1", "White to move.")
	sue.tell("back", "That was move 1 of 2.")
	sue.tell("try", "Analysis board of Chess4, all seats are yours: to go back, type \"leave\".\nYour move, Black.")
	sue.tell("a5 c6", "You, Black, play knight from a5 to c6.\nYour move, White.")
	sue.tell("takeback", "1 move was taken back.\nYour move, Black.")
	sue.tell("resign", "Which seat resigns")
	sue.tell("black", "Resign black?")
	sue.tell("yes", "The game is over: White wins by resignation.")
	inky.hear("Your move, White.")
	inky.tell("turn", "Your move, White.")
	sue.tell("leave", "Table 1: Chess4")
	sue.hear("That was move 1 of 2.")
	sue.tell("quit", "Goodbye.")
	inky.tell("n6 k9", "Black to move.")
}
