package club

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"

	"quadrille/internal/player"
)

// Visitor is a person who is connected, with their network address.
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
	MuteState
}

// Visitors returns the people who are connected. If a person is connected from several
// addresses, there is one line for each address.
func (d *Admin) Visitors(ctx context.Context) (list []VisitorLine) {
	for _, v := range d.present() {
		list = append(list, VisitorLine{d.Called(ctx, v.ID), v.ID, d.Club.Role(v.ID).String(), v.From.String(), d.MuteState(v.ID)})
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

// guests returns the connected guests with the given name.
func (d *Admin) guests(name string) (list []Visitor) {
	for _, v := range d.present() {
		if v.ID.Guest() && player.Fold(player.GuestName(v.ID)) == player.Fold(name) {
			list = append(list, v)
		}
	}
	return list
}

// Caught is the error for a ban of addresses that include the address of the moderator who
// makes it, or that of another moderator or owner who is connected. The moderator has to
// confirm such a ban.
type Caught struct{ role Role } // the highest role of the people concerned; Guest if only the moderator is concerned

// Whose names the address that the range contains: "your own address" or that of a moderator
// or owner.
func (c *Caught) Whose() string {
	switch c.role {
	case Owner:
		return "the address of a connected owner"
	case Moderator:
		return "the address of a connected moderator"
	}
	return "your own address"
}

func (c *Caught) Error() string {
	return fmt.Sprintf("this ban would include %s; add --force to ban anyway", c.Whose())
}

// catches returns a [Caught] error if a ban of addresses includes the address of the moderator
// who makes it, or that of another moderator or owner who is connected.
func (d *Admin) catches(b Ban) error {
	if !b.Range.IsValid() {
		return nil
	}
	highest := Guest
	for _, v := range d.present() {
		if role := d.Club.Role(v.ID); role >= Moderator && v.ID != d.By && b.Range.Contains(v.From.Unmap()) {
			highest = max(highest, role)
		}
	}
	if highest > Guest || b.Range.Contains(d.From.Unmap()) {
		return &Caught{highest}
	}
	return nil
}
