package lobby

import (
	"fmt"
	"strings"

	"quadrille/internal/service/view"

	"quadrille/internal/draw"
	"quadrille/internal/front/screen/kit"
	"quadrille/internal/present"
	"quadrille/rules/variants"
)

// previewWidth is the minimum width of a terminal that shows several panels at a time, among
// them the selected table.
const previewWidth = 100

// wideWidth is the minimum width of a terminal that has room for a large preview, and for more keys in one line.
const wideWidth = 160

// namesWidth is the width of a list of tables that shows the names of players.
const namesWidth = 74

// roomForPlay is the minimum height of a terminal that shows the ways to start a game.
const roomForPlay = 12

// layout is the position of the panels. A panel without a height is not shown.
type layout struct {
	play, tables, chat, preview, people draw.Box
	tabs                                bool // whether the panels for tables, people and chat are shown one at a time, in the same place
}

// layOut lays out the panels in a part of the screen. The parameter `entries` is the number of
// ways to start a game.
func layOut(b draw.Box, entries int, chat bool) (l layout) {
	if b.Width < previewWidth || b.Height < 18 {
		l.tabs = true
		l.play = draw.Box{X: b.X, Y: b.Y, Width: b.Width, Height: 1}
		l.tables = draw.Box{X: b.X, Y: b.Y + 1, Width: b.Width, Height: b.Height - 1}
		l.people, l.chat = l.tables, l.tables
		return l
	}
	right, chatHeight := 46, 9
	switch {
	case b.Width >= wideWidth:
		right, chatHeight = min(88, b.Width-namesWidth), 14
	case b.Width < 120 || b.Height < 34:
		chatHeight = 6
	}
	if !chat || b.Height < 26 {
		chatHeight = 0
	}
	left := b.Width - right
	l.play = draw.Box{X: b.X, Y: b.Y, Width: left, Height: entries + 2}
	l.tables = draw.Box{X: b.X, Y: b.Y + l.play.Height, Width: left, Height: b.Height - l.play.Height - chatHeight}
	l.chat = draw.Box{X: b.X, Y: l.tables.Y + l.tables.Height, Width: left, Height: chatHeight}
	people := 3
	if b.Height >= 34 {
		people = min(b.Height/3, 14)
	}
	l.preview = draw.Box{X: b.X + left, Y: b.Y, Width: right, Height: b.Height - people}
	l.people = draw.Box{X: b.X + left, Y: b.Y + l.preview.Height, Width: right, Height: people}
	return l
}

// messagesTab is the index of the tab that opens the screen of messages.
const messagesTab = 3

// shows reports whether a panel is on the screen.
func (l *Screen) shows(p panelID) bool {
	at := layOut(draw.Box{Width: l.env.Width, Height: l.env.Height - 3}, len(l.play.entries), l.env.Cfg.Messages != nil)
	switch {
	case at.tabs:
		return p == playPanel || p == l.focus || p == tablesPanel && l.focus == playPanel
	case p == chatPanel:
		return at.chat.Height > 0
	}
	return true
}

func (l *Screen) Draw(g *draw.Grid) {
	e := l.env
	f := kit.Frame{Place: e.ClubName(), Refused: l.refused, Keys: l.hints()}
	if f.Place == "Quadrille" {
		f.Place = "Lobby"
	}
	if l.view != nil {
		if f.What = l.evening(); f.What == "" {
			f.Link = e.Cfg.Share.Home()
		}
		f.State = []string{fmt.Sprintf("%d online", len(l.view.Here))}
		if l.view.Playing > 0 {
			f.State = append(f.State, present.Count(l.view.Playing, "game"))
		}
	}
	f.Status, f.StatusKeys = l.status()
	if l.chat.typing {
		f.Typing, f.Prompt = &l.chat.line, "Lobby chat: "
		f.Keys = append(f.Keys[:0], kit.Hint("enter", "send"), kit.Hint("esc", "back"))
	}
	body := e.Frame(g, &f)
	if l.view == nil {
		g.Text(2, body.Y+1, g.Width, "Opening the lobby ...", e.Ink.Faint)
		return
	}
	at := layOut(body, len(l.play.entries), e.Cfg.Messages != nil)
	if at.tabs {
		l.drawTabs(g, at)
		return
	}
	l.tabs.Tabs = nil
	l.drawPanels(g, at)
}

