package server

import (
	"reflect"
	"sync/atomic"

	"quadrille/internal/config"
)

// What the host may say about limits is defined, with its defaults and bounds, in
// package config.
type (
	// Limits is how much clients may ask. The zero value of a field means that of
	// [config.DefaultLimits].
	Limits = config.Limits
	// Pace allows Burst things at once, and one more each Every.
	Pace = config.Pace
	// Penalties is what misdeeds cost.
	Penalties = config.Penalties
)

// DefaultLimits is what a server on the open internet uses.
func DefaultLimits() Limits { return config.DefaultLimits() }

// standingLimits are those that hold now; [Server.Configure] sets others. Whoever
// looks holds on to nothing.
type standingLimits = atomic.Pointer[Limits]

func stand(l Limits) *standingLimits {
	l = withDefaults(l)
	var standing standingLimits
	standing.Store(&l)
	return &standing
}

func withDefaults(l Limits) Limits {
	fill(reflect.ValueOf(&l).Elem(), reflect.ValueOf(DefaultLimits()))
	return l
}

// fill sets the fields of to that are zero. A Pace is one value.
func fill(to, from reflect.Value) {
	for i := range to.NumField() {
		field, standard := to.Field(i), from.Field(i)
		switch {
		case field.IsZero():
			field.Set(standard)
		case field.Type() == reflect.TypeFor[Penalties]():
			fill(field, standard)
		}
	}
}

// The sizes of terminal that a screen is drawn for; others are brought to the
// nearest. A frame costs memory by the cell.
const (
	minWidth, maxWidth   = 20, 500
	minHeight, maxHeight = 8, 200
)
