package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"quadrille/internal/lobby"
	"quadrille/internal/table"
	"quadrille/internal/table/live"
	"quadrille/rules"
)

// moveHelp tells programs how to be sure.
const moveHelp = `ACTION is written plainly (m7-k7, b5-a5=Q, army:gold, resign, draw:claim) or in
the game's own notation. The answer is the line that watch prints, once the
action is kept for good.

If no answer came, repeat the command: with one of these nothing is played twice.
  --after K   the number of the last action that you saw, 0 before the first: what
              does not answer it is refused, and what was played already is
              answered again
  --id ID     a word of your own for this one action: letters, digits and . _ : -`

func (r *request) move() *cobra.Command {
	var after, id string
	cmd := &cobra.Command{
		Use:   "move N ACTION [--after K] [--id ID]",
		Short: "plays an action where you sit, and prints it when it is kept",
		Long:  moveHelp,
		Args:  between(2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := r.find(cmd, args[0])
			if err != nil {
				return err
			}
			m := mover{request: r, table: t, text: args[1], id: id, after: -1}
			if cmd.Flags().Changed("after") {
				if m.after, err = number(after); err != nil {
					return err
				}
			}
			if cmd.Flags().Changed("id") && !goodID(id) {
				return fmt.Errorf("%.40q cannot name an action: --id takes up to %d letters, digits and . _ : -", id, table.MaxCommandID)
			}
			return m.move(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&after, "after", "", "")
	cmd.Flags().StringVar(&id, "id", "", "")
	return cmd
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%.40q is not the number of an action: --after takes the number that watch prints, 0 before the first", text)
	}
	return n, nil
}

func goodID(id string) bool {
	return id != "" && len(id) <= table.MaxCommandID && !strings.ContainsFunc(id, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		return !letter && !strings.ContainsRune("._:-", c)
	})
}

// mover is an action on its way.
type mover struct {
	request *request
	table   *live.Table
	text    string
	after   int // the last action that the caller saw, negative if he does not say
	id      string
}

// move plays the action, unless it was played already.
func (m *mover) move(ctx context.Context) error {
	v := m.table.View()
	if n := m.named(v); n >= 0 {
		return m.tell(v, n)
	}
	act, err := m.act(v)
	if err != nil {
		return err
	}
	if n := m.answered(v, act.Action); n >= 0 {
		return m.tell(v, n)
	}
	if m.isStale(v) && act.Action.Verb != rules.Resign {
		return v.Stale()
	}
	err = m.table.Do(ctx, act)
	v = m.table.View()
	if n := m.answered(v, act.Action); err != nil && n < 0 {
		return err // and not that the same, asked twice, was played meanwhile
	}
	return m.tell(v, m.newest(v, act.Action))
}

// isStale reports whether the game went on after what the caller saw.
func (m *mover) isStale(v *table.View) bool { return m.after >= 0 && m.after < len(v.Moves) }

// act is what the text means, as the caller saw the game.
func (m *mover) act(v *table.View) (table.Command, error) {
	position, err := m.seen(v)
	if err != nil {
		return table.Command{}, err
	}
	me, err := m.seat(v, position, v.Variant.Actor(position))
	if err != nil {
		return table.Command{}, err
	}
	a, err := rules.ReadTyped(v.Variant, position, me, m.text)
	if err != nil && m.isStale(v) { // it may be what he means now, and read as of then
		err = v.Stale()
	}
	if bars := v.Bars(m.request.Player); bars != nil && err != nil && !strings.HasSuffix(strings.ToLower(m.text), "resign") {
		err = bars // a resignation is possible on another's turn too
	}
	act := table.Command{By: m.request.Player, Kind: table.Play, Seat: rules.NoSeat, Action: a, ID: m.id, Answers: m.after}
	return act, err
}

// seen is the position that the caller saw last.
func (m *mover) seen(v *table.View) (*rules.Position, error) {
	switch {
	case m.after > len(v.Moves):
		return nil, fmt.Errorf("table %d has had %d actions: --after is that at most", v.ID, len(v.Moves))
	case m.after < 0 || m.after == len(v.Moves):
		return &v.Position, nil
	}
	game := rules.NewGame(v.Variant)
	for i := range v.Moves[:m.after] {
		if _, err := game.Play(v.Moves[i].Action); err != nil {
			return nil, err
		}
	}
	return &game.Position, nil
}

// seat is whose action a bare "resign" is: the caller's seat that has the turn,
// or else the only one of his that still plays.
func (m *mover) seat(v *table.View, p *rules.Position, actor rules.Seat) (rules.Seat, error) {
	held, playing := rules.NoSeat, []rules.Seat(nil)
	for seat := range rules.Seat(rules.SeatCount) {
		if !m.request.sits(v, seat) {
			continue
		}
		held = seat
		if p.State[seat] != rules.Out {
			playing = append(playing, seat)
		}
	}
	switch {
	case len(playing) == 0:
		return held, nil // the table says why not
	case slices.Contains(playing, actor):
		return actor, nil
	case len(playing) > 1 && strings.EqualFold(m.text, "resign"):
		return rules.NoSeat, fmt.Errorf("you have %d seats there: say which one resigns, like %s:resign", len(playing), v.Variant.Facts().SeatName(playing[0]))
	}
	return playing[0], nil
}

// named is the action that was played under the caller's word for it, as an
// index of the moves; negative if there is none.
func (m *mover) named(v *table.View) int {
	return slices.IndexFunc(v.Moves, func(move table.MoveView) bool {
		return m.id != "" && move.CommandID == m.id && m.request.sits(v, move.By)
	})
}

// answered is where the action stands that the caller asks for, if it was played
// since he looked: what must answer what he saw, stands behind it; a resignation
// answers nothing.
func (m *mover) answered(v *table.View, a rules.Action) int {
	if m.after < 0 || m.after >= len(v.Moves) {
		return -1
	}
	since := v.Moves[m.after:]
	if a.Verb != rules.Resign {
		since = since[:1]
	}
	for i := range since {
		if since[i].Action == a && m.request.sits(v, since[i].By) {
			return m.after + i
		}
	}
	return -1
}

// newest is where the action stands that was just played.
func (m *mover) newest(v *table.View, a rules.Action) int {
	if n := m.named(v); n >= 0 {
		return n
	}
	for i, move := range slices.Backward(v.Moves) {
		if move.Action == a && m.request.sits(v, move.By) {
			return i
		}
	}
	return -1
}

// tell prints the action, and the result if there is one. A resignation that a
// partner has to agree to is none yet (G5).
func (m *mover) tell(v *table.View, n int) error {
	if n < 0 {
		_, err := fmt.Fprintln(m.request.Out, "proposed resign: your partner has to agree to it")
		return err
	}
	if _, err := fmt.Fprintln(m.request.Out, actionLine(v, v.Moves[n])); err != nil || v.Phase != table.Finished {
		return err
	}
	_, err := fmt.Fprintln(m.request.Out, lobby.ResultLine(v))
	return err
}
