package kit

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
	"quadrille/internal/draw"
	"quadrille/internal/player"
	"quadrille/internal/table"
)

// Env is the state that all screens of a session share. It may be changed only during
// Update.
type Env struct {
	Cfg           Config
	Ctx           context.Context
	Me            player.Player
	Clock         func() time.Time
	Steady        func() time.Time // a clock that is never set, for what lasts milliseconds
	Now           time.Time        // time of the current message
	Unread        int              // number of direct messages that the player had not read when the current message arrived
	Width, Height int
	DialogArea    draw.Box        // part of the screen that a dialog may cover; set by the screen below the dialog
	ClockArea     draw.Box        // part of the screen that shows running clocks, which nothing may cover; set by the screen
	ChosenTheme   *assets.Theme   // the theme to use, unless the terminal has no colours
	Pieces        *assets.Set     // nil for the default piece set of each size of squares
	lessons       map[string]bool // titles of the lessons that the player is known to have completed
	Styles        draw.Styles
	Ink           Ink // the styles, and the signs of the terminal
	keyLines      int
	keySpots      []keySpot // where the keys of the topmost screen were drawn
	Settings      player.Settings
	Saving        saving
	Terminal      terminalInfo
	commands      commandIDs
	Notices       notices
	After         func(time.Duration, tea.Msg) tea.Cmd
	OpenTable     func(ctx context.Context, id table.ID, me player.Player) (*TableHandle, error)
}

func NewEnv(cfg Config) *Env {
	e := &Env{
		Cfg: cfg, Ctx: cfg.Context, Me: cfg.Player, Clock: cfg.Clock.Now, Steady: cfg.Clock.Steady,
		Width: cfg.Width, Height: cfg.Height,
		commands: commandIDs{session: rand.Text()},
	}
	e.OpenTable, e.After = e.Cfg.openTable, e.after
	if e.Ctx == nil {
		e.Ctx = context.Background()
	}
	e.Begin()
	e.Settings, e.Saving = cfg.Settings, saving{stored: cfg.Settings, tried: cfg.Settings}
	e.Terminal.profile = colorprofile.ANSI256
	e.restyle()
	return e
}

// Begin notes what the screens know when a message arrives: the time, and the number of unread direct messages.
func (e *Env) Begin() {
	e.Now = e.Clock()
	e.Unread, _ = e.Cfg.Messages.Unread(e.Me.ID)
}

// commandIDs generates the IDs of a session's commands.
type commandIDs struct {
	session string
	given   int
}

// CommandID returns a new ID for a command. A table never executes two commands with the
// same ID.
func (e *Env) CommandID() string {
	e.commands.given++
	return fmt.Sprintf("%s-%d", e.commands.session, e.commands.given)
}

// Bell rings the bell once, unless the player has turned it off.
func (e *Env) Bell() tea.Cmd {
	if e.Settings.Get(player.Bell) == "off" {
		return nil
	}
	return tea.Raw("\a")
}

// Shown returns a form of a name that is safe to draw and has at most the given number of
// cells.
func Shown(name string, cells int) string { return player.ShownName(name, cells) }

// Hints draws key hints on the right of the last line, after the column x. If they do not
// all fit, it omits the last ones of the first list.
func (e *Env) Hints(g *draw.Grid, x int, hints, last []key.Help) {
	const gap = 2
	width, n := 0, 0
	for _, h := range last {
		width += hintWidth(h) + gap
	}
	if width > g.Width-x {
		width, last = 0, nil
	}
	for n < len(hints) && width+hintWidth(hints[n])+gap <= g.Width-x {
		width, n = width+hintWidth(hints[n])+gap, n+1
	}
	e.keySpots = e.keySpots[:0]
	at := g.Width - width
	for _, h := range slices.Concat(hints[:n], last) {
		at = e.drawHint(g, at, g.Height-1, h) + gap
	}
}
