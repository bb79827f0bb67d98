package rules

// Zone is a rectangle of the board. Each seat moves the pieces of its army only in one zone.
// Screens draw a border between zones.
type Zone struct {
	Name    string
	Seats   Seats // the seats that move pieces in this zone
	Squares []Square
}

// SeatArmy returns the army that a seat begins with.
func (f *Facts) SeatArmy(s Seat) Army {
	if f.SeatArmies == nil {
		return Army(s)
	}
	return f.SeatArmies[s]
}

// Zone returns the zone in which a seat moves pieces, or nil if the board has no zones.
func (f *Facts) Zone(s Seat) *Zone {
	for i := range f.Zones {
		if f.Zones[i].Seats.Has(s) {
			return &f.Zones[i]
		}
	}
	return nil
}
