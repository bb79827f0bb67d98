package kit

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"quadrille/internal/player"
	"quadrille/internal/table"
)

// alerts draws a player's attention to an event. It rings the bell. If the terminal is known
// to support desktop notifications, it also shows one.
type alerts struct {
	queried      bool                     // whether the terminal has answered that it shows notifications of OSC 99
	notification func(text string) string // returns the escape sequence for a notification; nil if the terminal shows no notifications
	reportsFocus bool                     // whether the terminal reports when its window gets or loses the focus
	away         bool                     // whether the window has lost the focus
	links        bool                     // whether the terminal shows hyperlinks
	tasks        map[table.ID]task        // for each table, the last task (such as a move or a vote) that the player has seen
}

// task identifies something that the player has to do at a table. It consists of the kind of
// the task and the number of moves that were played before it.
type task struct {
	kind  table.Task
	moves int
}

// NotifiesMsg is the answer of a terminal that shows desktop notifications of OSC 99.
type NotifiesMsg struct{}

// notifications maps the first word of a terminal's name, in lower case, to a function that
// returns the escape sequence for a desktop notification. It lists only terminals that know an
// older sequence and cannot be asked for it. Terminals that are not listed might print the
// sequence. tmux is not listed, because it does not pass notifications on.
var notifications = map[string]func(text string) string{
	"contour": osc777,
	"foot":    osc777, // before version 1.18
	"ghostty": osc777,
	"iterm":   osc9,
	"warp":    osc9,
	"wezterm": osc777,
}

// hyperlinks lists the terminals that show hyperlinks (OSC 8), by the first word of their
// name. tmux is not listed, because it shows them only if the outer terminal does.
var hyperlinks = []string{"contour", "foot", "ghostty", "iterm", "kitty", "mintty", "vte", "wezterm"}

const notificationTitle = "Quadrille"

func osc9(text string) string { return "\x1b]9;" + notificationTitle + ": " + text + "\x1b\\" }

func osc777(text string) string {
	return "\x1b]777;notify;" + notificationTitle + ";" + text + "\x1b\\"
}

// osc99 returns the sequence of an OSC 99 notification. The identifier is always the same,
// so that a new notification replaces the previous one.
func osc99(text string) string {
	const id = "\x1b]99;i=quadrille:"
	return id + "d=0:p=title;" + notificationTitle + "\x1b\\" + id + "d=1:p=body;" + text + "\x1b\\"
}

// identify chooses the escape sequences for notifications and hyperlinks. They depend on the
// name of the terminal, such as "kitty(0.42.0)".
func (a *alerts) identify(name string) {
	end := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		end = len(name)
	}
	word := strings.ToLower(name[:end])
	a.links = slices.Contains(hyperlinks, word)
	if !a.queried {
		a.notification = notifications[word]
	}
}

// Alert rings the bell and shows a desktop notification, if the settings allow it. If the
// terminal can report the focus, it shows no notification while the window has the focus.
func (e *Env) Alert(text string) tea.Cmd {
	a := &e.Terminal.alerts
	if a.notification == nil || e.Settings.Get(player.Notify) == "off" || a.reportsFocus && !a.away {
		return e.Bell()
	}
	return tea.Batch(e.Bell(), tea.Raw(a.notification(notificationText(text))))
}

// notificationText removes from a text the characters that would end the escape sequence
// around it, and replaces those that would end a field of the sequence.
func notificationText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ';':
			return ','
		case unicode.IsPrint(r):
			return r
		}
		return -1
	}, player.Shown(text, 120))
}

// LearnTask records the player's task at a table after the given number of moves; 0 means
// that there is none. It reports whether the player has a new task.
func (e *Env) LearnTask(id table.ID, kind table.Task, moves int) bool {
	a := &e.Terminal.alerts
	if a.tasks[id] == (task{kind, moves}) {
		return false
	}
	if a.tasks == nil {
		a.tasks = map[table.ID]task{}
	}
	a.tasks[id] = task{kind, moves}
	return kind != 0
}

// ReportFocus reports whether the terminal should be asked to report when its window gets or
// loses the focus.
func (e *Env) ReportFocus() bool {
	return e.Terminal.alerts.notification != nil && e.Terminal.alerts.reportsFocus
}

// takeReply handles a message in which the terminal reports its name or its focus. It
// returns false for other messages.
func (a *alerts) takeReply(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case NotifiesMsg:
		a.queried, a.notification = true, osc99
	case tea.TerminalVersionMsg:
		a.identify(msg.Name)
	case tea.FocusMsg:
		a.away = false
	case tea.BlurMsg:
		a.away = true
	case tea.ModeReportMsg:
		if msg.Mode != ansi.ModeFocusEvent {
			return false
		}
		a.reportsFocus = msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset
	default:
		return false
	}
	return true
}
