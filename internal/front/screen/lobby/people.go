package lobby

import (
	"cmp"
	"strings"

	"quadrille/internal/front/screen/kit"
	"quadrille/internal/player"
	"quadrille/internal/present"
	"quadrille/internal/service/view"
)

// person is somebody who is connected.
type person struct {
	player.Player
	doing string // at which table they play, watch or wait
	you   bool   // whether this is the viewer
}

// people is the list of the players who are online.
type people struct {
	list  kit.List[person]
	me    player.ID
	muted map[player.ID]bool // players whose invitations were muted or unmuted in this session
}

func newPeople(me player.ID) *people {
	return &people{me: me, muted: map[player.ID]bool{}, list: kit.List[person]{
		Key:     func(one person) any { return one.ID },
		Text:    func(one person) string { return one.Name + " " + one.doing },
		NoHeads: true,
		Columns: peopleColumns,
	}}
}

// peopleColumns are the columns of the list. All sessions share them.
var peopleColumns = []kit.Column[person]{
	{Width: 22, Rank: 0, Show: func(p *kit.Pen, one person) {
		look := p.Text
		switch {
		case one.you:
			look = p.Strong
		case one.ID.Bot() || one.BotAccount:
			look = p.Faint
		}
		p.Put(p.Signs.Here, p.Good)
		p.Skip(1)
		p.Put(one.Shown(player.MaxNameCells), look)
	}, Less: func(a, b person) int { return cmp.Compare(a.Name, b.Name) }},
	{
		Width: 11, Grow: 12, Rank: 1, Show: func(p *kit.Pen, one person) { p.Put(one.doing, p.Faint) },
		Less: func(a, b person) int { return cmp.Compare(b.doing, a.doing) },
	},
}

// see shows the people of a view, and at which table each of them plays, watches or waits.
func (p *people) see(v *view.Lobby) {
	does := present.Does(v)
	list := make([]person, len(v.Here))
	for i, h := range v.Here {
		list[i] = person{h.Player, does[h.Player.ID].Brief(), h.Player.ID == p.me}
	}
	p.list.Set(list)
}

// names returns as many of the people as one line names.
func (p *people) names() string {
	var list []string
	for _, one := range p.list.Items() {
		if list = append(list, one.Shown(player.MaxNameCells)); len(list) == 20 {
			break
		}
	}
	return strings.Join(list, "  ")
}
