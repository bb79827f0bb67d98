package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"quadrille/internal/draw"
	"quadrille/internal/present"
)

// Form asks for the values of several fields. A wrong value is refused in its field, as soon
// as the player leaves the field.
type Form struct {
	Head    string // name of the action that the form is for
	Note    string // explanation of this action
	Fields  []Field
	Button  string // label of the button below the fields; empty if Enter in the last field sends the form
	At      int    // index of the selected field; len(Fields) is the button
	Refusal string // why the form as a whole was refused
	Sent    bool   // whether the form was sent and waits for the result
	Do      func(answers []string) tea.Cmd
	spots   []draw.Spot
}

// Field is a line of a form.
type Field struct {
	Label   string
	Help    string
	Line    Line
	Choices []string                 // values that the left and right keys select; empty if the player types the value
	Words   []string                 // what the form calls each of the choices; nil for the choices themselves
	Strict  bool                     // whether the value must be one of the choices, so that it cannot be typed
	Secret  bool                     // whether asterisks are shown in place of the value
	Replace bool                     // whether the first character that the player types replaces the whole value
	Check   func(value string) error // says why a value is wrong; may be nil
	refusal string
}

// ReasonField returns the field for the reason for a moderator's action. The reason may be
// empty unless the club requires one.
func ReasonField() Field { return Field{Label: "Reason", Line: Line{Limit: 200}} }

// shown returns the value as the form shows it.
func (d *Field) shown() string {
	if at := slices.Index(d.Choices, d.Line.Text); at >= 0 && at < len(d.Words) {
		return d.Words[at]
	}
	return d.Line.Text
}

// Field returns the selected field, or nil if the button is selected.
func (f *Form) Field() *Field {
	if f.At < len(f.Fields) {
		return &f.Fields[f.At]
	}
	return nil
}

// Answers returns the values of the fields.
func (f *Form) Answers() []string {
	answers := make([]string, len(f.Fields))
	for i := range f.Fields {
		answers[i] = f.Fields[i].Line.Text
	}
	return answers
}

// FormEvent says what a key has done in a form.
type FormEvent int

const (
	FormTyped   FormEvent = iota // the form has used the key
	FormRefused                  // a value is wrong
	FormTurned                   // the value of a field was changed to another choice
	FormClosed                   // the player has cancelled the form
	FormSent                     // all values are right, and the player has confirmed
)

// Key handles a key.
func (f *Form) Key(msg tea.KeyPressMsg) FormEvent {
	last := len(f.Fields) - 1
	if f.Button != "" {
		last++
	}
	key, field := msg.String(), f.Field()
	if field == nil || field.Strict {
		key = cmp.Or(letterKeys[key], key)
	}
	switch {
	case key == "esc":
		return FormClosed
	case f.Sent:
	case key == "up" || key == "shift+tab":
		return f.leave((f.At + last) % (last + 1))
	case key == "down" || key == "tab":
		return f.leave((f.At + 1) % (last + 1))
	case (key == "home" || key == "end") && (field == nil || len(field.Choices) > 0):
		return f.leave(map[string]int{"home": 0, "end": last}[key])
	case key == "enter" && f.At < last:
		if event := f.leave(f.At + 1); event == FormRefused {
			f.At--
			return event
		}
	case key == "enter":
		return f.confirm()
	case (key == "left" || key == "right") && field != nil && len(field.Choices) > 0:
		field.turn(map[string]int{"left": -1, "right": 1}[key])
		f.Refusal = ""
		return FormTurned
	case field != nil && !field.Strict:
		f.Refusal = ""
		field.typed(msg)
	}
	return FormTyped
}

// letterKeys are the letters that move as the arrow keys do, where no letters are typed.
var letterKeys = map[string]string{"j": "down", "k": "up", "h": "left", "l": "right", "g": "home", "G": "end"}

// leave selects another field after it has checked the value of the current one.
func (f *Form) leave(to int) FormEvent {
	event := FormTyped
	if field := f.Field(); field != nil && !field.check() {
		event = FormRefused
	}
	f.At = to
	return event
}

// confirm checks all fields and selects the first one with a wrong value.
func (f *Form) confirm() FormEvent {
	for i := range f.Fields {
		if !f.Fields[i].check() {
			f.At = i
			return FormRefused
		}
	}
	f.Sent, f.Refusal = true, ""
	return FormSent
}

// Refuse shows why the form was refused. The player can correct the values, and types
// passwords again.
func (f *Form) Refuse(why string) {
	f.Sent, f.Refusal = false, why
	for i := range f.Fields {
		if f.Fields[i].Secret {
			f.Fields[i].Line.Text = ""
		}
	}
}

// Paste inserts pasted text in the selected field.
func (f *Form) Paste(msg tea.PasteMsg) {
	if field := f.Field(); field != nil && !field.Strict && !f.Sent {
		field.replace()
		field.Line.Paste(msg)
		field.refusal = ""
	}
}

func (d *Field) check() bool {
	d.refusal = ""
	if d.Check != nil {
		if err := d.Check(strings.TrimSpace(d.Line.Text)); err != nil {
			d.refusal = err.Error()
		}
	}
	return d.refusal == ""
}

func (d *Field) typed(msg tea.KeyPressMsg) {
	if msg.Text != "" {
		d.replace()
	}
	if d.Line.Key(msg) {
		d.Replace, d.refusal = false, ""
	}
}

func (d *Field) replace() {
	if d.Replace {
		d.Line.Text, d.Replace = "", false
	}
}

// turn selects the choice that is `by` places later.
func (d *Field) turn(by int) {
	n, at := len(d.Choices), slices.Index(d.Choices, d.Line.Text)
	d.Line.Text, d.Replace, d.refusal = d.Choices[(max(at, 0)+by+n)%n], true, ""
}

