package screen

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"

	"quadrille/assets"
	"quadrille/internal/draw/wire"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/front/screen/uitest"
)

// kings are the squares of the four kings at the start of Chess4.
var kings = [...]string{"n7", "g1", "a8", "h14"}

// TestColoursFollowTerminal checks that a terminal receives only colours that it supports.
// The colours come from the theme, and no two armies have the same colour.
func TestColoursFollowTerminal(t *testing.T) {
	for profile, wanted := range map[colorprofile.Profile]string{
		colorprofile.TrueColor: `^(0|1|4|7|[34]8;2;\d+;\d+;\d+|[34]8;5;\d+)$`,
		colorprofile.ANSI256:   `^(0|1|4|7|[34]8;5;\d+)$`,
		colorprofile.ANSI:      `^(0|1|4|7|[34]\d|9\d|10\d)$`,
		colorprofile.ASCII:     `^(0|1|4|7)$`,
	} {
		d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{Width: 120, Height: 48})
		d.Send(tea.ColorProfileMsg{Profile: profile})
		for range assets.Themes {
			for _, codes := range selected(d.Content()) {
				if !regexp.MustCompile(wanted).MatchString(codes) {
					t.Fatalf("%s, theme %s: %q is sent", profile, d.Env.Styles.Theme.Name, codes)
				}
				if _, number, ok := strings.Cut(codes, "8;5;"); ok && profile == colorprofile.TrueColor {
					shade, _ := strconv.Atoi(number)
					if mixed, other := d.Env.Styles.Theme.Mixed(assets.Shade(shade)); other {
						t.Fatalf("theme %s: %d is sent for %v", d.Env.Styles.Theme.Name, shade, mixed)
					}
				}
			}
			if inks := kingsInks(d, profile); len(inks) != len(kings) && !d.Env.Styles.Theme.Plain {
				t.Errorf("%s, theme %s: the kings' inks are %v", profile, d.Env.Styles.Theme.Name, inks)
			}
			d.Keys("ctrl+t")
		}
		if d.Env.ChosenTheme != assets.Themes[0] {
			t.Errorf("%s: the first theme does not follow the last", profile)
		}
	}
}

// selected returns the parameters of the escape sequences that select styles in a frame.
func selected(frame string) (codes []string) {
	for _, found := range regexp.MustCompile(`\x1b\[([0-9;]*)m`).FindAllStringSubmatch(frame, -1) {
		parts := regexp.MustCompile(`[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+`).FindAllString(found[1], -1)
		codes = append(codes, parts...)
	}
	return codes
}

// kingsInks returns the colours of the kings on a terminal.
func kingsInks(d *driver, profile colorprofile.Profile) map[string]bool {
	screen := vt.NewEmulator(d.Env.Width, d.Env.Height)
	answered := make(chan struct{})
	go func() { // discard the terminal's replies
		_, _ = io.Copy(io.Discard, screen)
		close(answered)
	}()
	defer func() {
		_ = screen.InputPipe().(*io.PipeWriter).CloseWithError(io.EOF) // end the goroutine that reads the replies
		<-answered
	}()
	line := wire.New("xterm-256color", profile, d.Env.Width, d.Env.Height)
	_, _ = screen.Write(line.Frame(nil, d.Model.View(), nil))
	inks := map[string]bool{}
	at := tableOf(d)
	for _, name := range kings {
		x, y, _ := at.Cell(name)
		cell := screen.CellAt(x, y)
		inks[fmt.Sprint(cell.Style.Fg)] = true
	}
	return inks
}

// A terminal without colours gets the monochrome theme, whatever the setting is. If it
// reports later that it has colours, it gets the chosen theme.
func TestMarksWithoutColour(t *testing.T) {
	d := atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{NoColor: true})
	d.Send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
	d.Keys("ctrl+t")
	if d.Env.Styles.Theme != assets.Colourless || !strings.Contains(strings.Join(d.Text(), "\n"), " .  :  .  : ") {
		t.Errorf("with NO_COLOR the theme is %s", d.Env.Styles.Theme.Name)
	}
	d = atTable(t, uitest.People[0], uitest.ViewAfter(t, nil), kit.Config{})
	d.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	if d.Env.Styles.Theme != assets.Colourless {
		t.Error("a terminal without colours has a theme with colours")
	}
	d.Send(tea.ColorProfileMsg{Profile: colorprofile.ANSI256})
	if d.Env.Styles.Theme != assets.Themes[0] {
		t.Error("a terminal with colours has a theme without")
	}
}