// drawPanels draws all panels.
func (l *Screen) drawPanels(g *draw.Grid, at layout) {
	ink := &l.env.Ink
	play := kit.Panel{Title: "Play", Focus: l.focus == playPanel}
	l.play.draw(g, play.Draw(g, at.play, ink), ink, play.Focus)

	list := kit.Panel{Title: "Tables", About: l.tables.about(), State: l.tables.list.Count(total(l.view)), Focus: l.focus == tablesPanel}
	l.tables.list.Draw(g, list.Draw(g, at.tables, ink), ink, list.Focus)

	if at.chat.Height > 0 {
		talk := kit.Panel{Title: "Lobby chat", Focus: l.focus == chatPanel}
		l.drawChat(g, talk.Draw(g, at.chat, ink))
	}
	l.drawPreview(g, at.preview)

	people := kit.Panel{Title: "People", About: l.people.list.Filter(), Focus: l.focus == peoplePanel}
	people.State = fmt.Sprintf("%d online", len(l.view.Here))
	inner := people.Draw(g, at.people, ink)
	if inner.Height == 1 && !people.Focus {
		g.Text(inner.X, inner.Y, inner.Width, l.people.names(), ink.Text)
		return
	}
	l.people.list.Draw(g, inner, ink, people.Focus)
}

// drawTabs draws the ways to start a game in one line, and below it the panel that has the
// focus.
func (l *Screen) drawTabs(g *draw.Grid, at layout) {
	ink, open := &l.env.Ink, max(l.focus, tablesPanel)
	l.play.drawLine(g, at.play.X+1, at.play.Y, ink, l.focus == playPanel)
	p := &l.tabs
	p.Focus = l.focus != playPanel
	p.Tabs = append(p.Tabs[:0],
		kit.Tab{Label: "Tables", Count: fmt.Sprint(total(l.view)), Open: open == tablesPanel},
		kit.Tab{Label: "People", Count: fmt.Sprint(len(l.view.Here)), Open: open == peoplePanel})
	if open == chatPanel {
		l.chat.read(l.lines())
	}
	if l.env.Cfg.Messages != nil {
		talk, mail := kit.Tab{Label: "Chat", Open: open == chatPanel}, kit.Tab{Label: "Messages"}
		if n := l.chat.unread(l.lines()); n > 0 {
			talk.Count, talk.New = fmt.Sprintf("%d new", n), true
		}
		if n := l.env.Unread; n > 0 {
			mail.Count, mail.New = fmt.Sprint(n), true
		}
		p.Tabs = append(p.Tabs, talk, mail)
	}
	p.State = ""
	if about := l.tables.about(); about != "" && open == tablesPanel {
		p.State = about + "  " + l.tables.list.Count(total(l.view))
	}
	inner := p.Draw(g, at.tables, ink)
	switch open {
	case peoplePanel:
		l.people.list.Draw(g, inner, ink, p.Focus)
		return
	case chatPanel:
		l.drawChat(g, inner)
		return
	}
	if inner.Height >= 10 {
		text := l.play.current().text
		if row := l.tables.current(); row != nil && l.focus != playPanel {
			text = l.detail(row.Summary)
		}
		inner = kit.Foot(g, at.tables, inner, text, p.Focus, ink)
	}
	l.tables.list.Draw(g, inner, ink, p.Focus)
}

// detail returns a description of a table in a few lines.
func (l *Screen) detail(s *view.Summary) string {
	name, game := heading(s)
	return name + ": " + game + ". " + strings.Join(l.preview.about(s, l.env.Now), ". ")
}

