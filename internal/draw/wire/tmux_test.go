package wire_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"quadrille/internal/draw/wire"
)

// The shell script that runs in a tmux pane. It prints files. After each file it sends a
// query to the terminal, and reports when the terminal has answered.
const showFiles = `stty -echo -icanon -opost
while IFS= read -r file; do
	cat "$file"
	printf '\033[6n'
	IFS= read -r -d R answer
	tmux -S "$1" wait-for -S shown
done
`

// pane is a pane of tmux: a terminal that is independent of the emulator in the other tests.
type pane struct{ dir, socket string }

func newPane(t *testing.T, width, height int) *pane {
	t.Helper()
	for _, program := range []string{"tmux", "bash"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	dir := t.TempDir()
	p := &pane{dir, filepath.Join(dir, "socket")}
	script := filepath.Join(dir, "show")
	if err := os.WriteFile(script, []byte(showFiles), 0o600); err != nil {
		t.Fatal(err)
	}
	p.tmux(
		t,
		"-f",
		"/dev/null",
		"new-session",
		"-d",
		"-x",
		fmt.Sprint(width),
		"-y",
		fmt.Sprint(height),
		"bash",
		script,
		p.socket,
		";",
		"set",
		"-g",
		"status",
		"off",
		";",
		"resize-window",
		"-x",
		fmt.Sprint(width),
		"-y",
		fmt.Sprint(height),
	)
	t.Cleanup(func() { p.tmux(t, "kill-server") })
	return p
}

func (p *pane) tmux(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("tmux %q: %v: %s", args, err, out)
	}
	return string(out)
}

// show sends bytes and returns the contents of the pane, line by line.
func (p *pane) show(t *testing.T, bytes string) string {
	t.Helper()
	file := filepath.Join(p.dir, "frame")
	if err := os.WriteFile(file, []byte(bytes), 0o600); err != nil {
		t.Fatal(err)
	}
	p.tmux(t, "send-keys", file, "Enter")
	p.tmux(t, "wait-for", "shown")
	return strings.TrimRight(p.tmux(t, "capture-pane", "-p", "-e", "-N"), "\n")
}

// TestTmuxShowsTheSame checks that tmux, after several frames, shows the same as after the
// last frame alone.
func TestTmuxShowsTheSame(t *testing.T) {
	const width, height = 40, 8
	p := newPane(t, width, height)
	films := rapid.Custom(func(r *rapid.T) []frame {
		var film []frame
		var f frame
		for range rapid.IntRange(2, 5).Draw(r, "frames") {
			f = drawFrame(r, f, width, height)
			film = append(film, f)
		}
		return film
	})
	for seed := range 20 {
		s := wire.New("tmux-256color", colorprofile.TrueColor, width, height)
		var sent []byte
		alone := ""
		for _, f := range films.Example(seed) {
			sent = s.Frame(sent, f.view(), nil)
			alone = "\x1b[?1049h\x1b[m\x1b[2J"
			for y, line := range lines(f.view(), width, height) {
				alone += fmt.Sprintf("\x1b[%dH%s", y+1, line)
			}
		}
		// tmux omits erased cells from the end of a captured line, so the test draws the last
		// column.
		last := "\x1b[m"
		for y := range height {
			last += fmt.Sprintf("\x1b[%d;%dH|", y+1, width)
		}
		want, got := p.show(t, alone+last), p.show(t, string(sent)+last)
		shown := func(pane string) *vt.Emulator { return fresh(strings.Split(pane, "\n"), width, height) }
		if why := difference(shown(got), shown(want)); why != "" || strings.TrimSpace(want) == "" {
			t.Fatalf("film %d: %s\nsent %q\nfor %q, shown as %q", seed, why, sent, alone, want)
		}
	}
}
