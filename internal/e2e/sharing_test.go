package e2e

import (
	"archive/tar"
	"errors"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// Pictures, recordings and exports arrive unchanged over ssh.
func TestFilesOfGames(t *testing.T) {
	t.Parallel()
	server := serveFor(t)
	client := sshtest.Dial(t, server.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	run := func(command string) string { return mustRunOn(t, client, command) }
	run("name Inky")
	plain := playAlone(t, client, "Inky")
	run("move 1 m7-k7")

	if img, err := png.Decode(strings.NewReader(run("picture 1 --size 400x300"))); err != nil || img.Bounds().Dx() != 400 {
		t.Errorf("picture: %v", err)
	}
	if svg := run("picture 1 --svg"); !strings.HasPrefix(svg, "<svg ") || !strings.HasSuffix(svg, "</svg>\n") {
		t.Errorf("picture --svg: %.80q", svg)
	}
	if a, err := gif.DecodeAll(strings.NewReader(run("gif 1 --size 200x200"))); err != nil || len(a.Image) != 2 {
		t.Errorf("gif: %v", err)
	}
	if cast := run("cast 1 --size 80x24"); !strings.HasPrefix(cast, `{"version":2,"width":80,"height":24,`) ||
		strings.Count(cast, "\n") < 3 {
		t.Errorf("cast: %.200q", cast)
	}
	screen := sshtest.Open(t, client, "Inky", 100, 30, "watch 1")
	screen.See(t, "Chess4, table 1")
	must(t, screen.Type("@"))
	screen.See(t, "picture 1 --move 1 > board.png")
	screen.Close()
	for _, seat := range []string{"silver", "black", "gold"} {
		plain.Type(t, "resign "+seat+"\r")
		plain.Expect(t, "esign")
		plain.Type(t, "yes\r")
	}
	plain.Expect(t, "The game is over")
	archive := tar.NewReader(strings.NewReader(run("export --game chess4")))
	var names []string
	for {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		must(t, err)
		names = append(names, head.Name)
	}
	if list := strings.Join(names, " "); !strings.HasPrefix(list, "games/1.txt games/1.c4pgn ") ||
		!strings.HasSuffix(list, " games/1.json") {
		t.Errorf("export: %s", list)
	}
}
