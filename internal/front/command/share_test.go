package command_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"
	"time"

	"quadrille/internal/front/command"
)

// file runs a command, checks that the command succeeds, and returns the file that the
// command prints.
func (h *testLobby) file(s command.Session, line string) []byte {
	h.Helper()
	var file bytes.Buffer
	s.File = &file
	if out, _ := h.ok(s, line); out != "" {
		h.Errorf("%s also printed %q", line, out)
	}
	return file.Bytes()
}

func TestPicturesOfTable(t *testing.T) {
	h := newTestLobby(t)
	inky := h.by(inky, false)
	h.ok(inky, "new chess4 seats-per-person=4")
	h.play(inky.Player, 1, "m7-k7", "j1-k3")
	config, err := png.DecodeConfig(bytes.NewReader(h.file(inky, "picture 1 --size 300x200 --theme light")))
	if err != nil || config.Width != 300 || config.Height != 200 {
		t.Errorf("%v %v", config, err)
	}
	if newest, first := h.file(inky, "picture 1"), h.file(inky, "picture 1 --move 0"); bytes.Equal(newest, first) {
		t.Error("the start and the newest position look the same")
	}
	if svg := h.file(inky, "picture 1 --svg"); !bytes.HasPrefix(svg, []byte("<svg ")) {
		t.Errorf("%.40q is not SVG", svg)
	}
	animation, err := gif.DecodeAll(bytes.NewReader(h.file(inky, "gif 1 --size 200x200 --speed 2")))
	if err != nil || len(animation.Image) != 3 || animation.Delay[0] != 50 {
		t.Errorf("%v: %d frames shown for %v", err, len(animation.Image), animation.Delay)
	}
	for line, want := range map[string]string{
		"picture 1 --size 5000x5000": "from 120x120 to 2400x2400",
		"picture 1 --size large":     "from 120x120 to 2400x2400",
		"picture 1 --size 300x300x9": "from 120x120 to 2400x2400",
		"picture 1 --move 3":         "from 0 to 2",
		"picture 1 --theme pink":     `no theme "pink"`,
		"picture 2":                  "no table 2",
		"gif 1 --size 1000x100":      "from 120x120 to 900x900",
		"gif 1 --speed NaN":          "from 0.1 to 10",
		"cast 1 --size 20x10":        "from 46x16 to 300x100",
		"cast 1 --speed 0":           "from 0.1 to 100",
		"link 1":                     "no known web page",
	} {
		h.refused(inky, line, want)
	}
	h.refused(h.by(inky.Player, true), "picture 1", "without -t")
}

func TestFilesOfPrivateTableAreRefused(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 private=invited")
	for _, line := range []string{"picture 1", "gif 1", "cast 1", "link 1"} {
		h.refused(h.by(blinky, false), line, "no table 1")
	}
	h.file(h.by(inky, false), "picture 1")
}

func TestExportHasEachFormat(t *testing.T) {
	h := newTestLobby(t)
	for range 2 {
		h.ok(h.by(inky, false), "new chess4 seats-per-person=4")
	}
	h.play(inky, 1, "m7-k7", "resign", "resign", "white:resign")
	h.play(blinky, 2, "m7-k7", "resign", "resign", "white:resign")
	files := h.export("export")
	for name, want := range map[string]string{"games/1.txt": "m7-k7", "games/1.c4pgn": "k7", "games/1.json": `"m7-k7"`} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s is %q", name, files[name])
		}
	}
	for name := range files {
		if !strings.HasPrefix(name, "games/1.") {
			t.Errorf("%s is a game of other players", name)
		}
	}
}

// export runs an export command as inky, and returns the files in the archive that it
// prints.
func (h *testLobby) export(line string) map[string]string {
	h.Helper()
	files := map[string]string{}
	archive := tar.NewReader(bytes.NewReader(h.file(h.by(inky, false), line)))
	for {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		h.must(err)
		text, err := io.ReadAll(archive)
		h.must(err)
		files[head.Name] = string(text)
	}
}

func TestExportSelectsGames(t *testing.T) {
	h := newTestLobby(t)
	h.ok(h.by(inky, false), "new chess4 seats-per-person=4")
	h.play(inky, 1, "m7-k7", "resign", "resign", "white:resign")
	yesterday := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	for filter, want := range map[string]bool{
		"--game chess4":        true,
		"--game verney":        false,
		"--result resignation": true,
		"--result checkmate":   false,
		"--since " + yesterday: true,
		"--since 2100-01-01":   false,
		"--until 2100-01-01":   true,
		"--until " + yesterday: false,
		"--player Inky":        true,
		"--player Blinky":      false,
		"--since " + yesterday + " --until 2100-01-01 --result won": true,
	} {
		files := h.export("export " + filter)
		if _, has := files["games/1.txt"]; has != want || !want && len(files) > 0 {
			t.Errorf("export %s: %d files, has the game: %t", filter, len(files), has)
		}
	}
	for filter, sentence := range map[string]string{"--since soon": "date", "--until 2026-13": "date", "--result lost": "result"} {
		h.refused(h.by(inky, false), "export "+filter, sentence)
	}
}