func (l *Screen) drawChat(g *draw.Grid, b draw.Box) {
	hint := ""
	switch {
	case l.env.Cfg.Lobby.InLiveGame(l.env.Me.ID):
		hint = "The lobby chat is shown after your game."
	case !l.chat.typing:
		write := kit.HintOf(kit.LobbyPlaceKeys, kit.WriteInLobby)
		hint = write.Key + "  write a line"
	}
	l.chat.draw(g, b, l.lines(), l.env.Zone(), &l.env.Ink, hint)
}

// drawPreview draws the selected table, or describes the selected way to start a game.
func (l *Screen) drawPreview(g *draw.Grid, b draw.Box) {
	ink := &l.env.Ink
	row := l.tables.current()
	if row == nil || l.focus == playPanel && !row.own {
		e := l.play.current()
		p := kit.Panel{Title: e.label}
		inner := g.Prose(p.Draw(g, b, ink), e.text, ink.Text).Below(1)
		if def, err := variants.Find(kit.DefaultGame()); err == nil {
			l.env.DrawOpening(g, inner, &def)
		}
		return
	}
	name, game := heading(row.Summary)
	p := kit.Panel{Title: name, About: game}
	l.preview.draw(g, p.Draw(g, b, ink), row.Summary, l.env.Now, l.env.Pieces, ink)
}

// evening returns the name of the evening that is in progress, and the key that opens it.
func (l *Screen) evening() string {
	one := l.view.Evening
	if one == nil {
		return ""
	}
	return present.EveningTitle(one) + ". Press " + kit.KeyName(kit.LobbyPlaceKeys, kit.OpenEvening) + "."
}

// status returns the line above the keys: the result of the last action, the table that waits
// for the player, a seek, or the notices of the server.
func (l *Screen) status() (string, []kit.KeyHint) {
	if l.note != "" {
		return present.Capital(l.note), nil
	}
	if len(l.due) > 0 {
		text := present.DueLine(&l.due[0], l.env.Now)
		if more := len(l.due) - 1; more > 0 {
			text += fmt.Sprintf("; %d more", more)
		}
		return text, []kit.KeyHint{kit.HintOf(kit.LobbyPlaceKeys, kit.GoToDue)}
	}
	if s := l.seek(); s != nil {
		return seekText(s), []kit.KeyHint{
			kit.HintOf(kit.CommonKeys, kit.AcceptInvitation),
			kit.Hint(kit.KeyName(kit.CommonKeys, kit.DeclineInvitation), "dismiss"),
		}
	}
	return l.env.Greeting(), nil
}

// seekText says who looks for players of which game.
func seekText(s *view.Summary) string {
	return present.Name(s.Host) + " " + present.Seeks(present.GameAndClock(s))
}

// hints returns the keys for the last lines of the screen.
func (l *Screen) hints() []kit.KeyHint {
	var hints []kit.KeyHint
	for _, a := range l.actions() {
		h := kit.HintOf(kit.LobbyKeys, a)
		for _, list := range [][]kit.Binding{kit.LobbyPlaceKeys, kit.AdminKeys, kit.CommonKeys} {
			if h.Key == "" {
				h = kit.HintOf(list, a)
			}
		}
		hints = append(hints, h)
	}
	return hints
}

func (l *Screen) DrawCompact(g *draw.Grid, y int) {
	text := l.play.current().label
	switch row := l.tables.current(); {
	case l.chat.typing:
		g.Text(0, y, g.Width, "Lobby chat: "+l.chat.line.Marked(), l.env.Ink.Text)
		return
	case row != nil && l.focus == tablesPanel:
		text = fmt.Sprintf("Table %d: ", row.ID)
		how, who := present.Summary(row.Summary, g.Width-len(text)-2)
		text += how + "  " + who
	}
	g.Text(0, y, g.Width, "> "+text, l.env.Ink.Text)
}
