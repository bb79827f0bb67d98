package rules

// Zone is a rectangle of the board in which some seats may move pieces. Screens draw a
// border between zones.
type Zone struct {
	Name    string
	Seats   Seats // the seats that may move pieces in this zone
	Squares []Square
}

// SeatArmy returns the army with which a seat begins.
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
