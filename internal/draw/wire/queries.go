package wire

import (
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// ignoresQueries reports whether terminals with this TERM ignore queries that they do not
// support. Other terminals would print such queries. SSH does not transmit the colours of a
// terminal, so queries are the only way to learn them.
func ignoresQueries(term string) bool {
	name, _, _ := strings.Cut(term, "-")
	ofXterm, _ := xtermFamily(term)
	return ofXterm && name != "linux" && !strings.HasPrefix(name, "screen")
}

// The questions that a terminal is asked. A string of several letters is a set of questions. The
// letters are stored: never change them.
const (
	AskSync       = "s" // synchronized output
	AskNotify     = "o" // desktop notifications (OSC 99)
	AskName       = "n" // name and version
	AskFocus      = "f" // reports of the focus
	AskBackground = "b" // background colour
	AskColors     = "c" // true colour
)

// Know makes the screen ask only other questions than the given ones, such as
// AskSync + AskName.
func (s *Screen) Know(questions string) { s.known = questions }

// AskAgain makes the next frame ask all questions again.
func (s *Screen) AskAgain() { s.known, s.asked, s.again = "", "", true }

// Asked returns the questions that the terminal was asked.
func (s *Screen) Asked() string { return s.asked }

// requestNotifications asks whether the terminal shows notifications of OSC 99. Terminals that do
// not show them do not answer. So this is asked before the name, which most terminals answer: its
// answer says that no other follows.
const requestNotifications = "\x1b]99;i=q:p=?;\x1b\\"

// appendQueries appends queries for synchronized output, notifications, the terminal's name, focus reports and
// background colour, and for true colour if the profile has fewer colours. The answers arrive
// as input; some terminals do not answer.
func (s *Screen) appendQueries(b []byte) []byte {
	ask := func(question, query string) {
		if !strings.Contains(s.known, question) {
			b, s.asked = append(b, query...), s.asked+question
		}
	}
	if s.modern {
		ask(AskSync, ansi.RequestModeSynchronizedOutput)
	}
	if !s.queries {
		return b
	}
	ask(AskNotify, requestNotifications)
	ask(AskName, ansi.RequestNameVersion)
	ask(AskFocus, ansi.RequestModeFocusEvent)
	if s.profile <= colorprofile.ASCII {
		return b
	}
	ask(AskBackground, ansi.RequestBackgroundColor)
	if s.profile < colorprofile.TrueColor {
		ask(AskColors, ansi.RequestTermcap("RGB"))
	}
	return b
}
