package rules

import "fmt"

// How often a position must stand, and how long nothing may happen, for a draw
// by claim and for one by itself (G4).
const (
	claimRepetitions, drawRepetitions = 3, 5
	claimQuietPlies, drawQuietPlies   = 200, 300
)

// Game is a position with the memory that repetition needs, and the guarded
// door to it. It is not safe for concurrent use; Position may be copied out.
type Game struct {
	Variant  Variant
	Position Position
	history  []Key // positions since the last ply that nothing undoes, the present one included
}

// NewGame begins a game at its start.
func NewGame(v Variant) *Game {
	g, _ := NewGameFrom(v, v.Start())
	return g
}

// NewGameFrom begins at a given position, from which repetition is counted. The
// effects are what settling the position brought about.
func NewGameFrom(v Variant, p Position) (*Game, Effects) {
	g := &Game{Variant: v, Position: p}
	effects := v.Settle(&g.Position)
	g.recordPosition()
	g.drawAutomatically()
	return g, effects
}

// Clone is an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.history = append([]Key(nil), g.history...)
	return &c
}

// Play plays an action if it is legal now, and otherwise changes nothing and
// returns a [*Refusal].
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

// Check says why an action cannot be played now, nil if it can.
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
		if p.State[a.Seat] == Eliminated {
			return Refuse(NotInGame, g.Variant.Facts().SeatName(a.Seat), "")
		}
		return nil
	case DrawClaimed:
		if g.claim() == Unfinished {
			return Refuse(NoClaim, g.drawProgress(), "")
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

// Times is how often the present position has stood.
func (g *Game) Repetitions() int {
	now, n := g.history[len(g.history)-1], 0
	for _, key := range g.history {
		if key == now {
			n++
		}
	}
	return n
}

// Stood is how often a position that can follow on the present one has stood.
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
	switch {
	case g.Repetitions() >= claimRepetitions:
		return ByRepetition
	case g.Position.QuietPlies >= claimQuietPlies:
		return ByNoProgress
	}
	if c, ok := g.Variant.(Claimer); ok {
		return c.Claim(&g.Position)
	}
	return Unfinished
}

// Claimer is a variant in which more than G4 lets the player to move claim a
// draw.
type Claimer interface {
	// Claim is the ending that may be claimed, Unfinished if none.
	Claim(p *Position) Termination
}

func (g *Game) drawProgress() string {
	return fmt.Sprintf("the position stands for time %d of %d, and %d of %d plies passed without a capture or a pawn's move",
		g.Repetitions(), claimRepetitions, g.Position.QuietPlies, claimQuietPlies)
}

// remember notes the present position; one that no earlier position can equal
// (a man is gone or a pawn has moved) starts the memory anew.
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
	if g.Repetitions() >= drawRepetitions {
		g.Variant.End(&g.Position, ByRepetition)
	}
}

// EndQuietly ends a game in which too little happened, and reports whether it did
// (G4.3). Who applies actions without a [Game] has to see to it.
func EndWithoutProgress(v Variant, p *Position) bool {
	if p.Over() || p.QuietPlies < drawQuietPlies {
		return false
	}
	v.End(p, ByNoProgress)
	return true
}

// Replay folds actions onto a game and stops at the first that is refused.
func (g *Game) Replay(actions []Action) error {
	for i, a := range actions {
		actor := g.Variant.Actor(&g.Position)
		if _, err := g.Play(a); err != nil {
			return fmt.Errorf("ply %d: %s: %w", i+1, Plain(g.Variant.Facts(), actor, a), err)
		}
	}
	return nil
}
