package rules

import (
	"fmt"
	"strings"
)

// Draws says when a game is drawn because a position has occurred several times, or because
// many plies have passed without a capture or a pawn's move (G4). A limit of 0 never applies.
type Draws struct {
	ClaimRepetitions int // how many times a position must have occurred so that the player to move may claim a draw
	ClaimPlies       int // after how many quiet plies the player to move may claim a draw
	Repetitions      int // how many times a position must have occurred so that the game is drawn by itself
	Plies            int // after how many quiet plies the game is drawn by itself
}

// UsualDraws are the limits of the general rules (G4).
var UsualDraws = Draws{ClaimRepetitions: 3, ClaimPlies: 200, Repetitions: 5, Plies: 300}

// reached reports whether a number has reached a limit.
func reached(n, limit int) bool { return limit > 0 && n >= limit }

// Game is a position together with the history that the repetition rule needs. Its methods
// validate actions. A Game must not be used concurrently; to share the position, copy the
// field Position.
type Game struct {
	Variant  Variant
	Position Position
	history  []Key // keys of the positions since the last irreversible ply, including the current position
}

// NewGame returns a game at its starting position.
func NewGame(v Variant) *Game {
	g, _ := NewGameFrom(v, v.Start())
	return g
}

// NewGameFrom returns a game that begins with the given position. Earlier positions do not
// count for the repetition rule. The effects tell what [Variant.Settle] changed in the
// position.
func NewGameFrom(v Variant, p Position) (*Game, Effects) {
	g := &Game{Variant: v, Position: p}
	effects := v.Settle(&g.Position)
	g.recordPosition()
	g.drawAutomatically()
	return g, effects
}

// Clone returns an independent copy of the game.
func (g *Game) Clone() *Game {
	c := *g
	c.history = append([]Key(nil), g.history...)
	return &c
}

// Play plays an action if it is legal. Otherwise it changes nothing and returns a
// [*Refusal].
func (g *Game) Play(a Action) (Effects, error) {
	if err := g.Validate(a); err != nil {
		return Effects{}, err
	}
	switch a.Type {
	case DrawClaimed:
		g.Variant.End(&g.Position, g.claim())
		return Effects{}, nil
	case DrawAgreed:
		g.Variant.End(&g.Position, ByAgreement)
		return Effects{}, nil
	}
	effects := g.Variant.Apply(&g.Position, &g.Position, a)
	g.recordPosition()
	g.drawAutomatically()
	return effects, nil
}

// Validate returns nil if the action can be played now, and a [*Refusal] otherwise.
func (g *Game) Validate(a Action) error {
	p := &g.Position
	if p.Over() {
		return Refuse(GameOver, "", "")
	}
	if !a.wellFormed(g.Variant.Facts().Geometry) {
		return Refuse(Unreadable, fmt.Sprintf("%+v", a), "")
	}
	switch a.Type {
	case Resign, Flag:
		switch name := g.Variant.Facts().SeatName(a.Seat); {
		case p.State[a.Seat] == Walking:
			return Refuse(NotInGame, name, "since its player left")
		case !p.State[a.Seat].MayAct():
			return Refuse(NotInGame, name, "")
		}
		return nil
	case DrawClaimed:
		switch progress := g.drawProgress(); {
		case progress == "":
			return Refuse(NotInThisGame, "claims of a draw", "")
		case g.claim() == Unfinished:
			return Refuse(NoClaim, progress, "")
		}
		return nil
	case DrawAgreed:
		return nil
	}
	var buffer [256]Action
	for _, legal := range g.Variant.Legal(p, buffer[:0]) {
		if legal == a {
			return nil
		}
	}
	return g.Variant.Explain(p, a)
}

// Repetitions returns how many times the current position has occurred.
func (g *Game) Repetitions() int {
	now, n := g.history[len(g.history)-1], 0
	for _, key := range g.history {
		if key == now {
			n++
		}
	}
	return n
}

// RepetitionsOf returns how many times a position has occurred so far. The position must be
// one that can follow the current position.
func (g *Game) RepetitionsOf(p *Position) int {
	if p.QuietPlies == 0 {
		return 0
	}
	key, n := KeyOf(p), 0
	for _, stood := range g.history {
		if stood == key {
			n++
		}
	}
	return n
}

// CanClaim reports whether the player to move may claim a draw.
func (g *Game) CanClaim() bool { return !g.Position.Over() && g.claim() != Unfinished }

func (g *Game) claim() Termination {
	switch d := &g.Variant.Facts().Draws; {
	case reached(g.Repetitions(), d.ClaimRepetitions):
		return ByRepetition
	case reached(int(g.Position.QuietPlies), d.ClaimPlies):
		return ByNoProgress
	}
	if c, ok := g.Variant.(Claimer); ok {
		return c.Claim(&g.Position)
	}
	return Unfinished
}

// Claimer is implemented by variants in which the player to move may claim a draw for
// reasons in addition to those of G4.
type Claimer interface {
	// Claim returns the termination that the player to move may claim, or Unfinished if there
	// is none.
	Claim(p *Position) Termination
}

// drawProgress says what is missing for a claim. It returns "" if the game has no claims.
func (g *Game) drawProgress() string {
	d, ways := &g.Variant.Facts().Draws, []string(nil)
	if d.ClaimRepetitions > 0 {
		ways = append(ways, fmt.Sprintf("the position must occur %d times (so far %d)", d.ClaimRepetitions, g.Repetitions()))
	}
	if d.ClaimPlies > 0 {
		const text = "%d plies must pass without a capture or pawn move (so far %d)"
		ways = append(ways, fmt.Sprintf(text, d.ClaimPlies, g.Position.QuietPlies))
	}
	return strings.Join(ways, ", or ")
}

// recordPosition adds the current position to the history. After a capture or a pawn move it
// first clears the history, because no earlier position can occur again.
func (g *Game) recordPosition() {
	if g.Position.QuietPlies == 0 {
		g.history = g.history[:0]
	}
	g.history = append(g.history, KeyOf(&g.Position))
}

func (g *Game) drawAutomatically() {
	if EndWithoutProgress(g.Variant, &g.Position) || g.Position.Over() {
		return
	}
	if reached(g.Repetitions(), g.Variant.Facts().Draws.Repetitions) {
		g.Variant.End(&g.Position, ByRepetition)
	}
}

// EndWithoutProgress ends a game that has reached the limit of plies without progress
// (G4.3), and reports whether it did so. Code that applies actions without a [Game] must
// call it.
func EndWithoutProgress(v Variant, p *Position) bool {
	if p.Over() || !reached(int(p.QuietPlies), v.Facts().Draws.Plies) {
		return false
	}
	v.End(p, ByNoProgress)
	return true
}

// Replay plays the actions in order. It stops at the first action that is refused.
func (g *Game) Replay(actions []Action) error {
	for i, a := range actions {
		actor := g.Variant.Actor(&g.Position)
		if _, err := g.Play(a); err != nil {
			return fmt.Errorf("ply %d: %s: %w", i+1, Plain(g.Variant.Facts(), actor, a), err)
		}
	}
	return nil
}
