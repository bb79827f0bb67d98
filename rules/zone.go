package rules

// Zone is a rectangle of the board in which the men of an army are moved by another
// seat than elsewhere, its squares row by row. A screen draws a border between zones.
type Zone struct {
	Name    string
	Seats   Seats // who moves men there
	Squares []Square
}

// Side is the army that a seat begins with.
func (f *Facts) SeatArmy(s Seat) Army {
	if f.SeatArmies == nil {
		return Army(s)
	}
	return f.SeatArmies[s]
}

// Zone is the zone in which a seat moves men; nil where the board is one.
func (f *Facts) Zone(s Seat) *Zone {
	for i := range f.Zones {
		if f.Zones[i].Seats.Has(s) {
			return &f.Zones[i]
		}
	}
	return nil
}
