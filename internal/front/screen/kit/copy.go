package kit

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// copyLimit is the maximum length, in bytes, of a text that terminals copy to the clipboard.
const copyLimit = 70_000

// Copy asks the terminal to copy a text to the clipboard (OSC 52). It returns a sentence about
// that: the terminal does not report whether it has done so.
func (e *Env) Copy(text string) (note string, cmd tea.Cmd) {
	if len(text) > copyLimit {
		return "too long for the clipboard; run the command in your shell", e.Bell()
	}
	return "copied to the clipboard, if your terminal allows it", tea.Raw(ansi.SetSystemClipboard(text))
}
