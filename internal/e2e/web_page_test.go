package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"quadrille/internal/sshtest"
)

// serveWithPage starts a server with a web page and returns the address of the page.
func serveWithPage(t *testing.T) (s *testServer, page string) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "page.toml")
	if err := os.WriteFile(file, []byte("[club]\nname = \"Café de la Régence\"\n[web]\nlisten = \"127.0.0.1:0\"\npublic = "+
		"\"https://chess.example/live\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = &testServer{T: t, log: newOutputBuffer(), data: filepath.Join(dir, "data"), address: "127.0.0.1:0"}
	s.start("--config", file)
	t.Cleanup(s.kill)
	where := regexp.MustCompile(`"web page","address":"([^"]+)"`)
	log := s.log.await(t, "the address of the page", where.MatchString)
	return s, "http://" + where.FindStringSubmatch(log)[1] + "/live"
}

// TestPagesInBrowser opens the pages of a table and of an evening in one browser.
func TestPagesInBrowser(t *testing.T) {
	t.Parallel()
	browser := sshtest.OpenBrowser(t, 1280, 800)
	tableInBrowser(t, browser)
	eveningInBrowser(t, browser)
}

// A move made over ssh appears in a browser. A name that looks like HTML is shown as text.
// The keys step through the moves. The page's content security policy blocks nothing that
// the page needs.
func tableInBrowser(t *testing.T, browser *sshtest.Browser) {
	t.Helper()
	s, page := serveWithPage(t)
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	run := func(command string) string { return mustRunOn(t, client, command) }
	run("name 'Ann & Co'")
	playAlone(t, client, "Ann")
	if link := run("link 1"); link != "https://chess.example/live/table/1\n" {
		t.Errorf("link prints %q", link)
	}

	browser.Open(page + "/table/1")
	browser.Await(`document.querySelector("#state").textContent === "White to move"`)
	run("move 1 m7-k7")
	took := browser.Await(`document.querySelector("#moves")?.textContent.includes("k7") && document.querySelector("#board img").complete`)
	t.Logf("the move appeared %v after its answer", took.Round(time.Millisecond))
	run("move 1 j1-k3")
	browser.Await(`document.querySelectorAll("#moves a").length === 2`)
	if text, _ := browser.Eval(`document.querySelector("#seats").textContent`).(string); !strings.Contains(text, "Ann & Co") {
		t.Errorf("the seats are %q", text)
	}
	browser.Press("ArrowLeft")
	browser.Await(`location.search === "?move=1&seat=0" && document.querySelector("#steps span").textContent === "1 of 2"`)
	browser.Press("Home")
	browser.Await(`document.querySelector("#steps span").textContent === "0 of 2"`)
	browser.Press("End")
	browser.Await(`document.querySelector("#steps span").textContent === "2 of 2"`)
	if n := browser.Eval(`[...document.images].filter((i) => !i.naturalWidth).length`); n != 0.0 {
		t.Errorf("%v pictures are not shown", n)
	}
	browser.Open(page + "/")
	browser.Await(`document.images.length === 1 && document.images[0].complete`)
	if len(browser.Errors) > 0 {
		t.Errorf("the browser reports %s", strings.Join(browser.Errors, "\n"))
	}
}

// The name of a deleted account disappears immediately from the web page and its feeds,
// although the pages were cached and somebody still has the finished game on their screen.
func TestDeletedAccountDisappearsFromWebPage(t *testing.T) {
	t.Parallel()
	s, page := serveWithPage(t)
	p := gatherCommandGame(t, s.address, "chess4 rated=on")
	goes, stays := p.seats[0], p.seats[1]
	p.playTwoRounds(t, s.address)
	p.resign(t, s.address, 3, 2, 1)
	open := sshtest.Open(t, sshtest.Dial(t, s.address, sshtest.KeyAuth(stays.key)), stays.name, 100, 30, fmt.Sprintf("watch %d", p.id))
	open.See(t, "resignation")
	pages := []string{
		"/",
		fmt.Sprintf("/table/%d", p.id),
		fmt.Sprintf("/table/%d?move=3", p.id),
		"/games",
		"/ladder",
		"/feed.atom",
		"/feed.json",
	}
	tags := map[string]string{}
	fetch := func(path string) string {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, page+path, nil)
		must(t, err)
		r.Header.Set("If-None-Match", tags[path])
		answer, err := http.DefaultClient.Do(r)
		must(t, err)
		defer func() { _ = answer.Body.Close() }()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %s, %v", path, answer.Status, err)
		}
		// "no-cache" makes browsers and proxies ask the server each time
		if control := answer.Header.Get("Cache-Control"); control != "no-cache" {
			t.Errorf("%s: Cache-Control is %q", path, control)
		}
		tags[path] = answer.Header.Get("ETag")
		return string(body)
	}
	for _, path := range pages {
		if text := fetch(path); !strings.Contains(text, goes.name) {
			t.Fatalf("%s does not name %s:\n%s", path, goes.name, text)
		}
	}
	goes.mustRun(t, s.address, "account delete "+goes.name)
	open.See(t, "deleted-")
	for range 2 {
		for _, path := range pages {
			if text := fetch(path); strings.Contains(text, goes.name) || !strings.Contains(text, stays.name) {
				t.Errorf("%s after the deletion:\n%s", path, text)
			}
			tags[path] = ""
		}
		if out := stays.mustRun(t, s.address, fmt.Sprintf("record %d", p.id)); strings.Contains(out, goes.name) {
			t.Errorf("the record of the game:\n%s", out)
		}
		open.Close() // close the session, which changes the state of the table once more
	}
}

