package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

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
	box     draw.Box // where the form was drawn
	top     int      // number of lines scrolled off the top
	ends    []int    // for each field, and the button, the number of lines to its end
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
	for i, end := range f.ends {
		if f.box.Has(x, y) && y-f.box.Y+f.top < end {
			f.At = i
			return true
		}
	}
	return false
}

// height returns the number of lines that the form needs at a width to explain all fields, with
// room for a refusal.
func (f *Form) height(width int, ink *Ink) int {
	const refusalRoom = 3
	calm := Form{Fields: slices.Clone(f.Fields), Button: f.Button}
	for i := range calm.Fields {
		calm.Fields[i].refusal = ""
	}
	return len(calm.layOut(width, ink, true, true)) + refusalRoom
}

// Draw draws the form, scrolled so that the selected field is visible. Without room for everything, no
// lines are left free, or only the selected field is explained.
func (f *Form) Draw(g *draw.Grid, b draw.Box, ink *Ink) {
	lines := f.layOut(b.Width, ink, true, true)
	if len(lines) > b.Height {
		lines = f.layOut(b.Width, ink, true, false)
	}
	if len(lines) > b.Height {
		lines = f.layOut(b.Width, ink, false, false)
	}
	first, end := 0, f.ends[f.At]
	if f.At > 0 {
		first = f.ends[f.At-1]
	}
	if f.Refusal != "" && f.At == len(f.ends)-1 {
		end = len(lines)
	}
	f.box, f.top = b, min(first, max(0, end-b.Height))
	place(g, b.X, b.Y, strings.Join(lines[f.top:min(f.top+b.Height, len(lines))], "\n"), ink.Text)
}

// layOut returns the lines of the form, and notes where each field ends. If `all` is not set, only the
// selected field is explained. If `apart` is set, a line is left free below each field.
func (f *Form) layOut(width int, ink *Ink, all, apart bool) []string {
	column := 0
	for i := range f.Fields {
		column = max(column, draw.TextWidth(f.Fields[i].Label)+2)
	}
	column = min(column, width/2) + 2
	room := width - column
	wrapped := func(text string, look draw.Style) string {
		return lip(look).Width(room).Render(safe(present.Capital(text)))
	}
	var lines []string
	f.ends = f.ends[:0]
	add := func(block string) {
		lines = append(lines, strings.Split(block, "\n")...)
		f.ends = append(f.ends, len(lines))
	}
	for i := range f.Fields {
		d, mark, look := &f.Fields[i], " ", ink.Strong
		if i == f.At {
			mark, look = lip(ink.Accent).Render(ink.Signs.Chosen), ink.Accent
		}
		block := []string{lip(look).Render(d.value(room, i == f.At))}
		switch {
		case d.refusal != "":
			block = append(block, wrapped(d.refusal, ink.Alarm))
		case d.Help != "" && (all || i == f.At):
			block = append(block, wrapped(d.Help, ink.Faint))
		}
		if apart {
			block = append(block, "")
		}
		label := lip(ink.Text).Width(column - 2).Render(ansi.Truncate(d.Label, column-3, "…"))
		add(lipgloss.JoinHorizontal(lipgloss.Top, mark, " ", label, lipgloss.JoinVertical(lipgloss.Left, block...)))
	}
	if f.Button != "" {
		add(ink.button(f.Button, f.At == len(f.Fields)))
	}
	if f.Refusal != "" {
		refusal := lipgloss.NewStyle().MarginLeft(column).Render(wrapped(f.Refusal, ink.Alarm))
		lines = append(lines, strings.Split(refusal, "\n")...)
	}
	return lines
}

// value returns the value of a field as the form shows it in so many cells.
func (d *Field) value(room int, chosen bool) string {
	text := d.shown()
	switch {
	case chosen && len(d.Choices) > 1:
		text = "< " + text + " >"
	case chosen && d.Secret:
		text = d.Line.hidden()
	case chosen:
		text = d.Line.scrolled(room)
	case d.Secret:
		text = strings.Repeat("*", utf8.RuneCountInString(text))
	}
	return ansi.Truncate(draw.Safe(text), room, "…")
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
