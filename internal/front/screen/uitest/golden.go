package uitest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadrille/internal/draw"
)

var update = flag.Bool("update", false, "rewrite the golden frames")

// Noon is the time at which golden frames are drawn.
var Noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// Frame is a frame of a golden file, with its heading.
type Frame struct{ Head, Text string }

// FrameOf returns the current frame of a driver, with a heading that gives the size and the
// theme.
func FrameOf(d *Driver) Frame {
	return Frame{fmt.Sprintf("%d x %d, %s", d.Env.Width, d.Env.Height, d.Env.Styles.Theme.Name), Portrait(d)}
}

// CompareGolden compares frames with the frames stored in a file. If the flag -update is set,
// it stores the given frames in the file instead.
func CompareGolden(t testing.TB, path string, frames ...Frame) {
	t.Helper()
	var all strings.Builder
	for _, f := range frames {
		fmt.Fprintf(&all, "=== %s\n%s\n", f.Head, f.Text)
	}
	got := all.String()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; create it with -update and look at it", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs; if the change is right, rewrite it with -update and look at it (-want +got):\n%s", path, diff)
	}
}

const styleLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// Portrait returns a frame as text: its characters, then a letter for the style of each
// cell, then what each letter means.
func Portrait(d *Driver) string {
	g := d.Draw()
	var text, looks, legend strings.Builder
	letters := map[draw.Style]string{}
	for y := range g.Height {
		line := ""
		for _, c := range g.Row(y) {
			line += c.Text
			if letters[c.Style] == "" {
				letters[c.Style] = styleLetters[len(letters):][:1]
				fmt.Fprintf(&legend, "%s %+v\n", letters[c.Style], c.Style)
			}
			looks.WriteString(letters[c.Style])
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
		looks.WriteString("\n")
	}
	return text.String() + "\n" + looks.String() + "\n" + legend.String()
}
