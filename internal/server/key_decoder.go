package server

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"quadrille/internal/front/screen/kit"
)

// keyDecoder decodes the input of a terminal: keys, the mouse, pastes and reports. The zero
// value is ready to use.
type keyDecoder struct {
	decoder uv.EventDecoder
	pending []byte // the beginning of an escape sequence whose end has not arrived yet
	pasted  []byte
	pasting bool
}

// take decodes input and appends the decoded messages to msgs.
func (k *keyDecoder) take(msgs []tea.Msg, input []byte) []tea.Msg {
	return k.scan(msgs, append(k.pending, input...), false)
}

// waiting reports whether the input so far ends with an incomplete sequence, such as an
// escape byte, which may also be the Esc key. If no more input follows for a while, the
// caller must call expire.
func (k *keyDecoder) waiting() bool { return len(k.pending) > 0 && !k.pasting }

// expire decodes an incomplete sequence without waiting for the rest of it. It appends the
// resulting messages to `msgs`.
func (k *keyDecoder) expire(msgs []tea.Msg) []tea.Msg { return k.scan(msgs, k.pending, true) }

func (k *keyDecoder) scan(msgs []tea.Msg, input []byte, expired bool) []tea.Msg {
	rest := input
	for len(rest) > 0 {
		before := len(rest)
		if k.pasting {
			msgs, rest = k.paste(msgs, rest)
		} else {
			msgs, rest = k.one(msgs, rest, expired)
		}
		if len(rest) == before {
			break
		}
	}
	if len(rest) == 0 {
		k.pending = nil // free the memory
	} else {
		k.pending = append(input[:0], rest...)
	}
	return msgs
}

// one decodes the first event of the input, if that event is complete. It appends the event's
// messages to `msgs`. It returns `msgs` and the rest of the input.
func (k *keyDecoder) one(msgs []tea.Msg, input []byte, expired bool) ([]tea.Msg, []byte) {
	n, event := k.decoder.Decode(input)
	if n == 0 || !expired && partial(n, event, input) {
		return msgs, input
	}
	switch event := event.(type) {
	case uv.PasteStartEvent:
		k.pasting = true
	case uv.PasteEndEvent: // ignored: the end of a paste that did not begin
	case uv.MultiEvent:
		for _, e := range event {
			msgs = append(msgs, message(e))
		}
	default:
		msgs = append(msgs, message(event))
	}
	return msgs, input[n:]
}

// partial reports whether more input could change the decoded event.
func partial(n int, event uv.Event, input []byte) bool {
	if _, ok := event.(uv.UnknownEvent); ok {
		return true
	}
	if input[0] != '\x1b' {
		return false
	}
	// The input may end between the escape byte and the backslash that end a control string.
	halfEnd := n > 2 && n >= len(input)-1 && input[len(input)-1] == '\x1b' && strings.IndexByte("]PX^_", input[1]) >= 0
	return halfEnd || n <= 2 && n == len(input)
}

// paste collects pasted text up to the end of the paste.
func (k *keyDecoder) paste(msgs []tea.Msg, input []byte) ([]tea.Msg, []byte) {
	if inside, rest, ended := bytes.Cut(input, []byte(pasteEnd)); ended {
		text := strings.ToValidUTF8(string(append(k.pasted, inside...)), "")
		k.pasted, k.pasting = nil, false
		return append(msgs, tea.PasteMsg{Content: text}), rest
	}
	keep := len(pasteEnd) - 1
	for keep > 0 && !bytes.HasSuffix(input, []byte(pasteEnd[:keep])) {
		keep--
	}
	k.pasted = append(k.pasted, input[:len(input)-keep]...)
	return msgs, input[len(input)-keep:]
}

// message returns the Bubble Tea message that corresponds to an event. If there is none, it
// returns the event.
func message(event uv.Event) tea.Msg {
	switch e := event.(type) {
	case uv.KeyPressEvent:
		return tea.KeyPressMsg(e)
	case uv.KeyReleaseEvent:
		return tea.KeyReleaseMsg(e)
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseMotionEvent:
		return tea.MouseMotionMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	case uv.ModeReportEvent:
		return tea.ModeReportMsg(e)
	case uv.BackgroundColorEvent:
		return tea.BackgroundColorMsg(e)
	case uv.ForegroundColorEvent:
		return tea.ForegroundColorMsg(e)
	case uv.CapabilityEvent:
		return tea.CapabilityMsg(e)
	case uv.FocusEvent:
		return tea.FocusMsg{}
	case uv.BlurEvent:
		return tea.BlurMsg{}
	case uv.TerminalVersionEvent:
		return tea.TerminalVersionMsg(e)
	case uv.UnknownOscEvent:
		if notifies(string(e)) {
			return kit.NotifiesMsg{}
		}
	}
	return event
}

// notifies reports whether a sequence is the answer of a terminal that shows notifications of OSC 99
// with a title and a body. An answer without them, such as the question itself, says no.
func notifies(sequence string) bool {
	sequence = strings.TrimRightFunc(sequence, func(r rune) bool { return !unicode.IsLetter(r) }) // its end
	query, answer, _ := strings.Cut(sequence, "p=?;")
	if !strings.Contains(query, "]99;") {
		return false
	}
	for field := range strings.SplitSeq(answer, ":") {
		if kinds, ok := strings.CutPrefix(field, "p="); ok {
			list := strings.Split(kinds, ",")
			return slices.Contains(list, "title") && slices.Contains(list, "body")
		}
	}
	return false
}
