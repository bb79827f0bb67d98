package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quadrille/internal/draw/board"
	"quadrille/internal/sshtest"
	"quadrille/rules"
	"quadrille/rules/variants"
)

// person is a client with a key and a terminal.
type person struct {
	*testing.T
	name          string
	width, height int
	term          string            // value of TERM; empty for xterm-256color
	env           map[string]string // environment variables to send
	key           ssh.Signer
	guest         bool // whether the person connects without a key
	client        *ssh.Client
	*sshtest.Screen
}

func newPerson(t *testing.T, name string, width, height int) *person {
	t.Helper()
	return &person{T: t, name: name, width: width, height: height, key: sshtest.NewKey(t)}
}

// connect connects and runs a command. An empty command opens the lobby.
func (p *person) connect(address, command string) {
	p.Helper()
	auth := sshtest.KeyAuth(p.key)
	if p.guest {
		auth = sshtest.GuestAuth()
	}
	p.client = sshtest.Dial(p, address, auth)
	screen := sshtest.OpenOn(p, p.client, p.name, sshtest.Terminal{Kind: p.term, Env: p.env, Width: p.width, Height: p.height}, command)
	p.Screen = screen
	p.Cleanup(func() {
		if p.Failed() {
			p.Logf("%s saw:\n%s", p.name, strings.TrimRight(screen.Text(), "\n"))
		}
	})
}

// chooseName answers the questions of the first visit.
func (p *person) chooseName() {
	p.Helper()
	p.seeWrapped("Choose the name that other players see")
	p.press(p.name + "\r")
	p.See(p, "1  Letters")
	p.press("\r")
	p.See(p, "Against bots") // wait until the lobby has loaded its lists
}

// colourless reports whether the person has switched off colours.
func (p *person) colourless() bool { return p.env["NO_COLOR"] != "" }

func (p *person) press(keys string) {
	p.Helper()
	if err := p.Type(keys); err != nil {
		p.Fatalf("%s types %q: %v", p.name, keys, err)
	}
}

// pressUntil presses a key until a text appears. After each press it waits until another
// line is selected.
func (p *person) pressUntil(text, key string) {
	p.Helper()
	p.pressUntilMatch(regexp.MustCompile(regexp.QuoteMeta(text)), key)
}

func (p *person) pressUntilMatch(text *regexp.Regexp, key string) {
	p.Helper()
	for range 20 {
		before := p.Await(p, "a whole frame", func(string) bool { return true })
		if text.MatchString(before) {
			return
		}
		p.press(key)
		p.Await(p, "another selection", func(now string) bool { return selected(now) != selected(before) })
	}
	p.Fatalf("%s: %s does not appear after %q:\n%s", p.name, text, key, p.Text())
}

// selected returns the selected lines of a screen without their ends, because the names of
// players at the ends of lines may change at any time.
func selected(text string) string { return strings.Join(selection.FindAllString(text, -1), "\n") }

var selection = regexp.MustCompile(`(> |▸|\[ ).{0,24}`)

var (
	// selectedTable matches the line of a selected table in the lobby.
	selectedTable = regexp.MustCompile(`[▸>][★*]? *\d+ [A-Z]`)
	// listedTable matches the line of any table in the lobby.
	listedTable = regexp.MustCompile(` \d+ (Cutthroat|` + strings.Join(titlesOfGames(), "|") + `)`)
	// onPlay matches a screen of the lobby on which keys go to the ways to start a game.
	onPlay = regexp.MustCompile(`[▸>] ?([pbna] )?(Play now|Against bots|New table|Learn)`)
)

// titlesOfGames returns the first word of the title of each game.
func titlesOfGames() (titles []string) {
	for _, def := range variants.All() {
		titles = append(titles, regexp.MustCompile(`\w+`).FindString(def.Title))
	}
	return titles
}

// toTables waits until the lobby lists a table, and makes the keys go to the list of tables.
func (p *person) toTables() {
	p.Helper()
	p.Await(p, "a table", func(text string) bool { return listedTable.MatchString(text) })
	if onPlay.MatchString(p.Text()) {
		p.press("\t")
	}
	p.Await(p, "keys to go to the tables", func(text string) bool { return !onPlay.MatchString(text) && selectedTable.MatchString(text) })
}

// open opens the first table of the lobby.
func (p *person) open() {
	p.Helper()
	p.toTables()
	p.press("\x1b[H\r")
}

