package rules

// Form returns the name of a variant and the values of its options, except options that choose
// seats. Engines use it as the key of data that was fitted to games.
func Form(f *Facts) string {
	form := f.Name
	for i := range f.Options {
		if o := &f.Options[i]; changesPlay(f, o) {
			form += " " + o.Name + "=" + o.Value
		}
	}
	return form
}

// changesPlay reports whether an option changes how the game is played, instead of choosing
// seats.
func changesPlay(f *Facts, o *Option) bool {
	if len(o.Choices) == 0 {
		return false
	}
	_, seat := f.Seat(o.Choices[0])
	return !seat
}
