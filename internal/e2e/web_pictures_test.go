package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille/internal/sshtest"
)

// eveningInBrowser checks the page of an evening in windows as large as a phone, a laptop
// and a projector. The page shows the boards, their states and the standings, and nothing is
// wider than the window. If QUADRILLE_PICTURES names a directory, the test writes the pictures
// of docs/sharing.md to it.
func eveningInBrowser(t *testing.T, browser *sshtest.Browser) {
	t.Helper()
	s, page := serveWithPage(t)
	d := &eveningRun{T: t, testServer: s, people: map[string]*commandPlayer{}}
	d.gather("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
	d.secretary = d.people["Ann"]
	d.secretary.mustRun(t, d.address, "join "+d.ownerCode())
	d.run("new 'Thursday & friends' --game chess4 clock=none")
	d.run("add Ann Bob Cyd Dee Eve Fay Gus Hal")
	d.run("next")
	boards, _ := d.boards()
	var live int
	for i, b := range boards {
		for seat, name := range b.seats {
			d.people[name].sit(t, d.address, b.table, seat)
		}
		for ply, move := range strings.Fields("m7-k7 j1-k3 b8-d8 h13-h11 k7-j7 k3-i4 d8-e8 h11-h10") {
			if i == 0 && ply == 4 {
				break
			}
			seat := []string{"white", "silver", "black", "gold"}[ply%4]
			d.people[b.seats[seat]].mustRun(t, d.address, fmt.Sprintf("move %d %s", b.table, move))
		}
		live = b.table
	}
	d.resign(boards[0], "white", "silver", "black")
	browser.Open(page + "/evening")
	browser.Await(
		`document.body.innerText.includes("finished") && document.body.innerText.includes("8 moves") &&
			[...document.images].every((i) => i.complete)`,
	)
	text := fmt.Sprint(browser.Eval("document.body.innerText"))
	for _, want := range []string{"Thursday & friends", "Chess4, 8 players, ", "Round 1", "Board 1, table 1", "Standings"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	for _, c := range []struct {
		name, path    string
		width, height int
		scheme        string
	}{
		{"web-table-phone", fmt.Sprintf("/table/%d", live), 390, 844, "light"},
		{"web-table-laptop", fmt.Sprintf("/table/%d", live), 1280, 800, "dark"},
		{"web-evening-projector", "/evening", 1920, 1080, "dark"},
		{"web-evening-phone", "/evening", 390, 844, "light"},
		{"web-index-laptop", "/", 1280, 800, "light"},
	} {
		browser.Resize(c.width, c.height, c.scheme)
		browser.Open(page + c.path)
		browser.Await(`[...document.images].every((i) => i.complete)`)
		if wide, _ := browser.Eval("document.documentElement.scrollWidth").(float64); wide > float64(c.width) {
			t.Errorf("%s at %d pixels is %v wide", c.path, c.width, wide)
		}
		dark := browser.Eval(`getComputedStyle(document.documentElement).backgroundColor`) == "rgb(27, 29, 35)"
		theme := browser.Eval(`[...document.images].every((i) => i.currentSrc.includes("theme=` + c.scheme + `"))`)
		if dark != (c.scheme == "dark") || theme != true {
			t.Errorf("%s in a %s system: dark %t, pictures follow: %v", c.path, c.scheme, dark, theme)
		}
		if dir := os.Getenv("QUADRILLE_PICTURES"); dir != "" {
			must(t, os.WriteFile(filepath.Join(dir, c.name+".png"), browser.Screenshot(), 0o600))
		}
	}
	browser.Open(fmt.Sprintf("%s/table/%d", page, live))
	described := strings.Join(browser.Described(), "\n")
	for _, want := range []string{
		"image Board after 8 moves. Last move: Gold h11-h10.", "heading Moves", "link Previous", "status",
		"navigation Moves",
	} {
		if !strings.Contains(described, want+"\n") {
			t.Errorf("a screen reader does not announce %q:\n%s", want, described)
		}
	}
	if len(browser.Errors) > 0 {
		t.Errorf("the browser reports %s", strings.Join(browser.Errors, "\n"))
	}
}
