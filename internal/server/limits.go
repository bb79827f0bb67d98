package server

import "quadrille/internal/config"

// The limits are defined, with their defaults and bounds, in package config.
type (
	// Limits is how much clients may ask for. The zero value of a field means that of
	// [config.DefaultLimits].
	Limits = config.Limits
	// Rate allows Burst things at once, and one more each Every.
	Rate = config.Rate
)

// The sizes of terminal that a screen is drawn for; others are brought to the
// nearest. A frame costs memory by the cell.
const (
	minWidth, maxWidth   = 20, 500
	minHeight, maxHeight = 8, 200
)
