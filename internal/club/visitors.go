package club

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"

	"quadrille/internal/player"
)

// Visitor is somebody who is connected, and from where.
type Visitor struct {
	ID   player.ID
	From netip.Addr
}

// VisitorLine is a visitor in a list.
type VisitorLine struct {
	Name string    `json:"name"`
	ID   player.ID `json:"account"`
	Role string    `json:"role"`
	From string    `json:"from"`
	Silence
}

// Visitors are all who are connected, once for each address.
func (d *Admin) Visitors(ctx context.Context) (list []VisitorLine) {
	for _, v := range d.present() {
		list = append(list, VisitorLine{d.Called(ctx, v.ID), v.ID, d.Club.Role(v.ID).String(), v.From.String(), d.Silence(v.ID)})
	}
	slices.SortFunc(list, func(a, b VisitorLine) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID), cmp.Compare(a.From, b.From))
	})
	return slices.Compact(list)
}

func (d *Admin) present() []Visitor {
	if d.Present == nil {
		return nil
	}
	return d.Present()
}

// guests are those of that name who are connected: no list of accounts has them.
func (d *Admin) guests(name string) (list []Visitor) {
	for _, v := range d.present() {
		if v.ID.Guest() && player.Fold(player.GuestName(v.ID)) == player.Fold(name) {
			list = append(list, v)
		}
	}
	return list
}

// rangeOf is the addresses by which a guest is kept out, who would come back as
// another: their own, and for IPv6 its /64.
func rangeOf(from netip.Addr) netip.Prefix {
	bits := 64
	if from.Is4() {
		bits = 32
	}
	p, _ := from.Prefix(bits) // one that is none is no range, and keeps nobody out
	return p
}

// Caught is what a ban of addresses is asked about first: whom else it keeps out.
type Caught struct{ Owner bool }

// Who is that, as the subject of a sentence.
func (c *Caught) Who() string {
	if c.Owner {
		return "an owner comes from there, who"
	}
	return "you come from there yourself, and"
}

func (c *Caught) Error() string {
	return fmt.Sprintf("%s would be kept out too; say --force if you mean it", c.Who())
}

// catches is whom a ban of addresses keeps out who should not be without a thought:
// who gives it, or an owner who is here, whom the gate cannot tell from others.
func (d *Admin) catches(b Ban) error {
	if !b.Range.IsValid() {
		return nil
	}
	if b.Range.Contains(d.From) {
		return &Caught{}
	}
	for _, v := range d.present() {
		if b.Range.Contains(v.From) && d.Club.Role(v.ID) == Owner {
			return &Caught{Owner: true}
		}
	}
	return nil
}
