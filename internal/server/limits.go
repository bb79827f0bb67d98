package server

import "quadrille/internal/config"

// These types are defined in package config, with their defaults and bounds.
type (
	// Limits holds the limits on what clients may use. A zero field stands for the value in
	// [config.DefaultLimits].
	Limits = config.Limits
	// Rate allows a burst of Burst events, and then one event in each period Every.
	Rate = config.Rate
)

// The minimum and maximum size of a screen. The memory for a frame is proportional to the
// number of cells.
const (
	minWidth, maxWidth   = 20, 500
	minHeight, maxHeight = 8, 200
)
