package limit

import (
	"reflect"
	"sync/atomic"
	"time"

	"quadrille/internal/config"
)

// Current holds the limits that are in force. Callers load them anew each time,
// since a reload of the configuration stores others.
type Current = atomic.Pointer[config.Limits]

// NewCurrent returns a holder of limits. A field that is zero has its default.
func NewCurrent(l config.Limits) *Current {
	var current Current
	Set(&current, l)
	return &current
}

// Set puts limits in force. A field that is zero has its default.
func Set(current *Current, l config.Limits) {
	l = WithDefaults(l)
	current.Store(&l)
}

// WithDefaults returns limits with the default in each field that is zero.
func WithDefaults(l config.Limits) config.Limits {
	fill(reflect.ValueOf(&l).Elem(), reflect.ValueOf(config.DefaultLimits()))
	return l
}

// fill sets the zero fields of a struct to those of another. A Rate is one value.
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

// PerSecond returns the pace of n a second, of which all may come at once.
func PerSecond(n int) config.Rate {
	return config.Rate{Burst: n, Every: time.Second / time.Duration(n)}
}