// sit takes a seat at the table that the screen shows, and chooses "I am ready".
func (p *person) sit(seat string) {
	p.Helper()
	p.See(p, "Sit down as "+rules.Title(seat))
	p.pressUntil("▸ Sit down as "+rules.Title(seat), "\t") // after the last line, Tab selects the first one
	p.press("\r")
	// Read both texts at once: after the first of them, a Tab could move the selection too far.
	p.Await(p, "the seat and the first entry to be selected", func(text string) bool {
		return strings.Contains(text, "Leave seat "+rules.Title(seat)) && strings.Contains(text, "▸ I am ready")
	})
	p.press("\r")
	p.Await(p, "to be ready", func(text string) bool {
		// "Move:" or "move:" means that the game has started
		return strings.Contains(text, "I am not ready") || strings.Contains(text, "ove:")
	})
}

// The sequences that a terminal sends for keys.
const (
	arrowUp, arrowDown    = "\x1b[A", "\x1b[B"
	arrowRight, arrowLeft = "\x1b[C", "\x1b[D"
)

// tableName matches the name of a table in the title bar, or above the seats if the board fills all lines. There the
// number of spectators may take its place.
var tableName = regexp.MustCompile(`(   |╭ )Table \d|, table \d|╭ .* \d watching ╮`)

// awaitTable waits until the screen shows a running game.
func (p *person) awaitTable() {
	p.Helper()
	p.Await(p, "the table", func(text string) bool {
		return tableName.MatchString(text) && strings.Contains(text, "esc back") && strings.Contains(text, "ove")
	})
}

// useSmallSquares sets squares of 3 x 1 cells with letters for pieces.
func (p *person) useSmallSquares() {
	p.Helper()
	p.press(strings.Repeat("-", len(board.Sizes)))
}

// boardView reads a position from a screen with squares of 3 x 1 cells.
type boardView struct {
	variant rules.Variant
	facts   *rules.Facts
	view    board.View
	x, y    int    // cell of the upper left corner of the board
	empty   string // characters that an empty square may show
}

// seatView returns the boardView of a person who sees the board from the given seat.
func seatView(p *person, v rules.Variant, seat rules.Seat) boardView {
	facts := v.Facts()
	e := boardView{
		variant: v,
		facts:   facts,
		view:    board.View{Variant: v, Turned: board.Toward(facts.Home[seat]), Size: board.Sizes[0]},
		empty:   " ",
	}
	if p.colourless() {
		e.empty += ".:" // without colours, dots distinguish dark squares
	}
	below := p.height - 3 - e.view.Height()
	if e.y = 1 + max(0, below)/2; p.width-e.view.Width() < 35 && below >= 5 {
		e.y = 1 // the moves are listed below the board, so the board begins at the top
	}
	const panelMax = 56
	panel := min(p.width-e.view.Width()-4, panelMax)
	e.x = max(1, (p.width-e.view.Width()-panel-2)/2) // centre the board and the panel together
	return e
}

// cell returns the terminal coordinates of the upper left cell of a square.
func (e boardView) cell(sq rules.Square) (x, y int) {
	x, y = e.view.Corner(sq)
	return x + e.x, y + e.y
}

// sees reports whether the screen shows exactly the pieces of the position. A piece is shown
// as the letters of its army and kind, in lower case if the army is eliminated. The cursor
// may hide a letter.
func (e boardView) sees(text string, p *rules.Position) bool {
	lines := strings.Split(text, "\n")
	for _, sq := range e.facts.Geometry.Squares {
		x, y := e.cell(sq)
		if y >= len(lines) {
			return false
		}
		row := []rune(lines[y] + strings.Repeat(" ", 100))
		want := e.piece(p, sq)
		if row[x] == '[' {
			row[x] = rune(want[0])
		}
		if want == "  " && strings.ContainsRune(e.empty, row[x+1]) {
			row[x+1] = ' '
		}
		if string(row[x:x+2]) != want {
			return false
		}
	}
	return true
}

// piece returns the two characters that show the piece on a square.
func (e boardView) piece(p *rules.Position, sq rules.Square) string {
	piece := p.Board[sq]
	if !piece.IsPiece() {
		return "  "
	}
	kind := string(piece.Kind().Letter())
	if c := e.variant.Controller(p, sq); c >= rules.SeatCount || !p.State[c].Attacks() {
		kind = strings.ToLower(kind)
	}
	return board.Sign(e.facts, piece.Army()) + kind
}

// seePosition waits until the screen shows exactly the pieces of the position.
func (p *person) seePosition(e boardView, position *rules.Position) {
	p.Helper()
	p.Await(p, "the position of "+rules.PositionText(e.variant, position), func(text string) bool { return e.sees(text, position) })
}

// newGame returns the start position of a game.
func newGame(t *testing.T, name string, options map[string]string) *rules.Game {
	t.Helper()
	v, err := variants.New(name, options)
	must(t, err)
	return rules.NewGame(v)
}

// actionsIn returns the actions of a record.
func actionsIn(record string) []string {
	var actions []string
	for _, line := range strings.Split(record, "\n") {
		line, _, _ = strings.Cut(line, "#")
		actions = append(actions, strings.Fields(line)...)
	}
	return actions
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}
