package kit

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"quadrille/assets"
	"quadrille/internal/player"
	"quadrille/internal/table"
	"quadrille/internal/ui/board"
)

// Env is what all screens of a session share. It belongs to Update.
type Env struct {
	Cfg           Config
	Ctx           context.Context
	Me            player.Player
	Clock         func() time.Time
	Now           time.Time // when the last message came
	Width, Height int
	DialogArea    Box // where a dialog hides the least of the screen in front, as it is drawn
	Palette       Palette
	ChosenTheme   *assets.Theme // worn where there are colours
	Pieces        *assets.Set   // nil: what suits the size of the board
	Styles        Styles
	Settings      player.Settings
	Saving        saving
	Terminal      answers
	commands      commandIDs
	Notices       notices
	After         func(time.Duration, tea.Msg) tea.Cmd
	OnWait        func() // nil, or told in tests when a Cmd begins to wait
	OpenTable     func(ctx context.Context, id table.ID, me player.Player) (*TableHandle, error)
}

func NewEnv(cfg Config) *Env {
	e := &Env{
		Cfg: cfg, Ctx: cfg.Context, Me: cfg.Player, Clock: time.Now,
		Width: cfg.Width, Height: cfg.Height, Palette: Palette{Profile: colorprofile.ANSI256},
		commands: commandIDs{session: rand.Text()}, After: after,
	}
	e.OpenTable = e.Cfg.openTable
	if e.Ctx == nil {
		e.Ctx = context.Background()
	}
	e.Now = e.Clock()
	e.Settings, e.Saving = cfg.Settings, saving{stored: cfg.Settings}
	e.Terminal.profile = e.Palette.Profile
	e.dress()
	return e
}

// after sends a message when that time has passed.
func after(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

// commandIDs are the names of a session's commands.
type commandIDs struct {
	session string
	given   int
}

// CommandID returns a new name for a command, so that it is never done twice.
func (e *Env) CommandID() string {
	e.commands.given++
	return fmt.Sprintf("%s-%d", e.commands.session, e.commands.given)
}

// Bell rings once, if it may.
func (e *Env) Bell() tea.Cmd {
	if e.Settings.Get(player.Bell) == "off" {
		return nil
	}
	return tea.Raw("\a")
}

// Shown is a name from people as it may be drawn: whatever came in unclean is
// made harmless.
func Shown(name string, cells int) string { return player.ShownName(name, cells) }

// Hints draws what the keys do, at the end of the last line, as far as there is
// room after x; the first ones matter most.
func (e *Env) Hints(g *board.Grid, x int, hints ...key.Help) {
	width := 0
	n := 0
	for _, h := range hints {
		w := len(h.Key) + len(h.Desc) + 3
		if width+w > g.Width-x-1 {
			break
		}
		width, n = width+w, n+1
	}
	at := g.Width - width
	for _, h := range hints[:n] {
		at += g.Text(at, g.Height-1, g.Width, h.Key, e.Styles.Strong)
		at += 1 + g.Text(at+1, g.Height-1, g.Width, h.Desc, e.Styles.Faint)
		at += 2
	}
}
