package server

import "quadrille/internal/config"

// Package config defines the limits, their defaults and their bounds.
type (
	// Limits bounds what clients may use. Zero fields mean those of
	// [config.DefaultLimits].
	Limits = config.Limits
	// Rate allows Burst events at once, and one more after each period Every.
	Rate = config.Rate
)

// The smallest and the largest size of a screen. The memory that a frame needs grows with
// the number of its cells.
const (
	minWidth, maxWidth   = 20, 500
	minHeight, maxHeight = 8, 200
)
