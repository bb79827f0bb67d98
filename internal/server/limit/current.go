package limit

import (
	"reflect"
	"sync/atomic"
	"time"

	"quadrille/internal/config"
)

// Current holds the current limits. Callers load them on each use, because a reload of the
// configuration replaces them.
type Current = atomic.Pointer[config.Limits]

// NewCurrent returns a Current that holds the limits l, with defaults in place of zero
// fields.
func NewCurrent(l config.Limits) *Current {
	var current Current
	Set(&current, l)
	return &current
}

// Set replaces the current limits with `l`, with defaults in place of the zero fields.
func Set(current *Current, l config.Limits) {
	l = withDefaults(l)
	current.Store(&l)
}

// withDefaults returns the limits with defaults in place of zero fields.
func withDefaults(l config.Limits) config.Limits {
	fill(reflect.ValueOf(&l).Elem(), reflect.ValueOf(config.DefaultLimits()))
	return l
}

// fill sets each zero field of the struct `to` to the same field of the struct `from`. A
// Rate counts as zero only if all of it is zero.
func fill(to, from reflect.Value) {
	for i := range to.NumField() {
		field, standard := to.Field(i), from.Field(i)
		switch {
		case field.IsZero():
			field.Set(standard)
		case field.Type() == reflect.TypeFor[config.Penalties]():
			fill(field, standard)
		}
	}
}

// PerSecond returns a rate of n a second, with a burst of n.
func PerSecond(n int) config.Rate {
	return config.Rate{Burst: n, Every: time.Second / time.Duration(n)}
}