// Click selects the field, or the button, that was drawn at x, y.
func (f *Form) Click(x, y int) bool {
	i := spotAt(f.spots, x, y)
	if i >= 0 {
		f.At = i
	}
	return i >= 0
}

// formLine is a line of a form.
type formLine struct {
	at   int // index of the field
	text string
	look draw.Style
	head bool // whether the line shows the label and the value of the field
}

// height returns the number of lines that the form needs at a width to explain all fields, with
// room for a refusal.
func (f *Form) height(width int) int {
	const refusalRoom = 3
	calm := Form{Fields: slices.Clone(f.Fields), Button: f.Button}
	for i := range calm.Fields {
		calm.Fields[i].refusal = ""
	}
	return len(calm.lines(width-f.column(width)-2, &Ink{}, true, true)) + refusalRoom
}

// column returns the width of the labels.
func (f *Form) column(width int) int {
	column := 0
	for i := range f.Fields {
		column = max(column, draw.TextWidth(f.Fields[i].Label)+2)
	}
	return min(column, width/2)
}

// Draw draws the form, scrolled so that the selected field is visible.
func (f *Form) Draw(g *draw.Grid, b draw.Box, ink *Ink) {
	column := f.column(b.Width)
	lines := f.lines(b.Width-column-2, ink, true, true)
	if len(lines) > b.Height {
		lines = f.lines(b.Width-column-2, ink, true, false)
	}
	if len(lines) > b.Height {
		lines = f.lines(b.Width-column-2, ink, false, false)
	}
	first, last := len(lines), 0
	for i := range lines {
		if lines[i].at == f.At {
			first, last = min(first, i), i
		}
	}
	top := 0
	if len(lines) > b.Height {
		top = max(0, min(first, last-b.Height+1, len(lines)-b.Height))
		if last >= b.Height {
			top = min(first, last-b.Height+1)
		}
	}
	f.spots = slices.Repeat([]draw.Spot{{Y: -1}}, len(f.Fields)+1)
	for y := 0; y < b.Height && top+y < len(lines); y++ {
		f.drawLine(g, draw.Box{X: b.X, Y: b.Y + y, Width: b.Width, Height: 1}, column, &lines[top+y], ink)
	}
}

// lines lays out the form. If `all` is not set, only the selected field is explained.
func (f *Form) lines(room int, ink *Ink, all, apart bool) (lines []formLine) {
	add := func(at int, text string, look draw.Style) {
		for _, part := range draw.Wrap(text, room) {
			if text != "" {
				lines = append(lines, formLine{at, part, look, false})
			}
		}
	}
	for i := range f.Fields {
		d := &f.Fields[i]
		lines = append(lines, formLine{at: i, head: true})
		if d.refusal != "" {
			add(i, present.Capital(d.refusal), ink.Alarm)
		} else if all || i == f.At {
			add(i, present.Capital(d.Help), ink.Faint)
		}
		if apart {
			lines = append(lines, formLine{at: -1})
		}
	}
	if f.Button != "" {
		lines = append(lines, formLine{at: len(f.Fields), head: true})
	}
	add(f.At, present.Capital(f.Refusal), ink.Alarm)
	return lines
}

func (f *Form) drawLine(g *draw.Grid, b draw.Box, column int, n *formLine, ink *Ink) {
	if !n.head {
		g.Text(b.X+2+column, b.Y, b.Width-2-column, n.text, n.look)
		return
	}
	f.spots[n.at] = draw.Spot{X: b.X, Y: b.Y, Width: b.Width}
	chosen := n.at == f.At
	if n.at == len(f.Fields) {
		label, look := "  "+f.Button+"  ", ink.Text
		if chosen {
			label, look = "[ "+f.Button+" ]", ink.Chosen.With(draw.Bold)
		}
		g.Text(b.X, b.Y, b.Width, label, look)
		return
	}
	d := &f.Fields[n.at]
	if chosen {
		g.Set(b.X, b.Y, ink.Signs.Chosen, ink.Accent)
	}
	g.Text(b.X+2, b.Y, column-1, d.Label, ink.Text)
	x, room, look := b.X+2+column, b.Width-2-column, ink.Strong
	if chosen {
		look = ink.Accent
	}
	switch {
	case chosen && len(d.Choices) > 1:
		g.Text(x, b.Y, room, "< "+d.shown()+" >", look)
	case chosen && d.Secret:
		g.Text(x, b.Y, room, d.Line.hidden(), look)
	case chosen:
		d.Line.Draw(g, x, b.Y, room, look)
	case d.Secret:
		g.Text(x, b.Y, room, strings.Repeat("*", len([]rune(d.Line.Text))), look)
	default:
		g.Text(x, b.Y, room, d.shown(), look)
	}
}

// Compact returns the selected field as one line, for a terminal that is too small.
func (f *Form) Compact() string {
	text := f.Button
	if d := f.Field(); d != nil {
		value := d.Line.Marked()
		switch {
		case len(d.Choices) > 0:
			value = d.shown()
		case d.Secret:
			value = d.Line.hidden()
		}
		text = fmt.Sprintf("%s: %s", d.Label, value)
		if d.refusal != "" {
			text += "  " + d.refusal
		}
	}
	if f.Refusal != "" {
		text += "  " + f.Refusal
	}
	return text
}

// IsTable refuses a text that is not the number of a table.
func IsTable(text string) error {
	if n, err := strconv.ParseInt(text, 10, 64); err != nil || n < 1 {
		return fmt.Errorf("%q is not a table number; enter a number such as 12", text)
	}
	return nil
}
