package rules

import (
	"fmt"
	"slices"
	"strings"
)

// Facts describes a game as data. The data does not change after the options are chosen.
type Facts struct {
	Name       string // name for programs, in lower case
	Title      string // name that is shown to people
	Summary    string // a description of the game in one line, for people
	Geometry   *Geometry
	Seats      [SeatCount]string    // names of the seats, as in plain notation, in turn order
	Home       [SeatCount]Direction // the edge or corner of the board where each seat sits
	Team       [SeatCount]uint8     // team of each seat; partners have equal numbers, and in a free-for-all all numbers differ
	Armies     []string             // names of the armies in position text
	SeatArmies []Army               // army of each seat, if seats share armies; otherwise nil
	Zones      []Zone               // the zones of the board; empty unless a piece's square decides which seat moves it
	Options    []Option             // the game's options with their current values
	Promotes   []Kind               // kinds that a pawn may become, best first
	Values     [King + 1]int        // value of each kind of piece, for counting material and for simple bots
	Marks      [MarkCount]Mark      // what the marks on pieces mean
	PointUnit  uint16               // units of Position.Points in one point: 6 for sixths, 1 for whole points; 0 if no points are scored
	PointsName string               // what a result calls these points, such as "Points for eliminations"; empty for "Points"
	Draws      Draws                // when a game without progress is drawn
	Light      int                  // colour of the squares whose row and column have an even sum: 0 for light, 1 for dark
	// whether tables use the touch-move rule by default: a player who lifts a piece that can move must move it
	TouchMove bool
	Chat      string // who may chat during a game by default; empty if the rules of the game do not say
	// ChatConsent tells whether chat during the game needs the consent of all players.
	ChatConsent bool
	// TeamChat tells whether partners have a private chat with each other during the game.
	TeamChat bool
	// Endings says how a game ended, in words that follow the name of the winner: "by checkmate".
	// Terminations that it lacks have the usual words.
	Endings map[Termination]string
	// RematchOption names the option that gets its next value in a rematch. If it is empty,
	// the players of a rematch change seats instead.
	RematchOption string
}

// Option is a choice about a game that is made when a table is opened. Position text
// contains the options.
type Option struct {
	Name    string
	Default string
	Value   string   // the chosen value; empty if none has been chosen yet
	Choices []string // the possible values, if Check is nil
	Help    string   // a line that explains the option to players
	Label   string   // what a form and a list call the option: "Mated armies"; empty for its name
	Words   []string // what they call each of Choices: "change sides"; nil for the choices themselves
	// SameForm tells that the parameters of engines do not depend on the option; see [Form].
	SameForm bool
	// Check returns an error for an invalid value. It is set if the option has no list of
	// choices.
	Check func(value string) error
}

// Title returns what a form calls the option.
func (o *Option) Title() string {
	if o.Label != "" {
		return o.Label
	}
	return Title(o.Name)
}

// Word returns what a form calls one of the option's choices.
func (o *Option) Word(value string) string {
	if i := slices.Index(o.Choices, value); i >= 0 && i < len(o.Words) {
		return o.Words[i]
	}
	return value
}

// Phrase returns what a list calls the option with a value: "mated armies change sides", or "teams" for an option
// that is on. A comma in the value has a blank after it, as in a sentence.
func (o *Option) Phrase(value string) string {
	title := strings.ToLower(o.Title())
	if value == "on" {
		return title
	}
	return title + " " + strings.ReplaceAll(o.Word(value), ",", ", ")
}

// ChosenOptions returns the options whose value is not the default.
func (f *Facts) ChosenOptions() (chosen []Option) {
	for _, o := range f.Options {
		if o.Value != o.Default {
			chosen = append(chosen, o)
		}
	}
	return chosen
}

// Seat returns the seat with the given name.
func (f *Facts) Seat(name string) (Seat, bool) {
	i := slices.Index(f.Seats[:], name)
	return Seat(i), i >= 0
}

// ParseSeat parses the name of a seat as a person types it: in any case, and with blanks for hyphens or without them.
func (f *Facts) ParseSeat(text string) (Seat, error) {
	folded := strings.NewReplacer(" ", "", "-", "")
	for s, name := range f.Seats {
		if strings.EqualFold(folded.Replace(text), folded.Replace(name)) {
			return Seat(s), nil
		}
	}
	return NoSeat, Refuse(UnknownSeat, text, f.seatList())
}

// SeatName returns the name of the seat, or "nobody" for NoSeat.
func (f *Facts) SeatName(s Seat) string {
	if s >= SeatCount {
		return "nobody"
	}
	return f.Seats[s]
}

// SeatTitle returns the seat's name as shown to people: "White A" for "white-a".
func (f *Facts) SeatTitle(s Seat) string { return Title(f.SeatName(s)) }

