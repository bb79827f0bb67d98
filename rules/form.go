package rules

// Form returns a text with the name of a variant and the options that change how it is
// played. Engines look up the parameters for a game by this text.
func Form(f *Facts) string {
	form := f.Name
	for i := range f.Options {
		if o := &f.Options[i]; changesPlay(f, o) {
			form += " " + o.Name + "=" + o.Value
		}
	}
	return form
}

// changesPlay reports whether an option changes how the game is played. An option that
// only selects seats, such as the seat that moves first, does not.
func changesPlay(f *Facts, o *Option) bool {
	if len(o.Choices) == 0 || o.SameForm {
		return false
	}
	_, seat := f.Seat(o.Choices[0])
	return !seat
}
