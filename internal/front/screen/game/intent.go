package game

import (
	tea "charm.land/bubbletea/v2"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/table"
	"quadrille/rules"
)

// intent holds a wish of a part of the screen after a key, a click or an answer to a dialog.
// The zero value wants nothing. Parts return intents; only the screen carries them out.
type intent struct {
	refuse  string // why the input was refused; "" if it was not
	about   subject
	command *table.Command // for the table
	play    *rules.Action  // to play, or to set as a premove
	dialog  *dialog        // to open
	prompt  *prompt        // to open in place of the move line
	invite  string         // name of a player to invite to the table
	dismiss bool           // whether to close the prompt first
	report  player.Player  // to report to the moderators; zero for nobody
	study   *study         // to open: above this screen, or in its place if `instead` is set
	instead bool
	leave   bool // whether to leave the table before its game, and with it the seek
	step    kit.Step
}

// subject is the topic of a refusal. It determines when the refusal is no longer true.
type subject uint8

const (
	aboutTable    subject = iota // stays true until the phase changes
	aboutPosition                // stays true until somebody moves
	aboutLine                    // is about the typed line; the next letter starts a new line
)

// dialog is a question with a few answers. The screen shows it as a [kit.Dialog].
type dialog struct {
	head, text string
	choices    []choice
	stacked    bool                      // whether each choice has its own line
	unselected bool                      // whether no choice is selected at the start
	while      func(*present.Table) bool // reports whether the question still makes sense; nil if it always does
}

// choice is a button of a dialog. The zero intent only closes the dialog.
type choice struct {
	label string
	wants intent
}

// refuse returns the intent that shows why an action was refused.
func refuse(why string) intent { return intent{refuse: why} }

// ask returns the intent that opens a dialog.
func ask(d dialog) intent { return intent{dialog: &d} }

// send returns the intent that sends a command to the table.
func send(c table.Command) intent { return intent{command: &c} }

// act returns the intent that plays an action.
func act(a rules.Action) intent { return intent{play: &a} }

// command returns the intent that sends a command of the given kind for the viewer.
func (v seen) command(kind table.CommandKind) intent {
	return send(table.Command{Kind: kind, Seat: v.home()})
}

// chosenMsg carries the intent of the button that the viewer has pressed in a dialog.
type chosenMsg struct {
	to    Address
	wants intent
}

// carryOut does what a part of the screen wants.
func (t *Screen) carryOut(i intent) (kit.Step, tea.Cmd) {
	if i.dismiss {
		t.Input.prompt = nil
	}
	switch {
	case i.refuse != "":
		return kit.Stay, t.refuse(i.refuse, i.about)
	case i.command != nil:
		return kit.Stay, t.Act(*i.command)
	case i.play != nil:
		return t.play(*i.play)
	case i.dialog != nil:
		return kit.Enter(t.dialog(i.dialog)), nil
	case i.prompt != nil:
		t.Input.prompt = i.prompt
	case i.invite != "":
		return kit.Stay, t.invite(i.invite)
	case i.report.ID != "":
		return kit.Enter(kit.NewReportDialog(t.env, i.report, t.View.ID)), nil
	case i.study != nil && i.instead:
		return kit.Become(newStudy(t.env, i.study)), nil
	case i.study != nil:
		return kit.Enter(newStudy(t.env, i.study)), nil
	case i.leave:
		return t.leave()
	}
	return i.step, nil
}

// play sends an action to the table. If it is not the next action of a lesson, play puts the
// lifted piece back.
func (t *Screen) play(a rules.Action) (kit.Step, tea.Cmd) {
	i := t.seen().playing(a)
	if i.refuse != "" {
		t.Input.deselect()
	}
	return t.carryOut(i)
}

// refuse shows why the last input was refused, and rings the bell.
func (t *Screen) refuse(why string, about subject) tea.Cmd {
	t.Input.refuse(why, about)
	return t.env.Bell()
}

// dialog returns the screen of a dialog.
func (t *Screen) dialog(d *dialog) *kit.Dialog {
	var choices []kit.Choice
	for _, c := range d.choices {
		choices = append(choices, kit.Choice{Label: c.label, Tell: chosenMsg{t.address, c.wants}})
	}
	screen := kit.NewDialog(t.env, d.head, d.text, choices...)
	screen.Below = d.stacked
	if d.unselected {
		screen.Unselected()
	}
	if d.while == nil {
		return screen
	}
	return screen.Until(func(msg tea.Msg) bool {
		now, ok := msg.(ViewMsg)
		return ok && now.to == t.address && now.view != nil && !d.while(t.described(now.view))
	})
}