// Title returns the name of a seat or an army as shown to people.
func Title(word string) string {
	if word != "" && !strings.Contains(word, "-") {
		return strings.ToUpper(word[:1]) + word[1:]
	}
	parts := strings.Split(word, "-")
	for i, part := range parts {
		if part != "" {
			parts[i] = strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return strings.Join(parts, " ")
}

// Army returns the army with the given name.
func (f *Facts) Army(name string) (Army, bool) {
	i := slices.Index(f.Armies, name)
	return Army(i), i >= 0
}

// PieceName returns the army and the letter of a piece: "gold P".
func (f *Facts) PieceName(piece Piece) string {
	return f.Armies[piece.Army()] + " " + string(f.letter(piece))
}

// Partners reports whether the seats are different and share a team.
func (f *Facts) Partners(a, b Seat) bool { return a != b && f.Team[a] == f.Team[b] }

// Side returns a seat and its partners.
func (f *Facts) Side(seat Seat) (side Seats) {
	for s, team := range f.Team {
		if team == f.Team[seat&3] {
			side = side.With(Seat(s))
		}
	}
	return side
}

// PartnersOf returns the seats that share a team with any of the given seats, and are not among them.
func (f *Facts) PartnersOf(seats Seats) (partners Seats) {
	for seat := range seats.All() {
		partners |= f.Side(seat)
	}
	return partners &^ seats
}

// Teams reports whether the game has teams.
func (f *Facts) Teams() bool {
	for s := Seat(1); s < SeatCount; s++ {
		if f.Team[s] == f.Team[0] {
			return true
		}
	}
	return false
}

func (f *Facts) seatList() string { return strings.Join(f.Seats[:], ", ") }

// Definition describes a game whose options have not been chosen yet.
type Definition struct {
	Name, Title, Summary string
	Options              []Option // the options of the game, with their default values
	New                  func(options map[string]string) (Variant, error)
	Formats              []Format         // record formats of the game, in addition to plain notation
	Positions            []PositionFormat // position formats of the game, in addition to position text
	Lessons              []string         // lessons on the game, in the form of the files in assets/games
}

// Variant is the rules of a game with its options chosen. It has no state: any number of
// goroutines may use it at the same time.
//
// A search calls Legal, Apply, Actor and InCheck at every node. These methods must not
// allocate memory, except that Legal may have to enlarge the slice to which it appends.
type Variant interface {
	Facts() *Facts

	// Start returns the starting position.
	Start() Position

	// Legal appends every legal board action of the actor to `into`. If the game is over,
	// there are no legal actions.
	Legal(p *Position, into []Action) []Action

	// Apply sets *dst to the position after the action `a` in *src. It plays the action, its
	// consequences and the forced passes that follow, until a seat has a choice or the game
	// is over. It does not check the action, which must be legal, or be the resignation or
	// loss on time of a seat in play. dst and src may be the same.
	Apply(dst, src *Position, a Action) Effects

	// Settle prepares a position that was set up by hand: it carries out the eliminations
	// and forced passes that are due at the start of the turn. It does not change a position
	// that Apply or Settle returned.
	Settle(p *Position) Effects

	// Actor returns the seat that must act now, or NoSeat if the game is over.
	Actor(p *Position) Seat

	// Controller returns the seat that moves the piece on a square, or NoSeat if no seat does.
	Controller(p *Position, sq Square) Seat

	// InCheck returns the seats in play whose king is attacked. Mated returns the seats in
	// checkmate.
	InCheck(p *Position) Seats
	Mated(p *Position) Seats

	// End ends an undecided game as a draw with the given termination (G4).
	End(p *Position, why Termination)

	// Explain returns the reason why a board action of the actor is illegal. It must not be
	// called for an action that Legal lists. The error is a [*Refusal].
	Explain(p *Position, a Action) error

	// Complete checks a position that a person wrote, and fills in what the text left out.
	// If it returns nil, the position can be played.
	Complete(s *Setup) error
}

// LeafCounter is implemented by variants that can count the actions at the last ply of perft
// without listing them.
type LeafCounter interface {
	// CountLeaves returns the number of legal actions. It applies each candidate action of the
	// actor and tests whether it is legal.
	CountLeaves(p *Position) uint64
}

// Notation is implemented by variants with a notation of their own.
type Notation interface {
	// Write formats an action, played in p, in the game's own notation, with its signs for
	// check and checkmate.
	Write(p *Position, a Action) string
	// Read returns the legal action that a text means in p, or a [*Refusal].
	Read(p *Position, text string) (Action, error)
}

// Prompter is implemented by variants in which some turns have restrictions that players
// would not expect.
type Prompter interface {
	// Prompt returns a sentence that says what is special about this turn, for the player
	// whose turn it is. It has no full stop. On an ordinary turn, Prompt returns "".
	Prompt(p *Position) string
}

// Choose returns the options of a game with the given values, and with defaults for the other
// options. If a name or value is unknown, the error lists the valid names or values.
func Choose(game string, offered []Option, given map[string]string) ([]Option, error) {
	chosen := slices.Clone(offered)
	names := make([]string, len(chosen))
	for i := range chosen {
		names[i], chosen[i].Value = chosen[i].Name, chosen[i].Default
		if value, ok := given[chosen[i].Name]; ok {
			if err := chosen[i].set(value); err != nil {
				return nil, err
			}
		}
	}
	for name := range given {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("%s has no option %q; its options are: %s", game, name, strings.Join(names, ", "))
		}
	}
	return chosen, nil
}

func (o *Option) set(value string) error {
	if o.Check != nil {
		if err := o.Check(value); err != nil {
			return fmt.Errorf("%s=%s: %w", o.Name, value, err)
		}
	} else if !slices.Contains(o.Choices, value) {
		return fmt.Errorf("%s=%s is not valid; the choices are %s", o.Name, value, strings.Join(o.Choices, ", "))
	}
	o.Value = value
	return nil
}