// In a terminal that gives its name as foot, the lobby shows a hyperlink to the web page. In
// a terminal that does not give its name, the lobby shows the address as text.
func TestLobbyLinksToWebPage(t *testing.T) {
	t.Parallel()
	s, _ := serveWithPage(t)
	for _, c := range []struct {
		replies string
		linked  bool
	}{{"\x1bP>|foot(1.18.1)\x1b\\", true}, {"", false}} {
		client := sshtest.Dial(t, s.address, sshtest.GuestAuth())
		screen := sshtest.OpenStreamOn(t, client, "Visitor", sshtest.Terminal{Kind: kinds[0], Width: 80, Height: 24}, "")
		screen.Expect(t, "chess.example/live")
		screen.Type(t, c.replies)
		if c.linked {
			screen.Expect(t, "\x1b]8;;https://chess.example/live\x1b\\")
			continue
		}
		screen.Type(t, "?")
		screen.Expect(t, "Keys in the lobby")
		if strings.Contains(screen.Output(), "\x1b]8") {
			t.Error("a terminal without a name gets a hyperlink")
		}
	}
}

// The asciinema player can play a recording of a game.
func TestRecordingInAsciinemaPlayer(t *testing.T) {
	bundle := os.Getenv("QUADRILLE_ASCIINEMA_PLAYER") // path of the directory dist/bundle of the npm package asciinema-player
	if bundle == "" {
		t.Skip("QUADRILLE_ASCIINEMA_PLAYER is not set: make acceptance sets it")
	}
	t.Parallel()
	browser := sshtest.OpenBrowser(t, 1280, 800)
	s := serveFor(t)
	client := sshtest.Dial(t, s.address, sshtest.KeyAuth(sshtest.NewKey(t)))
	run := func(command string) string { return mustRunOn(t, client, command) }
	run("name Inky")
	playAlone(t, client, "Inky")
	for _, move := range []string{"m7-k7", "j1-k3", "b8-d8", "h13-h11"} {
		run("move 1 " + move)
	}
	script := readFile(t, filepath.Join(bundle, "asciinema-player.min.js"))
	style := readFile(t, filepath.Join(bundle, "asciinema-player.css"))
	cast, err := json.Marshal(run("cast 1 --size 100x30 --speed 10"))
	must(t, err)
	file := filepath.Join(t.TempDir(), "player.html")
	html := "<!DOCTYPE html><meta charset=utf-8><style>" + style + "</style><div id=player></div><script>" + script +
		"</script><script>const player = AsciinemaPlayer.create({data: " + string(cast) +
		"}, document.getElementById('player'), {autoPlay: true, speed: 20}); " +
		"player.addEventListener('ended', () => { document.title = 'ended' })</script>"
	must(t, os.WriteFile(file, []byte(html), 0o600))
	browser.Open("file://" + file)
	browser.Await(`document.title === "ended"`)
	shows := func(text string) { // it waits, because asciinema-player draws a frame after the event
		browser.Await(fmt.Sprintf(`document.querySelector(".ap-term, .ap-terminal").textContent.includes(%q)`, text))
	}
	shows("Chess4, table 1")
	browser.Await(`(player.seek(player.getDuration() - 1), true)`) // the last position stays for three seconds
	for _, text := range []string{"Chess4", "Inky", "Nk3", "h11"} {
		shows(text)
	}
}
